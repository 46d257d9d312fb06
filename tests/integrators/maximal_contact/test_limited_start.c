/* SPDX-License-Identifier: Apache-2.0
 *
 * A start outside of joint limits is moved onto them, unless loops prevent it, and reported. */
#include "linkage.h"
#include "limited_joint.h"

static ludo_start_report projected(running *r)
{
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r->sim, &report), LUDO_OK);
    return report;
}

static limited_joint make_hinge(void)
{
    return (limited_joint){.type = "hinge",
                           .along[0] = {.limited = true, .range = {-0.5, 1.0}},
                           .axis = {0.0, 1.0, 0.0},
                           .com = {0.2, 0.0, 0.0},
                           .mass = 1.0,
                           .inertia = 1.0};
}

static void coordinates_go_onto_their_limits(void **state)
{
    (void)state;
    const struct {
        double from, to;
        int32_t limited;
    } cases[] = {{-0.7, -0.5, 1}, {1.5, 1.0, 1}, {0.3, 0.3, 0}, {1.0, 1.0, 0}, {7.0, 1.0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const limited_joint s = make_hinge();
        running r = open_limited_joint(&s);
        set_position(&r, 0, &cases[i].from);
        const ludo_start_report report = projected(&r);
        assert_int_equal(report.limited, cases[i].limited);
        assert_true((report.position_correction > 0.0) == (cases[i].limited > 0));
        CHECK_NEAR(joint_position(&r, 0), cases[i].to, 1e-15);
        run_close(&r);
    }
}

static void limits_that_are_off_leave_a_start_alone(void **state)
{
    (void)state;
    const double outside = 1.5;
    ludo_sim_options off = ludo_sim_options_default();
    off.limits = false;
    const limited_joint s = make_hinge();
    running r = open_spec(spec_limited_joint(&s), &off);
    set_position(&r, 0, &outside);
    assert_int_equal(projected(&r).limited, 0);
    CHECK_NEAR(joint_position(&r, 0), outside, 1e-15);
    run_close(&r);
}

static void balls_rotate_back_along_their_own_axis(void **state)
{
    (void)state;
    const limited_joint s = {.type = "ball",
                             .along[0] = {.limited = true, .range = {0.0, 0.4}},
                             .mass = 1.0,
                             .inertia = 1.0};
    FOR_SEEDS(seed, 20)
    {
        random_stream stream = random_from(seed);
        running r = open_limited_joint(&s);
        const ludo_quat q = random_quat(&stream);
        double to[7];
        set_position(&r, 0, (double[4]){q.w, q.x, q.y, q.z});
        assert_int_equal(projected(&r).limited, 1); /* a random rotation is hardly ever so small */
        CHECK_NEAR(ball_angle(&r, 0), 0.4, 1e-14);
        assert_int_equal(ludo_sim_joint_position(r.sim, 0, to), LUDO_OK);
        const ludo_vec3 across = v3_cross(v3(q.x, q.y, q.z), v3(to[1], to[2], to[3]));
        CHECK_NEAR(v3_norm(across), 0.0, 1e-15);
        run_close(&r);
    }
}

/* Three bars and the ground, the crank between stops. */
static running open_four_bar(double crank, const double range[2])
{
    ludo_spec *spec = NULL;
    scene s = ludo_scene_begin("four-bar", 3, NULL);
    const double side[] = {1.0, 1.2, 0.9};
    int32_t bar[3];
    for (int i = 0; i < 3; i++) {
        bar[i] = ludo_scene_add_bar(&s,
                                    i == 0   ? "left"
                                    : i == 1 ? "coupler"
                                             : "right",
                                    1.0, side[i]);
    }
    const ludo_joint_def left = {.struct_size = sizeof left,
                                 .name = "left",
                                 .type = "hinge",
                                 .parent = LUDO_WORLD,
                                 .child = bar[0],
                                 .axis = {0.0, 1.0, 0.0},
                                 .along[0] = {.limited = true, .range = {range[0], range[1]}}};
    const joint_start at = {.position = {crank}};
    ludo_scene_add_joint(&s, &left, &at);
    ludo_scene_pin(&s, "coupler", (ludo_spot){bar[0], side[0], 0.0}, bar[1], 1.2, NULL);
    ludo_scene_pin(&s, "right", (ludo_spot){LUDO_WORLD, 1.1, 0.0}, bar[2], -1.5, NULL);
    ludo_scene_close(&s, "hinge", (ludo_spot){bar[1], side[1], 0.0},
                     (ludo_spot){bar[2], side[2], 0.0}, 0.0);
    const ludo_status built = ludo_scene_end(&s, &spec);
    return run_open(built, spec, NULL);
}

static double joint_moved(const running *r, int32_t joint)
{
    double moved = -1.0;
    assert_int_equal(ludo_sim_joint_moved(r->sim, joint, &moved), LUDO_OK);
    return moved;
}

/* The loop closes around the crank that was moved. */
static void loops_close_within_limits(void **state)
{
    (void)state;
    const double range[2] = {-1.3, -0.9};
    for (double crank = -2.0; crank < 0.1; crank += 0.3) {
        running r = open_four_bar(crank, range);
        const ludo_start_report report = projected(&r);
        const double q = joint_position(&r, 0);
        assert_true(q >= range[0] - 1e-12 && q <= range[1] + 1e-12);
        assert_true(crank > range[0] || report.limited == 1);
        assert_true(crank < range[1] || report.limited == 1);
        assert_int_equal(report.outside, 0);
        CHECK_NEAR(joint_moved(&r, 0), fabs(q - crank), 1e-12);
        run_close(&r);
    }
}

/* The crank can't point to the other pivot, which is 1.1 away: its end would be 0.1 from the pivot,
 * and the two other bars span no less than 1.2 - 0.9. */
static void loops_hold_joints_outside_of_their_limits(void **state)
{
    (void)state;
    const double range[2] = {-0.1, 0.1}, crank = -1.0;
    running r = open_four_bar(crank, range);
    const ludo_start_report report = projected(&r);
    const double q = joint_position(&r, 0);
    assert_int_equal(report.outside, 1);
    assert_int_equal(report.limited, 0);
    assert_true(fabs(q) > acos((1.0 + 1.1 * 1.1 - 0.3 * 0.3) / 2.2) - 1e-9);
    CHECK_NEAR(joint_moved(&r, 0), fabs(q - crank), 1e-12);
    run_close(&r);
}

/* The linkage falls until the crank reaches its limit; loop and limit both hold. */
static void cranks_in_loops_stop(void **state)
{
    (void)state;
    const double range[2] = {-1.3, -0.9}, passed = 1e-9;
    running r = open_four_bar(-1.1, range);
    for (int k = 0; k < 400; k++) {
        run_steps(&r, 0.005, 1);
        const double q = joint_position(&r, 0);
        assert_true(q >= range[0] - passed && q <= range[1] + passed);
        ludo_violation v;
        assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
        assert_true(v.position <= 1e-9);
    }
    const double q = joint_position(&r, 0);
    CHECK_NEAR(fmin(fabs(q - range[0]), fabs(q - range[1])), 0.0, 1e-6);
    CHECK_NEAR(joint_rate(&r, 0), 0.0, 1e-6);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_go_onto_their_limits),
        cmocka_unit_test(limits_that_are_off_leave_a_start_alone),
        cmocka_unit_test(balls_rotate_back_along_their_own_axis),
        cmocka_unit_test(loops_close_within_limits),
        cmocka_unit_test(loops_hold_joints_outside_of_their_limits),
        cmocka_unit_test(cranks_in_loops_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
