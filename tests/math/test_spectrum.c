/* SPDX-License-Identifier: Apache-2.0
 *
 * Symmetric matrices: Cholesky's factor, eigenvalues, norms. */
#include "math/spectrum.h"
#include "support.h"

#include <float.h>
#include <string.h>

enum { MOST = 12, SEEDS = 50 };

/* A = Q diag(value) Q^T by turns in random planes; values from 1 to 100, some of them equal. */
static void random_symmetric(random_stream *r, int n, double *A)
{
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    for (int i = 0; i < n; i++) {
        A[(n + 1) * i] = 1.0 + 99.0 * (i / 2) / n;
    }
    for (int k = 0; k < 4 * n; k++) {
        const int p = random_below(r, n), q = random_below(r, n);
        const double angle = random_uniform(r, -3.0, 3.0), c = cos(angle), s = sin(angle);
        for (int i = 0; i < n && p != q; i++) {
            const double a = A[n * p + i], b = A[n * q + i];
            A[n * p + i] = c * a - s * b, A[n * q + i] = s * a + c * b;
        }
        for (int i = 0; i < n && p != q; i++) {
            const double a = A[n * i + p], b = A[n * i + q];
            A[n * i + p] = c * a - s * b, A[n * i + q] = s * a + c * b;
        }
    }
}

/* Rounding of a hundred turns of numbers up to 100. */
static const double tolerance = 100.0 * 100.0 * DBL_EPSILON;

static void the_factor_gives_the_matrix_back(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int n = 1 + random_below(&r, MOST);
        double A[MOST * MOST], L[MOST * MOST];
        random_symmetric(&r, n, A);
        memcpy(L, A, sizeof L);
        assert_true(ludo_cholesky(n, L));
        for (int i = 0; i < n * n; i++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++) {
                sum += L[n * (i / n) + k] * L[n * (i % n) + k];
            }
            CHECK_NEAR(sum, A[i], tolerance);
        }
    }
}

static void solves_undo_products(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int n = 1 + random_below(&r, MOST);
        double A[MOST * MOST], L[MOST * MOST];
        random_symmetric(&r, n, A);
        memcpy(L, A, sizeof L);
        assert_true(ludo_cholesky(n, L));
        /* L^-T L^-1 A = 1 */
        ludo_cholesky_solve(n, n, L, A);
        ludo_cholesky_solve_t(n, n, L, A);
        for (int i = 0; i < n * n; i++) {
            CHECK_NEAR(A[i], i % (n + 1) == 0 ? 1.0 : 0.0, tolerance);
        }
    }
}

static void what_is_not_positive_definite_has_no_factor(void **state)
{
    (void)state;
    double indefinite[] = {1.0, 2.0, 2.0, 1.0}, none[] = {(double)NAN};
    assert_false(ludo_cholesky(2, indefinite));
    assert_false(ludo_cholesky(1, none));
    assert_true(ludo_cholesky(0, NULL));
}

static void eigenvalues_are_those_it_was_made_of(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int n = 1 + random_below(&r, MOST);
        double A[MOST * MOST], B[MOST * MOST], V[MOST * MOST], value[MOST];
        random_symmetric(&r, n, A);
        memcpy(B, A, sizeof B);
        ludo_symmetric_eigen(n, B, value, V);
        for (int k = 0; k < n; k++) {
            CHECK_NEAR(value[k], 1.0 + 99.0 * (k / 2) / n, tolerance);
            for (int i = 0; i < n; i++) {
                double sum = 0.0;
                for (int j = 0; j < n; j++) {
                    sum += A[n * i + j] * V[n * j + k];
                }
                CHECK_NEAR(sum, value[k] * V[n * i + k], tolerance);
            }
        }
    }
}

static void bounds_of_norms_bound(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int n = 1 + random_below(&r, MOST);
        double A[MOST * MOST], gram[MOST * MOST], value[MOST];
        for (int i = 0; i < n * n; i++) {
            A[i] = random_uniform(&r, -1.0, 1.0);
        }
        for (int i = 0; i < n * n; i++) {
            gram[i] = 0.0;
            for (int k = 0; k < n; k++) {
                gram[i] += A[n * k + i / n] * A[n * k + i % n];
            }
        }
        ludo_symmetric_eigen(n, gram, value, NULL);
        assert_true(sqrt(value[n - 1]) <= ludo_norm_bound(n, A) * (1.0 + tolerance));
    }
    const double diagonal[] = {-3.0, 0.0, 0.0, 2.0}, none[] = {1.0, 0.0, (double)NAN, 1.0};
    CHECK_NEAR(ludo_norm_bound(2, diagonal), 3.0, DBL_EPSILON * 4.0);
    assert_true(isnan(ludo_norm_bound(2, none)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_factor_gives_the_matrix_back),
        cmocka_unit_test(solves_undo_products),
        cmocka_unit_test(what_is_not_positive_definite_has_no_factor),
        cmocka_unit_test(eigenvalues_are_those_it_was_made_of),
        cmocka_unit_test(bounds_of_norms_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
