/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart of rotations about a knot: its functions against their closed forms, identities of
 * theirs, derivatives against differences. */
#include "dynamics/chart.h"
#include "math/rotation_vector.h"
#include "support.h"

#include <float.h>

enum { SEEDS = 200 };

/* Products of a few matrices of entries up to 2. */
static const double round_off = 32.0 * DBL_EPSILON;

/* Central differences over this step lose about as much by rounding as by curvature. */
static const double step = 1e-5, by_difference = 1e-9;

/* A rotation vector of length up to `longest`. */
static ludo_vec3 random_turn(random_stream *r, double longest)
{
    const ludo_vec3 axis = q_rotate(random_quat(r), v3(0.0, 0.0, 1.0));
    return v3_scale(random_uniform(r, 0.0, longest), axis);
}

static void check_matrices(mat3 A, mat3 B, double tolerance)
{
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(A.m[i], B.m[i], tolerance);
    }
}

/* (A - B) / (2 step) */
static mat3 slope(mat3 A, mat3 B)
{
    mat3 D;
    for (int i = 0; i < 9; i++) {
        D.m[i] = (A.m[i] - B.m[i]) / (2.0 * step);
    }
    return D;
}

/* The whole series, summed from the smallest term. */
static double term_by_series(int k, double at)
{
    const long double x = (long double)at;
    long double sum = 0.0L;
    for (int i = 30; i >= 0; i--) {
        long double term = 1.0L;
        for (int n = 1; n <= 2 * i + k; n++) {
            term /= n;
        }
        for (int n = 0; n < i; n++) {
            term *= -x;
        }
        sum += term;
    }
    return (double)sum;
}

static void terms_are_their_series_to_the_last_bits(void **state)
{
    (void)state;
    for (int i = 0; i <= 400; i++) {
        const double x = CHART_LIMIT * CHART_LIMIT * i / 400.0;
        const chart_terms of = ludo_chart_terms(x);
        for (int k = 0; k < 8; k++) {
            /* c_0 and c_1 are differences from 1 */
            const double size = k < 2 ? 1.0 : fabs(of.c[k]);
            CHECK_NEAR(of.c[k], term_by_series(k, x), 2.0 * DBL_EPSILON * size);
        }
    }
}

static void turns_are_those_by_sine_and_cosine(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 y = random_turn(&r, CHART_LIMIT);
        const ludo_quat a = ludo_chart_rotation(y), b = q_turn(y);
        CHECK_NEAR(q_dot(a, a), 1.0, 4.0 * DBL_EPSILON);
        CHECK_NEAR(v3_norm(v3_sub(q_vector(a), q_vector(b))), 0.0, 4.0 * DBL_EPSILON);
        CHECK_NEAR(a.w, b.w, 4.0 * DBL_EPSILON);
    }
}

static void no_turn_is_one_to_the_bit(void **state)
{
    (void)state;
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    const mat3 one = {{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    assert_true(q_is_identity(ludo_chart_rotation(none)));
    check_matrices(ludo_chart_jacobian(none), one, 0.0);
    check_matrices(ludo_chart_inverse(none), one, 0.0);
}

/* exp(y)^T J(y) = J(-y) = J(y)^T, and J y = y. */
static void axes_after_a_turn_see_the_jacobian_of_its_opposite(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 y = random_turn(&r, CHART_LIMIT);
        const mat3 J = ludo_chart_jacobian(y), R = q_matrix(ludo_chart_rotation(y));
        const mat3 back = ludo_chart_jacobian(v3_scale(-1.0, y));
        check_matrices(m3_mul(m3_transpose(&R), J), back, round_off);
        check_matrices(m3_transpose(&J), back, round_off);
        CHECK_NEAR(v3_norm(v3_sub(m3_apply(&J, y), y)), 0.0, round_off);
    }
}

static void the_inverse_undoes_the_jacobian(void **state)
{
    (void)state;
    const mat3 one = {{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 y = random_turn(&r, CHART_LIMIT);
        check_matrices(m3_mul(ludo_chart_inverse(y), ludo_chart_jacobian(y)), one, round_off);
    }
}

/* exp(y + s dy) exp(y)^T is a rotation by s J dy to first order. */
static void the_jacobian_tells_the_angular_velocity(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 y = random_turn(&r, CHART_LIMIT), dy = random_vec3(&r, 1.0);
        const ludo_quat after = ludo_chart_rotation(v3_axpy(y, step, dy));
        const ludo_quat before = ludo_chart_rotation(v3_axpy(y, -step, dy));
        const ludo_vec3 turned = q_rotation_vector(q_mul(after, q_conj(before)));
        const ludo_vec3 w = v3_scale(0.5 / step, turned);
        const mat3 J = ludo_chart_jacobian(y);
        CHECK_NEAR(v3_norm(v3_sub(w, m3_apply(&J, dy))), 0.0, by_difference);
    }
}

/* y changes at the rate dy; at y = 0 too. */
typedef struct way {
    ludo_vec3 y, dy, m;
} way;

static way random_way(uint64_t seed)
{
    random_stream r = random_from(seed);
    const ludo_vec3 y = random_turn(&r, seed == 1 ? 0.0 : CHART_LIMIT), dy = random_vec3(&r, 1.0);
    return (way){y, dy, random_vec3(&r, 1.0)};
}

static ludo_vec3 along(way at, double s)
{
    return v3_axpy(at.y, s, at.dy);
}

static void the_rate_is_the_change_of_the_jacobian(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const way at = random_way(seed);
        const mat3 after = ludo_chart_jacobian(along(at, step));
        const mat3 before = ludo_chart_jacobian(along(at, -step));
        check_matrices(ludo_chart_rate(at.y, at.dy), slope(after, before), by_difference);
    }
}

static void the_bend_is_the_derivative_of_each_column(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const way at = random_way(seed);
        const mat3 B = ludo_chart_dJ(at.y, at.m);
        for (int j = 0; j < 3; j++) {
            const ludo_vec3 e = v3(j == 0, j == 1, j == 2);
            const mat3 after = ludo_chart_jacobian(v3_axpy(at.y, step, e));
            const mat3 before = ludo_chart_jacobian(v3_axpy(at.y, -step, e));
            const mat3 D = slope(after, before);
            const ludo_vec3 row = m3_apply_t(&D, at.m);
            CHECK_NEAR(v3_norm(v3_sub(row, m3_row(&B, j))), 0.0, by_difference);
        }
    }
}

static void the_sway_is_the_change_of_the_bend(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        const way at = random_way(seed);
        const mat3 after = ludo_chart_dJ(along(at, step), at.m);
        const mat3 before = ludo_chart_dJ(along(at, -step), at.m);
        check_matrices(ludo_chart_dJ_dot(at.y, at.dy, at.m), slope(after, before), by_difference);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_are_their_series_to_the_last_bits),
        cmocka_unit_test(turns_are_those_by_sine_and_cosine),
        cmocka_unit_test(no_turn_is_one_to_the_bit),
        cmocka_unit_test(axes_after_a_turn_see_the_jacobian_of_its_opposite),
        cmocka_unit_test(the_inverse_undoes_the_jacobian),
        cmocka_unit_test(the_jacobian_tells_the_angular_velocity),
        cmocka_unit_test(the_rate_is_the_change_of_the_jacobian),
        cmocka_unit_test(the_bend_is_the_derivative_of_each_column),
        cmocka_unit_test(the_sway_is_the_change_of_the_bend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
