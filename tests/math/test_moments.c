/* SPDX-License-Identifier: Apache-2.0
 *
 * Corrections of moments of inertia: they give moments that a body can have, about the same axes,
 * and the smallest change that does. */
#include "math/moments.h"
#include "math/principal.h"

#include "support.h"

#include <float.h>

/* some hundred operations on numbers no larger than the largest moment */
#define ROUNDING (256.0 * DBL_EPSILON)

static sym3 diagonal(double x, double y, double z)
{
    return (sym3){.xx = x, .yy = y, .zz = z};
}

static void check_diagonal(sym3 J, double x, double y, double z)
{
    CHECK_NEAR(J.xx, x, ROUNDING);
    CHECK_NEAR(J.yy, y, ROUNDING);
    CHECK_NEAR(J.zz, z, ROUNDING);
    assert_true(fabs(J.xy) + fabs(J.xz) + fabs(J.yz) < ROUNDING);
}

static void nearest_moments_have_closed_forms(void **state)
{
    (void)state;
    /* an excess of 0.08 is shared by the three moments */
    check_diagonal(ludo_moments_nearest(diagonal(0.1, 0.01, 0.01), 0.0), 0.1 - 0.08 / 3.0,
                   0.01 + 0.08 / 3.0, 0.01 + 0.08 / 3.0);
    /* beyond the plane: the edge, a thin rod along the axis of the smallest moment */
    check_diagonal(ludo_moments_nearest(diagonal(-0.3, 1.0, 0.8), 0.0), 0.0, 0.9, 0.9);
    check_diagonal(ludo_moments_nearest(diagonal(1.0, -5.0, -5.0), 0.0), 0.0, 0.0, 0.0);
    /* a rod keeps its large moments, and the small one becomes the margin */
    check_diagonal(ludo_moments_nearest(diagonal(1.0, 1.0, 0.0), 1e-3), 1.0, 1.0, 1e-3);
    /* products alone: the moments are 1, 0, -1 about axes at 45 degrees */
    const sym3 J = ludo_moments_nearest((sym3){.xy = 1.0}, 0.0);
    CHECK_NEAR(J.xx, 0.25, ROUNDING);
    CHECK_NEAR(J.xy, 0.25, ROUNDING);
    CHECK_NEAR(J.zz, 0.5, ROUNDING);
}

/* The sum of squared differences of all entries. */
static double distance(sym3 a, sym3 b)
{
    const double d[6] = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz,
                         a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] +
           2.0 * (d[3] * d[3] + d[4] * d[4] + d[5] * d[5]);
}

/* A random inertia of a body. */
static sym3 possible(random_stream *r)
{
    const double x = random_uniform(r, 0.0, 2.0), y = random_uniform(r, 0.0, 2.0);
    const double z = random_uniform(r, 0.0, 2.0);
    return s3_turn(q_matrix(random_quat(r)), diagonal(y + z, x + z, x + y));
}

static void no_possible_inertia_is_nearer(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 d = random_vec3(&r, 1.0), o = random_vec3(&r, 1.0);
        const sym3 J = {d.x, d.y, d.z, o.x, o.y, o.z};
        double v[3];
        (void)ludo_principal_axes(J, v);
        if (!(v[0] > 0.0)) {
            continue;
        }
        const sym3 N = ludo_moments_nearest(J, 0.0);
        (void)ludo_principal_axes(N, v);
        assert_true(v[0] <= v[1] + v[2] + ROUNDING && v[2] >= -ROUNDING);
        for (int i = 0; i < 100; i++) {
            assert_true(distance(J, possible(&r)) >= distance(J, N) - ROUNDING);
        }
        /* nearest in its own neighbourhood, too */
        for (int i = 0; i < 100; i++) {
            const sym3 P = possible(&r);
            const double s = 1e-3;
            const sym3 near = {N.xx + s * (P.xx - N.xx), N.yy + s * (P.yy - N.yy),
                               N.zz + s * (P.zz - N.zz), N.xy + s * (P.xy - N.xy),
                               N.xz + s * (P.xz - N.xz), N.yz + s * (P.yz - N.yz)};
            assert_true(distance(J, near) >= distance(J, N) - ROUNDING);
        }
    }
}

static void the_margin_keeps_moments_away_from_the_bounds(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 300)
    {
        random_stream r = random_from(seed);
        const double margin = 1e-3;
        double before[3], v[3];
        const ludo_vec3 d = random_vec3(&r, 1.0), o = random_vec3(&r, 1.0);
        const sym3 J = {fabs(d.x), d.y, d.z, o.x, o.y, o.z};
        (void)ludo_principal_axes(J, before);
        (void)ludo_principal_axes(ludo_moments_nearest(J, margin), v);
        const double least = margin * before[0];
        assert_true(v[2] >= least - ROUNDING);
        assert_true(v[1] + v[2] - v[0] >= least - ROUNDING);
    }
}

static void bounds_and_balance_leave_valid_moments_alone(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        double v[3];
        const sym3 J = possible(&r);
        (void)ludo_principal_axes(J, v);
        const sym3 B = ludo_moments_bounded(J, 0.5 * v[2], v[0] < v[1] + v[2] - ROUNDING);
        assert_memory_equal(&B, &J, sizeof J);
    }
    check_diagonal(ludo_moments_bounded(diagonal(1.0, 0.1, 0.01), 0.05, false), 1.0, 0.1, 0.05);
    check_diagonal(ludo_moments_bounded(diagonal(1.0, 0.1, 0.1), 0.0, true), 0.4, 0.4, 0.4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_moments_have_closed_forms),
        cmocka_unit_test(no_possible_inertia_is_nearer),
        cmocka_unit_test(the_margin_keeps_moments_away_from_the_bounds),
        cmocka_unit_test(bounds_and_balance_leave_valid_moments_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
