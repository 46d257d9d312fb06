/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints are eliminated at their lowest common ancestor, in an order that couples few of them,
 * and planning needs memory for these alone. */
#include "solver/tree/constraint_order.h"
#include "solver/tree/constraint_plan.h"

#include "support.h"

#include <stdlib.h>
#include <string.h>

/* A tree with one dof per node, and constraints without values. */
typedef struct pattern {
    int32_t *parent, *column, *joint_block, *rows, *first;
    constraint_end *end;
    recursion tree;
    constraints t;
} pattern;

static void *room(int32_t count, size_t size)
{
    void *memory = calloc((size_t)(count + 1), size);
    assert_non_null(memory);
    return memory;
}

/* Memory for nodes, and for constraints of one row and some ends each. */
static pattern new_pattern(int32_t nodes, int32_t count, int32_t ends)
{
    pattern p = {.parent = room(nodes, sizeof(int32_t)),
                 .column = room(nodes, sizeof(int32_t)),
                 .joint_block = room(nodes, sizeof(int32_t)),
                 .rows = room(count, sizeof(int32_t)),
                 .first = room(count, sizeof(int32_t)),
                 .end = room(ends, sizeof(constraint_end))};
    for (int32_t i = 0; i < nodes; i++) {
        p.parent[i] = i - 1;
        p.column[i + 1] = p.joint_block[i + 1] = i + 1;
    }
    p.tree = (recursion){
        .nodes = nodes, .parent = p.parent, .column = p.column, .joint_block = p.joint_block};
    p.t = (constraints){.rows = p.rows, .first = p.first, .end = p.end};
    return p;
}

static void free_pattern(pattern *p)
{
    free(p->parent);
    free(p->column);
    free(p->joint_block);
    free(p->rows);
    free(p->first);
    free(p->end);
}

static void add_constraint(pattern *p, constraint_end a, constraint_end b)
{
    const int32_t constraint = p->t.count++;
    p->rows[constraint] = 1;
    p->end[p->first[constraint]] = a;
    p->end[p->first[constraint] + 1] = b;
    p->first[constraint + 1] = p->first[constraint] + 2;
}

static void join(pattern *p, int32_t a, int32_t b)
{
    add_constraint(p, (constraint_end){a, false}, (constraint_end){b, false});
}

static constraint_plan *plan_of(pattern *p)
{
    constraint_plan *plan = NULL;
    assert_int_equal(ludo_constraint_plan_create(&p->tree, &p->t, NULL, &plan), LUDO_OK);
    return plan;
}

/* --- mechanisms ------------------------------------------------------------------------------- */

/* Loops of three nodes, each on the second node of the one before. */
static pattern loops_in_series(int32_t count)
{
    pattern p = new_pattern(3 * count + 1, count, 2 * count);
    for (int32_t k = 0; k < count; k++) {
        const int32_t base = k == 0 ? 0 : 3 * k - 1;
        p.parent[3 * k + 1] = base;
        join(&p, base, 3 * k + 3);
    }
    return p;
}

/* Cranks that all stand on the world, with a bar from each, constrained to the next: 2 k and 2 k +
 * 1. */
static pattern cranks_in_a_row(int32_t count)
{
    pattern p = new_pattern(2 * count + 1, count, 2 * count);
    for (int32_t k = 0; k <= count; k++) {
        p.parent[2 * k] = -1;
    }
    for (int32_t k = 0; k < count; k++) {
        join(&p, 2 * k + 1, 2 * k + 2);
    }
    return p;
}

/* The loops in series, and one loop around all of them. */
static pattern loops_in_a_loop(int32_t count)
{
    pattern p = new_pattern(3 * count + 1, count + 1, 2 * count + 2);
    join(&p, 0, 3 * count - 1);
    for (int32_t k = 0; k < count; k++) {
        const int32_t base = k == 0 ? 0 : 3 * k - 1;
        p.parent[3 * k + 1] = base;
        join(&p, base, 3 * k + 3);
    }
    return p;
}

/* --- cost ------------------------------------------------------------------------------------- */

/* The cost of planning and of the plan. */
typedef struct cost {
    int32_t fill;
    size_t bytes;
} cost;

static void *count_bytes(size_t size, void *user)
{
    *(size_t *)user += size;
    return malloc(size);
}

static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static cost cost_of(pattern p)
{
    cost c = {0, 0};
    const ludo_allocator counting = {count_bytes, release, &c.bytes};
    constraint_plan *plan = NULL;
    assert_int_equal(ludo_constraint_plan_create(&p.tree, &p.t, &counting, &plan), LUDO_OK);
    c.fill = ludo_constraint_plan_fill(plan);
    ludo_constraint_plan_destroy(plan);
    free_pattern(&p);
    return c;
}

/* Each loop passes two nodes beyond its ends. Growing arrays double, and so may bytes. */
static void disjoint_loops_in_series_cost_what_one_does_each(void **state)
{
    (void)state;
    const cost ten = cost_of(loops_in_series(10));
    for (int32_t count = 10; count <= 10000; count *= 10) {
        const cost c = cost_of(loops_in_series(count));
        assert_int_equal(c.fill, 2 * count);
        assert_true(c.bytes <= 2 * ten.bytes * (size_t)count / 10);
    }
}

/* Each constraint passes a crank beyond its ends, and is coupled with the next one, even though all
 * are eliminated at the world. */
static void cranks_on_the_ground_cost_what_one_does_each(void **state)
{
    (void)state;
    const cost ten = cost_of(cranks_in_a_row(10));
    for (int32_t count = 10; count <= 10000; count *= 10) {
        const cost c = cost_of(cranks_in_a_row(count));
        assert_int_equal(c.fill, count + count - 1);
        assert_true(c.bytes <= 2 * ten.bytes * (size_t)count / 10);
    }
}

/* The large loop passes two nodes of each small one, and is coupled with it. */
static void a_loop_round_others_is_coupled_with_each_once(void **state)
{
    (void)state;
    for (int32_t count = 10; count <= 10000; count *= 10) {
        const cost c = cost_of(loops_in_a_loop(count));
        assert_int_equal(c.fill, 2 * count + (2 * count - 1) + count);
    }
}

/* --- order ------------------------------------------------------------------------------------ */

static void constraints_are_eliminated_at_their_lowest_common_ancestor(void **state)
{
    (void)state;
    /* 0 - 1 - 2 - 3, and 4 on 1 */
    pattern p = new_pattern(5, 7, 14);
    p.parent[4] = 1;
    join(&p, 3, 4); /* at 1 */
    join(&p, 3, 1); /* at 1, one of its ends */
    join(&p, 2, 3); /* at 2 */
    add_constraint(&p, (constraint_end){3, true}, (constraint_end){4, true}); /* at 1 */
    add_constraint(&p, (constraint_end){3, false},
                   (constraint_end){3, true}); /* one node: the world */
    add_constraint(&p, (constraint_end){2, false},
                   (constraint_end){3, true}); /* one node: the world */
    add_constraint(&p, (constraint_end){2, true},
                   (constraint_end){3, true}); /* at 1, above the dofs of 2 */
    const int32_t node[] = {1, 1, 2, 1, -1, -1, 1};
    constraint_paths paths;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    assert_int_equal(ludo_constraint_paths_find(&p.tree, &p.t, &a, &paths), LUDO_OK);
    for (int32_t constraint = 0; constraint < p.t.count; constraint++) {
        assert_int_equal(paths.lca[constraint].node, node[constraint]);
    }
    ludo_constraint_paths_release(&paths, &a);

    constraint_plan *plan = plan_of(&p);
    const int32_t *order = ludo_constraint_plan_order(plan);
    assert_int_equal(order[0], 2);
    assert_int_equal(order[5] + order[6], 4 + 5);
    ludo_constraint_plan_destroy(plan);
    free_pattern(&p);
}

enum { NODES = 12, TIES = 10 };

static pattern random_pattern(random_stream *r)
{
    pattern p = new_pattern(NODES, TIES, 2 * TIES);
    for (int32_t i = 1; i < NODES; i++) {
        p.parent[i] = random_below(r, i + 1) - 1;
    }
    while (p.t.count < TIES) {
        const int32_t a = random_below(r, NODES), b = random_below(r, NODES);
        if (a != b) {
            add_constraint(&p, (constraint_end){a, random_below(r, 3) == 0},
                           (constraint_end){b, random_below(r, 3) == 0});
        }
    }
    return p;
}

/* Whether a constraint passes the edge of a node, on the way from an end to the lowest common
 * ancestor. */
static bool passes(const pattern *p, const constraint_paths *paths, int32_t constraint,
                   int32_t node)
{
    const int32_t to = paths->lca[constraint].node;
    for (int32_t e = p->first[constraint]; e < p->first[constraint + 1]; e++) {
        for (int32_t i = p->end[e].node; i != to && i >= 0; i = p->parent[i]) {
            if (i == node) {
                return true;
            }
        }
    }
    return false;
}

/* Number of couples by the definition: common nodes, then elimination one after the other. */
static int32_t count_couples(const pattern *p, const constraint_paths *paths, const int32_t *order)
{
    bool coupled[TIES][TIES] = {{false}};
    for (int32_t i = 0; i < NODES; i++) {
        for (int32_t a = 0; a < TIES; a++) {
            for (int32_t b = 0; b < TIES; b++) {
                coupled[a][b] |= passes(p, paths, order[a], i) && passes(p, paths, order[b], i);
            }
        }
    }
    int32_t couples = 0;
    for (int32_t s = 0; s < TIES; s++) {
        for (int32_t a = s + 1; a < TIES; a++) {
            couples += coupled[s][a] ? 1 : 0;
            for (int32_t b = s + 1; b < TIES; b++) {
                coupled[a][b] |= coupled[s][a] && coupled[s][b];
            }
        }
    }
    return couples;
}

static void couples_are_those_of_elimination(void **state)
{
    (void)state;
    const ludo_allocator a = ludo_allocator_or_default(NULL);
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        pattern p = random_pattern(&r);
        constraint_paths paths;
        constraint_order o;
        assert_int_equal(ludo_constraint_paths_find(&p.tree, &p.t, &a, &paths), LUDO_OK);
        assert_int_equal(ludo_constraint_order_find(&p.tree, &p.t, &paths, &a, &o), LUDO_OK);
        assert_int_equal(o.later.count, count_couples(&p, &paths, o.order));
        for (int32_t s = 0; s < TIES; s++) {
            const int32_t node = paths.lca[o.order[s]].node;
            assert_int_equal(o.step[o.order[s]], s);
            assert_true(s == 0 || node <= paths.lca[o.order[s - 1]].node);
            for (int32_t e = o.first[s]; e < o.first[s + 1]; e++) {
                assert_true(constraint_later(&o)[e] >
                            (e == o.first[s] ? s : constraint_later(&o)[e - 1]));
                assert_int_equal(ludo_constraint_order_couple(&o, s, constraint_later(&o)[e]), e);
            }
        }
        ludo_constraint_order_release(&o, &a);
        ludo_constraint_paths_release(&paths, &a);
        free_pattern(&p);
    }
}

/* --- limits ----------------------------------------------------------------------------------- */

/* Constraints between the two ends of a chain of three nodes. */
static pattern parallel_constraints(int32_t count)
{
    pattern p = new_pattern(3, count, 2 * count);
    for (int32_t k = 0; k < count; k++) {
        join(&p, 0, 2);
    }
    return p;
}

/* Memory, but too little for the couples of thousands of constraints. */
static void *count_modestly(size_t size, void *user)
{
    size_t *sum = user;
    *sum += size;
    return *sum < ((size_t)1 << 26) ? malloc(size) : NULL;
}

static void more_couples_than_can_be_eliminated_are_refused_before_they_are_listed(void **state)
{
    (void)state;
    for (int32_t count = 2000; count <= 200000; count *= 10) {
        pattern p = parallel_constraints(count);
        size_t bytes = 0;
        const ludo_allocator modest = {count_modestly, release, &bytes};
        constraint_plan *plan = NULL;
        assert_int_equal(ludo_constraint_plan_create(&p.tree, &p.t, &modest, &plan), LUDO_REFUSED);
        assert_null(plan);
        /* arrays per constraint, not per pair */
        assert_true(bytes <= 1000 * (size_t)count);
        free_pattern(&p);
    }
}

/* Legs on the world, each constrained to ten others at random: some twenty constraints pass each,
 * but every order of elimination couples many. */
static void few_constraints_at_each_node_that_couple_many_are_refused_too(void **state)
{
    (void)state;
    enum { LEGS = 500, EACH = 10 };
    random_stream r = random_from(1);
    pattern p = new_pattern(LEGS, LEGS * EACH, 2 * LEGS * EACH);
    for (int32_t i = 0; i < LEGS; i++) {
        p.parent[i] = -1;
        for (int32_t k = 0; k < EACH; k++) {
            join(&p, i, (i + 1 + random_below(&r, LEGS - 1)) % LEGS);
        }
    }
    constraint_plan *plan = NULL;
    assert_int_equal(ludo_constraint_plan_create(&p.tree, &p.t, NULL, &plan), LUDO_REFUSED);
    assert_null(plan);
    free_pattern(&p);
}

static void a_few_hundred_constraints_of_the_same_nodes_are_eliminated(void **state)
{
    (void)state;
    pattern p = parallel_constraints(400);
    constraint_plan *plan = plan_of(&p);
    /* each passes the node between; all are coupled */
    assert_int_equal(ludo_constraint_plan_fill(plan), 400 + 400 * 399 / 2);
    /* pairs at two nodes; pairs of the remaining ones after each */
    assert_int_equal(ludo_constraint_plan_products(plan), 2 * 400 * 399 / 2 + 400 * 399 * 398 / 6);
    ludo_constraint_plan_destroy(plan);
    free_pattern(&p);
}

/* --- the object ------------------------------------------------------------------------------- */

static void nothing_to_constraint_is_a_plan(void **state)
{
    (void)state;
    for (int32_t nodes = 0; nodes < 3; nodes++) {
        pattern p = new_pattern(nodes, 0, 0);
        constraint_plan *plan = plan_of(&p);
        assert_int_equal(ludo_constraint_plan_fill(plan), 0);
        ludo_constraint_plan_destroy(plan);
        free_pattern(&p);
    }
    ludo_constraint_plan_destroy(NULL);
}

static void planning_survives_each_failing_allocation(void **state)
{
    (void)state;
    pattern p = cranks_in_a_row(40);
    FOR_FAILING_ALLOCATION(alloc)
    {
        constraint_plan *plan = NULL;
        const ludo_status status = ludo_constraint_plan_create(&p.tree, &p.t, &alloc.hook, &plan);
        assert_int_equal(status, alloc.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_true((plan == NULL) == alloc.failed);
        ludo_constraint_plan_destroy(plan);
    }
    free_pattern(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disjoint_loops_in_series_cost_what_one_does_each),
        cmocka_unit_test(cranks_on_the_ground_cost_what_one_does_each),
        cmocka_unit_test(a_loop_round_others_is_coupled_with_each_once),
        cmocka_unit_test(constraints_are_eliminated_at_their_lowest_common_ancestor),
        cmocka_unit_test(couples_are_those_of_elimination),
        cmocka_unit_test(more_couples_than_can_be_eliminated_are_refused_before_they_are_listed),
        cmocka_unit_test(few_constraints_at_each_node_that_couple_many_are_refused_too),
        cmocka_unit_test(a_few_hundred_constraints_of_the_same_nodes_are_eliminated),
        cmocka_unit_test(nothing_to_constraint_is_a_plan),
        cmocka_unit_test(planning_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
