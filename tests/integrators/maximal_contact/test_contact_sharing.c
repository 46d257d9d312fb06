/* SPDX-License-Identifier: Apache-2.0
 *
 * Shares of a load among redundant contacts do not depend on what went before: each step from a
 * cold start beside steps that are predicted. Nor does a motion depend on what is read. */
#include "integrators/maximal_contact/contact.h"
#include "sim/sim.h"
#include "tilted.h"

enum { STACK = 4 };

static const double length = 0.1; /* of the boxes [m] */

/* Boxes on one another on a floor, which slide and spin. */
static running open_stack(ludo_quat axes, int32_t count, double friction, double speed, double spin)
{
    const touch by = {friction, 0.0};
    const ludo_vec3 v = in_axes(axes, speed, 0.3 * speed, 0.0);
    free_body boxes[STACK];
    ludo_spec *spec = floor_in(axes, by.friction);
    for (int32_t i = 0; i < count; i++) {
        const ludo_vec3 x = in_axes(axes, 0.01 * i, 0.02 * i, 0.1 + 0.2 * i);
        boxes[i] =
            (free_body){"box", {0.2, 0.15, 0.1}, 12.0, x, axes, {v.x, v.y, v.z, 0.0, 0.0, spin}};
        add_free_body(spec, &boxes[i], by);
    }
    return open_free_bodies(spec, NULL, count, boxes);
}

/* The largest difference of positions, and of angles times a length [m]. */
static double difference(running *predicted, running *cold, long steps)
{
    double most = 0.0;
    maximal_of(&cold->sim->state)->contacts->cold = true;
    for (long k = 0; k < steps; k++) {
        run_steps(predicted, 0.005, 1);
        run_steps(cold, 0.005, 1);
        const state_error e = state_difference(predicted, cold);
        most = fmax(most, fmax(e.position, length * e.angle));
    }
    run_close(predicted);
    run_close(cold);
    return most;
}

static double difference_of(ludo_quat axes, int32_t count, double friction, double speed,
                            double spin, long steps)
{
    running predicted = open_stack(axes, count, friction, speed, spin);
    running cold = open_stack(axes, count, friction, speed, spin);
    return difference(&predicted, &cold, steps);
}

/* Measured: 5e-14. */
static void stacks_rest_as_predicted(void **state)
{
    (void)state;
    assert_true(difference_of(upright, STACK, 0.6, 0.0, 0.0, 10000) <= 1e-10);
    assert_true(difference_of(askew(), STACK, 0.6, 0.0, 0.0, 10000) <= 1e-10);
}

/* A box that slides and spins until it rests. Rounding of gaps changes its shares by 1e-6 to 1e-5;
 * shares of an interior point are off by 0.1, and the motion by 2e-4. Measured: 1e-9 m, and 3e-7
 * rad. */
static void boxes_slide_as_predicted(void **state)
{
    (void)state;
    assert_true(difference_of(upright, 1, 0.3, 3.0, 2.0, 400) <= 1e-7);
    assert_true(difference_of(askew(), 1, 0.3, 3.0, 2.0, 400) <= 1e-7);
}

/* A box that lands on a corner and rocks: it presses on some corners and is near the floor with
 * others. */
static running open_rocking(void)
{
    const touch by = {0.5, 0.0};
    const ludo_quat turned = q_normalized((ludo_quat){1.0, 0.03, 0.05, 0.2});
    const free_body box = {
        "box", {0.2, 0.15, 0.1}, 12.0, {0.0, 0.0, 0.14}, turned, {0.5, 0.0, 0.0, 1.0, -1.0, 2.0}};
    ludo_spec *spec = floor_in(upright, by.friction);
    add_free_body(spec, &box, by);
    return open_free_bodies(spec, NULL, 1, &box);
}

/* A step after a read knot takes the rows that its velocities had. */
static void steps_after_read_knots_have_the_same_bits(void **state)
{
    (void)state;
    running read = open_rocking(), unread = open_rocking();
    for (long k = 0; k < 300; k++) {
        (void)run_body(&read, 0);
        run_steps(&read, 0.005, 1);
        run_steps(&unread, 0.005, 1);
        assert_memory_equal(state_poses(&read.sim->state), state_poses(&unread.sim->state),
                            sizeof(pose));
    }
    run_close(&read);
    run_close(&unread);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_rest_as_predicted),
        cmocka_unit_test(boxes_slide_as_predicted),
        cmocka_unit_test(steps_after_read_knots_have_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
