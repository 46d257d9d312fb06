/* SPDX-License-Identifier: Apache-2.0
 *
 * Applied forces: controls, servos, wrenches on bodies. */
#include "arm.h"

#include <float.h>

/* --- arguments ------------------------------------------------------------------------------- */

static const double nan_ = (double)NAN, infinity = (double)INFINITY;

static void controls_are_read_back(void **state)
{
    (void)state;
    const ludo_actuator_def motor = ludo_actuator_motor();
    running r = open_arm(&motor, NULL);
    for (int32_t i = 0; i < SCALARS; i++) {
        assert_true(control_of(r.sim, i) == 0.0);
        assert_int_equal(ludo_sim_set_control(r.sim, i, 0.5 - i), LUDO_OK);
    }
    run_steps(&r, 0.01, 1);
    for (int32_t i = 0; i < SCALARS; i++) {
        assert_true(control_of(r.sim, i) == 0.5 - i);
    }
    run_close(&r);
}

static void controls_that_are_none_are_refused(void **state)
{
    (void)state;
    const ludo_actuator_def motor = ludo_actuator_motor();
    running r = open_arm(&motor, NULL);
    assert_int_equal(ludo_sim_set_control(r.sim, 1, 3.0), LUDO_OK);
    assert_int_equal(ludo_sim_set_control(NULL, 1, 0.0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_control(r.sim, -1, 0.0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_control(r.sim, SCALARS, 0.0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_control(r.sim, 1, nan_), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_control(r.sim, 1, -infinity), LUDO_BAD_ARGUMENT);
    assert_true(control_of(r.sim, 1) == 3.0);
    assert_true(control_of(NULL, 1) == 0.0);
    assert_true(control_of(r.sim, -1) == 0.0 && control_of(r.sim, SCALARS) == 0.0);
    run_close(&r);
}

static void servos_that_are_none_are_refused(void **state)
{
    (void)state;
    running r = open_arm(NULL, NULL);
    const struct {
        int32_t joint, dof;
        double target, kp, kd;
    } bad[] =
        {
            {-1, 0, 0.0, 1.0, 1.0},         {ARM_JOINTS, 0, 0.0, 1.0, 1.0},
            {SWING, -1, 0.0, 1.0, 1.0},     {SWING, 1, 0.0, 1.0, 1.0},
            {BEND, 1, 0.0, 1.0, 1.0}, /* the other part is a joint of its own */
            {CROSS, 2, 0.0, 1.0, 1.0},      {WRIST, 0, 0.0, 1.0, 1.0}, /* a quaternion */
            {SWING, 0, nan_, 1.0, 1.0},     {SWING, 0, infinity, 1.0, 1.0},
            {SWING, 0, 0.0, -1.0, 1.0},     {SWING, 0, 0.0, 1.0, -1e-300},
            {SWING, 0, 0.0, nan_, 1.0},     {SWING, 0, 0.0, 1.0, nan_},
            {SWING, 0, 0.0, infinity, 1.0}, {SWING, 0, 0.0, 1.0, infinity},
        };
    running untouched = open_arm(NULL, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(ludo_sim_set_servo(r.sim, bad[i].joint, bad[i].dof, bad[i].target,
                                            bad[i].kp, bad[i].kd),
                         LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_sim_set_servo(NULL, 0, 0, 0.0, 1.0, 1.0), LUDO_BAD_ARGUMENT);
    run_steps(&r, 0.01, 3);
    run_steps(&untouched, 0.01, 3);
    check_same_bits(&r, &untouched);
    run_close(&r);
    run_close(&untouched);
}

/* A free joint has scalar coordinates, but takes no servo. */
static void a_servo_on_a_floating_body_is_refused(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    for (int32_t dof = 0; dof < 6; dof++) {
        assert_int_equal(ludo_sim_set_servo(r.sim, 0, dof, 0.0, 1.0, 0.0), LUDO_BAD_ARGUMENT);
    }
    run_close(&r);
}

static void order_4_takes_servos_without_damping_only(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 4;
    running r = open_arm(NULL, &options);
    assert_int_equal(ludo_sim_set_servo(r.sim, SWING, 0, 0.5, 1.0, 1e-9), LUDO_REFUSED);
    assert_int_equal(ludo_sim_set_servo(r.sim, SWING, 0, 0.5, 1.0, 0.0), LUDO_OK);
    run_steps(&r, 0.01, 2);
    run_close(&r);
}

static void wrenches_that_are_none_are_refused(void **state)
{
    (void)state;
    running r = open_arm(NULL, NULL), untouched = open_arm(NULL, NULL);
    const ludo_wrench good = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    assert_int_equal(ludo_sim_set_body_force(NULL, 0, &good), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_body_force(r.sim, -1, &good), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_set_body_force(r.sim, ARM_BODIES, &good), LUDO_BAD_ARGUMENT);
    for (int i = 0; i < 6; i++) {
        double parts[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
        parts[i] = i % 2 == 0 ? nan_ : infinity;
        const ludo_wrench bad = {{parts[0], parts[1], parts[2]}, {parts[3], parts[4], parts[5]}};
        assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &bad), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_sim_set_force_function(NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    run_steps(&r, 0.01, 3);
    run_steps(&untouched, 0.01, 3);
    check_same_bits(&r, &untouched);
    run_close(&r);
    run_close(&untouched);
}

/* --- reset ----------------------------------------------------------------------------------- */

static void a_reset_takes_the_controls_of_its_keyframe(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    const ludo_actuator_def motor = ludo_actuator_motor();
    const double control = 2.5;
    const ludo_keyframe_def with = {.struct_size = sizeof with,
                                    .control = &control,
                                    .control_count = 1},
                            without = {.struct_size = sizeof without, .time = 1.0};
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, &with, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_keyframe(spec, &without, NULL), LUDO_OK);
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    const double expected[] = {2.5, 0.0, 0.0};
    const int32_t keyframe[] = {0, 1, -1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ludo_sim_set_control(r.sim, 0, 9.0), LUDO_OK);
        assert_int_equal(ludo_sim_reset(r.sim, keyframe[i]), LUDO_OK);
        assert_true(control_of(r.sim, 0) == expected[i]);
    }
    run_close(&r);
}

/* A body at rest on a vertical hinge moves as soon as any force acts. */
static void a_reset_takes_servos_and_wrenches_away(void **state)
{
    (void)state;
    ludo_spec *spec = new_spec();
    add_body(spec, "body");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    running r = {compiled(spec), NULL};
    const ludo_wrench wrench = {{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
    ludo_tendon_state unread = {.struct_size = sizeof unread};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_servo(r.sim, 0, 0, 1.0, 5.0, 0.0), LUDO_OK);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &wrench), LUDO_OK);
    run_steps(&r, 0.1, 2);
    assert_true(coordinate_of(&r, 0, 0) > 0.05);
    assert_true(energy_of(&r).work > 0.0);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    assert_true(energy_of(&r).work == 0.0);
    run_steps(&r, 0.1, 2);
    assert_true(coordinate_of(&r, 0, 0) == 0.0 && rate_of(&r, 0, 0) == 0.0);
    assert_int_equal(ludo_sim_actuator(r.sim, 0, &unread), LUDO_BAD_ARGUMENT); /* there is none */
    run_close(&r);
}

/* --- servos ---------------------------------------------------------------------------------- */

/* The same law, with its sums in another order. */
static void a_servo_is_a_position_actuator(void **state)
{
    (void)state;
    const double kp = 40.0, kd = 3.0;
    const ludo_actuator_def position = ludo_actuator_position(kp, kd);
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13;
    for (int k = 0; k < 2; k++) {
        options.solver = k == 0 ? "recursion" : "ldu";
        running a = open_arm(NULL, &options), b = open_arm(&position, &options);
        for (int32_t i = 0; i < SCALARS; i++) {
            const arm_scalar s = scalars[i];
            const double target = 0.2 * (i - 1);
            assert_int_equal(ludo_sim_set_servo(a.sim, s.joint, s.dof, target, kp, kd), LUDO_OK);
            assert_int_equal(ludo_sim_set_control(b.sim, i, target), LUDO_OK);
        }
        run_steps(&a, 0.01, 30);
        run_steps(&b, 0.01, 30);
        check_alike(&a, &b, 1e-11);
        CHECK_NEAR(energy_of(&a).work, energy_of(&b).work, 1e-11);
        run_close(&a);
        run_close(&b);
    }
}

/* Much too stiff for an explicit step of this size. */
static void a_stiff_servo_holds_its_target(void **state)
{
    (void)state;
    running r = open_arm(NULL, NULL);
    for (int32_t i = 0; i < SCALARS; i++) {
        const arm_scalar s = scalars[i];
        const double q = coordinate_of(&r, s.joint, s.dof);
        assert_int_equal(ludo_sim_set_servo(r.sim, s.joint, s.dof, q, 1e6, 3e3), LUDO_OK);
    }
    run_steps(&r, 0.01, 300);
    for (int32_t i = 0; i < SCALARS; i++) {
        /* a weight of 60 N at a lever arm of some metres, divided by kp */
        CHECK_NEAR(coordinate_of(&r, scalars[i].joint, scalars[i].dof), 0.0, 300.0 / 1e6);
    }
    run_close(&r);
}

static void a_servo_without_gains_is_none(void **state)
{
    (void)state;
    running a = open_arm(NULL, NULL), b = open_arm(NULL, NULL);
    assert_int_equal(ludo_sim_set_servo(a.sim, BEND, 0, 1.0, 50.0, 1.0), LUDO_OK);
    assert_int_equal(ludo_sim_set_servo(a.sim, BEND, 0, 1.0, 0.0, 0.0), LUDO_OK);
    run_steps(&a, 0.01, 5);
    run_steps(&b, 0.01, 5);
    check_same_bits(&a, &b);
    run_close(&a);
    run_close(&b);
}

/* --- frames and work ------------------------------------------------------------------------- */

/* A body of 2 kg in flight without gravity, with a rotated frame and its centre of mass off the
 * origin. */
static running floating_body(void)
{
    ludo_spec *spec = new_spec();
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 2.0,
                                .com = {0.3, -0.2, 0.1},
                                .inertia = {1.0, 2.0, 2.5, 0.0, 0.0, 0.0}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[]){0.0, 0.0, 0.0}, 3), LUDO_OK);
    running r = {compiled(spec), NULL};
    const double s = sqrt(0.5);
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    const ludo_body_state start = {.position = {1.0, 2.0, 3.0}, .orientation = {s, 0.0, 0.0, s}};
    assert_int_equal(ludo_sim_set_body_state(r.sim, 0, &start), LUDO_OK);
    return r;
}

/* A constant force moves the centre of mass by F t^2 / 2m exactly. A hundred sums of numbers of
 * size 10. */
static void a_force_is_in_the_world_at_the_centre_of_mass(void **state)
{
    (void)state;
    const ludo_wrench w = {{1.0, -2.0, 3.0}, {0.0, 0.0, 0.0}};
    running r = floating_body();
    const ludo_vec3 from = run_body(&r, 0).com;
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &w), LUDO_OK);
    run_steps(&r, 0.01, 100);
    const ludo_body_state s = run_body(&r, 0);
    const ludo_vec3 moved = v3_sub(s.com, from);
    CHECK_NEAR(v3_norm(v3_sub(moved, v3_scale(0.25, w.force))), 0.0, 1e3 * DBL_EPSILON);
    CHECK_NEAR(v3_norm(v3_sub(s.linear_velocity, v3_scale(0.5, w.force))), 0.0, 1e3 * DBL_EPSILON);
    CHECK_NEAR(v3_norm(s.angular_velocity), 0.0, 1e3 * DBL_EPSILON);
    CHECK_NEAR(energy_of(&r).work, v3_dot(w.force, moved), 1e3 * DBL_EPSILON);
    run_close(&r);
}

/* A torque about a principal axis of the body spins it about that axis, in any orientation. */
static void a_torque_is_in_the_frame_of_the_body(void **state)
{
    (void)state;
    const ludo_wrench w = {{0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}}; /* about an axis with inertia 1 */
    running r = floating_body();
    const ludo_body_state from = run_body(&r, 0);
    assert_int_equal(ludo_sim_set_body_force(r.sim, 0, &w), LUDO_OK);
    run_steps(&r, 0.01, 100);
    const ludo_body_state s = run_body(&r, 0);
    const ludo_vec3 spin = v3_sub(s.angular_velocity, v3(0.5, 0.0, 0.0));
    CHECK_NEAR(v3_norm(spin), 0.0, 1e3 * DBL_EPSILON);
    CHECK_NEAR(s.angular_velocity.y, 0.0, 1e3 * DBL_EPSILON);
    CHECK_NEAR(s.angular_velocity.z, 0.0, 1e3 * DBL_EPSILON);
    CHECK_NEAR(v3_norm(v3_sub(s.com, from.com)), 0.0, 1e3 * DBL_EPSILON);
    const double angle = 2.0 * asin(0.5 * angle_between(from.orientation, s.orientation));
    CHECK_NEAR(energy_of(&r).work, 0.5 * angle, 1e3 * DBL_EPSILON);
    run_close(&r);
}

/* The work of constant efforts and actuators is F dq, that of servos the energy lost by a spring to
 * their target, to round-off for any motion: some sums of numbers of size 10. */
static void work_is_force_times_way(void **state)
{
    (void)state;
    const ludo_actuator_def motor = ludo_actuator_motor();
    const double kp = 20.0, target = 0.4, u = 1.5, tolerance = 1e-12;
    for (int32_t i = 0; i < SCALARS; i++) {
        const arm_scalar s = scalars[i];
        running r = open_arm(&motor, NULL);
        const double from = coordinate_of(&r, s.joint, s.dof);
        assert_int_equal(ludo_sim_set_control(r.sim, i, u), LUDO_OK);
        run_steps(&r, 0.01, 30);
        const double middle = coordinate_of(&r, s.joint, s.dof), work = energy_of(&r).work;
        CHECK_NEAR(work, u * (middle - from), tolerance);

        assert_int_equal(ludo_sim_set_control(r.sim, i, 0.0), LUDO_OK);
        assert_int_equal(ludo_sim_set_servo(r.sim, s.joint, s.dof, target, kp, 0.0), LUDO_OK);
        run_steps(&r, 0.01, 30);
        const double to = coordinate_of(&r, s.joint, s.dof);
        const double before = target - middle, after = target - to;
        CHECK_NEAR(energy_of(&r).work - work, 0.5 * kp * (before * before - after * after),
                   tolerance);
        assert_true(fabs(to - from) > 1e-3);
        run_close(&r);
    }
}

/* A constant force on a body of the arm: F times the displacement of its centre of mass. */
static void work_on_a_body_is_force_times_way(void **state)
{
    (void)state;
    const ludo_wrench w = {{3.0, -2.0, 20.0}, {0.0, 0.0, 0.0}};
    running r = open_arm(NULL, NULL);
    const ludo_vec3 from = run_body(&r, 2).com;
    assert_int_equal(ludo_sim_set_body_force(r.sim, 2, &w), LUDO_OK);
    run_steps(&r, 0.01, 50);
    CHECK_NEAR(energy_of(&r).work, v3_dot(w.force, v3_sub(run_body(&r, 2).com, from)), 1e-12);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_are_read_back),
        cmocka_unit_test(controls_that_are_none_are_refused),
        cmocka_unit_test(servos_that_are_none_are_refused),
        cmocka_unit_test(a_servo_on_a_floating_body_is_refused),
        cmocka_unit_test(order_4_takes_servos_without_damping_only),
        cmocka_unit_test(wrenches_that_are_none_are_refused),
        cmocka_unit_test(a_reset_takes_the_controls_of_its_keyframe),
        cmocka_unit_test(a_reset_takes_servos_and_wrenches_away),
        cmocka_unit_test(a_servo_is_a_position_actuator),
        cmocka_unit_test(a_stiff_servo_holds_its_target),
        cmocka_unit_test(a_servo_without_gains_is_none),
        cmocka_unit_test(a_force_is_in_the_world_at_the_centre_of_mass),
        cmocka_unit_test(a_torque_is_in_the_frame_of_the_body),
        cmocka_unit_test(work_is_force_times_way),
        cmocka_unit_test(work_on_a_body_is_force_times_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
