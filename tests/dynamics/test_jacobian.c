/* SPDX-License-Identifier: Apache-2.0
 *
 * Jacobians of points and bodies, their rates and bias accelerations: against velocities of a
 * simulation, differences along a motion, closed forms. */
#include "dynamics_models.h"

#include <float.h>
#include <string.h>

/* ---- against a simulation ---- */

static void check_body_velocity(dynamics_of *s, int32_t body)
{
    double J[6 * MOST], Jp[3 * MOST], V[6], Vp[3];
    ludo_frame frame;
    ludo_vec3 p;
    const ludo_body_state is = run_body(&s->r, body);
    const ludo_vec3 arm = q_rotate(q_conj(is.orientation), v3_sub(is.com, is.position));
    assert_int_equal(ludo_dynamics_body(s->dynamics, s->q, body, &frame, J), LUDO_OK);
    assert_int_equal(ludo_dynamics_point(s->dynamics, s->q, body, arm, &p, Jp), LUDO_OK);
    times_rates(J, 6, s->dof, s->v, V);
    times_rates(Jp, 3, s->dof, s->v, Vp);
    /* some ten rotations of lengths of some metres; velocities are sums over some twenty rates */
    const double far = fmax(v3_norm(is.com), 1.0), fast = fmax(v3_norm(is.linear_velocity), 1.0);
    CHECK_NEAR(v3_norm(v3_sub(frame.position, is.position)), 0.0, 1e-14 * far);
    CHECK_NEAR(angle_between(frame.orientation, is.orientation), 0.0, 1e-14);
    CHECK_NEAR(v3_norm(v3_sub(p, is.com)), 0.0, 1e-14 * far);
    CHECK_NEAR(v3_norm(v3_sub(v3_at(Vp), is.linear_velocity)), 0.0, 1e-13 * fast);
    CHECK_NEAR(v3_norm(v3_sub(v3_at(V + 3), is.angular_velocity)), 0.0, 1e-13 * fast);
    const ludo_vec3 turning = q_rotate(is.orientation, v3_cross(is.angular_velocity, arm));
    CHECK_NEAR(v3_norm(v3_sub(v3_sub(is.linear_velocity, turning), v3_at(V))), 0.0, 1e-13 * fast);
}

static void bodies_move_as_a_simulation_has_them(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        for (int32_t i = 0; i < ludo_model_body_count(s.r.model); i++) {
            check_body_velocity(&s, i);
        }
        dynamics_of_close(&s);
    }
}

/* ---- against differences ---- */

static const ludo_vec3 some_point = {0.3, -0.2, 0.5};

/* The Jacobians of body and point, 9 x dof, at the coordinates moved for the time t. */
static void jacobians_at(dynamics_of *s, int32_t body, double t, double *J)
{
    double q[MOST];
    move_coordinates(s->r.model, s->q, s->v, t, q);
    assert_int_equal(ludo_dynamics_body(s->dynamics, q, body, NULL, J), LUDO_OK);
    assert_int_equal(ludo_dynamics_point(s->dynamics, q, body, some_point, NULL, J + 6 * s->dof),
                     LUDO_OK);
}

static void check_rates(dynamics_of *s, int32_t body)
{
    static double before[9 * MOST], after[9 * MOST], rate[9 * MOST];
    const double t = 1e-5;
    double by_matrix[9], bias[6];
    ludo_vec3 point_bias;
    jacobians_at(s, body, -t, before);
    jacobians_at(s, body, t, after);
    ludo_dynamics *d = s->dynamics;
    assert_int_equal(ludo_dynamics_body_rate(d, s->q, s->v, body, rate), LUDO_OK);
    assert_int_equal(ludo_dynamics_point_rate(d, s->q, s->v, body, some_point, rate + 6 * s->dof),
                     LUDO_OK);
    /* the third derivative is some 1e3, round-off some 1e-15 / t */
    for (int32_t i = 0; i < 9 * s->dof; i++) {
        CHECK_NEAR(rate[i], (after[i] - before[i]) / (2.0 * t), 1e-7);
    }
    assert_int_equal(ludo_dynamics_body_bias(d, s->q, s->v, body, bias), LUDO_OK);
    assert_int_equal(ludo_dynamics_point_bias(d, s->q, s->v, body, some_point, &point_bias),
                     LUDO_OK);
    times_rates(rate, 9, s->dof, s->v, by_matrix);
    /* equal sums in another order */
    const double most = fmax(largest(by_matrix, 9), 1.0);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(bias[i], by_matrix[i], 1e-13 * most);
    }
    CHECK_NEAR(v3_norm(v3_sub(point_bias, v3_at(by_matrix + 6))), 0.0, 1e-13 * most);
}

static void rates_of_jacobians_are_central_differences(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        for (int32_t i = LUDO_WORLD; i < ludo_model_body_count(s.r.model); i++) {
            check_rates(&s, i);
        }
        dynamics_of_close(&s);
    }
}

/* The Jacobian of a site is that of the point of its body. */
static void sites_move_as_points_of_their_bodies(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        for (int32_t i = 0; i < ludo_model_site_count(s.r.model); i++) {
            double J[2][3 * MOST];
            ludo_vec3 p[2];
            const ludo_site_info site = site_info_of(s.r.model, i);
            assert_int_equal(ludo_dynamics_site(s.dynamics, s.q, i, &p[0], J[0]), LUDO_OK);
            assert_int_equal(
                ludo_dynamics_point(s.dynamics, s.q, site.body, site.frame.position, &p[1], J[1]),
                LUDO_OK);
            CHECK_NEAR(v3_norm(v3_sub(p[0], p[1])), 0.0, 1e-14 * fmax(v3_norm(p[0]), 1.0));
            /* positions of some metres, each rounded on its own path */
            for (int32_t n = 0; n < 3 * s.dof; n++) {
                CHECK_NEAR(J[0][n], J[1][n], 1e-14 * fmax(v3_norm(p[0]), 1.0));
            }
        }
        dynamics_of_close(&s);
    }
}

/* ---- closed forms ---- */

/* Two rods of 1 m in a plane: the tip accelerates towards both joints. */
static void tip_of_two_rods_accelerates_as_textbooks_say(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_planar_double_pendulum(NULL, &spec);
    dynamics_of s = dynamics_of_run(run_open(built, spec, NULL));
    const double q[2] = {0.3, 0.7}, v[2] = {1.1, -0.4}, zero[2] = {0.0, 0.0};
    const int32_t last = ludo_model_body_count(s.r.model) - 1;
    ludo_vec3 end[3], bias;
    ludo_frame f[2];
    assert_int_equal(ludo_dynamics_body(s.dynamics, q, 0, &f[0], NULL), LUDO_OK);
    assert_int_equal(ludo_dynamics_body(s.dynamics, q, last, &f[1], NULL), LUDO_OK);
    const ludo_joint_info first = joint_info_of(s.r.model, 0), elbow = joint_info_of(s.r.model, 1);
    end[0] = v3_add(f[0].position, q_rotate(f[0].orientation, first.anchor));
    end[1] = v3_add(f[1].position, q_rotate(f[1].orientation, elbow.anchor));
    const ludo_vec3 tip = v3_scale(-1.0, elbow.anchor);
    end[2] = v3_add(f[1].position, q_rotate(f[1].orientation, tip));
    const ludo_vec3 expected =
        v3_add(v3_scale(-v[0] * v[0], v3_sub(end[1], end[0])),
               v3_scale(-(v[0] + v[1]) * (v[0] + v[1]), v3_sub(end[2], end[1])));
    assert_int_equal(ludo_dynamics_point_bias(s.dynamics, q, v, last, tip, &bias), LUDO_OK);
    CHECK_NEAR(v3_norm(v3_sub(bias, expected)), 0.0, 32 * DBL_EPSILON); /* some ten products */
    assert_int_equal(ludo_dynamics_point_bias(s.dynamics, q, zero, last, tip, &bias), LUDO_OK);
    CHECK_NEAR(v3_norm(bias), 0.0, 0.0);
    dynamics_of_close(&s);
}

/* The rates of a free joint are those of the body frame: J is the identity, whatever the centre of
 * mass. */
static void jacobian_of_a_floating_body_is_the_identity(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(2); /* joint 0 is free and carries body 0 */
    double J[6 * MOST], bias[6];
    assert_int_equal(ludo_dynamics_body(s.dynamics, s.q, 0, NULL, J), LUDO_OK);
    for (int r = 0; r < 6; r++) {
        for (int32_t c = 0; c < s.dof; c++) {
            CHECK_NEAR(J[s.dof * r + c], r == c ? 1.0 : 0.0, 16 * DBL_EPSILON);
        }
    }
    assert_int_equal(ludo_dynamics_body_bias(s.dynamics, s.q, s.v, 0, bias), LUDO_OK);
    CHECK_NEAR(largest(bias, 6), 0.0, 64 * DBL_EPSILON); /* rates of order 1 */
    dynamics_of_close(&s);
}

/* The world does not move, nor does a body merged with it. */
static void jacobian_of_the_world_is_zero(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(2);
    double J[6 * MOST];
    ludo_vec3 p;
    ludo_frame f;
    memset(J, 1, sizeof J);
    assert_int_equal(ludo_dynamics_body(s.dynamics, s.q, LUDO_WORLD, &f, J), LUDO_OK);
    CHECK_NEAR(largest(J, 6 * s.dof), 0.0, 0.0);
    CHECK_NEAR(v3_norm(f.position), 0.0, 0.0);
    assert_true(q_is_identity(f.orientation));
    assert_int_equal(ludo_dynamics_point(s.dynamics, s.q, LUDO_WORLD, some_point, &p, NULL),
                     LUDO_OK);
    CHECK_NEAR(v3_norm(v3_sub(p, some_point)), 0.0, 0.0);
    dynamics_of_close(&s);
}

/* ---- invalid arguments ---- */

static void check_refused(ludo_dynamics *d, const double *q, const double *v, int32_t body,
                          ludo_vec3 p)
{
    double J[6 * MOST];
    ludo_vec3 bias;
    assert_int_equal(ludo_dynamics_point_rate(d, q, v, body, p, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_point_bias(d, q, v, body, p, &bias), LUDO_BAD_ARGUMENT);
    if (v3_finite(p)) {
        assert_int_equal(ludo_dynamics_body_rate(d, q, v, body, J), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_dynamics_body_bias(d, q, v, body, J), LUDO_BAD_ARGUMENT);
    }
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    dynamics_of s = idle_everything(2);
    ludo_dynamics *d = s.dynamics;
    const int32_t bodies = ludo_model_body_count(s.r.model);
    const ludo_vec3 p = some_point, bad_p = {0.0, (double)NAN, 0.0};
    double bad[MOST], J[6 * MOST];
    ludo_vec3 x;
    ludo_frame f;
    memcpy(bad, s.q, sizeof bad);
    bad[1] = (double)INFINITY;
    check_refused(NULL, s.q, s.v, 0, p);
    check_refused(d, NULL, s.v, 0, p);
    check_refused(d, bad, s.v, 0, p);
    check_refused(d, s.q, NULL, 0, p);
    check_refused(d, s.q, bad, 0, p);
    check_refused(d, s.q, s.v, -2, p);
    check_refused(d, s.q, s.v, bodies, p);
    check_refused(d, s.q, s.v, 0, bad_p);
    const int32_t none[] = {-2, bodies};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(ludo_dynamics_point(d, s.q, none[k], p, &x, J), LUDO_BAD_ARGUMENT);
        assert_int_equal(ludo_dynamics_body(d, s.q, none[k], &f, J), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_dynamics_point(NULL, s.q, 0, p, &x, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_point(d, bad, 0, p, &x, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_point(d, s.q, 0, bad_p, &x, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_body(NULL, s.q, 0, &f, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_body(d, NULL, 0, &f, J), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_point_rate(d, s.q, s.v, 0, p, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_point_bias(d, s.q, s.v, 0, p, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_body_rate(d, s.q, s.v, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_body_bias(d, s.q, s.v, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_dynamics_body(d, s.q, 0, NULL, NULL), LUDO_OK);
    dynamics_of_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_move_as_a_simulation_has_them),
        cmocka_unit_test(rates_of_jacobians_are_central_differences),
        cmocka_unit_test(sites_move_as_points_of_their_bodies),
        cmocka_unit_test(tip_of_two_rods_accelerates_as_textbooks_say),
        cmocka_unit_test(jacobian_of_a_floating_body_is_the_identity),
        cmocka_unit_test(jacobian_of_the_world_is_zero),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
