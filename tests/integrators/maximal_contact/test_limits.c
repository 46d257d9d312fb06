/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint limits are hard: no joint passes its limit, and one that falls onto it loses its energy and
 * rests. */
#include "linkage.h"
#include "limited_joint.h"

static const double g = 9.81, pi_half = 1.57079632679489661923;

/* Largest violation of a limit at a knot: complementarity is reached from inside, the tolerance of
 * the iteration is 1e-10 of an angle or a length. */
static const double passed = 1e-9;

/* A rod of 1 kg and 1 m that hangs on a hinge, its angle counted from -z. */
static limited_joint make_pendulum(double low, double high)
{
    return (limited_joint){.type = "hinge",
                           .along[0] = {.limited = true, .range = {low, high}},
                           .axis = {0.0, -1.0, 0.0},
                           .gravity = {0.0, 0.0, -g},
                           .com = {0.0, 0.0, -0.5},
                           .mass = 1.0,
                           .inertia = 1.0 / 12.0};
}

/* Steps within the range. */
static void run_within(running *r, const double range[2], double h, long steps)
{
    for (long k = 0; k < steps; k++) {
        run_steps(r, h, 1);
        const double q = joint_position(r, 0);
        assert_true(q >= range[0] - passed && q <= range[1] + passed);
    }
}

static void pendulum_falls_on_its_stop_and_rests(void **state)
{
    (void)state;
    const double low = 0.3, h = 0.005;
    const limited_joint s = make_pendulum(low, 3.0);
    running r = open_limited_joint(&s);
    set_position(&r, 0, &pi_half);
    run_within(&r, s.along[0].range, h, 400);
    CHECK_NEAR(joint_position(&r, 0), low, passed);
    CHECK_NEAR(joint_rate(&r, 0), 0.0, passed);
    CHECK_NEAR(run_energy(&r), -0.5 * g * cos(low), 1e-8);
    /* the limit carries its weight */
    CHECK_NEAR(stop_force(&r, 0), 0.5 * g * sin(low), 1e-8);
    run_close(&r);
}

/* Before the limit it moves as without one, to the bit. */
static void limits_that_are_not_reached_do_nothing(void **state)
{
    (void)state;
    ludo_sim_options off = ludo_sim_options_default();
    off.limits = false;
    const limited_joint s = make_pendulum(-2.0, 2.0);
    running a = open_limited_joint(&s), b = open_spec(spec_limited_joint(&s), &off);
    set_position(&a, 0, &pi_half);
    set_position(&b, 0, &pi_half);
    run_steps(&a, 0.005, 400);
    run_steps(&b, 0.005, 400);
    check_same_bits(&a, &b);
    assert_true(stop_force(&a, 0) == 0.0);
    run_close(&a);
    run_close(&b);
}

/* A joint that hits a limit in a step of any length neither passes nor bounces: its rate is 0 or
 * away from the limit. */
static void stops_hold_on_both_sides(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 20)
    {
        random_stream s = random_from(seed);
        const double h = random_uniform(&s, 1e-3, 2e-2);
        limited_joint slider = {.type = seed % 2 != 0 ? "slide" : "hinge",
                                .along[0] = {.limited = true,
                                             .range = {-0.2, 0.3},
                                             .stiffness = random_uniform(&s, 0.0, 50.0),
                                             .rest = random_uniform(&s, -1.0, 1.0),
                                             .damping = random_uniform(&s, 0.0, 1.0),
                                             .armature = random_uniform(&s, 0.0, 1.0)},
                                .axis = {1.0, 0.0, 0.0},
                                .gravity = random_vec3(&s, 10.0),
                                .com = random_vec3(&s, 0.3),
                                .mass = random_uniform(&s, 0.01, 10.0)};
        slider.inertia = 0.1 * slider.mass;
        running r = open_limited_joint(&slider);
        const double rate = random_uniform(&s, -20.0, 20.0);
        set_rate(&r, 0, &rate);
        run_within(&r, slider.along[0].range, h, 100);
        run_close(&r);
    }
}

/* A ball joint with a limit: it swings, reaches the limit, slides along it and stays inside. */
static void ball_stays_in_its_cone(void **state)
{
    (void)state;
    const double most = 0.7;
    FOR_SEEDS(seed, 6)
    {
        random_stream s = random_from(seed);
        const limited_joint ball = {
            .type = "ball",
            .along[0] = {.limited = true, .range = {0.0, most}, .damping = 0.2},
            .gravity = {g, 0.0, -0.2 * g},
            .com = {0.0, 0.0, -0.5},
            .mass = 1.0,
            .inertia = 0.1};
        running r = open_limited_joint(&ball);
        const ludo_vec3 w = random_vec3(&s, 5.0);
        set_rate(&r, 0, (double[3]){w.x, w.y, w.z});
        for (int k = 0; k < 800; k++) {
            run_steps(&r, 0.005, 1);
            assert_true(ball_angle(&r, 0) <= most + passed);
        }
        CHECK_NEAR(ball_angle(&r, 0), most, 1e-6);
        run_close(&r);
    }
}

/* Hinge, slide, hinge between the same bodies, each with stops. */
static running open_composite(void)
{
    ludo_spec *spec = new_spec();
    const char *types[] = {"hinge", "slide", "hinge"};
    const ludo_vec3 axis[] = {{0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
    const ludo_body_def body = {.struct_size = sizeof body,
                                .mass = 1.0,
                                .com = {0.4, 0.0, 0.1},
                                .inertia = {0.1, 0.1, 0.1}};
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    for (int i = 0; i < 3; i++) {
        const ludo_joint_def joint = {
            .struct_size = sizeof joint,
            .type = types[i],
            .parent = LUDO_WORLD,
            .continues = i > 0,
            .axis = axis[i],
            .along[0] = {.limited = true, .range = {-0.3, 0.2 + 0.1 * i}, .damping = 0.1}};
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    return open_spec(spec, NULL);
}

static void parts_of_composite_joints_are_limited(void **state)
{
    (void)state;
    running r = open_composite();
    for (int k = 0; k < 600; k++) {
        run_steps(&r, 0.005, 1);
        for (int32_t j = 0; j < 3; j++) {
            const double q = joint_position(&r, j);
            assert_true(q >= -0.3 - passed && q <= 0.2 + 0.1 * j + passed);
        }
    }
    /* those that gravity moves are at their limits */
    for (int32_t j = 0; j < 2; j++) {
        CHECK_NEAR(joint_position(&r, j), 0.2 + 0.1 * j, 1e-6);
        CHECK_NEAR(joint_rate(&r, j), 0.0, 1e-6);
    }
    run_close(&r);
}

/* --- actuators ------------------------------------------------------------------------------- */

/* A motor pushes a slide against its limit with its force range at most: the limit has the same
 * reaction. */
static void motor_pushes_against_a_stop_with_its_limit(void **state)
{
    (void)state;
    const double push = 7.0;
    const limited_joint s = {.type = "slide",
                             .along[0] = {.limited = true, .range = {-0.1, 0.1}},
                             .axis = {1.0, 0.0, 0.0},
                             .mass = 2.0,
                             .inertia = 0.1};
    ludo_spec *spec = spec_limited_joint(&s);
    const ludo_actuator_def motor = {.struct_size = sizeof motor,
                                     .gear = 1.0,
                                     .gain = 1.0,
                                     .force_limited = true,
                                     .force_range = {-push, push}};
    assert_int_equal(ludo_spec_add_actuator(spec, &motor, NULL), LUDO_OK);
    running r = open_spec(spec, NULL);
    assert_int_equal(ludo_sim_set_control(r.sim, 0, 100.0), LUDO_OK);
    run_steps(&r, 0.005, 200);
    CHECK_NEAR(joint_position(&r, 0), 0.1, passed);
    CHECK_NEAR(stop_force(&r, 0), -push, 1e-8);
    run_close(&r);
}

/* All forces of a ball at once: spring, damper, armature, dry friction, limit. */
static void balls_with_all_forces_stay_in_their_cones(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 12)
    {
        random_stream s = random_from(seed);
        const double most = random_uniform(&s, 0.05, 3.0), h = random_uniform(&s, 1e-3, 1e-2);
        const limited_joint ball = {.type = "ball",
                                    .along[0] = {.limited = true,
                                                 .range = {0.0, most},
                                                 .stiffness = random_uniform(&s, 0.0, 5.0),
                                                 .damping = random_uniform(&s, 0.0, 0.3),
                                                 .armature = random_uniform(&s, 0.0, 0.3),
                                                 .friction_loss = random_uniform(&s, 0.0, 1.0)},
                                    .gravity = random_vec3(&s, 10.0),
                                    .com = random_vec3(&s, 0.5),
                                    .mass = 1.0,
                                    .inertia = 0.1};
        running r = open_limited_joint(&ball);
        const ludo_vec3 w = random_vec3(&s, 8.0);
        set_rate(&r, 0, (double[3]){w.x, w.y, w.z});
        for (int k = 0; k < 150; k++) {
            run_steps(&r, h, 1);
            assert_true(ball_angle(&r, 0) <= most + passed);
        }
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_falls_on_its_stop_and_rests),
        cmocka_unit_test(limits_that_are_not_reached_do_nothing),
        cmocka_unit_test(stops_hold_on_both_sides),
        cmocka_unit_test(ball_stays_in_its_cone),
        cmocka_unit_test(balls_with_all_forces_stay_in_their_cones),
        cmocka_unit_test(parts_of_composite_joints_are_limited),
        cmocka_unit_test(motor_pushes_against_a_stop_with_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
