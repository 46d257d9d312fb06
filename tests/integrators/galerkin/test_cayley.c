/* SPDX-License-Identifier: Apache-2.0
 *
 * Cayley's map: reference numbers of rigid motions, identities, derivatives against differences. */
#include "math/cayley.h"
#include "math/elementary.h"
#include "support.h"

#include "data/cayley_se3.h"

#include <float.h>

enum { SEEDS = 200 };

/* A few products of numbers up to 10. */
static const double round_off = 64.0 * DBL_EPSILON;

/* Central differences over this step lose about as much by rounding as by curvature. */
static const double step = 1e-5, by_difference = 1e-9;

static void check_vectors(ludo_vec3 a, ludo_vec3 b, double tolerance)
{
    CHECK_NEAR(a.x, b.x, tolerance);
    CHECK_NEAR(a.y, b.y, tolerance);
    CHECK_NEAR(a.z, b.z, tolerance);
}

static void check_matrices(mat3 A, mat3 B, double tolerance)
{
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(A.m[i], B.m[i], tolerance);
    }
}

/* cay(x) as it is written. */
static mat3 cayley_matrix(ludo_vec3 x)
{
    const mat3 X = m3_skew(x);
    const mat3 sum = m3_axpy(X, 0.5, m3_mul(X, X));
    return m3_axpy(m3_identity(1.0), 4.0 / (4.0 + v3_dot(x, x)), sum);
}

/* The angular part of (dcay_xi^-1)^T (n, f), xi = (w, v); the linear one is cayley_half(w, f). */
static ludo_vec3 cayley_moment(ludo_vec3 w, ludo_vec3 v, ludo_vec3 n, ludo_vec3 f)
{
    return v3_axpy(cayley_apply(w, n), 0.5, v3_cross(v, cayley_half(w, f)));
}

/* Rows from `row` on and columns from `column` on of 6 x 6. */
static mat3 block(const double (*A)[6], int row, int column)
{
    mat3 B;
    for (int i = 0; i < 9; i++) {
        B.m[i] = A[row + i / 3][column + i % 3];
    }
    return B;
}

static void reference_numbers_of_motions_are_met(void **state)
{
    (void)state;
    const ludo_vec3 w = v3_at(cayley_xi), v = v3_at(cayley_xi + 3);
    const ludo_vec3 n = v3_at(cayley_p), f = v3_at(cayley_p + 3), b = cayley_half(w, f);
    mat3 R;
    for (int i = 0; i < 9; i++) {
        R.m[i] = cayley_cay[i / 3][i % 3];
    }
    const ludo_vec3 x = v3(cayley_cay[0][3], cayley_cay[1][3], cayley_cay[2][3]);
    check_matrices(cayley_matrix(w), R, round_off);
    check_vectors(cayley_shift(w, v), x, round_off);
    check_vectors(cayley_moment(w, v, n, f), v3_at(cayley_carried), round_off);
    check_vectors(b, v3_at(cayley_carried + 3), round_off);

    const mat3 inverse = block(cayley_inverse, 0, 0), zero = m3_identity(0.0);
    check_matrices(cayley_momentum_map(w), m3_transpose(&inverse), round_off);
    check_matrices(cayley_moment_slope(w, v, n, f), block(cayley_carried_slope, 0, 0), round_off);
    check_matrices(m3_scale(-0.5, m3_skew(b)), block(cayley_carried_slope, 0, 3), round_off);
    check_matrices(m3_scale(-0.5, m3_skew(f)), block(cayley_carried_slope, 3, 0), round_off);
    check_matrices(zero, block(cayley_carried_slope, 3, 3), round_off);
}

/* The quaternion, the matrix and the angle 2 atan(|x|/2) are one rotation. */
static void turns_are_of_one_angle(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 x = random_vec3(&r, 3.0);
        const ludo_quat q = cayley_turn(x);
        CHECK_NEAR(q_dot(q, q), 1.0, round_off);
        check_matrices(q_matrix(q), cayley_matrix(x), round_off);
        const double angle = 2.0 * ludo_atan2(v3_norm(x), 2.0);
        const ludo_quat about = q_about(v3_unit(x), angle);
        CHECK_NEAR(q_dot(q, about), 1.0, round_off);
        check_vectors(cayley_vector(x), v3_scale(angle, v3_unit(x)), round_off);
    }
}

/* cay(x) B(-x) = B(x), which is why the moment in world axes is kept; also without x x^T. */
static void a_turn_takes_the_momentum_from_end_to_end(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 x = random_vec3(&r, 3.0), n = random_vec3(&r, 1.0);
        const ludo_vec3 back = v3_scale(-1.0, x);
        const mat3 F = cayley_matrix(x);
        check_vectors(m3_apply(&F, cayley_apply(back, n)), cayley_apply(x, n), round_off);
        check_vectors(m3_apply(&F, cayley_half(back, n)), cayley_half(x, n), round_off);
        const mat3 B = cayley_momentum_map(x), half = cayley_half_map(x);
        check_vectors(m3_apply(&B, n), cayley_apply(x, n), round_off);
        check_vectors(m3_apply(&half, n), cayley_half(x, n), round_off);
    }
}

static ludo_vec3 moved(ludo_vec3 a, int k, double by)
{
    double x[3] = {a.x, a.y, a.z};
    x[k] += by;
    return v3_at(x);
}

static ludo_vec3 column(const mat3 *A, int k)
{
    return v3(A->m[k], A->m[3 + k], A->m[6 + k]);
}

/* (a - b) / (2 step) */
static ludo_vec3 difference(ludo_vec3 a, ludo_vec3 b)
{
    return v3_scale(0.5 / step, v3_sub(a, b));
}

static void slopes_are_those_of_differences(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const ludo_vec3 w = random_vec3(&r, 1.0), v = random_vec3(&r, 1.0);
        const ludo_vec3 n = random_vec3(&r, 1.0), f = random_vec3(&r, 1.0);
        const mat3 by_x = cayley_slope(w, n), by_w = cayley_moment_slope(w, v, n, f);
        const mat3 by_v = m3_scale(-0.5, m3_skew(cayley_half(w, f)));
        for (int k = 0; k < 3; k++) {
            const ludo_vec3 wp = moved(w, k, step), wm = moved(w, k, -step);
            const ludo_vec3 vp = moved(v, k, step), vm = moved(v, k, -step);
            check_vectors(column(&by_x, k), difference(cayley_apply(wp, n), cayley_apply(wm, n)),
                          by_difference);
            check_vectors(column(&by_w, k),
                          difference(cayley_moment(wp, v, n, f), cayley_moment(wm, v, n, f)),
                          by_difference);
            check_vectors(column(&by_v, k),
                          difference(cayley_moment(w, vp, n, f), cayley_moment(w, vm, n, f)),
                          by_difference);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_numbers_of_motions_are_met),
        cmocka_unit_test(turns_are_of_one_angle),
        cmocka_unit_test(a_turn_takes_the_momentum_from_end_to_end),
        cmocka_unit_test(slopes_are_those_of_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
