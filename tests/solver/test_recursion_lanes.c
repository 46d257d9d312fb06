/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees side by side: each lane has the bits of the recursion on its tree alone. */
#include "solver/tree/recursion_lanes.h"

#include "tree_problem.h"

/* Eight trees of one structure, roots unbound where they have six dofs. */
typedef struct side_by_side {
    problem tree[LANES];
    vector *values, *S, *T, *y, *d_S, *d_T;
    bool *unbound;
    recursion_lanes t;
    char *block;
} side_by_side;

/* Random values of a tree; S = T = 1 and y = 0 at unbound roots. */
static void draw_tree(problem *p, random_stream *r)
{
    fill_values(p, r);
    for (int32_t i = 0; i < p->nodes; i++) {
        const bool unbound = p->parent[i] < 0 && p->column[i + 1] - p->column[i] == 6;
        for (int k = 0; k < 6 && unbound; k++) {
            p->y[6 * i + k] = 0.0;
            for (int c = 0; c < 6; c++) {
                p->S[6 * (p->column[i] + c) + k] = p->T[6 * (p->column[i] + c) + k] = c == k;
            }
        }
    }
}

/* A structure with up to MOST_NODES nodes of 0 to 6 dofs. */
static problem draw_structure(random_stream *r)
{
    const int32_t nodes = 1 + random_below(r, MOST_NODES);
    int32_t count[MOST_NODES] = {0}, parent[MOST_NODES] = {0};
    for (int32_t i = 0; i < nodes; i++) {
        parent[i] = random_below(r, i + 1) - 1;
        count[i] = parent[i] < 0 && random_below(r, 2) == 0 ? 6 : random_below(r, 5);
    }
    problem p = new_problem(nodes, count);
    memcpy(p.parent, parent, (size_t)nodes * sizeof *parent);
    return p;
}

static vector *take_vectors(vector **values, size_t count)
{
    vector *piece = *values;
    *values += count;
    return piece;
}

/* Lane l of an array gets the numbers of a tree. */
static void put_lane(vector *to, const double *from, size_t count, int l)
{
    for (size_t i = 0; i < count; i++) {
        to[i][l] = from[i];
    }
}

/* The same for records of six numbers, SIX_STRIDE vectors apart. */
static void put_records(vector *to, const double *from, size_t count, int l)
{
    for (size_t i = 0; i < 6 * count; i++) {
        to[SIX_STRIDE * (i / 6) + i % 6][l] = from[i];
    }
}

/* The values of the trees as vectors; M and r are those before a factorisation. */
static void load_lanes(side_by_side *s)
{
    for (int l = 0; l < LANES; l++) {
        problem *p = &s->tree[l];
        const size_t n = (size_t)p->nodes, m = (size_t)p->columns;
        put_records(s->S, p->S, m, l);
        put_records(s->T, p->T, m, l);
        put_lane(s->d_S, p->d_S, 3 * n, l);
        put_lane(s->d_T, p->d_T, 3 * n, l);
        put_lane(s->t.M, p->M, 36 * n, l);
        put_lane(s->t.C, p->C, (size_t)p->joint_block[n], l);
    }
}

static void load_lane_sides(side_by_side *s)
{
    for (int l = 0; l < LANES; l++) {
        const problem *p = &s->tree[l];
        put_lane(s->t.r, p->r, 6 * (size_t)p->nodes, l);
        put_records(s->y, p->y, (size_t)p->nodes, l);
        put_lane(s->t.e, p->e, (size_t)p->columns, l);
    }
}

static void open_trees(side_by_side *s, uint64_t seed)
{
    for (int l = 0; l < LANES; l++) {
        random_stream structure = random_from(seed), own = random_from(1000 * seed + (uint64_t)l);
        s->tree[l] = draw_structure(&structure);
        draw_tree(&s->tree[l], &own);
    }
    const problem *p = &s->tree[0];
    const size_t n = (size_t)p->nodes, m = (size_t)p->columns;
    s->unbound = calloc(n, sizeof *s->unbound);
    for (int32_t i = 0; i < p->nodes; i++) {
        s->unbound[i] = p->parent[i] < 0 && p->column[i + 1] - p->column[i] == 6;
        for (int l = 0; l < LANES && s->unbound[i]; l++) {
            ludo_recursion_unbind(&s->tree[l].t, i);
        }
    }
    s->values =
        aligned_alloc(64, (2 * SIX_STRIDE * m + (SIX_STRIDE + 6) * n + 1) * sizeof *s->values);
    vector *values = s->values;
    s->S = take_vectors(&values, SIX_STRIDE * m);
    s->T = take_vectors(&values, SIX_STRIDE * m);
    s->y = take_vectors(&values, SIX_STRIDE * n);
    s->d_S = take_vectors(&values, 3 * n);
    s->d_T = take_vectors(&values, 3 * n);
    s->t = (recursion_lanes){.nodes = p->nodes,
                             .parent = p->parent,
                             .column = p->column,
                             .joint_block = p->joint_block,
                             .order = p->t.order,
                             .unbound = s->unbound,
                             .S = s->S,
                             .T = s->T,
                             .y = s->y,
                             .d_S = s->d_S,
                             .d_T = s->d_T};
    arena measure = {NULL, 0, false};
    ludo_recursion_lanes_layout(&s->t, &measure);
    s->block = aligned_alloc(64, measure.used);
    assert_non_null(s->block);
    ludo_recursion_lanes_layout(&s->t, &(arena){s->block, 0, false});
    load_lanes(s);
}

static void close_trees(side_by_side *s)
{
    for (int l = 0; l < LANES; l++) {
        free_problem(&s->tree[l]);
    }
    free(s->values);
    free(s->unbound);
    free(s->block);
}

/* Every lane has the bits of its tree. */
static void check_lanes(const side_by_side *s)
{
    for (int l = 0; l < LANES; l++) {
        const problem *p = &s->tree[l];
        for (int32_t i = 0; i < 6 * p->nodes; i++) {
            const double u = s->t.u[i][l];
            assert_memory_equal(&u, &p->t.u[i], sizeof u);
        }
        for (int32_t j = 0; j < p->columns; j++) {
            const double w = s->t.w[j][l];
            assert_memory_equal(&w, &p->t.w[j], sizeof w);
        }
    }
}

static void factors_and_solutions_have_the_bits_of_single_trees(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        side_by_side s;
        open_trees(&s, seed);
        load_lane_sides(&s);
        ludo_recursion_lanes_factor(&s.t);
        ludo_recursion_lanes_expand(&s.t);
        for (int l = 0; l < LANES; l++) {
            factor_and_solve(&s.tree[l]);
            const double loss = (*s.t.loss)[l];
            assert_true(1.0 / loss == s.tree[l].t.smallest_pivot);
        }
        check_lanes(&s);
        close_trees(&s);
    }
}

static void other_right_hand_sides_have_the_bits_of_single_trees(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        side_by_side s;
        open_trees(&s, seed);
        load_lane_sides(&s);
        ludo_recursion_lanes_factor(&s.t);
        for (int l = 0; l < LANES; l++) {
            problem *p = &s.tree[l];
            random_stream r = random_from(99 * seed + (uint64_t)l);
            factor_and_solve(p);
            randomize(&r, p->r, 6 * (size_t)p->nodes, 1.0);
            randomize(&r, p->e, (size_t)p->columns, 1.0);
            load_sides(p);
            ludo_recursion_reduce(&p->t);
            ludo_recursion_expand(&p->t);
        }
        load_lane_sides(&s);
        ludo_recursion_lanes_reduce(&s.t);
        ludo_recursion_lanes_expand(&s.t);
        check_lanes(&s);
        close_trees(&s);
    }
}

/* A lane that is not finite says so, and leaves the others alone. */
static void a_lane_that_is_not_finite_is_alone(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        side_by_side s;
        open_trees(&s, seed);
        load_lane_sides(&s);
        s.t.M[0][3] = (double)NAN;
        ludo_recursion_lanes_factor(&s.t);
        ludo_recursion_lanes_expand(&s.t);
        for (int l = 0; l < LANES; l++) {
            const double loss = (*s.t.loss)[l];
            factor_and_solve(&s.tree[l]);
            assert_true(l == 3 || 1.0 / loss == s.tree[l].t.smallest_pivot);
        }
        assert_true(s.t.column[1] == 0 || isnan((*s.t.loss)[3]));
        close_trees(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_and_solutions_have_the_bits_of_single_trees),
        cmocka_unit_test(other_right_hand_sides_have_the_bits_of_single_trees),
        cmocka_unit_test(a_lane_that_is_not_finite_is_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
