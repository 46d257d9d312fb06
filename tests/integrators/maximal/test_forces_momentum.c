/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces inside a mechanism change no momentum of the whole, of any kind and stiffness: each kind
 * by itself on every type of joint, and all of them at once for long.
 *
 * LUDO_LONG_TESTS=1 in the environment makes the long run one of a million steps. */
#include "build.h"
#include "momentum.h"
#include "small_spec.h"

#include <stdio.h>

/* --- each kind by itself --------------------------------------------------------------------- */

/* The kind of force, if any, between a free body and one attached to it by a joint. */
typedef enum force_kind {
    NOTHING,
    JOINT_SPRING,
    JOINT_DAMPER,
    ARMATURE,
    DISTANCE,
    TENDON,
    MOTOR,
    POSITION,
    VELOCITY,
    SERVO,
    EFFORT /* of the user's function */
} force_kind;

static const char *const joint_types[] = {
    "hinge",       "slide",       "cylindrical",      "universal",
    "planar",      "ball",        "point-on-line",    "free-planar",
    "hinge+slide", "hinge+hinge", "orientation-only", "hinge+slide+hinge",
    "slide+slide",
};
enum { JOINT_TYPES = sizeof joint_types / sizeof joint_types[0], FLIGHT = 0, HELD = 1 };

static void add_lopsided_body(ludo_spec *spec, random_stream *random)
{
    ludo_body_def body = {.struct_size = sizeof body,
                          .inertia = {0.2, 0.3, 0.4, 0.02, -0.03, 0.01}};
    body.mass = random_uniform(random, 0.5, 2.0); /* drawn in this order by every compiler */
    body.com = random_vec3(random, 0.3);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
}

static ludo_dof_def dof_of(force_kind kind, bool quaternion)
{
    return (ludo_dof_def){
        .stiffness = kind == JOINT_SPRING ? 30.0 : 0.0,
        .rest = kind == JOINT_SPRING && !quaternion ? 0.4 : 0.0,
        .damping = kind == JOINT_DAMPER ? 0.7 : 0.0,
        .armature = kind == ARMATURE ? 0.3 : 0.0,
    };
}

/* Parts of a composite joint have parallel frames at one place, and axes of their own. */
static void add_joint_between(ludo_spec *spec, const char *types, force_kind kind,
                              random_stream *random)
{
    ludo_frame in_parent, in_child;
    in_parent.position = random_vec3(random, 0.5);
    in_parent.orientation = random_quat(random);
    in_child.position = random_vec3(random, 0.5);
    in_child.orientation = random_quat(random);
    char type[LUDO_SCENE_TYPE_MAX];
    for (int k = 0; types != NULL; k++) {
        types = ludo_scene_next_type(types, type);
        const joint_shape shape = ludo_scene_joint_shape(type);
        ludo_joint_def joint = {
            .struct_size = sizeof joint, .type = type, .parent = 0, .child = 1, .continues = k > 0};
        joint.in_parent = in_parent;
        joint.in_child = in_child;
        joint.axis = random_vec3(random, 1.0);
        joint.axis2 = v3_cross(joint.axis, random_vec3(random, 1.0));
        for (int i = 0; i < shape.scalars + shape.quaternion; i++) {
            joint.along[i] = dof_of(kind, i == shape.scalars);
        }
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
}

static void add_line(ludo_spec *spec, force_kind kind, random_stream *random)
{
    ludo_site_def site[2] = {{.struct_size = sizeof(ludo_site_def), .body = 0},
                             {.struct_size = sizeof(ludo_site_def), .body = 1}};
    site[0].frame.position = random_vec3(random, 0.5);
    site[1].frame.position = random_vec3(random, 0.5);
    const ludo_tendon_term term = {HELD, 0, 0.6};
    const ludo_spring_def spring = {.struct_size = sizeof spring,
                                    .type = kind == DISTANCE ? "distance" : "tendon",
                                    .site_b = 1,
                                    .term = &term,
                                    .term_count = kind == DISTANCE ? 0 : 1,
                                    .stiffness = 40.0,
                                    .damping = 0.5,
                                    .rest = {0.3, 0.3}};
    assert_int_equal(ludo_spec_add_site(spec, &site[0], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_site(spec, &site[1], NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_spring(spec, &spring, NULL), LUDO_OK);
}

static void add_actuator(ludo_spec *spec, force_kind kind)
{
    ludo_actuator_def actuator = kind == MOTOR      ? ludo_actuator_motor()
                                 : kind == POSITION ? ludo_actuator_position(20.0, 0.5)
                                                    : ludo_actuator_velocity(0.8);
    actuator.target = HELD;
    actuator.gear = 1.5;
    assert_int_equal(ludo_spec_add_actuator(spec, &actuator, NULL), LUDO_OK);
}

static void push_along_the_first_coordinate(const ludo_force_query *query, ludo_wrench *wrench,
                                            double *effort, void *user)
{
    (void)wrench;
    (void)user;
    effort[6] = sin(5.0 * query->time); /* after the six of the flight */
}

static void start_forces(running *r, force_kind kind)
{
    if (ludo_model_actuator_count(r->model) > 0) {
        assert_int_equal(ludo_sim_set_control(r->sim, 0, 0.8), LUDO_OK);
    }
    if (kind == SERVO) {
        assert_int_equal(ludo_sim_set_servo(r->sim, HELD, 0, 0.5, 20.0, 0.5), LUDO_OK);
    }
    if (kind == EFFORT) {
        assert_int_equal(ludo_sim_set_force_function(r->sim, push_along_the_first_coordinate, NULL),
                         LUDO_OK);
    }
}

static void start_motion(running *r)
{
    random_stream random = random_from(7);
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        double rate[6];
        for (int i = 0; i < 6; i++) {
            rate[i] = random_uniform(&random, -1.0, 1.0);
        }
        assert_int_equal(ludo_sim_set_joint_velocity(r->sim, j, rate), LUDO_OK);
    }
}

static running two_bodies(const char *types, force_kind kind)
{
    random_stream random = random_from(5);
    ludo_spec *spec = new_spec();
    const double nothing[3] = {0.0, 0.0, 0.0};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", nothing, 3), LUDO_OK);
    add_lopsided_body(spec, &random);
    add_lopsided_body(spec, &random);
    add_joint(spec, "free", LUDO_WORLD, 0);
    add_joint_between(spec, types, kind, &random);
    if (kind == DISTANCE || kind == TENDON) {
        add_line(spec, kind, &random);
    }
    if (kind == MOTOR || kind == POSITION || kind == VELOCITY) {
        add_actuator(spec, kind);
    }
    running r = {compiled(spec), NULL};
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &r.sim, NULL), LUDO_OK);
    start_motion(&r);
    start_forces(&r, kind);
    return r;
}

/* The rounding errors of a thousand steps of some hundred roundings each walk sqrt(1e5) of 1e-16 at
 * most; and the force must have an effect. */
static void check_kind_on(const char *types, force_kind kind)
{
    running r = two_bodies(types, kind), plain = two_bodies(types, NOTHING);
    momentum_watch w = watch_begin(&r);
    double felt = 0.0;
    for (int k = 0; k < 1000 / SHORTER; k++) {
        run_steps(&r, 0.005, 1);
        run_steps(&plain, 0.005, 1);
        watch(&w, &r);
        const state_error e = state_difference(&r, &plain);
        felt = fmax(felt, state_error_max(&e));
    }
    print_message("  %-18s linear %.1e, angular %.1e, felt %.1e\n", types, w.linear, w.angular,
                  felt);
    CHECK_NEAR(w.linear, 0.0, 1e-13);
    CHECK_NEAR(w.angular, 0.0, 1e-13);
    assert_true(felt > 0.01 / SHORTER); /* the effect grows with the time, at least linearly */
    run_close(&r);
    run_close(&plain);
}

/* On every type of joint, or on every one that has a scalar coordinate. */
static void check_kind(force_kind kind, bool needs_scalar)
{
    for (int i = 0; i < JOINT_TYPES; i++) {
        char type[LUDO_SCENE_TYPE_MAX];
        ludo_scene_next_type(joint_types[i], type);
        if (!needs_scalar || ludo_scene_joint_shape(type).scalars > 0) {
            check_kind_on(joint_types[i], kind);
        }
    }
}

static void joint_springs_change_no_momentum(void **state)
{
    (void)state;
    check_kind(JOINT_SPRING, false);
}

static void joint_dampers_change_no_momentum(void **state)
{
    (void)state;
    check_kind(JOINT_DAMPER, false);
}

static void armatures_change_no_momentum(void **state)
{
    (void)state;
    check_kind(ARMATURE, false);
}

static void distance_springs_change_no_momentum(void **state)
{
    (void)state;
    check_kind(DISTANCE, false);
}

static void tendons_change_no_momentum(void **state)
{
    (void)state;
    check_kind(TENDON, true);
}

static void motors_change_no_momentum(void **state)
{
    (void)state;
    check_kind(MOTOR, true);
}

static void position_actuators_change_no_momentum(void **state)
{
    (void)state;
    check_kind(POSITION, true);
}

static void velocity_actuators_change_no_momentum(void **state)
{
    (void)state;
    check_kind(VELOCITY, true);
}

static void servos_change_no_momentum(void **state)
{
    (void)state;
    check_kind(SERVO, true);
}

static void efforts_of_a_function_change_no_momentum(void **state)
{
    (void)state;
    check_kind(EFFORT, true);
}

/* --- all at once ----------------------------------------------------------------------------- */

static running everything_in_flight(bool damped, const char *rotation)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.rotation = rotation;
    ludo_spec *spec = NULL;
    const ludo_scene_everything_options tree = {
        .bodies = 13, .seed = 2, .floating = true, .damped = damped, .stiffness = 50.0};
    const ludo_status built = ludo_scene_everything(&tree, NULL, &spec);
    return run_open(built, spec, &options);
}

/* Varying controls, so that the mechanism never comes to rest. */
static void steer(running *r, long step)
{
    for (int32_t i = 0; i < ludo_model_actuator_count(r->model); i++) {
        const double control = sin(0.01 * (double)step + i);
        assert_int_equal(ludo_sim_set_control(r->sim, i, control), LUDO_OK);
    }
}

static void check_everything(bool damped, const char *rotation)
{
    running r = everything_in_flight(damped, rotation);
    stop_drifting(&r);
    momentum_watch w = watch_begin(&r);
    const long steps = long_tests() ? 1000000 : 20000 / SHORTER;
    for (long k = 0; k < steps; k++) {
        steer(&r, k);
        run_steps(&r, 0.005, 1);
        if (k % 100 == 99) {
            watch(&w, &r);
        }
    }
    print_message("%s, %s, %ld steps: linear %.2e, angular %.2e\n", damped ? "damped" : "undamped",
                  rotation, steps, w.linear, w.angular);
    CHECK_NEAR(w.linear, 0.0, 1e-11);
    CHECK_NEAR(w.angular, 0.0, 1e-11);
    run_close(&r);
}

static void momenta_of_everything_in_flight_stay(void **state)
{
    (void)state;
    check_everything(true, "exponential");
    check_everything(true, "quaternion");
    check_everything(false, "exponential");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joint_springs_change_no_momentum),
        cmocka_unit_test(joint_dampers_change_no_momentum),
        cmocka_unit_test(armatures_change_no_momentum),
        cmocka_unit_test(distance_springs_change_no_momentum),
        cmocka_unit_test(tendons_change_no_momentum),
        cmocka_unit_test(motors_change_no_momentum),
        cmocka_unit_test(position_actuators_change_no_momentum),
        cmocka_unit_test(velocity_actuators_change_no_momentum),
        cmocka_unit_test(servos_change_no_momentum),
        cmocka_unit_test(efforts_of_a_function_change_no_momentum),
        cmocka_unit_test(momenta_of_everything_in_flight_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
