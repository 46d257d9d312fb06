/* SPDX-License-Identifier: Apache-2.0
 *
 * Dual quaternions, and an interval of theirs: the algebra, the momentum that a motion takes and
 * its derivative, against numbers of other software and against differences. */
#include "vectors.h"

#include "data/kirchhoff.h"
#include "integrators/dual_quaternion/interval.h"

#include <float.h>
#include <string.h>

enum { SEEDS = 200 };

/* Numbers here are of size 1 to 10 and come from some fifty roundings. */
static const double round_off = 200.0 * DBL_EPSILON;

static dual_quat random_motion(random_stream *r)
{
    const ludo_quat q = random_quat(r);
    return dq_from(q, random_vec3(r, 1.0));
}

static void random_x(random_stream *r, double x[6])
{
    for (int i = 0; i < 6; i++) {
        x[i] = random_uniform(r, -0.5, 0.5);
    }
}

static dual_inertia random_inertia(random_stream *r)
{
    dual_inertia M = {.m_s = random_uniform(r, 0.0, 3.0)};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++) {
            M.M[6 * i + j] = M.M[6 * j + i] = random_uniform(r, -0.2, 0.2) + (i == j ? 2.0 : 0.0);
        }
    }
    return M;
}

static dual_inertia kirchhoff(double m_s)
{
    dual_inertia M = {.m_s = m_s};
    memcpy(M.M, kirchhoff_M, sizeof M.M);
    return M;
}

static dual_quat motion_of(const double x[6])
{
    dual_quat f;
    assert_true(ludo_dual_motion(x, &f));
    return f;
}

static void check_numbers(const double *got, const double *want, int count, double tolerance)
{
    for (int i = 0; i < count; i++) {
        CHECK_NEAR(got[i], want[i], tolerance);
    }
}

/* --- algebra --------------------------------------------------------------------------------- */

static void a_product_is_first_one_motion_and_then_the_other(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const dual_quat f = random_motion(&r), g = random_motion(&r), fg = dq_mul(f, g);
        check_rotation(fg.a, q_mul(f.a, g.a), round_off);
        const ludo_vec3 l = v3_add(dq_translation(f), q_rotate(f.a, dq_translation(g)));
        check_vector(dq_translation(fg), l, round_off);
        const dual_quat one = dq_mul(f, dq_conj(f));
        check_rotation(one.a, q_identity(), round_off);
        check_vector(q_vector(one.b), v3(0.0, 0.0, 0.0), round_off);
        CHECK_NEAR(one.b.w, 0.0, round_off);
    }
}

static void six_numbers_make_a_motion_of_less_than_half_a_turn(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        double x[6];
        random_x(&r, x);
        const dual_quat f = motion_of(x);
        const double half = q_dot(f.a, f.b); /* |f| = 1 + eps 0 */
        CHECK_NEAR(q_dot(f.a, f.a), 1.0, round_off);
        CHECK_NEAR(half, 0.0, round_off);
        check_vector(q_vector(f.a), v3_at(x), 0.0);
        check_vector(q_vector(f.b), v3_at(x + 3), 0.0);
    }
    dual_quat f;
    assert_false(ludo_dual_motion((double[6]){0.6, 0.8, 1e-8}, &f));
    assert_false(ludo_dual_motion((double[6]){1.0, 2.0, 3.0}, &f));
    assert_false(ludo_dual_motion((double[6]){(double)NAN}, &f));
}

/* --- momentum -------------------------------------------------------------------------------- */

static void the_momentum_is_that_of_other_software(void **state)
{
    (void)state;
    const dual_inertia M = kirchhoff(0.0);
    double AB[6];
    ludo_dual_momentum(&M, motion_of(kirchhoff_x), AB);
    check_numbers(AB, kirchhoff_AB, 6, 1e-14); /* it is exact to that */
}

/* A momentum about where f starts, seen from where it leads to. */
static void carried(dual_quat f, const double P[6], double out[6])
{
    const ludo_vec3 n = v3_at(P), l = v3_at(P + 3);
    const ludo_quat back = q_conj(f.a);
    const ludo_vec3 there = q_rotate(back, v3_sub(n, v3_cross(dq_translation(f), l)));
    const ludo_vec3 impulse = q_rotate(back, l);
    memcpy(out, (double[6]){there.x, there.y, there.z, impulse.x, impulse.y, impulse.z},
           6 * sizeof *out);
}

static void at_the_end_it_is_the_same_momentum_seen_from_there(void **state)
{
    (void)state;
    const dual_quat f = motion_of(kirchhoff_x);
    double there[6];
    carried(f, kirchhoff_AB, there);
    check_numbers(there, kirchhoff_alpha_beta, 6, 1e-14);
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        double x[6], AB[6], back[6], minus[6];
        random_x(&r, x);
        const dual_inertia M = random_inertia(&r);
        const dual_quat g = motion_of(x);
        ludo_dual_momentum(&M, g, AB);
        carried(g, AB, there);
        for (int i = 0; i < 6; i++) {
            minus[i] = -x[i]; /* the motion back takes the opposite: steps can be taken back */
        }
        ludo_dual_momentum(&M, motion_of(minus), back);
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(back[i], -there[i], round_off);
        }
    }
}

/* f.M8 f */
static double action(const dual_inertia *M, dual_quat f)
{
    const double x[6] = {f.a.x, f.a.y, f.a.z, f.b.x, f.b.y, f.b.z};
    double sum = M->m_s * f.b.w * f.b.w;
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            sum += x[i] * M->M[6 * i + j] * x[j];
        }
    }
    return sum;
}

/* A start that moves by the dual quaternion 1 + eta, half a twist, has f (1 - eta) of it on its
 * left, which takes 2 (A, B).eta from the action. Central differences are good to 1e-10 here. */
static void the_momentum_is_what_the_action_loses_where_the_start_moves(void **state)
{
    (void)state;
    const double e = 1e-5;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        double x[6], AB[6];
        random_x(&r, x);
        const dual_inertia M = random_inertia(&r);
        const dual_quat f = motion_of(x);
        ludo_dual_momentum(&M, f, AB);
        for (int i = 0; i < 6; i++) {
            double eta[6] = {0.0};
            eta[i] = e;
            const dual_quat plus = motion_of(eta);
            const double up = action(&M, dq_mul(dq_conj(plus), f));
            const double down = action(&M, dq_mul(plus, f));
            CHECK_NEAR((down - up) / (4.0 * e), AB[i], 1e-8);
        }
    }
}

static void its_derivative_is_that_of_other_software_and_of_differences(void **state)
{
    (void)state;
    const dual_inertia one = kirchhoff(0.0);
    double J[36];
    ludo_dual_slope(&one, motion_of(kirchhoff_x), J);
    check_numbers(J, kirchhoff_jacobian, 36, 1e-13);
    const double e = 1e-6;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        double x[6];
        random_x(&r, x);
        const dual_inertia M = random_inertia(&r);
        ludo_dual_slope(&M, motion_of(x), J);
        for (int j = 0; j < 6; j++) {
            double plus[6], minus[6], up[6], down[6];
            memcpy(plus, x, sizeof plus);
            memcpy(minus, x, sizeof minus);
            plus[j] += e;
            minus[j] -= e;
            ludo_dual_momentum(&M, motion_of(plus), up);
            ludo_dual_momentum(&M, motion_of(minus), down);
            for (int i = 0; i < 6; i++) {
                CHECK_NEAR(J[6 * i + j], (up[i] - down[i]) / (2.0 * e), 1e-8);
            }
        }
    }
}

/* About any point, with m at t: the mass times the square of half the way of the centre of
 * mass, and what turns about it. So no velocity of the whole enters the turn. */
static void of_a_rigid_body_the_action_is_that_of_its_centre_and_its_turn(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        random_stream r = random_from(seed);
        const double m = random_uniform(&r, 0.5, 2.0), J[3] = {1.0, 1.4, 1.9};
        const ludo_vec3 c = random_vec3(&r, 1.0);
        dual_inertia M = {.m_s = m};
        const mat3 C = m3_skew(c), CC = m3_mul(C, C);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                M.M[6 * i + j] = (i == j ? J[i] : 0.0) - m * CC.m[3 * i + j];
                M.M[6 * i + j + 3] = m * C.m[3 * i + j];
                M.M[6 * (i + 3) + j] = -m * C.m[3 * i + j];
                M.M[6 * (i + 3) + j + 3] = i == j ? m : 0.0;
            }
        }
        double x[6];
        random_x(&r, x);
        const dual_quat f = motion_of(x);
        const ludo_vec3 way =
            v3_sub(v3_add(dq_translation(f), q_rotate(f.a, c)), c); /* of the centre of mass */
        const double turn = J[0] * x[0] * x[0] + J[1] * x[1] * x[1] + J[2] * x[2] * x[2];
        CHECK_NEAR(action(&M, f), 0.25 * m * v3_dot(way, way) + turn, round_off);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_is_first_one_motion_and_then_the_other),
        cmocka_unit_test(six_numbers_make_a_motion_of_less_than_half_a_turn),
        cmocka_unit_test(the_momentum_is_that_of_other_software),
        cmocka_unit_test(at_the_end_it_is_the_same_momentum_seen_from_there),
        cmocka_unit_test(the_momentum_is_what_the_action_loses_where_the_start_moves),
        cmocka_unit_test(its_derivative_is_that_of_other_software_and_of_differences),
        cmocka_unit_test(of_a_rigid_body_the_action_is_that_of_its_centre_and_its_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
