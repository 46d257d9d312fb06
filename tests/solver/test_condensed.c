/* SPDX-License-Identifier: Apache-2.0
 *
 * Condensed laws: against dense elimination, with stiff laws, at the edges of the plan. */
#include "solver/ldu/condensed.h"
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 12, LAWS = 40, UNKNOWNS = NODE_ROWS * NODES };

/* The numbers of a law. */
typedef struct numbers {
    double F[LAW_ENDS][LAW_ROWS * NODE_ROWS], R[LAW_ENDS][LAW_ROWS * NODE_ROWS], after[2], way[3];
    double slope[LAW_ROWS * LAW_ROWS], rhs[LAW_ROWS];
} numbers;

typedef struct problem {
    condensed c;
    void *memory;
    numbers law[LAWS];
    double r[UNKNOWNS], u[UNKNOWNS];
} problem;

static void open_problem(problem *p)
{
    arena a = {0};
    memset(p, 0, sizeof *p);
    p->c.nodes = NODES;
    p->c.room = LAWS;
    ludo_condensed_layout(&p->c, &a);
    p->memory = aligned_alloc(64, a.used);
    assert_non_null(p->memory);
    a = (arena){.base = p->memory};
    ludo_condensed_layout(&p->c, &a);
}

static void close_problem(problem *p)
{
    free(p->memory);
}

/* F of the second end from that of the first. */
static void mirror(condensed_law *l, numbers *n)
{
    const double *w = n->way;
    for (int32_t i = 0; i < l->rows; i++) {
        const double *F = n->F[0] + NODE_ROWS * i;
        double *to = n->F[1] + NODE_ROWS * i;
        for (int32_t k = 0; k < 3; k++) {
            const int32_t p = (k + 1) % 3, q = (k + 2) % 3;
            to[k] = -F[k];
            to[3 + k] = -(F[3 + k] + w[p] * F[q] - w[q] * F[p]);
        }
    }
    l->way = n->way;
}

/* A law between two nodes, -1: none. Rates are along forces but for a hundredth, and slopes
 * positive but for a skew part, so that the matrix stays positive. */
static void add_law(problem *p, random_stream *r, int32_t a, int32_t b, double stiffness)
{
    numbers *n = &p->law[p->c.count];
    condensed_law *l = &p->c.law[p->c.count++];
    const int32_t rows = 1 + random_below(r, LAW_ROWS);
    *l = (condensed_law){.node = {a, b}, .rows = rows, .slope = n->slope, .rhs = n->rhs};
    for (int e = 0; e < LAW_ENDS; e++) {
        l->F[e] = n->F[e], l->R[e] = n->R[e];
        for (int32_t i = 0; i < LAW_ROWS * NODE_ROWS; i++) {
            n->F[e][i] = random_uniform(r, -1.0, 1.0);
        }
    }
    for (int32_t k = 0; k < 3; k++) {
        n->way[k] = 0.1 * (k + 1) * (a - b);
    }
    if (a >= 0 && b >= 0 && random_below(r, 2) == 0) {
        mirror(l, n);
    }
    for (int e = 0; e < LAW_ENDS; e++) {
        for (int32_t i = 0; i < LAW_ROWS * NODE_ROWS; i++) {
            n->R[e][i] = n->F[e][i] + random_uniform(r, -0.01, 0.01) / (1.0 + stiffness);
        }
    }
    for (int32_t i = 0; i < rows; i++) {
        n->rhs[i] = random_uniform(r, -1.0, 1.0);
        n->slope[LAW_ROWS * i + i] = stiffness * random_uniform(r, 0.5, 1.0);
        for (int32_t j = 0; j < i; j++) {
            const double skew = stiffness * random_uniform(r, -0.5, 0.5);
            n->slope[LAW_ROWS * i + j] = skew;
            n->slope[LAW_ROWS * j + i] = -skew;
        }
    }
}

/* Laws between nodes from `first` to `end` - 1, some of them with one end. */
static void add_laws(problem *p, random_stream *r, int32_t first, int32_t end, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        const int32_t a = first + random_below(r, end - first);
        const int32_t b = first + random_below(r, end - first);
        add_law(p, r, random_below(r, 5) == 0 || a == b ? -1 : a, b, 1.0);
        if (random_below(r, 2) == 0) { /* another one of the same nodes */
            add_law(p, r, p->c.law[p->c.count - 1].node[0], b, 1.0);
        }
    }
}

/* How solutions with factors at hand start, at all nodes. */
static void set_small(problem *p, double small)
{
    for (int32_t i = 0; i < NODES; i++) {
        p->c.small[i] = small;
    }
}

static void set_blocks(problem *p, random_stream *r)
{
    set_small(p, -1.0);
    for (int32_t i = 0; i < NODES; i++) {
        for (int32_t k = 0; k < NODE_BLOCK; k++) {
            p->c.M[NODE_BLOCK * i + k] =
                k % (NODE_ROWS + 1) == 0 ? 10.0 : random_uniform(r, -0.5, 0.5);
        }
    }
    for (int32_t i = 0; i < UNKNOWNS; i++) {
        p->c.unit[i] = random_uniform(r, 0.5, 2.0);
        p->r[i] = random_uniform(r, -1.0, 1.0);
        p->u[i] = 7.0;
    }
}

/* Plan, and let all nodes with pairs be active. */
static void plan(problem *p)
{
    assert_true(ludo_condensed_plan(&p->c));
    memcpy(p->c.active, p->c.paired, NODES * sizeof *p->c.active);
}

static bool is_active(const problem *p, const condensed_law *l)
{
    return p->c.active[l->node[0] >= 0 ? l->node[0] : l->node[1]];
}

/* A(i, j) += F^T slope R of two ends of a law, and b += F^T rhs. */
static void add_dense(const condensed_law *l, double *A, double *b)
{
    for (int d = 0; d < LAW_ENDS; d++) {
        for (int32_t i = 0; i < l->rows * NODE_ROWS && l->node[d] >= 0; i++) {
            const int32_t row = NODE_ROWS * l->node[d] + i % NODE_ROWS, k = i / NODE_ROWS;
            b[row] += l->F[d][i] * l->rhs[k];
            for (int e = 0; e < LAW_ENDS; e++) {
                for (int32_t j = 0; j < l->rows * NODE_ROWS && l->node[e] >= 0; j++) {
                    const int32_t column = NODE_ROWS * l->node[e] + j % NODE_ROWS;
                    A[UNKNOWNS * row + column] +=
                        l->F[d][i] * l->slope[LAW_ROWS * k + j / NODE_ROWS] * l->R[e][j];
                }
            }
        }
    }
}

/* The same by a dense matrix; inactive nodes have u = 7. */
static void solve_dense(const problem *p, double *x)
{
    static double A[UNKNOWNS * UNKNOWNS];
    memset(A, 0, sizeof A);
    for (int32_t i = 0; i < UNKNOWNS; i++) {
        const int32_t node = i / NODE_ROWS;
        x[i] = p->c.active[node] ? p->r[i] : 7.0;
        for (int32_t k = 0; k < NODE_ROWS; k++) {
            A[UNKNOWNS * i + NODE_ROWS * node + k] = p->c.active[node] ? p->c.M[NODE_ROWS * i + k]
                                                     : i % NODE_ROWS == k ? 1.0
                                                                          : 0.0;
        }
    }
    for (int32_t i = 0; i < p->c.count; i++) {
        if (is_active(p, &p->c.law[i])) {
            add_dense(&p->c.law[i], A, x);
        }
    }
    assert_true(dense_solve(UNKNOWNS, A, x));
}

/* Numbers of size 1 to 1e2 in sums of some hundred terms, and a matrix of condition 1e2. */
static const double tolerance = 1e4 * 100.0 * DBL_EPSILON;

static void check_against_dense(problem *p)
{
    double x[UNKNOWNS];
    assert_int_equal(ludo_condensed_factor(&p->c), LUDO_OK);
    solve_dense(p, x);
    ludo_condensed_solve(&p->c, p->r, p->u);
    for (int32_t i = 0; i < UNKNOWNS; i++) {
        CHECK_NEAR(p->u[i], x[i], tolerance);
    }
    ludo_condensed_solve_again(&p->c, p->r, p->u);
    for (int32_t i = 0; i < UNKNOWNS; i++) {
        CHECK_NEAR(p->u[i], x[i], tolerance);
    }
}

static void solutions_equal_dense_ones(void **state)
{
    (void)state;
    static problem p;
    int32_t filled = 0;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        const int32_t nodes = 2 + random_below(&r, NODES - 1), laws = 1 + random_below(&r, 20);
        open_problem(&p);
        add_laws(&p, &r, 0, nodes, laws);
        set_blocks(&p, &r);
        plan(&p);
        if (p.c.pairs > 0) {
            check_against_dense(&p);
            filled += ludo_ldu_fill(p.c.ldu);
        }
        close_problem(&p);
    }
    assert_true(filled > 20); /* the seeds do try fill */
}

static void inactive_nodes_keep_their_numbers(void **state)
{
    (void)state;
    static problem p;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        open_problem(&p);
        add_law(&p, &r, 0, 1, 1.0);
        add_laws(&p, &r, 0, 5, 6);
        add_law(&p, &r, 7, 6, 1.0);
        add_laws(&p, &r, 5, NODES, 6);
        set_blocks(&p, &r);
        plan(&p);
        for (int32_t i = 5; i < NODES; i++) {
            p.c.active[i] = false;
        }
        check_against_dense(&p);
        close_problem(&p);
    }
}

static void components_have_bits_of_their_own(void **state)
{
    (void)state;
    static problem alone, both;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed), same = random_from(seed);
        open_problem(&alone);
        open_problem(&both);
        set_blocks(&alone, &r);
        set_blocks(&both, &same);
        add_law(&alone, &r, 6, 7, 1.0);
        add_laws(&alone, &r, 6, NODES, 8);
        add_law(&both, &same, 6, 7, 1.0);
        add_laws(&both, &same, 6, NODES, 8);
        add_law(&both, &same, 0, 1, 1.0);
        add_laws(&both, &same, 0, 6, 8);
        plan(&alone);
        plan(&both);
        assert_int_equal(ludo_condensed_factor(&alone.c), LUDO_OK);
        assert_int_equal(ludo_condensed_factor(&both.c), LUDO_OK);
        ludo_condensed_solve(&alone.c, alone.r, alone.u);
        ludo_condensed_solve(&both.c, both.r, both.u);
        assert_memory_equal(alone.u + 36, both.u + 36, 36 * sizeof *both.u);
        close_problem(&alone);
        close_problem(&both);
    }
}

static double difference(const double *a, const double *b)
{
    double most = 0.0;
    for (int32_t i = 0; i < UNKNOWNS; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
    }
    return most;
}

/* Sums with slopes of 1e8 lose eight digits of the motions that laws of one row leave free; each
 * step of refinement divides the error by as much, down to round-off. */
static void refinement_returns_digits_of_stiff_laws(void **state)
{
    (void)state;
    static problem p;
    double before = 0.0, after = 0.0;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        double solved[UNKNOWNS], refined[UNKNOWNS];
        open_problem(&p);
        for (int32_t i = 0; i + 1 < NODES; i++) {
            add_law(&p, &r, i, i + 1, 1e8);
            p.c.law[i].rows = 1;
        }
        set_blocks(&p, &r);
        plan(&p);
        assert_int_equal(ludo_condensed_factor(&p.c), LUDO_OK);
        ludo_condensed_solve(&p.c, p.r, p.u);
        set_small(&p, HUGE_VAL);
        memcpy(solved, p.u, sizeof solved);
        ludo_condensed_solve_again(&p.c, p.r, p.u);
        memcpy(refined, p.u, sizeof refined);
        ludo_condensed_solve_again(&p.c, p.r, p.u);
        before = fmax(before, difference(solved, p.u));
        after = fmax(after, difference(refined, p.u));
        close_problem(&p);
    }
    assert_true(before > 1e-11 && before < 1e-6);
    assert_true(after < 1e-15);
}

/* Other right-hand sides: from the last solution, whose change is refined or not, and anew. */
static void solutions_go_on_from_the_last_one(void **state)
{
    (void)state;
    static problem p;
    static const double small[] = {HUGE_VAL, 0.0, -1.0};
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        double x[UNKNOWNS];
        open_problem(&p);
        add_law(&p, &r, 0, 1, 1.0);
        add_laws(&p, &r, 0, 5, 6);
        add_law(&p, &r, 7, 6, 1.0);
        set_blocks(&p, &r);
        plan(&p);
        assert_int_equal(ludo_condensed_factor(&p.c), LUDO_OK);
        ludo_condensed_solve(&p.c, p.r, p.u);
        for (int32_t k = 0; k < UNKNOWNS; k++) {
            p.r[k] = random_uniform(&r, -1.0, 1.0);
        }
        p.u[NODE_ROWS] = p.c.active[1] ? 1e3 : p.u[NODE_ROWS]; /* anywhere is a start */
        set_small(&p, small[seed % 3]);
        ludo_condensed_solve_again(&p.c, p.r, p.u);
        solve_dense(&p, x);
        for (int32_t k = 0; k < UNKNOWNS; k++) {
            CHECK_NEAR(p.u[k], x[k], 10.0 * tolerance);
        }
        close_problem(&p);
    }
}

static void equal_pairs_keep_the_plan(void **state)
{
    (void)state;
    static problem p;
    random_stream r = random_from(1);
    open_problem(&p);
    add_law(&p, &r, 3, 2, 1.0);
    add_law(&p, &r, 2, 5, 1.0);
    plan(&p);
    const size_t taken = p.c.taken;
    p.c.taken = 1; /* a new plan would set it */
    add_law(&p, &r, 5, 2, 1.0);
    add_law(&p, &r, -1, 2, 1.0);
    plan(&p);
    assert_int_equal(p.c.taken, 1);
    add_law(&p, &r, 5, 3, 1.0);
    plan(&p);
    assert_true(p.c.taken > taken);
    set_blocks(&p, &r);
    check_against_dense(&p);
    close_problem(&p);
}

/* Memory that ends in turn at each allocation of the plan. */
static void plans_without_memory_are_refused(void **state)
{
    (void)state;
    static problem p;
    random_stream r = random_from(3);
    open_problem(&p);
    add_laws(&p, &r, 0, NODES, 20);
    const size_t size = p.c.size;
    int32_t refused = 0;
    for (p.c.size = 0; p.c.size < size && !ludo_condensed_plan(&p.c); p.c.size += 64) {
        refused++;
    }
    assert_true(refused > 10 && p.c.size < size);
    plan(&p);
    set_blocks(&p, &r);
    check_against_dense(&p);
    close_problem(&p);
}

static void singular_blocks_are_refused(void **state)
{
    (void)state;
    static problem p;
    random_stream r = random_from(4);
    open_problem(&p);
    add_law(&p, &r, 0, 1, 1.0);
    set_blocks(&p, &r);
    memset(p.c.M, 0, 2 * NODE_BLOCK * sizeof *p.c.M);
    memset(p.law[0].R, 0, sizeof p.law[0].R);
    plan(&p);
    assert_int_equal(ludo_condensed_factor(&p.c), LUDO_SINGULAR);
    ludo_condensed_solve(&p.c, p.r, p.u);
    for (int32_t i = 0; i < 2 * NODE_ROWS; i++) {
        assert_true(isnan(p.u[i]));
    }
    close_problem(&p);
}

static void laws_of_single_nodes_have_no_plan(void **state)
{
    (void)state;
    static problem p;
    random_stream r = random_from(5);
    open_problem(&p);
    add_law(&p, &r, -1, 2, 1.0);
    add_law(&p, &r, 3, -1, 1.0);
    assert_true(ludo_condensed_plan(&p.c));
    assert_int_equal(p.c.pairs, 0);
    assert_false(p.c.paired[2] || p.c.paired[3]);
    close_problem(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_equal_dense_ones),
        cmocka_unit_test(inactive_nodes_keep_their_numbers),
        cmocka_unit_test(components_have_bits_of_their_own),
        cmocka_unit_test(refinement_returns_digits_of_stiff_laws),
        cmocka_unit_test(solutions_go_on_from_the_last_one),
        cmocka_unit_test(equal_pairs_keep_the_plan),
        cmocka_unit_test(plans_without_memory_are_refused),
        cmocka_unit_test(singular_blocks_are_refused),
        cmocka_unit_test(laws_of_single_nodes_have_no_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
