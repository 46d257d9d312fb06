/* SPDX-License-Identifier: Apache-2.0
 *
 * The user's force function: when it is called, with what data, and the effect of its forces. */
#include "arm.h"

#include <float.h>

/* --- the user's function --------------------------------------------------------------------- */

enum { CALLS = 128 };

/* The forces that a function applies, and the queries that it received. */
typedef struct caller {
    int32_t body, rate; /* -1: none */
    ludo_wrench wrench;
    double effort;
    int calls;
    double time[CALLS];
    ludo_frame frame[CALLS]; /* of body 3 */
} caller;

static void act(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    caller *c = user;
    assert_int_equal(query->bodies, ARM_BODIES);
    assert_int_equal(query->rates, 8);
    for (int32_t i = 0; i < query->bodies; i++) { /* all zero on entry */
        assert_true(v3_norm(wrench[i].force) == 0.0 && v3_norm(wrench[i].torque) == 0.0);
    }
    for (int32_t i = 0; i < query->rates; i++) {
        assert_true(effort[i] == 0.0);
    }
    if (c->body >= 0) {
        wrench[c->body] = c->wrench;
    }
    if (c->rate >= 0) {
        effort[c->rate] = c->effort;
    }
    if (c->calls < CALLS) {
        c->time[c->calls] = query->time;
        c->frame[c->calls] = query->body[3];
    }
    c->calls++;
}

/* Sums have one more zero term: the bits do not change. */
static void a_function_acts_as_the_same_wrench_does(void **state)
{
    (void)state;
    FOR_SEEDS(seed, ARM_BODIES)
    {
        random_stream random = random_from(seed);
        caller c = {.body = (int32_t)seed - 1, .rate = -1};
        c.wrench.force = random_vec3(&random, 3.0);
        c.wrench.torque = random_vec3(&random, 1.0);
        running a = open_arm(NULL, NULL), b = open_arm(NULL, NULL), none = open_arm(NULL, NULL);
        assert_int_equal(ludo_sim_set_force_function(a.sim, act, &c), LUDO_OK);
        assert_int_equal(ludo_sim_set_body_force(b.sim, c.body, &c.wrench), LUDO_OK);
        run_steps(&a, 0.01, 20);
        run_steps(&b, 0.01, 20);
        run_steps(&none, 0.01, 20);
        check_same_bits(&a, &b);
        assert_true(energy_of(&a).work == energy_of(&b).work);
        const state_error moved = state_difference(&a, &none);
        assert_true(state_error_max(&moved) > 1e-2);
        run_close(&a);
        run_close(&b);
        run_close(&none);
    }
}

/* Constant efforts are equal impulses at both ends, summed in another order. */
static void an_effort_acts_as_a_motor_does(void **state)
{
    (void)state;
    const ludo_actuator_def motor = ludo_actuator_motor();
    for (int32_t i = 0; i < SCALARS; i++) {
        caller c = {.body = -1, .rate = scalars[i].rate, .effort = 0.7 - 0.3 * i};
        running a = open_arm(&motor, NULL), b = open_arm(&motor, NULL);
        assert_int_equal(ludo_sim_set_force_function(a.sim, act, &c), LUDO_OK);
        assert_int_equal(ludo_sim_set_control(b.sim, i, c.effort), LUDO_OK);
        run_steps(&a, 0.01, 20);
        run_steps(&b, 0.01, 20);
        check_alike(&a, &b, 1e-12);
        CHECK_NEAR(energy_of(&a).work, energy_of(&b).work, 1e-12);
        run_close(&a);
        run_close(&b);
    }
}

/* An effort along a rate of a quaternion acts as the effort of the joint does. */
static void an_effort_along_a_quaternion_acts_as_that_of_the_joint(void **state)
{
    (void)state;
    const double effort[3] = {0.0, 0.3, 0.0};
    caller c = {.body = -1, .rate = 5 + 1, .effort = effort[1]};
    running a = open_arm(NULL, NULL), b = open_arm(NULL, NULL);
    assert_int_equal(joint_info_of(a.model, WRIST).velocity_first, 5);
    assert_int_equal(ludo_sim_set_force_function(a.sim, act, &c), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_effort(b.sim, WRIST, effort), LUDO_OK);
    run_steps(&a, 0.01, 5);
    run_steps(&b, 0.01, 5);
    assert_true(c.calls > 0);
    check_same_bits(&a, &b);
    run_close(&a);
    run_close(&b);
}

static void check_asked(running *r, const caller *c, int call, double time)
{
    CHECK_NEAR(c->time[call], time, 4.0 * DBL_EPSILON * fabs(time));
    const ludo_body_state s = run_body(r, 3);
    assert_memory_equal(&c->frame[call].position, &s.com, sizeof s.com);
    assert_memory_equal(&c->frame[call].orientation, &s.orientation, sizeof s.orientation);
}

/* At t and t + h, with the poses of the bodies at these times. */
static void a_function_is_called_at_both_ends_of_a_step(void **state)
{
    (void)state;
    caller c = {.body = 1, .rate = -1, .wrench.force = {1.0, 2.0, 3.0}};
    running r = open_arm(NULL, NULL);
    ludo_sim_set_time(r.sim, 7.0);
    assert_int_equal(ludo_sim_set_force_function(r.sim, act, &c), LUDO_OK);
    for (int k = 0; k < 3; k++) {
        run_body(&r, 3); /* reading a state calls no function */
        assert_int_equal(c.calls, 2 * k);
        ludo_step_report report = {.struct_size = sizeof report};
        const double time = ludo_sim_time(r.sim);
        const ludo_body_state s = run_body(&r, 3);
        assert_int_equal(ludo_step(r.sim, 0.02, &report), LUDO_OK);
        assert_int_equal(report.substeps, 1);
        assert_int_equal(c.calls, 2 * k + 2);
        assert_true(c.time[2 * k] == time);
        assert_memory_equal(&c.frame[2 * k].position, &s.com, sizeof s.com);
        check_asked(&r, &c, 2 * k + 1, time + 0.02);
    }
    run_close(&r);
}

/* c1, c0, c1 with c1 = 1 / (2 - 2^(1/3)), c0 = 1 - 2 c1: forward, back, forward. */
static void a_composed_step_calls_the_function_at_its_stages(void **state)
{
    (void)state;
    const double h = 0.02, c1 = 1.0 / (2.0 - cbrt(2.0));
    const double expected[] = {0.0, c1 * h, c1 * h, (1.0 - c1) * h, (1.0 - c1) * h, h};
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 4;
    caller c = {.body = 1, .rate = 0, .effort = 0.5};
    running r = open_arm(NULL, &options);
    assert_int_equal(ludo_sim_set_force_function(r.sim, act, &c), LUDO_OK);
    run_steps(&r, h, 1);
    assert_int_equal(c.calls, 6);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(c.time[i], expected[i], 8.0 * DBL_EPSILON * h);
    }
    check_asked(&r, &c, 5, h);
    run_close(&r);
}

/* A subdivided step calls at the ends of its parts; the attempts that failed before called at the
 * start only, or stopped on the way. */
static void a_subdivided_step_calls_the_function_at_the_ends_of_its_parts(void **state)
{
    (void)state;
    const double h = 0.3, spin = 8.0;
    caller c = {.body = 1, .rate = -1, .wrench.force = {0.1, 0.0, 0.0}};
    running r = open_arm(NULL, NULL);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, SWING, &spin), LUDO_OK);
    assert_int_equal(ludo_sim_set_force_function(r.sim, act, &c), LUDO_OK);
    assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
    const int parts = report.substeps;
    assert_true(parts > 1);
    const int first = c.calls - 2 * parts;
    assert_true(first > 0 && c.calls <= CALLS);
    for (int i = 0; i < parts; i++) {
        CHECK_NEAR(c.time[first + 2 * i], h * i / parts, 4.0 * DBL_EPSILON);
        CHECK_NEAR(c.time[first + 2 * i + 1], h * (i + 1) / parts, 4.0 * DBL_EPSILON);
    }
    check_asked(&r, &c, c.calls - 1, h);
    run_close(&r);
}

static void only_null_removes_a_function(void **state)
{
    (void)state;
    caller c = {.body = 1, .rate = -1, .wrench.force = {0.1, 0.0, 0.0}};
    running r = open_arm(NULL, NULL);
    ludo_sim *other = NULL;
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &other, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_force_function(r.sim, act, &c), LUDO_OK);
    assert_int_equal(ludo_sim_copy(r.sim, other), LUDO_OK);
    run_steps(&r, 0.01, 1);
    assert_int_equal(c.calls, 2);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    run_steps(&r, 0.01, 1);
    assert_int_equal(c.calls, 4);
    assert_int_equal(ludo_sim_copy(other, r.sim), LUDO_OK);
    assert_int_equal(ludo_step(other, 0.01, NULL), LUDO_OK); /* it has no function */
    assert_int_equal(c.calls, 4);
    assert_int_equal(ludo_sim_set_force_function(r.sim, NULL, &c), LUDO_OK);
    run_steps(&r, 0.01, 1);
    assert_int_equal(c.calls, 4);
    ludo_sim_destroy(other);
    run_close(&r);
}

/* Of hinges, which every order supports. */
static running open_chain(const ludo_sim_options *options)
{
    const ludo_scene_chain_options chain = {.links = 4, .joint = "hinge", .stir = 1.0};
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, options);
}

/* The number that the function replaces by NaN, and the time from which it does. */
typedef struct spoiler {
    double from;
    bool effort;
} spoiler;

static void spoil(const ludo_force_query *query, ludo_wrench *wrench, double *effort, void *user)
{
    const spoiler *s = user;
    if (query->time >= s->from) {
        *(s->effort ? &effort[0] : &wrench[2].torque.y) =
            s->effort ? (double)NAN : (double)INFINITY;
    }
}

/* At the start of the second step or at its end; the state is unchanged, for every order. */
static void a_step_with_forces_that_are_not_finite_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        spoiler s = {i % 2 == 0 ? 0.005 : 0.015, i % 4 < 2};
        ludo_sim_options options = ludo_sim_options_default();
        options.order = i < 4 ? 2 : i < 8 ? 4 : 1;
        running a = open_chain(&options), b = open_chain(&options);
        ludo_step_report report = {.struct_size = sizeof report};
        run_steps(&a, 0.01, 1);
        run_steps(&b, 0.01, 1);
        assert_int_equal(ludo_sim_set_force_function(a.sim, spoil, &s), LUDO_OK);
        assert_int_equal(ludo_step(a.sim, 0.01, &report), LUDO_BAD_ARGUMENT);
        assert_true(ludo_sim_time(a.sim) == 0.01);
        check_same_bits(&a, &b);
        assert_int_equal(ludo_sim_set_force_function(a.sim, NULL, NULL), LUDO_OK);
        run_steps(&a, 0.01, 2);
        run_steps(&b, 0.01, 2);
        check_same_bits(&a, &b);
        run_close(&a);
        run_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_acts_as_the_same_wrench_does),
        cmocka_unit_test(an_effort_acts_as_a_motor_does),
        cmocka_unit_test(an_effort_along_a_quaternion_acts_as_that_of_the_joint),
        cmocka_unit_test(a_function_is_called_at_both_ends_of_a_step),
        cmocka_unit_test(a_composed_step_calls_the_function_at_its_stages),
        cmocka_unit_test(a_subdivided_step_calls_the_function_at_the_ends_of_its_parts),
        cmocka_unit_test(only_null_removes_a_function),
        cmocka_unit_test(a_step_with_forces_that_are_not_finite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
