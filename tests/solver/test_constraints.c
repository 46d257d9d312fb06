/* SPDX-License-Identifier: Apache-2.0
 *
 * Trees with constraints: the recursion solves the equations of its headers. */
#include "solver/tree/constraints.h"

#include "constrained_tree.h"

enum { MOST_ALL = MOST_ROWS + CONSTRAINT_ROWS * MOST_TIES };

/* --- the equations ---------------------------------------------------------------------------- */

/* Column j of a constraint's forces, and row j of its equations. */
static void dense_end(const constrained_tree *x, int n, int32_t e, int j, int at, double *A)
{
    const problem *p = &x->p;
    const constraint_end *end = &x->end[e];
    const int first = end->columns ? 6 * p->nodes + p->column[end->node] : 6 * end->node;
    double f[6];
    for (int32_t k = 0; k < end_numbers(x, e); k++) {
        const double F = x->t.F[BLOCK * e + ROW * k + j];
        A[at * n + first + k] += x->t.R[BLOCK * e + ROW * k + j];
        if (end->columns) {
            A[(first + k) * n + at] -= F;
        } else {
            f[k] = -F;
        }
    }
    if (!end->columns) {
        dense_push(p, n, end->node, f, A, NULL, at);
    }
}

static void dense_constraints(const constrained_tree *x, int n, double *A, double *b)
{
    int at = 6 * x->p.nodes + x->p.columns;
    for (int32_t constraint = 0; constraint < x->t.count; constraint++) {
        for (int j = 0; j < x->rows[constraint]; j++, at++) {
            for (int32_t e = x->first[constraint]; e < x->first[constraint + 1]; e++) {
                dense_end(x, n, e, j, at, A);
            }
            A[at * n + at] = x->t.D[ROW * constraint + j];
            b[at] = x->t.b[ROW * constraint + j];
        }
    }
}

/* The largest difference of u, w and l from the dense solution, relative to the largest number. */
static double far_from_dense(const constrained_tree *x)
{
    static double A[MOST_ALL * MOST_ALL], b[MOST_ALL];
    const problem *p = &x->p;
    int n = 6 * p->nodes + p->columns;
    for (int32_t constraint = 0; constraint < x->t.count; constraint++) {
        n += x->rows[constraint];
    }
    memset(A, 0, sizeof A);
    memset(b, 0, sizeof b);
    dense_motions(p, n, A, b);
    dense_balances(p, n, A, b);
    dense_constraints(x, n, A, b);
    assert_true(dense_solve(n, A, b));
    double worst = 0.0, largest = 1.0;
    for (int i = 0; i < 6 * p->nodes + p->columns; i++) {
        const double found = i < 6 * p->nodes ? p->t.u[i] : p->t.w[i - 6 * p->nodes];
        worst = fmax(worst, fabs(found - b[i]));
        largest = fmax(largest, fabs(b[i]));
    }
    for (int32_t constraint = 0, at = 6 * p->nodes + p->columns; constraint < x->t.count;
         constraint++) {
        for (int j = 0; j < x->rows[constraint]; j++, at++) {
            worst = fmax(worst, fabs(x->t.l[ROW * constraint + j] - b[at]));
            largest = fmax(largest, fabs(b[at]));
        }
    }
    return worst / largest;
}

/* --- claims ----------------------------------------------------------------------------------- */

static void constrained_trees_are_solved(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        constrained_tree x;
        open_random(&x, &r);
        factor_and_solve(&x.p);
        CHECK_NEAR(far_from_dense(&x), 0.0, dense_tolerance);
        close_constrained_tree(&x);
    }
}

static void solve_again(constrained_tree *x)
{
    load_sides(&x->p);
    ludo_recursion_reduce(&x->p.t);
    ludo_recursion_expand(&x->p.t);
}

static void factors_serve_other_right_hand_sides(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        constrained_tree x;
        open_random(&x, &r);
        factor_and_solve(&x.p);
        for (int k = 0; k < 3; k++) {
            randomize(&r, x.p.r, 6 * (size_t)x.p.nodes, 1.0);
            randomize(&r, x.p.y, 6 * (size_t)x.p.nodes, 1.0);
            randomize(&r, x.p.e, (size_t)x.p.columns, 1.0);
            fill_right_sides(&x, &r);
            solve_again(&x);
            CHECK_NEAR(far_from_dense(&x), 0.0, dense_tolerance);
        }
        close_constrained_tree(&x);
    }
}

static void reducing_alone_gives_the_bits_of_factorising(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        constrained_tree x;
        double u[6 * MOST_NODES], w[MOST_COLUMNS], l[ROW * MOST_TIES];
        open_random(&x, &r);
        factor_and_solve(&x.p);
        memcpy(u, x.p.t.u, 6 * (size_t)x.p.nodes * sizeof *u);
        memcpy(w, x.p.t.w, (size_t)x.p.columns * sizeof *w);
        memcpy(l, x.t.l, ROW * (size_t)x.t.count * sizeof *l);
        solve_again(&x);
        assert_memory_equal(x.p.t.u, u, 6 * (size_t)x.p.nodes * sizeof *u);
        assert_memory_equal(x.p.t.w, w, (size_t)x.p.columns * sizeof *w);
        assert_memory_equal(x.t.l, l, ROW * (size_t)x.t.count * sizeof *l);
        close_constrained_tree(&x);
    }
}

/* The tree alone, with the impulses of the multipliers on its right-hand sides, moves like the
 * constrained one; and its motion satisfies the rows. */
static void multipliers_act_and_rows_measure(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        constrained_tree x;
        double u[6 * MOST_NODES], rate[ROW * MOST_TIES];
        open_random(&x, &r);
        factor_and_solve(&x.p);
        memcpy(u, x.p.t.u, 6 * (size_t)x.p.nodes * sizeof *u);
        ludo_constraints_rate(&x.t, x.p.column, x.p.t.u, x.p.t.w, rate);
        for (int32_t k = 0; k < ROW * x.t.count; k++) {
            CHECK_NEAR(rate[k] + x.t.D[k] * x.t.l[k], x.t.b[k], 10 * dense_tolerance);
        }
        load_blocks(&x.p);
        load_sides(&x.p);
        x.p.t.plan = NULL;
        ludo_constraints_apply(&x.t, x.p.column, x.t.l, x.p.t.r, x.p.t.e);
        ludo_recursion_factor(&x.p.t);
        ludo_recursion_expand(&x.p.t);
        for (int32_t k = 0; k < 6 * x.p.nodes; k++) {
            CHECK_NEAR(x.p.t.u[k], u[k], 10 * dense_tolerance);
        }
        close_constrained_tree(&x);
    }
}

/* --- without compliance ----------------------------------------------------------------------- */

/* Three rows connect the tip of a chain to the world, in several copies whose joint compliance
 * equals that of a single one. */
static void hold_tip(constrained_tree *x, uint64_t seed, int32_t copies, double softness)
{
    random_stream r = random_from(seed);
    begin_chain(x, &r);
    for (int32_t k = 0; k < copies; k++) {
        add_to_node(x, MOST_NODES - 1, 3);
    }
    open_constraints(x);
    fill_constraint(x, 0, &r);
    fill_right_sides(x, &r);
    for (int32_t k = 0; k < copies; k++) {
        memcpy(x->t.F + BLOCK * k, x->t.F, BLOCK * sizeof *x->t.F);
        memcpy(x->t.R + BLOCK * k, x->t.R, BLOCK * sizeof *x->t.R);
        memcpy(x->t.b + ROW * k, x->t.b, ROW * sizeof *x->t.b);
        for (int j = 0; j < 3; j++) {
            x->t.D[ROW * k + j] = copies * softness;
        }
    }
    factor_and_solve(&x->p);
}

/* The second copy's rows leave compliance alone in their pivots, and so much more rounding in the
 * difference of the copies' loads, but not in their sum nor in the motion. Rows of three lose a
 * factor of a hundred at worst. */
static void copies_of_rows_share_the_load(void **state)
{
    (void)state;
    const double softness = 1e-8;
    FOR_SEEDS(seed, 100)
    {
        constrained_tree one, two;
        hold_tip(&one, seed, 1, softness);
        hold_tip(&two, seed, 2, softness);
        assert_true(one.t.smallest_pivot > 1e-3);
        assert_true(two.t.smallest_pivot < 1e4 * softness);
        const double tolerance = 100 * dense_tolerance;
        for (int j = 0; j < 3; j++) {
            const double *l = two.t.l + j, size = 1.0 + fabs(one.t.l[j]);
            CHECK_NEAR(l[0] + l[ROW], one.t.l[j], tolerance * size);
            CHECK_NEAR(l[0], l[ROW], tolerance * size / two.t.smallest_pivot);
        }
        for (int32_t k = 0; k < 6 * MOST_NODES; k++) {
            CHECK_NEAR(two.p.t.u[k], one.p.t.u[k], tolerance);
        }
        close_constrained_tree(&one);
        close_constrained_tree(&two);
    }
}

/* A mass m on a slide and a spring of slope k beside it: (m + k) w = r + k b. */
static void a_stiff_tendon_is_a_row_with_its_compliance(void **state)
{
    (void)state;
    const double m = 3.0, k = 5.0, r = 2.0, b = 0.25;
    constrained_tree x = {.p = new_problem(1, (const int32_t[]){1})};
    x.p.parent[0] = -1;
    for (int i = 0; i < 6; i++) {
        x.p.M[7 * i] = m;
    }
    x.p.S[0] = x.p.T[0] = 1.0;
    x.p.r[0] = r;
    add_to_node(&x, 0, 1);
    open_constraints(&x);
    x.t.F[0] = x.t.R[0] = 1.0;
    x.t.D[0] = 1.0 / k;
    x.t.b[0] = b;
    factor_and_solve(&x.p);
    CHECK_NEAR(x.p.t.w[0], (r + k * b) / (m + k), 4 * DBL_EPSILON);
    CHECK_NEAR(x.t.l[0], k * (b - x.p.t.w[0]), 8 * DBL_EPSILON);
    assert_true(x.t.smallest_pivot == 1.0); /* nothing cancels */
    close_constrained_tree(&x);
}

static void a_constraint_without_ends_is_on_its_own(void **state)
{
    (void)state;
    random_stream r = random_from(1);
    constrained_tree x;
    begin_chain(&x, &r);
    x.rows[0] = 2;
    x.t.count = 1;
    open_constraints(&x);
    x.t.D[0] = 4.0;
    x.t.b[0] = 2.0, x.t.b[1] = 3.0;
    factor_and_solve(&x.p);
    CHECK_NEAR(x.t.l[0], 0.5, 0.0);
    CHECK_NEAR(x.t.l[1], 3.0, 0.0);
    CHECK_NEAR(far_from_dense(&x), 0.0, dense_tolerance);
    close_constrained_tree(&x);
}

/* --- pivots ----------------------------------------------------------------------------------- */

/* Constraints connect nodes of a chain to the world, the last one with rows of an earlier one: the
 * later one keeps only both compliances: 1.3 to 130 times smaller than its terms, in 900 such
 * problems. */
static void the_weakest_constraint_is_named(void **state)
{
    (void)state;
    const double softness = 1e-9;
    for (int32_t copy = 0; copy < 3; copy++) {
        random_stream r = random_from(7);
        constrained_tree x;
        begin_chain(&x, &r);
        for (int32_t constraint = 0; constraint < 4; constraint++) {
            add_to_node(&x, constraint == 3 ? 4 + 3 * copy : 4 + 3 * constraint, 1);
        }
        open_constraints(&x);
        for (int32_t constraint = 0; constraint < 4; constraint++) {
            fill_constraint(&x, constraint, &r);
        }
        memcpy(x.t.F + BLOCK * 3, x.t.F + BLOCK * copy, BLOCK * sizeof *x.t.F);
        memcpy(x.t.R + BLOCK * 3, x.t.R + BLOCK * copy, BLOCK * sizeof *x.t.R);
        x.t.D[ROW * 3] = x.t.D[ROW * copy] = softness;
        factor_and_solve(&x.p);
        assert_true(x.t.weakest == 3 || x.t.weakest == copy);
        assert_true(x.t.smallest_pivot > softness && x.t.smallest_pivot < 1e3 * softness);
        close_constrained_tree(&x);
    }
}

/* The solver makes no decision here: a singular system yields numbers that are not finite, and a
 * pivot that shows it. */
static void a_zero_pivot_and_nan_are_reported(void **state)
{
    (void)state;
    for (int spoil = 0; spoil < 4; spoil++) {
        random_stream r = random_from(5);
        constrained_tree x;
        begin_chain(&x, &r);
        add_to_node(&x, 9, 3);
        add_to_node(&x, 5, 2);
        open_constraints(&x);
        fill_constraint(&x, 0, &r);
        fill_constraint(&x, 1, &r);
        if (spoil == 0) {
            memset(x.t.R + BLOCK, 0, BLOCK * sizeof *x.t.R);
            x.t.D[ROW] = 0.0;
        } else {
            *(spoil == 1 ? x.t.F + BLOCK : spoil == 2 ? x.t.R + BLOCK : x.t.D + ROW) = (double)NAN;
        }
        factor_and_solve(&x.p);
        assert_true(!(x.t.smallest_pivot > 0.0));
        assert_int_equal(x.t.weakest, 1);
        assert_true(!isfinite(x.t.l[ROW]));
        close_constrained_tree(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constrained_trees_are_solved),
        cmocka_unit_test(factors_serve_other_right_hand_sides),
        cmocka_unit_test(reducing_alone_gives_the_bits_of_factorising),
        cmocka_unit_test(multipliers_act_and_rows_measure),
        cmocka_unit_test(copies_of_rows_share_the_load),
        cmocka_unit_test(a_stiff_tendon_is_a_row_with_its_compliance),
        cmocka_unit_test(a_constraint_without_ends_is_on_its_own),
        cmocka_unit_test(the_weakest_constraint_is_named),
        cmocka_unit_test(a_zero_pivot_and_nan_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
