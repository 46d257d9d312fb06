/* SPDX-License-Identifier: Apache-2.0
 *
 * Principal axes: they are axes of the matrix, in order, whatever it is. */
#include "math/principal.h"

#include "support.h"

#include <float.h>

/* some hundred operations on numbers no larger than the largest moment */
#define ROUNDING (64.0 * DBL_EPSILON)

static void check_same(sym3 a, sym3 b, double scale)
{
    const double x[6] = {a.xx, a.yy, a.zz, a.xy, a.xz, a.yz};
    const double y[6] = {b.xx, b.yy, b.zz, b.xy, b.xz, b.yz};
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(x[i], y[i], ROUNDING * scale);
    }
}

static void check_axes(sym3 J, double scale)
{
    double v[3];
    const ludo_quat q = ludo_principal_axes(J, v);
    const sym3 D = {.xx = v[0], .yy = v[1], .zz = v[2]};
    assert_true(v[0] >= v[1] && v[1] >= v[2]);
    CHECK_NEAR(q_dot(q, q), 1.0, ROUNDING);
    check_same(s3_turn(q_matrix(q), D), J, scale);
}

static void axes_give_the_matrix_back(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 2000)
    {
        random_stream r = random_from(seed);
        const double scale = exp(random_uniform(&r, -20.0, 20.0));
        const ludo_vec3 d = random_vec3(&r, scale), o = random_vec3(&r, scale);
        check_axes((sym3){d.x, d.y, d.z, o.x, o.y, o.z}, 4.0 * scale);
    }
}

/* Moments whose sizes lie far apart, or coincide. */
static void moments_far_apart_and_equal_ones_are_found(void **state)
{
    (void)state;
    static const double spreads[] = {0.0, 1e-12, 1e-6, 1.0, 1e6};
    FOR_SEEDS(seed, 100)
    {
        random_stream r = random_from(seed);
        for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
            const double low = 1.0, high = 1.0 + spreads[i];
            const sym3 D = {.xx = low, .yy = seed % 2 == 0 ? low : high, .zz = high};
            double v[3];
            const sym3 J = s3_turn(q_matrix(random_quat(&r)), D);
            check_axes(J, high);
            (void)ludo_principal_axes(J, v);
            CHECK_NEAR(v[0], high, ROUNDING * high);
            CHECK_NEAR(v[2], low, ROUNDING * high);
        }
    }
}

static void a_diagonal_matrix_has_its_own_moments(void **state)
{
    (void)state;
    double v[3];
    (void)ludo_principal_axes((sym3){.xx = 1.0, .yy = 3.0, .zz = 2.0}, v);
    assert_true(v[0] == 3.0 && v[1] == 2.0 && v[2] == 1.0);
    const ludo_quat q = ludo_principal_axes((sym3){.xx = 3.0, .yy = 2.0, .zz = 1.0}, v);
    assert_true(q.w == 1.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0);
    (void)ludo_principal_axes((sym3){.xx = 0.0}, v);
    assert_true(v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_give_the_matrix_back),
        cmocka_unit_test(moments_far_apart_and_equal_ones_are_found),
        cmocka_unit_test(a_diagonal_matrix_has_its_own_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
