/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverse kinematics: closed forms, poses of random trees and loops found again, limits, targets
 * out of reach. */
#include "dynamics_models.h"
#include "small_spec.h"

#include <float.h>
#include <string.h>

enum { TARGETS = 4 };

static ludo_ik_report new_report(void)
{
    return (ludo_ik_report){.struct_size = sizeof(ludo_ik_report)};
}

static ludo_ik_target target_of(int32_t body, ludo_vec3 goal)
{
    ludo_ik_target t = ludo_ik_target_default();
    t.body = body;
    t.goal.position = goal;
    return t;
}

/* ---- two rods ---- */

/* Rods of 1 m on hinges about z, the second one on the end of the first, each limited if low <
 * high; bodies have their frames at their own joints. */
static ludo_spec *rods(double low, double high)
{
    ludo_spec *spec = new_spec();
    for (int i = 0; i < 2; i++) {
        const ludo_body_def rod = {.struct_size = sizeof rod,
                                   .mass = 1.0,
                                   .com = {0.5, 0.0, 0.0},
                                   .inertia = {0.01, 0.1, 0.1}};
        ludo_joint_def hinge = ludo_joint_default();
        hinge.type = "hinge", hinge.parent = i - 1, hinge.child = i;
        hinge.axis = v3(0.0, 0.0, 1.0);
        hinge.in_parent.position = v3(i, 0.0, 0.0);
        hinge.along[0].limited = low < high;
        hinge.along[0].range[0] = low, hinge.along[0].range[1] = high;
        assert_int_equal(ludo_spec_add_body(spec, &rod, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &hinge, NULL), LUDO_OK);
    }
    return spec;
}

static dynamics_of open_rods(double low, double high)
{
    return dynamics_of_run(run_open(LUDO_OK, rods(low, high), NULL));
}

/* The end of the second rod. */
static ludo_ik_target tip_at(double x, double y)
{
    ludo_ik_target t = target_of(1, v3(x, y, 0.0));
    t.frame.position = v3(1.0, 0.0, 0.0);
    return t;
}

/* The elbow's angle is acos((d^2 - 2) / 2) at the distance d. */
static void two_rods_reach_as_triangles_do(void **state)
{
    (void)state;
    dynamics_of s = open_rods(0.0, 0.0);
    const double x = 0.9, y = 1.1, d2 = x * x + y * y;
    double q[] = {0.1, 0.4};
    const ludo_ik_target tip = tip_at(x, y);
    ludo_ik_report report = new_report();
    assert_int_equal(ludo_dynamics_inverse_kinematics(s.dynamics, &tip, 1, NULL, q, &report),
                     LUDO_OK);
    /* the tolerance of 1e-9, over the least singular value of the Jacobian, some 0.5 */
    CHECK_NEAR(q[1], acos(0.5 * (d2 - 2.0)), 4e-9);
    CHECK_NEAR(q[0], atan2(y, x) - 0.5 * q[1], 4e-9);
    assert_true(report.position <= 1e-9 && report.residual <= 1e-9 && report.loops == 0.0);
    assert_in_range(report.iterations, 1, 20);
    assert_int_equal(report.limited, 0);
    dynamics_of_close(&s);
}

/* Out of reach the rods stretch towards the goal. */
static void rods_point_to_what_is_out_of_reach(void **state)
{
    (void)state;
    dynamics_of s = open_rods(0.0, 0.0);
    double q[] = {0.1, 0.4};
    const ludo_ik_target tip = tip_at(3.0, 4.0);
    ludo_ik_report report = new_report();
    assert_int_equal(ludo_dynamics_inverse_kinematics(s.dynamics, &tip, 1, NULL, q, &report),
                     LUDO_NOT_CONVERGED);
    /* the sum of squares is flat: an error of its root of round-off */
    CHECK_NEAR(report.residual, 3.0, 1e-10);
    CHECK_NEAR(report.position, 3.0, 1e-10);
    CHECK_NEAR(q[0], atan2(4.0, 3.0), 1e-6);
    CHECK_NEAR(q[1], 0.0, 1e-6);
    assert_int_equal(report.worst, 0);
    dynamics_of_close(&s);
}

/* The elbow bends the other way if its limits ask for it, and stops at a limit. */
static void limits_are_kept(void **state)
{
    (void)state;
    dynamics_of s = open_rods(-1.5, 0.5);
    const double x = 1.5, y = 0.6, bent = acos(0.5 * (x * x + y * y - 2.0));
    double q[] = {0.8, 0.9}; /* outside: set to 0.5 first */
    ludo_ik_target tip = tip_at(x, y);
    ludo_ik_report report = new_report();
    ludo_dynamics *d = s.dynamics;
    assert_int_equal(ludo_dynamics_inverse_kinematics(d, &tip, 1, NULL, q, &report),
                     LUDO_NOT_CONVERGED);
    assert_true(q[0] <= 0.5 && q[1] <= 0.5 && q[0] >= -1.5);
    assert_true(report.limited >= 1 && report.position > 0.1 && report.stationary);
    q[0] = 0.3, q[1] = -0.7;
    tip.goal.position = v3(x, -y, 0.0);
    assert_int_equal(ludo_dynamics_inverse_kinematics(d, &tip, 1, NULL, q, &report), LUDO_OK);
    CHECK_NEAR(q[1], -bent, 4e-9);
    assert_int_equal(report.limited, 0);
    ludo_ik_options loose = ludo_ik_options_default();
    loose.ignore_limits = true;
    q[0] = 0.1, q[1] = 0.4;
    tip.goal.position = v3(-x, y, 0.0);
    assert_int_equal(ludo_dynamics_inverse_kinematics(d, &tip, 1, &loose, q, &report), LUDO_OK);
    dynamics_of_close(&s);
}

/* The nearest point of a circle within limits: the limit nearest to the goal. */
static void a_hinge_stops_at_the_nearest_limit(void **state)
{
    (void)state;
    dynamics_of s = open_rods(-0.4, 0.6);
    double q[] = {0.0, 0.2};
    ludo_ik_target end = target_of(0, v3(0.0, 2.0, 0.0));
    end.frame.position = v3(1.0, 0.0, 0.0);
    ludo_ik_report report = new_report();
    assert_int_equal(ludo_dynamics_inverse_kinematics(s.dynamics, &end, 1, NULL, q, &report),
                     LUDO_NOT_CONVERGED);
    assert_true(q[0] == 0.6 && report.stationary);
    assert_int_equal(report.limited, 1);
    CHECK_NEAR(q[1], 0.2, 0.0); /* does not move the end */
    dynamics_of_close(&s);
}

/* A ball that may rotate by 0.5 rad rotates towards an orientation of 1.2 rad about one axis. */
static void a_ball_stops_at_its_angle(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    const ludo_vec3 axis = v3_unit(v3(0.3, -0.5, 0.7));
    ludo_joint_def ball = ludo_joint_default();
    add_body(spec, "body");
    ball.type = "ball", ball.parent = LUDO_WORLD, ball.child = 0;
    ball.along[0].limited = true;
    ball.along[0].range[1] = 0.5;
    assert_int_equal(ludo_spec_add_joint(spec, &ball, NULL), LUDO_OK);
    dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec, NULL));
    ludo_ik_target t = ludo_ik_target_default();
    t.position_weight = 0.0, t.orientation_weight = 2.0;
    t.goal.orientation = q_about(axis, 1.2);
    ludo_ik_report report = new_report();
    ludo_dynamics *d = s.dynamics;
    double q[] = {1.0, 0.0, 0.0, 0.0};
    assert_int_equal(ludo_dynamics_inverse_kinematics(d, &t, 1, NULL, q, &report),
                     LUDO_NOT_CONVERGED);
    const ludo_quat r = {q[0], q[1], q[2], q[3]};
    CHECK_NEAR(angle_between(r, q_about(axis, 0.5)), 0.0, 1e-6); /* the sum of squares is flat */
    CHECK_NEAR(report.orientation, 0.7, 1e-10);
    CHECK_NEAR(report.residual, 1.4, 1e-10);
    assert_int_equal(report.limited, 1);
    t.goal.orientation = q_about(axis, -0.4);
    assert_int_equal(ludo_dynamics_inverse_kinematics(d, &t, 1, NULL, q, &report), LUDO_OK);
    dynamics_of_close(&s);
}

/* ---- random mechanisms ---- */

/* Targets for the last bodies: their frames at coordinates q, moved in the body by `arm`. */
static void aim(dynamics_of *s, const double *q, ludo_ik_target target[TARGETS])
{
    const int32_t bodies = ludo_model_body_count(s->r.model);
    for (int32_t i = 0; i < TARGETS; i++) {
        ludo_frame at;
        const ludo_frame arm = {v3(0.1, 0.2 * i, -0.1), q_about(v3(0.0, 0.6, 0.8), 0.3 * i)};
        target[i] = target_of((bodies - 1 - i + bodies) % bodies, v3(0.0, 0.0, 0.0));
        target[i].orientation_weight = 0.5;
        target[i].frame = arm;
        assert_int_equal(ludo_dynamics_body(s->dynamics, q, target[i].body, &at, NULL), LUDO_OK);
        target[i].goal = frame_mul(at, arm);
    }
}

/* From 0.3 (rad, m) per rate beside a pose back to where all targets are reached. */
static void check_found_again(dynamics_of *s, int k)
{
    double q[MOST], away[MOST];
    ludo_ik_target target[TARGETS];
    ludo_ik_report report = new_report();
    random_stream random = random_from((uint64_t)k);
    random_numbers(&random, away, s->dof);
    aim(s, s->q, target);
    move_coordinates(s->r.model, s->q, away, 0.3, q);
    assert_int_equal(
        ludo_dynamics_inverse_kinematics(s->dynamics, target, TARGETS, NULL, q, &report), LUDO_OK);
    assert_true(report.position <= 1e-9 && report.orientation <= 1e-9 && report.loops <= 1e-9);
    for (int32_t i = 0; i < TARGETS; i++) {
        ludo_frame at;
        assert_int_equal(ludo_dynamics_body(s->dynamics, q, target[i].body, &at, NULL), LUDO_OK);
        at = frame_mul(at, target[i].frame);
        /* the tolerance, and rounding at some ten m */
        CHECK_NEAR(v3_norm(v3_sub(at.position, target[i].goal.position)), 0.0, 2e-9);
        CHECK_NEAR(angle_between(at.orientation, target[i].goal.orientation), 0.0, 2e-9);
    }
}

static void poses_of_trees_are_found_again(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        dynamics_of s = open_model(k);
        check_found_again(&s, k);
        dynamics_of_close(&s);
    }
}

/* Random trees with loops, from beside the pose: loops close with the targets. */
static void poses_of_loops_are_found_again(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 12)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = build_everything(seed, false, &spec);
        assert_int_equal(ludo_scene_close_loops(spec, 1 + (int32_t)(seed % 3), seed), LUDO_OK);
        dynamics_of s = dynamics_of_run(run_open(built, spec, NULL));
        check_found_again(&s, (int)seed);
        dynamics_of_close(&s);
    }
}

/* ---- loops ---- */

static dynamics_of open_five_bar(void)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_five_bar(NULL, &spec);
    return dynamics_of_run(run_open(built, spec, NULL));
}

/* A point of the five-bar far away: as near as loops allow, which are closed at the end. */
static void loops_stay_closed_out_of_reach(void **state)
{
    (void)state;
    dynamics_of s = open_five_bar();
    const ludo_ik_target far = target_of(1, v3(3.0, 0.0, 4.0));
    ludo_ik_report report = new_report();
    double q[MOST];
    memcpy(q, s.q, sizeof q);
    assert_int_equal(ludo_dynamics_inverse_kinematics(s.dynamics, &far, 1, NULL, q, &report),
                     LUDO_NOT_CONVERGED);
    assert_true(report.position > 1.0 && report.loops <= 1e-9);
    dynamics_of_close(&s);
}

/* The second rod follows the first as a gear: q_1 = 0.3 - 0.5 q_0. Two targets out of reach leave
 * one number x = q_0, at which the sum of squares is least. */
static double spread_of(double x)
{
    const double y = x + 0.3 - 0.5 * x;
    const ludo_vec3 elbow = v3(cos(x), sin(x), 0.0), tip = v3_add(elbow, v3(cos(y), sin(y), 0.0));
    const ludo_vec3 a = v3_sub(elbow, v3(0.0, 2.0, 0.0)), b = v3_sub(tip, v3(3.0, 1.0, 0.0));
    return v3_dot(a, a) + 4.0 * v3_dot(b, b);
}

static void a_gear_stops_where_targets_are_nearest(void **state)
{
    (void)state;
    ludo_spec *spec = rods(0.0, 0.0);
    ludo_coupling_def gear = ludo_coupling_default();
    gear.joint = 1, gear.from = 0;
    gear.coefficient[0] = 0.3, gear.coefficient[1] = -0.5;
    assert_int_equal(ludo_spec_add_coupling(spec, &gear, NULL), LUDO_OK);
    dynamics_of s = dynamics_of_run(run_open(LUDO_OK, spec, NULL));
    ludo_ik_target target[] = {target_of(0, v3(0.0, 2.0, 0.0)), tip_at(3.0, 1.0)};
    target[0].frame.position = v3(1.0, 0.0, 0.0);
    target[1].position_weight = 2.0;
    ludo_ik_report report = new_report();
    double q[] = {0.1, 0.2};
    assert_int_equal(ludo_dynamics_inverse_kinematics(s.dynamics, target, 2, NULL, q, &report),
                     LUDO_NOT_CONVERGED);
    CHECK_NEAR(q[1], 0.3 - 0.5 * q[0], 1e-9);
    CHECK_NEAR(report.residual * report.residual, spread_of(q[0]), 1e-8);
    /* loops open by a millionth before they are closed; differences lose 1e-9 */
    CHECK_NEAR((spread_of(q[0] + 1e-5) - spread_of(q[0] - 1e-5)) / 2e-5, 0.0, 1e-4);
    dynamics_of_close(&s);
}

/* Without targets open loops are closed. */
static void no_targets_close_loops(void **state)
{
    (void)state;
    dynamics_of s = open_five_bar();
    ludo_ik_report report = new_report();
    double q[MOST];
    memcpy(q, s.q, sizeof q);
    q[0] += 0.2, q[1] -= 0.3;
    assert_int_equal(ludo_dynamics_inverse_kinematics(s.dynamics, NULL, 0, NULL, q, &report),
                     LUDO_OK);
    assert_true(report.loops <= 1e-9 && report.iterations > 0);
    assert_int_equal(report.worst, -1);
    dynamics_of_close(&s);
}

/* ---- arguments ---- */

static ludo_status solve_one(dynamics_of *s, ludo_ik_target t)
{
    double q[MOST];
    memcpy(q, s->q, sizeof q);
    const ludo_status status = ludo_dynamics_inverse_kinematics(s->dynamics, &t, 1, NULL, q, NULL);
    if (status == LUDO_BAD_ARGUMENT) {
        assert_memory_equal(q, s->q, sizeof q);
    }
    return status;
}

static void bad_targets_are_refused(void **state)
{
    (void)state;
    dynamics_of s = open_rods(0.0, 0.0);
    const ludo_ik_target good = tip_at(0.9, 1.1);
    ludo_ik_target bad[9];
    for (int i = 0; i < 9; i++) {
        bad[i] = good;
    }
    bad[0].struct_size = 0;
    bad[1].site = 0; /* there is none */
    bad[2].site = -2;
    bad[3].body = 2;
    bad[4].body = -2;
    bad[5].position_weight = -1.0;
    bad[6].orientation_weight = (double)NAN;
    bad[7].goal.position.x = (double)INFINITY;
    bad[8].frame.orientation.w = (double)NAN;
    assert_int_equal(solve_one(&s, good), LUDO_OK);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(solve_one(&s, bad[i]), LUDO_BAD_ARGUMENT);
    }
    dynamics_of_close(&s);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    dynamics_of s = open_rods(0.0, 0.0);
    const ludo_ik_target tip = tip_at(0.9, 1.1);
    ludo_ik_options bad[4];
    ludo_ik_report small = {.struct_size = 8};
    double q[] = {0.1, 0.2}, bad_q[] = {0.1, (double)NAN};
    ludo_dynamics *d = s.dynamics;
    for (int i = 0; i < 4; i++) {
        bad[i] = ludo_ik_options_default();
    }
    bad[0].struct_size = 1;
    bad[1].max_iterations = 0;
    bad[2].tolerance = 0.0;
    bad[3].damping = (double)NAN;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ludo_dynamics_inverse_kinematics(d, &tip, 1, &bad[i], q, NULL),
                         LUDO_BAD_ARGUMENT);
    }
    ludo_ik_target uneven[2] = {tip, tip}; /* targets of an array are of one size */
    uneven[1].struct_size += 8;
    const ludo_status status[] = {
        ludo_dynamics_inverse_kinematics(d, uneven, 2, NULL, q, NULL),
        ludo_dynamics_inverse_kinematics(NULL, &tip, 1, NULL, q, NULL),
        ludo_dynamics_inverse_kinematics(d, NULL, 1, NULL, q, NULL),
        ludo_dynamics_inverse_kinematics(d, &tip, -1, NULL, q, NULL),
        ludo_dynamics_inverse_kinematics(d, &tip, 1, NULL, NULL, NULL),
        ludo_dynamics_inverse_kinematics(d, &tip, 1, NULL, bad_q, NULL),
        ludo_dynamics_inverse_kinematics(d, &tip, 1, NULL, q, &small),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
        assert_int_equal(status[i], LUDO_BAD_ARGUMENT);
    }
    dynamics_of_close(&s);
}

/* Above 128 MiB of matrices there are none: linear functions work. */
static void large_models_have_no_dense_matrices(void **state)
{
    (void)state;
    enum { LINKS = 3000 };
    static double q[LINKS], effort[LINKS];
    ludo_spec *spec = NULL;
    ludo_dynamics *d = NULL;
    assert_int_equal(ludo_scene_joint_chain("hinge", LINKS, NULL, &spec), LUDO_OK);
    ludo_model *model = compiled(spec);
    assert_int_equal(ludo_dynamics_create(model, NULL, &d), LUDO_OK);
    assert_int_equal(ludo_model_dof(model), LINKS);
    assert_int_equal(ludo_dynamics_inverse(d, q, q, q, effort), LUDO_OK);
    assert_int_equal(ludo_dynamics_inverse_loops(d, q, q, q, NULL, effort), LUDO_UNSUPPORTED);
    assert_int_equal(ludo_dynamics_forward_all(d, q, q, NULL, NULL, effort), LUDO_OK);
    assert_int_equal(ludo_dynamics_inverse_kinematics(d, NULL, 0, NULL, q, NULL), LUDO_UNSUPPORTED);
    ludo_dynamics_destroy(d);
    ludo_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_rods_reach_as_triangles_do),
        cmocka_unit_test(rods_point_to_what_is_out_of_reach),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(a_hinge_stops_at_the_nearest_limit),
        cmocka_unit_test(a_ball_stops_at_its_angle),
        cmocka_unit_test(poses_of_trees_are_found_again),
        cmocka_unit_test(poses_of_loops_are_found_again),
        cmocka_unit_test(loops_stay_closed_out_of_reach),
        cmocka_unit_test(a_gear_stops_where_targets_are_nearest),
        cmocka_unit_test(no_targets_close_loops),
        cmocka_unit_test(bad_targets_are_refused),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(large_models_have_no_dense_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
