/* SPDX-License-Identifier: Apache-2.0
 *
 * Small dense systems: known answers, residuals, and matrices that have no inverse. */
#include "solver/dense.h"

#include "support.h"

#include <float.h>
#include <string.h>

enum { MOST = 40 };

/* A matrix, its factors, a right-hand side and the solution. */
typedef struct problem {
    int32_t n, pivot[MOST];
    double A[MOST * MOST], LU[MOST * MOST], b[MOST], x[MOST];
    double smallest;
} problem;

static void factor_and_solve(problem *p)
{
    memcpy(p->LU, p->A, sizeof p->A);
    memcpy(p->x, p->b, sizeof p->b);
    p->smallest = ludo_dense_factor(p->LU, p->n, p->pivot);
    ludo_dense_solve(p->LU, p->pivot, p->n, p->x);
}

static void fill(problem *p, int32_t n, random_stream *r)
{
    p->n = n;
    for (int32_t i = 0; i < n * n; i++) {
        p->A[i] = random_uniform(r, -1.0, 1.0);
    }
    for (int32_t i = 0; i < n; i++) {
        p->b[i] = random_uniform(r, -1.0, 1.0);
    }
}

/* |b - A x|, at most `tolerance` times what a row of it was summed from. */
static void check_residual(const problem *p, double tolerance)
{
    for (int32_t i = 0; i < p->n; i++) {
        double rest = p->b[i], terms = fabs(p->b[i]);
        for (int32_t j = 0; j < p->n; j++) {
            rest -= p->A[p->n * i + j] * p->x[j];
            terms += fabs(p->A[p->n * i + j] * p->x[j]);
        }
        CHECK_NEAR(rest, 0.0, tolerance * terms);
    }
}

static void nothing_is_solved_by_nothing(void **state)
{
    (void)state;
    assert_true(ludo_dense_factor(NULL, 0, NULL) == 1.0);
    ludo_dense_solve(NULL, NULL, 0, NULL);
}

static void one_number_is_divided(void **state)
{
    (void)state;
    problem p = {.n = 1, .A = {-4.0}, .b = {6.0}};
    factor_and_solve(&p);
    assert_true(p.x[0] == -1.5 && p.smallest == 1.0);
}

/* All numbers below are exact in binary: so is the answer. */
static void rows_are_exchanged_for_the_largest_pivot(void **state)
{
    (void)state;
    problem p = {.n = 3, .A = {0, 2, 1, 1, 1, 0, 4, 0, 8}, .b = {7, 3, 28}};
    factor_and_solve(&p);
    assert_true(p.x[0] == 1.0 && p.x[1] == 2.0 && p.x[2] == 3.0);
    assert_int_equal(p.pivot[0], 2); /* 4, not 0 or 1 */
    assert_int_equal(p.pivot[1], 2); /* 2 of the first row, which row 2 is now, not 1 */
    assert_int_equal(p.pivot[2], 2);
}

static void the_upper_row_of_equals_stays(void **state)
{
    (void)state;
    problem p = {.n = 2, .A = {1, 0, -1, 1}, .b = {1, 1}};
    factor_and_solve(&p);
    assert_int_equal(p.pivot[0], 0);
    assert_true(p.x[0] == 1.0 && p.x[1] == 2.0);
}

/* n roundings per sum; entries of L are at most 1 and those of U grow little for random rows. */
static void random_systems_leave_round_off(void **state)
{
    (void)state;
    const int32_t sizes[] = {1, 2, 3, 7, 20, MOST};
    FOR_SEEDS(seed, 60)
    {
        random_stream r = random_from(seed);
        problem p;
        fill(&p, sizes[seed % 6], &r);
        factor_and_solve(&p);
        assert_true(p.smallest > 0.0 && p.smallest <= 1.0);
        check_residual(&p, 8 * MOST * DBL_EPSILON);
    }
}

/* Stiff lines beside soft ones: rows of very different size. Exchanges that the scales alone ask
 * for make sums grow: three digits at most, here, and each row keeps its own accuracy otherwise. */
static void rows_of_different_size_are_solved_each_by_its_own(void **state)
{
    (void)state;
    enum { N = 12 };
    const double growth = 1e3;
    FOR_SEEDS(seed, 30)
    {
        random_stream r = random_from(seed);
        problem p;
        fill(&p, N, &r);
        for (int32_t i = 0; i < N; i++) {
            const double scale = ldexp(1.0, 10 * (i % 4) - 15);
            p.A[(N + 1) * i] += 2 * N;
            for (int32_t j = 0; j < N; j++) {
                p.A[N * i + j] *= scale;
            }
            p.b[i] *= scale;
        }
        factor_and_solve(&p);
        assert_true(p.smallest > 1.0 / growth);
        check_residual(&p, growth * N * DBL_EPSILON);
    }
}

/* Row `copy` is the sum of two others; a pivot is then what rounding left, or zero. */
static void a_singular_matrix_has_no_pivot_left(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 40)
    {
        random_stream r = random_from(seed);
        problem p;
        fill(&p, 3 + random_below(&r, MOST - 2), &r);
        const int32_t copy = random_below(&r, p.n);
        for (int32_t j = 0; j < p.n; j++) {
            p.A[p.n * copy + j] =
                p.A[p.n * ((copy + 1) % p.n) + j] + p.A[p.n * ((copy + 2) % p.n) + j];
        }
        factor_and_solve(&p);
        /* errors of the rows before it, amplified by the pivots they were divided by */
        assert_true(!(p.smallest > 1e-10));
    }
    problem zero = {.n = 2, .A = {1, 0, 2, 0}, .b = {1, 1}};
    factor_and_solve(&zero);
    assert_true(!(zero.smallest > 0.0));
}

static void what_is_not_finite_is_told_wherever_it_stands(void **state)
{
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    enum { N = 6 };
    for (int32_t k = 0; k < 3 * N * N; k++) {
        random_stream r = random_from(11);
        problem p;
        fill(&p, N, &r);
        p.A[k % (N * N)] = bad[k / (N * N)];
        factor_and_solve(&p);
        assert_true(p.smallest != p.smallest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_solved_by_nothing),
        cmocka_unit_test(one_number_is_divided),
        cmocka_unit_test(rows_are_exchanged_for_the_largest_pivot),
        cmocka_unit_test(the_upper_row_of_equals_stays),
        cmocka_unit_test(random_systems_leave_round_off),
        cmocka_unit_test(rows_of_different_size_are_solved_each_by_its_own),
        cmocka_unit_test(a_singular_matrix_has_no_pivot_left),
        cmocka_unit_test(what_is_not_finite_is_told_wherever_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
