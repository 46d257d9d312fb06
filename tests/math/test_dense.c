/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense matrices against what defines them. */
#include "math/dense.h"
#include "support.h"

#include <float.h>
#include <string.h>

enum { MOST = 9, SEEDS = 50 };

static void fill(random_stream *r, int32_t count, double *A)
{
    for (int32_t i = 0; i < count; i++) {
        A[i] = random_uniform(r, -1.0, 1.0);
    }
}

/* A (n x k) B (k x m) by the definition. */
static double product(int32_t k, int32_t m, const double *A, const double *B, int32_t i, int32_t j)
{
    double sum = 0.0;
    for (int32_t l = 0; l < k; l++) {
        sum += A[k * i + l] * B[m * l + j];
    }
    return sum;
}

static void products_add_to_what_is_there(void **state)
{
    (void)state;
    double A[MOST * MOST], A_t[MOST * MOST], B[MOST * MOST], C[MOST * MOST], D[MOST * MOST];
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int32_t n = 1 + random_below(&r, MOST), k = 1 + random_below(&r, MOST);
        const int32_t m = 1 + random_below(&r, MOST);
        fill(&r, n * k, A), fill(&r, k * m, B), fill(&r, n * m, C);
        for (int32_t i = 0; i < n * k; i++) {
            A_t[n * (i % k) + i / k] = A[i];
        }
        memcpy(D, C, sizeof D);
        ludo_dense_multiply(n, k, m, A, B, D);
        ludo_dense_multiply_t(n, k, m, A_t, B, D);
        for (int32_t i = 0; i < n * m; i++) {
            const double once = product(k, m, A, B, i / m, i % m);
            CHECK_NEAR(D[i], C[i] + 2.0 * once, 2 * MOST * DBL_EPSILON);
        }
    }
}

/* Backward stable: the residual A X - B is round-off of X. */
static void solutions_satisfy_their_equations(void **state)
{
    (void)state;
    double A[MOST * MOST], B[MOST * MOST], factors[MOST * MOST], X[MOST * MOST];
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const int32_t n = 1 + random_below(&r, MOST), m = 1 + random_below(&r, MOST);
        fill(&r, n * n, A), fill(&r, n * m, B);
        A[0] = seed % 2 == 0 && n > 1 ? 0.0 : A[0]; /* rows have to be exchanged */
        memcpy(factors, A, sizeof A), memcpy(X, B, sizeof B);
        assert_true(ludo_dense_solve(n, m, factors, X));
        double size = 1.0;
        for (int32_t i = 0; i < n * m; i++) {
            size = fmax(size, fabs(X[i]));
        }
        for (int32_t i = 0; i < n * m; i++) {
            CHECK_NEAR(product(n, m, A, X, i / m, i % m), B[i], 1e3 * DBL_EPSILON * size);
        }
    }
}

static void singular_matrices_and_no_numbers_are_told(void **state)
{
    (void)state;
    double A[] = {1.0, 2.0, 2.0, 4.0}, B[] = {1.0, 1.0}, C[] = {(double)NAN, 0.0, 0.0, 1.0};
    assert_false(ludo_dense_solve(2, 1, A, B));
    assert_false(ludo_dense_solve(2, 1, C, B));
    assert_true(ludo_dense_solve(0, 1, NULL, NULL));
}

/* Columns of a matrix of known rank, the product of random ones. */
static void random_span(random_stream *r, dense_span *s, int32_t rank, double *A)
{
    double left[MOST * MOST], right[MOST * MOST];
    fill(r, s->n * rank, left), fill(r, rank * s->m, right);
    memset(A, 0, MOST * MOST * sizeof *A);
    ludo_dense_multiply(s->n, rank, s->m, left, right, A);
    memcpy(s->A, A, MOST * MOST * sizeof *A);
    ludo_dense_span(s, 1e-9);
}

/* Rank; what is beside the span is orthogonal to it; a right side in it is met exactly, and a
 * motion along it is found again. */
static void spans_have_their_rank_and_solve(void **state)
{
    (void)state;
    double A[MOST * MOST], room[MOST * MOST], end[MOST], beta[MOST];
    int32_t order[MOST];
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        dense_span s = {.n = 1 + random_below(&r, MOST), .m = 1 + random_below(&r, MOST)};
        s.A = room, s.end = end, s.beta = beta, s.order = order;
        const int32_t rank = random_below(&r, (s.n < s.m ? s.n : s.m) + 1);
        random_span(&r, &s, rank, A);
        assert_int_equal(s.rank, rank);
        double x[MOST], b[MOST] = {0.0}, rest[MOST], y[MOST];
        for (int32_t k = rank; k < s.n; k++) {
            memset(x, 0, sizeof x);
            x[k] = 1.0;
            ludo_dense_span_apply(&s, x);
            for (int32_t j = 0; j < s.m; j++) {
                CHECK_NEAR(product(s.n, s.m, x, A, 0, j), 0.0, 1e-13);
            }
            ludo_dense_span_apply_t(&s, x);
            CHECK_NEAR(x[k], 1.0, 1e-14);
        }
        fill(&r, s.m, x);
        ludo_dense_multiply(s.n, s.m, 1, A, x, b);
        memcpy(rest, b, sizeof b);
        ludo_dense_span_nearest(&s, rest, y);
        for (int32_t i = 0; i < s.n; i++) {
            CHECK_NEAR(product(s.m, 1, A, y, i, 0), b[i], 1e-10);
        }
        double rates[MOST] = {0.0};
        ludo_dense_multiply_t(s.m, s.n, 1, A, b, rates);
        ludo_dense_span_smallest(&s, rates, y); /* b itself, being in the span */
        for (int32_t i = 0; i < s.n; i++) {
            CHECK_NEAR(y[i], b[i], 1e-10);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_add_to_what_is_there),
        cmocka_unit_test(solutions_satisfy_their_equations),
        cmocka_unit_test(singular_matrices_and_no_numbers_are_told),
        cmocka_unit_test(spans_have_their_rank_and_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
