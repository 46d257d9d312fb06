/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion solves the equations of its header, on any tree. */
#include "solver/tree/recursion.h"

#include "tree_problem.h"

/* The recursion's u and w against the dense solution. */
static void check_against_dense(const problem *p, double tolerance)
{
    static double A[MOST_ROWS * MOST_ROWS], b[MOST_ROWS];
    const int n = 6 * p->nodes + p->columns;
    memset(A, 0, sizeof A);
    memset(b, 0, sizeof b);
    dense_motions(p, n, A, b);
    dense_balances(p, n, A, b);
    assert_true(dense_solve(n, A, b));
    for (int i = 0; i < n; i++) {
        const double found = i < 6 * p->nodes ? p->t.u[i] : p->t.w[i - 6 * p->nodes];
        CHECK_NEAR(found, b[i], tolerance);
    }
}

static void recursion_solves_the_restricted_equations(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        factor_and_solve(&p);
        check_against_dense(&p, dense_tolerance);
        free_problem(&p);
    }
}

static void factors_serve_other_right_hand_sides(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        factor_and_solve(&p);
        for (int k = 0; k < 3; k++) {
            randomize(&r, p.r, 6 * (size_t)p.nodes, 1.0);
            randomize(&r, p.y, 6 * (size_t)p.nodes, 1.0);
            randomize(&r, p.e, (size_t)p.columns, 1.0);
            load_sides(&p);
            ludo_recursion_reduce(&p.t);
            ludo_recursion_expand(&p.t);
            check_against_dense(&p, dense_tolerance);
        }
        free_problem(&p);
    }
}

static void reducing_alone_gives_the_bits_of_factorising(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        double u[6 * MOST_NODES], w[MOST_COLUMNS];
        factor_and_solve(&p);
        memcpy(u, p.t.u, 6 * (size_t)p.nodes * sizeof *u);
        memcpy(w, p.t.w, (size_t)p.columns * sizeof *w);
        load_sides(&p);
        ludo_recursion_reduce(&p.t);
        ludo_recursion_expand(&p.t);
        assert_memory_equal(p.t.u, u, 6 * (size_t)p.nodes * sizeof *u);
        assert_memory_equal(p.t.w, w, (size_t)p.columns * sizeof *w);
        free_problem(&p);
    }
}

/* Up to two dozen roots with six dofs, S = T = 1 and y = 0, some with a subtree. */
static problem random_forest(random_stream *r)
{
    enum { MOST = 24 };
    const int32_t nodes = 1 + random_below(r, MOST);
    int32_t count[MOST] = {0}, parent[MOST] = {0};
    for (int32_t i = 0; i < nodes; i++) {
        parent[i] = random_below(r, 3) == 0 ? random_below(r, i + 1) - 1 : -1;
        count[i] = parent[i] < 0 ? 6 : 1 + random_below(r, 2);
    }
    problem p = new_problem(nodes, count);
    memcpy(p.parent, parent, (size_t)nodes * sizeof *parent);
    fill_values(&p, r);
    for (int32_t i = 0; i < nodes; i++) {
        fill_corner(&p, r, i, 1.0, false);
        for (int k = 0; k < 6 && parent[i] < 0; k++) {
            p.y[6 * i + k] = 0.0;
            for (int c = 0; c < 6; c++) {
                p.S[6 * (p.column[i] + c) + k] = p.T[6 * (p.column[i] + c) + k] = c == k;
            }
        }
    }
    return p;
}

/* Whether two recursions with the same values have the same results. */
static void check_same_results(const problem *p, const problem *q)
{
    assert_memory_equal(p->t.u, q->t.u, 6 * (size_t)p->nodes * sizeof *p->t.u);
    assert_memory_equal(p->t.w, q->t.w, (size_t)p->columns * sizeof *p->t.w);
}

static void roots_side_by_side_have_the_bits_of_single_ones(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 200)
    {
        random_stream r = random_from(seed), again = r;
        problem p = random_forest(&r), q = random_forest(&again);
        bool idle[24];
        for (int32_t i = 0; i < p.nodes; i++) {
            const bool root = p.parent[i] < 0;
            idle[i] = root ? random_below(&r, 8) == 0 : idle[p.parent[i]];
            if (root) {
                ludo_recursion_unbind(&p.t, i);
            }
        }
        p.t.idle = q.t.idle = idle;
        factor_and_solve(&p);
        factor_and_solve(&q);
        check_same_results(&p, &q);
        assert_true(p.t.smallest_pivot == q.t.smallest_pivot);
        assert_true(p.t.weakest < 0 ? q.t.weakest < 0 : !idle[p.t.weakest]);
        load_sides(&p);
        load_sides(&q);
        ludo_recursion_reduce(&p.t);
        ludo_recursion_expand(&p.t);
        ludo_recursion_reduce(&q.t);
        ludo_recursion_expand(&q.t);
        check_same_results(&p, &q);
        free_problem(&p);
        free_problem(&q);
    }
}

/* A point mass m on a slide, with mass c that acts on the slide alone: (m + c) w = r + e. */
static void a_joint_block_and_its_right_hand_side_add_to_one_balance(void **state)
{
    (void)state;
    const double m = 3.0, c = 0.5, r = 2.0, e = -0.25;
    problem p = new_problem(1, (const int32_t[]){1});
    p.parent[0] = -1;
    for (int k = 0; k < 6; k++) {
        p.M[7 * k] = m;
    }
    p.S[0] = p.T[0] = 1.0;
    p.r[0] = r;
    p.C[0] = c;
    p.e[0] = e;
    factor_and_solve(&p);
    CHECK_NEAR(p.t.w[0], (r + e) / (m + c), 4 * DBL_EPSILON);
    CHECK_NEAR(p.t.u[0], p.t.w[0], 0.0);
    assert_true(p.t.smallest_pivot == 1.0); /* nothing cancels */
    free_problem(&p);
}

/* With C = s D and e = s D w_0 the balances read D (w_0 - w) = -T^T f / s, and T^T f, of subtrees
 * of a dozen nodes with unit sides and levers, stays below 1e4. */
static void a_huge_joint_block_prescribes_its_free_coordinates(void **state)
{
    (void)state;
    const double s = 1e12;
    FOR_SEEDS(seed, 50)
    {
        random_stream r = random_from(seed);
        problem p = random_problem(&r);
        for (int32_t i = 0; i < p.nodes; i++) {
            const int32_t f = p.column[i + 1] - p.column[i];
            fill_corner(&p, &r, i, s, true);
            for (int32_t j = 0; j < f; j++) {
                p.e[p.column[i] + j] = p.C[p.joint_block[i] + j * (f + 1)] * j;
            }
        }
        factor_and_solve(&p);
        for (int32_t i = 0; i < p.nodes; i++) {
            for (int32_t c = p.column[i]; c < p.column[i + 1]; c++) {
                CHECK_NEAR(p.t.w[c], c - p.column[i], 1e4 / s);
            }
        }
        free_problem(&p);
    }
}

/* --- pivots ---------------------------------------------------------------------------------- */

/* A chain of nodes with as many dofs each, all well conditioned, without joint blocks. */
static problem random_chain(random_stream *r, int32_t nodes, int32_t columns)
{
    int32_t *count = malloc((size_t)nodes * sizeof *count);
    assert_non_null(count);
    for (int32_t i = 0; i < nodes; i++) {
        count[i] = columns;
    }
    problem p = new_problem(nodes, count);
    free(count);
    for (int32_t i = 0; i < nodes; i++) {
        p.parent[i] = i - 1;
    }
    fill_values(&p, r);
    return p;
}

/* The remaining part of a cancelled pivot. */
static const double left_over = 1e-9;

/* Make T nearly orthogonal to M S, for the first dof of node i of a factorised problem. */
static void spoil_rows(problem *p, int32_t i)
{
    const int32_t c = p->column[i];
    const double *g = p->t.g + ROW * c, *S = p->S + 6 * c;
    double gg = 0.0, Sg = 0.0;
    for (int k = 0; k < 6; k++) {
        gg += g[k] * g[k];
        Sg += S[k] * g[k];
    }
    for (int k = 0; k < 6; k++) {
        p->T[6 * c + k] = S[k] - (1.0 - left_over) * Sg / gg * g[k];
    }
}

/* A joint block that nearly cancels T^T M S. */
static void spoil_corner(problem *p, int32_t i)
{
    const int32_t c = p->column[i];
    double Tg = 0.0;
    for (int k = 0; k < 6; k++) {
        Tg += p->T[6 * c + k] * p->t.g[ROW * c + k];
    }
    p->C[p->joint_block[i]] = -(1.0 - left_over) * Tg;
}

static void the_weakest_pivot_is_named(void **state)
{
    (void)state;
    enum { NODES = 8 };
    void (*const spoil[])(problem *, int32_t) = {spoil_rows, spoil_corner};
    for (int32_t k = 0; k < 4 * NODES; k++) {
        const int32_t bad = k % NODES, columns = 1 + k / NODES % 2;
        random_stream r = random_from(3);
        problem p = random_chain(&r, NODES, columns);
        factor_and_solve(&p);
        assert_true(p.t.smallest_pivot > 0.1 && p.t.smallest_pivot <= 1.0);
        assert_true(p.t.weakest >= 0 && p.t.weakest < NODES);

        spoil[k / (2 * NODES)](&p, bad);
        factor_and_solve(&p);
        assert_int_equal(p.t.weakest, bad);
        /* S is nearly along M S, and its orthogonal part is small */
        assert_true(p.t.smallest_pivot > 0.1 * left_over);
        assert_true(p.t.smallest_pivot < 1000 * left_over);
        free_problem(&p);
    }
}

/* The solver makes no decision here: a singular system yields numbers that are not finite, and a
 * pivot that shows it. */
static void a_zero_pivot_and_nan_are_reported(void **state)
{
    (void)state;
    enum { NODES = 4, BAD = 2 };
    random_stream r = random_from(5);
    problem zero = random_chain(&r, NODES, 1), none = random_chain(&r, NODES, 1);
    memset(zero.T + 6 * BAD, 0, 6 * sizeof *zero.T);
    factor_and_solve(&zero);
    assert_true(!(zero.t.smallest_pivot > 0.0));
    assert_int_equal(zero.t.weakest, BAD);
    assert_true(!isfinite(zero.t.u[6 * BAD]));

    none.M[36 * BAD] = (double)NAN;
    factor_and_solve(&none);
    assert_true(!(none.t.smallest_pivot > 0.0));
    assert_int_equal(none.t.weakest, BAD);
    free_problem(&zero);
    free_problem(&none);
}

/* --- size ------------------------------------------------------------------------------------ */

/* The largest T^T f + e over all nodes, f the balance of the subtree at the solution. */
static double worst_balance(const problem *p, double *f)
{
    double worst = 0.0;
    memset(f, 0, 6 * (size_t)p->nodes * sizeof *f);
    for (int32_t i = p->nodes; i-- > 0;) {
        for (int k = 0; k < 6; k++) {
            f[6 * i + k] += p->r[6 * i + k];
            for (int c = 0; c < 6; c++) {
                f[6 * i + k] -= p->M[36 * i + 6 * k + c] * p->t.u[6 * i + c];
            }
        }
        double rest = p->e[i];
        for (int k = 0; k < 6; k++) {
            rest += p->T[6 * i + k] * f[6 * i + k];
        }
        worst = fmax(worst, fabs(rest));
        lever_up(p->d_T + 3 * i, f + 6 * i);
        for (int k = 0; k < 6 && i > 0; k++) {
            f[6 * (i - 1) + k] += f[6 * i + k];
        }
    }
    return worst;
}

/* Memory and work are linear: a hundred thousand nodes take a moment, where a quadratic method
 * would take hours. Levers are short, so that moments of so many bodies stay of size 1. */
static void a_hundred_thousand_nodes_are_no_matter(void **state)
{
    (void)state;
    enum { NODES = 100000 };
    random_stream r = random_from(9);
    problem p = random_chain(&r, NODES, 1);
    for (int32_t i = 0; i < 3 * NODES; i++) {
        p.d_S[i] *= 1e-6;
        p.d_T[i] *= 1e-6;
    }
    factor_and_solve(&p);
    double *f = malloc(6 * NODES * sizeof *f), largest = 0.0;
    assert_non_null(f);
    for (int32_t i = 0; i < 6 * NODES; i++) {
        largest = fmax(largest, fabs(p.t.u[i]));
    }
    /* rounding of a sum over all nodes of numbers of the solution's size */
    CHECK_NEAR(worst_balance(&p, f), 0.0, NODES * DBL_EPSILON * largest);
    arena whole = {NULL, 0, false}, half = {NULL, 0, false};
    recursion t = p.t;
    ludo_recursion_layout(&t, &whole);
    t.nodes = NODES / 2;
    ludo_recursion_layout(&t, &half);
    assert_true(whole.used <= 2 * half.used);
    free(f);
    free_problem(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_solves_the_restricted_equations),
        cmocka_unit_test(factors_serve_other_right_hand_sides),
        cmocka_unit_test(reducing_alone_gives_the_bits_of_factorising),
        cmocka_unit_test(roots_side_by_side_have_the_bits_of_single_ones),
        cmocka_unit_test(a_joint_block_and_its_right_hand_side_add_to_one_balance),
        cmocka_unit_test(a_huge_joint_block_prescribes_its_free_coordinates),
        cmocka_unit_test(the_weakest_pivot_is_named),
        cmocka_unit_test(a_zero_pivot_and_nan_are_reported),
        cmocka_unit_test(a_hundred_thousand_nodes_are_no_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
