/* SPDX-License-Identifier: Apache-2.0
 *
 * The bound on the step of a single body: reference numbers, what it proves, how sharp it is. */
#include "dynamics/body_bound.h"
#include "math/cayley.h"
#include "support.h"

#include "data/torque_free_body.h"

#include <float.h>

enum { SEEDS = 4000, KAPPAS = sizeof torque_free_bounds / sizeof *torque_free_bounds };

static void bounds_are_the_corrected_ones(void **state)
{
    (void)state;
    for (int i = 0; i < KAPPAS; i++) {
        const double *row = torque_free_bounds[i];
        const inertia_range of = {2.0, 2.0 * row[0]};
        const double half = ludo_body_rate_half(of), cayley = ludo_body_rate_cayley(of);
        /* a few roundings, and the root of a difference of numbers up to 1e4 */
        const double tolerance = 1e-12;
        const double told = isfinite(half) ? half : 0.0;
        const double whole = isfinite(cayley) ? cayley : 0.0;
        CHECK_NEAR(told, row[1], tolerance);
        CHECK_NEAR(whole, row[2], tolerance);
    }
}

static void what_is_no_number_is_no_bound(void **state)
{
    (void)state;
    const inertia_range none = {(double)NAN, 1.0};
    assert_true(!(1e-9 < ludo_body_bound_half(none)));
    assert_true(!(1e-9 < ludo_body_bound_cayley(none)));
    assert_true(!(1e-9 < ludo_body_rate_half(none)));
    assert_true(!(1e-9 < ludo_body_rate_cayley(none)));
}

static sym3 random_inertia(random_stream *r, double kappa)
{
    const mat3 R = q_matrix(random_quat(r));
    const double middle = random_uniform(r, 1.0, kappa);
    return s3_turn(R, (sym3){1.0, middle, kappa, 0.0, 0.0, 0.0});
}

static void ranges_are_those_that_bodies_were_made_of(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        const double kappa = random_uniform(&r, 1.0, 30.0);
        const inertia_range of = ludo_inertia_range(random_inertia(&r, kappa));
        CHECK_NEAR(of.least, 1.0, 64.0 * kappa * DBL_EPSILON);
        CHECK_NEAR(of.most, kappa, 64.0 * kappa * DBL_EPSILON);
    }
}

/* d (B(x) J x) / dx at h = 1, where B has its last term or not. */
static mat3 derivative(sym3 J, ludo_vec3 x, bool whole)
{
    const mat3 M = s3_matrix(J), half = m3_axpy(m3_identity(1.0), 0.5, m3_skew(x));
    const ludo_vec3 Jx = s3_apply(J, x);
    return whole ? m3_sum(m3_mul(cayley_momentum_map(x), M), cayley_slope(x, Jx))
                 : m3_axpy(m3_mul(half, M), -0.5, m3_skew(Jx));
}

/* The least eigenvalue of the symmetric part. */
static double definiteness(mat3 D)
{
    const sym3 S = {D.m[0],
                    D.m[4],
                    D.m[8],
                    0.5 * (D.m[1] + D.m[3]),
                    0.5 * (D.m[2] + D.m[6]),
                    0.5 * (D.m[5] + D.m[7])};
    return ludo_inertia_range(S).least;
}

/* A body, an axis it turns about, and how much of a bound it uses: a little less than all, as
 * round-off of numbers up to kappa t^2 counts. */
typedef struct turning {
    sym3 J;
    ludo_vec3 axis;
    inertia_range of;
    double part;
} turning;

static turning random_turning(uint64_t seed)
{
    random_stream r = random_from(seed);
    const double kappa = random_uniform(&r, 1.01, 31.0);
    turning b = {.J = random_inertia(&r, kappa), .of = {1.0, kappa}};
    b.axis = q_rotate(random_quat(&r), v3(1.0, 0.0, 0.0));
    b.part = random_uniform(&r, 0.0, 1.0 - 1e-9);
    return b;
}

/* That part of a bound, which may be none, along the axis. */
static ludo_vec3 below(const turning *b, double bound)
{
    return v3_scale(b->part * fmin(bound, 100.0), b->axis);
}

/* Below the bound the symmetric part is positive definite, whatever the axis. */
static void below_the_bound_nothing_is_singular(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const turning b = random_turning(seed);
        const ludo_vec3 x = below(&b, ludo_body_rate_half(b.of));
        const ludo_vec3 y = below(&b, ludo_body_rate_cayley(b.of));
        assert_true(definiteness(derivative(b.J, x, false)) > 0.0);
        assert_true(definiteness(derivative(b.J, y, true)) > 0.0);
    }
}

/* d (B(x) n) / dn at x = J^-1 n, h = 1. */
static mat3 derivative_by_momentum(sym3 J, ludo_vec3 n, bool whole)
{
    const sym3 inverse = s3_inverse(J);
    return m3_mul(derivative(J, s3_apply(inverse, n), whole), s3_matrix(inverse));
}

/* The same from the momentum, and no solution has a larger n than its momentum. */
static void below_the_momentum_nothing_is_singular(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const turning b = random_turning(seed);
        const double half = ludo_body_bound_half(b.of), whole = ludo_body_bound_cayley(b.of);
        const ludo_vec3 n = below(&b, half), m = below(&b, whole);
        const ludo_vec3 x = s3_apply(s3_inverse(b.J), m);
        assert_true(half >= 4.0 && whole > 4.0);
        assert_true(definiteness(derivative_by_momentum(b.J, n, false)) > 0.0);
        assert_true(definiteness(derivative_by_momentum(b.J, m, true)) > 0.0);
        assert_true(v3_norm(cayley_apply(x, m)) >= v3_norm(m) * (1.0 - 8.0 * DBL_EPSILON));
    }
}

/* Turning about the middle axis the symmetric part is singular where the bound of B = 1 + x^/2
 * says.
 */
static void the_bound_from_the_momentum_is_sharp(void **state)
{
    (void)state;
    for (double kappa = 1.5; kappa < 40.0; kappa *= 1.5) {
        const sym3 J = {1.0, 0.5 * (1.0 + kappa), kappa, 0.0, 0.0, 0.0};
        const double most = ludo_body_bound_half((inertia_range){1.0, kappa});
        const mat3 D = derivative_by_momentum(J, v3(0.0, most, 0.0), false);
        CHECK_NEAR(definiteness(D), 0.0, 64.0 * kappa * DBL_EPSILON);
    }
}

/* There are bodies and axes for which little more is indefinite: in the plane of the least and the
 * largest moment the quadratic term is c(kappa) as near as is looked for. */
static void squares_are_sharp(void **state)
{
    (void)state;
    for (double kappa = 1.5; kappa < 40.0; kappa *= 1.5) {
        const sym3 J = {1.0, 0.5 * (1.0 + kappa), kappa, 0.0, 0.0, 0.0};
        double least = HUGE_VAL;
        for (int i = 0; i <= 1000; i++) {
            const double a = 0.5 * PI * i / 1000.0;
            const ludo_vec3 u = v3(cos(a), 0.0, sin(a)), Ju = s3_apply(J, u);
            const mat3 Q =
                m3_plus_outer(m3_identity(0.25 * v3_dot(u, Ju)), 0.5, u, Ju); /* sym: u Ju^T */
            least = fmin(least, definiteness(Q));
        }
        const double c = ludo_body_bound_square(kappa);
        assert_true(least >= c - 1e-12 * kappa);
        CHECK_NEAR(least, c, 1e-4 * kappa); /* of the grid of axes */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_the_corrected_ones),
        cmocka_unit_test(what_is_no_number_is_no_bound),
        cmocka_unit_test(ranges_are_those_that_bodies_were_made_of),
        cmocka_unit_test(below_the_bound_nothing_is_singular),
        cmocka_unit_test(below_the_momentum_nothing_is_singular),
        cmocka_unit_test(the_bound_from_the_momentum_is_sharp),
        cmocka_unit_test(squares_are_sharp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
