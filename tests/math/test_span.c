/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of six numbers: what they span, what is beside them. */
#include "math/span.h"
#include "support.h"

#include <float.h>

enum { SEEDS = 200 };

/* Six reflections of numbers up to 2. */
static const double round_off = 60.0 * DBL_EPSILON;

static double product(const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < SPAN_SIZE; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* 0 to 6 vectors, some of them zero or a multiple of the one before. */
static vector_span random_span(random_stream *r, double a[SPAN_SIZE][SPAN_SIZE])
{
    vector_span s = {0};
    const int32_t count = random_below(r, SPAN_SIZE + 1);
    for (int32_t k = 0; k < count; k++) {
        const int32_t how = random_below(r, 10);
        for (int i = 0; i < SPAN_SIZE; i++) {
            const double fresh = random_uniform(r, -1.0, 1.0);
            a[k][i] = how == 0 ? 0.0 : how == 1 && k > 0 ? 0.5 * a[k - 1][i] : fresh;
        }
        ludo_span_add(&s, a[k], 1e-10);
    }
    return s;
}

static void vectors_beside_are_unit_and_orthogonal_to_all(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        double a[SPAN_SIZE][SPAN_SIZE], u[SPAN_SIZE], v[SPAN_SIZE];
        const vector_span s = random_span(&r, a);
        for (int32_t k = 0; k < SPAN_SIZE - s.rank; k++) {
            ludo_span_beside(&s, k, u);
            for (int32_t i = 0; i < s.count; i++) {
                CHECK_NEAR(product(u, a[i]), 0.0, round_off);
            }
            for (int32_t i = 0; i <= k; i++) {
                ludo_span_beside(&s, i, v);
                CHECK_NEAR(product(u, v), i == k ? 1.0 : 0.0, round_off);
            }
        }
    }
}

/* What is left of b is orthogonal to every vector that counts: no coefficients come nearer. */
static void coefficients_come_nearest(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        double a[SPAN_SIZE][SPAN_SIZE], b[SPAN_SIZE], x[SPAN_SIZE];
        const vector_span s = random_span(&r, a);
        for (int i = 0; i < SPAN_SIZE; i++) {
            b[i] = random_uniform(&r, -1.0, 1.0);
        }
        ludo_span_solve(&s, b, x);
        for (int32_t k = 0; k < s.count; k++) {
            for (int i = 0; i < SPAN_SIZE; i++) {
                b[i] -= x[k] * a[k][i];
            }
        }
        for (int32_t k = 0; k < s.count; k++) {
            CHECK_NEAR(product(b, a[k]), 0.0, 100.0 * round_off); /* coefficients up to 100 */
        }
    }
}

static void a_vector_that_adds_nothing_gets_nothing(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const double nothing[SPAN_SIZE] = {0.0};
        double a[SPAN_SIZE], x[3], factor = random_uniform(&r, 0.5, 2.0), twice[SPAN_SIZE];
        vector_span s = {0};
        for (int i = 0; i < SPAN_SIZE; i++) {
            a[i] = random_uniform(&r, -1.0, 1.0);
            twice[i] = 2.0 * a[i];
        }
        ludo_span_add(&s, a, 1e-10);
        ludo_span_add(&s, nothing, 1e-10);
        ludo_span_add(&s, twice, 1e-10);
        for (int i = 0; i < SPAN_SIZE; i++) {
            a[i] *= factor;
        }
        ludo_span_solve(&s, a, x);
        CHECK_NEAR(x[0], factor, round_off);
        CHECK_NEAR(x[1], 0.0, 0.0);
        CHECK_NEAR(x[2], 0.0, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_beside_are_unit_and_orthogonal_to_all),
        cmocka_unit_test(coefficients_come_nearest),
        cmocka_unit_test(a_vector_that_adds_nothing_gets_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
