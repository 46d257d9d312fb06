/* SPDX-License-Identifier: Apache-2.0
 *
 * Limits and dry friction of joints without an interior point, beside the interior point
 * [contact.md 5.11]. */
#include "integrators/maximal_contact/contact.h"
#include "sim/sim.h"
#include "limited_joint.h"

#include <math.h>

enum { LINKS = 4, STEPS = 2000 };

static const double h = 0.002;

/* A chain of hinges that swings between its limits. */
static running open_chain(double loss)
{
    ludo_spec *spec = new_spec();
    const double pull[3] = {0.0, 0.0, -9.81};
    assert_int_equal(ludo_spec_set_option(spec, "gravity", pull, 3), LUDO_OK);
    for (int32_t i = 0; i < LINKS; i++) {
        const ludo_body_def body = {.struct_size = sizeof body,
                                    .mass = 1.0,
                                    .com = {0.0, 0.0, -0.1},
                                    .inertia = {0.01, 0.01, 0.005}};
        const ludo_joint_def joint = {
            .struct_size = sizeof joint,
            .type = "hinge",
            .parent = i > 0 ? i - 1 : LUDO_WORLD,
            .child = i,
            .in_parent = {.position = {0.0, 0.0, i > 0 ? -0.2 : 0.0}},
            .axis = {i % 2 == 0, i % 2 != 0, 0.0},
            .along[0] = {.limited = true, .range = {-0.3, 0.4}, .friction_loss = loss}};
        assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
        assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    }
    return open_spec(spec, NULL);
}

/* An effort that changes its sense, on each joint at other times. */
static void push(running *r, long step, double most)
{
    for (int32_t j = 0; j < LINKS; j++) {
        const double effort = (step / (60 + 17 * j)) % 2 == 0 ? most : -most;
        assert_int_equal(ludo_sim_set_joint_effort(r->sim, j, &effort), LUDO_OK);
    }
}

/* The largest difference of positions from a run of interior points, measured 3e-9: that of gaps
 * divided by small impulses. */
static double difference(double loss, double effort)
{
    running held = open_chain(loss), cold = open_chain(loss);
    double most = 0.0;
    maximal_of(&cold.sim->state)->contacts->cold = true;
    for (long k = 0; k < STEPS; k++) {
        push(&held, k, effort);
        push(&cold, k, effort);
        run_steps(&held, h, 1);
        run_steps(&cold, h, 1);
        for (int32_t j = 0; j < LINKS; j++) {
            most = fmax(most, fabs(joint_position(&held, j) - joint_position(&cold, j)));
        }
    }
    run_close(&held);
    run_close(&cold);
    return most;
}

static void limits_hold_as_the_interior_point_does(void **state)
{
    (void)state;
    CHECK_NEAR(difference(0.0, 2.0), 0.0, 1e-7);
}

static void friction_holds_as_the_interior_point_does(void **state)
{
    (void)state;
    CHECK_NEAR(difference(0.4, 2.0), 0.0, 1e-7);
}

/* Each joint that rests on its limit has no rate, to rounding. */
static void joints_rest_on_their_limits(void **state)
{
    (void)state;
    running r = open_chain(0.1);
    for (int32_t j = 0; j < LINKS; j++) {
        const double effort = 10.0;
        assert_int_equal(ludo_sim_set_joint_effort(r.sim, j, &effort), LUDO_OK);
    }
    run_steps(&r, h, STEPS);
    for (int32_t j = 0; j < LINKS; j++) {
        CHECK_NEAR(joint_position(&r, j), 0.4, 1e-9);
        CHECK_NEAR(joint_rate(&r, j), 0.0, 1e-13);
        assert_true(stop_force(&r, j) < 0.0);
    }
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_hold_as_the_interior_point_does),
        cmocka_unit_test(friction_holds_as_the_interior_point_does),
        cmocka_unit_test(joints_rest_on_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
