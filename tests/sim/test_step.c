/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of any length and sign: time, turns, subdivision, reports, failures without a trace. */
#include "everything.h"

#include <float.h>
#include <string.h>

/* One body on a joint to the world, no gravity, its centre of mass `arm` away from the joint. */
static running single_body(const char *type, double arm, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    running r;
    const ludo_body_def body = {.struct_size = sizeof body,
                                .name = "body",
                                .mass = 1.0,
                                .com = {arm, 0.0, 0.0},
                                .inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}};
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .name = "joint",
                                  .type = type,
                                  .parent = LUDO_WORLD,
                                  .axis = {0.0, 0.0, 1.0}};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_spec_set_option(spec, "gravity", (double[3]){0.0, 0.0, 0.0}, 3), LUDO_OK);
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &r.model, NULL), LUDO_OK);
    ludo_spec_destroy(spec);
    assert_int_equal(ludo_sim_create(r.model, options, NULL, &r.sim, NULL), LUDO_OK);
    return r;
}

static double joint_angle(running *r)
{
    double q;
    assert_int_equal(ludo_sim_joint_position(r->sim, 0, &q), LUDO_OK);
    return q;
}

static void spin(running *r, double rate)
{
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, 0, &rate), LUDO_OK);
}

/* --- time ------------------------------------------------------------------------------------ */

/* Two steps of 0.1 forwards, one back, a hundred thousand of them. The sum of as many doubles 0.1
 * as are left over is known to the last bit; naive summation is thousands of bits off. */
static void time_is_the_sum_of_all_steps(void **state)
{
    (void)state;
    enum { STEPS = 100000 };
    running r = single_body("hinge", 0.0, NULL);
    ludo_sim_set_time(r.sim, 3.0);
    for (int k = 0; k < STEPS; k++) {
        const double h = k % 3 == 2 ? -0.1 : 0.1;
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, h, &report), LUDO_OK);
        assert_true(report.time == ludo_sim_time(r.sim));
    }
    const double sum = (double)(3.0L + (STEPS - 2 * (STEPS / 3)) * (long double)0.1);
    CHECK_NEAR(ludo_sim_time(r.sim), sum, DBL_EPSILON * sum);
    ludo_sim_set_time(r.sim, -7.25);
    assert_true(ludo_sim_time(r.sim) == -7.25);
    run_steps(&r, 0.25, 1); /* nothing is left of what the sum had lost */
    assert_true(ludo_sim_time(r.sim) == -7.0);
    run_close(&r);
}

static void steps_that_are_none_are_refused(void **state)
{
    (void)state;
    const double bad[] = {0.0, -0.0, (double)NAN, (double)INFINITY, -(double)INFINITY};
    running r = single_body("hinge", 1.0, NULL);
    spin(&r, 1.0);
    run_steps(&r, 0.1, 3);
    const ludo_body_state before = run_body(&r, 0);
    for (int i = 0; i < 5; i++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, bad[i], &report), LUDO_BAD_ARGUMENT);
        assert_int_equal(report.solves, 0);
        assert_int_equal(ludo_step(r.sim, bad[i], NULL), LUDO_BAD_ARGUMENT);
    }
    assert_int_equal(ludo_step(NULL, 0.1, NULL), LUDO_BAD_ARGUMENT);
    const ludo_body_state after = run_body(&r, 0);
    assert_memory_equal(&before, &after, sizeof before);
    run_close(&r);
}

/* Steps of any size, even too short to move anything: time is the sum of all. */
static void steps_may_be_very_short(void **state)
{
    (void)state;
    const double lengths[] = {1e-3, 1e-9, 1e-15, 1e-30, 1e-100, 1e-300};
    running r = single_body("hinge", 1.0, NULL);
    spin(&r, 1.0);
    for (int i = 0; i < 6; i++) {
        run_steps(&r, lengths[i], 3);
        run_steps(&r, -lengths[i], 3);
    }
    CHECK_NEAR(joint_angle(&r), 0.0, 100.0 * DBL_EPSILON);
    CHECK_NEAR(ludo_sim_time(r.sim), 0.0, DBL_EPSILON);
    run_close(&r);
}

/* --- turns ----------------------------------------------------------------------------------- */

/* A free spin about a fixed axis is exact for the exponential update: the angle is rate times
 * time, over hundreds of turns, forwards, backwards and by steps of up to 1.9 rad. Newton's
 * tolerance is 1e-10 per step at worst, in practice round-off. */
static void angles_are_counted_over_many_turns(void **state)
{
    (void)state;
    const double steps[] = {0.1, 1.0, 1.9, -0.7, -1.9};
    for (int i = 0; i < 5; i++) {
        enum { STEPS = 1000 };
        running r = single_body("hinge", 0.0, NULL);
        spin(&r, 1.0);
        for (int k = 1; k <= STEPS; k++) {
            run_steps(&r, steps[i], 1);
            CHECK_NEAR(joint_angle(&r), steps[i] * k, 1e-9);
        }
        for (int k = STEPS - 1; k >= 0; k--) {
            run_steps(&r, -steps[i], 1);
            CHECK_NEAR(joint_angle(&r), steps[i] * k, 1e-9);
        }
        run_close(&r);
    }
}

/* The quaternion update turns by other angles, but its turns are counted alike: each step adds
 * the same angle 2 asin(h w / 2) of an interval rate that is constant. */
static void the_quaternion_update_counts_turns_too(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.rotation = "quaternion";
    running r = single_body("hinge", 0.0, &options);
    spin(&r, -1.0);
    run_steps(&r, 0.9, 1);
    const double first = joint_angle(&r);
    assert_true(first < -0.9 && first > -1.2);
    for (int k = 2; k <= 1000; k++) {
        run_steps(&r, 0.9, 1);
        CHECK_NEAR(joint_angle(&r), first * k, 1e-9);
    }
    run_close(&r);
}

/* Setting one joint of a chain leaves the turns of the others counted. */
static void turns_survive_setting_other_joints(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {.links = 4, .joint = "hinge"};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    running r = run_open(built, spec, NULL);
    const double angles[] = {50.0, -70.0, 12.566370614359172, -6.283185307179586};
    for (int32_t j = 0; j < 4; j++) {
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, &angles[j]), LUDO_OK);
    }
    run_steps(&r, 1e-9, 1);
    const double rate = 1.0;
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 1, &rate), LUDO_OK);
    for (int32_t j = 0; j < 4; j++) {
        double q;
        assert_int_equal(ludo_sim_joint_position(r.sim, j, &q), LUDO_OK);
        CHECK_NEAR(q, angles[j], 1e-12);
    }
    run_close(&r);
}

/* --- subdivision and reports ----------------------------------------------------------------- */

/* An interval may turn a body by 2 rad; 10 rad need five parts, so eight. Each failed attempt
 * fails in its first part. */
static void a_step_that_turns_too_far_is_cut(void **state)
{
    (void)state;
    running r = single_body("hinge", 0.0, NULL);
    ludo_step_report report = {.struct_size = sizeof report};
    spin(&r, 10.0);
    assert_int_equal(ludo_step(r.sim, 1.0, &report), LUDO_OK);
    assert_int_equal(report.substeps, 8);
    assert_int_equal(report.solves, 1 + 1 + 1 + 8);
    assert_true(report.time == 1.0);
    CHECK_NEAR(joint_angle(&r), 10.0, 1e-9);
    assert_int_equal(ludo_step(r.sim, 0.15, &report), LUDO_OK);
    assert_int_equal(report.substeps, 1);
    assert_int_equal(report.solves, 1);
    assert_true(report.iterations >= 1 && report.iterations_max == report.iterations);
    assert_true(report.factorizations >= 1);
    assert_true(report.residual <= 1e-10);
    assert_true(report.smallest_pivot > 0.0 && report.smallest_pivot <= 1.0);
    run_close(&r);
}

static void a_composition_solves_three_times(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 4;
    running r = single_body("hinge", 0.0, &options);
    ludo_step_report report = {.struct_size = sizeof report};
    spin(&r, 1.0);
    assert_int_equal(ludo_step(r.sim, 0.1, &report), LUDO_OK);
    assert_int_equal(report.solves, 3);
    assert_int_equal(report.substeps, 1);
    CHECK_NEAR(joint_angle(&r), 0.1, 1e-12);
    /* its longest stage is 1.7 h: 1.7 * 2 rad is cut in two, failing in the second stage */
    spin(&r, 1.0);
    assert_int_equal(ludo_step(r.sim, 1.4, &report), LUDO_OK);
    assert_int_equal(report.substeps, 2);
    assert_int_equal(report.solves, 2 + 6);
    CHECK_NEAR(joint_angle(&r), 0.1 + 1.4, 1e-12);
    run_close(&r);
}

static void cutting_can_be_turned_off_and_limited(void **state)
{
    (void)state;
    for (int32_t most = 1; most <= 7; most++) {
        ludo_sim_options options = ludo_sim_options_default();
        options.max_substeps = most;
        running r = single_body("hinge", 0.0, &options);
        ludo_step_report report = {.struct_size = sizeof report};
        spin(&r, 10.0);
        ludo_sim_set_time(r.sim, 5.0);
        assert_int_equal(ludo_step(r.sim, 1.0, &report), LUDO_STEP_TOO_LARGE);
        /* powers of two up to the limit were tried, all failed at once and at the body */
        const int32_t parts = most >= 4 ? 4 : most >= 2 ? 2 : 1;
        assert_int_equal(report.substeps, parts);
        assert_int_equal(report.solves, parts == 4 ? 3 : parts);
        assert_string_equal(node_text_of(r.model, report.node).text, "body");
        assert_true(report.time == 5.0);
        assert_true(ludo_sim_time(r.sim) == 5.0);
        CHECK_NEAR(joint_angle(&r), 0.0, 0.0);
        assert_int_equal(ludo_step(r.sim, 0.1, &report), LUDO_OK);
        run_close(&r);
    }
}

/* Halving ends at the largest number of parts; no step solves for a body this fast. */
static void cutting_ends_with_the_numbers(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.max_substeps = INT32_MAX;
    running r = single_body("hinge", 0.0, &options);
    ludo_step_report report = {.struct_size = sizeof report};
    spin(&r, 1e12);
    assert_int_equal(ludo_step(r.sim, 1.0, &report), LUDO_STEP_TOO_LARGE);
    assert_int_equal(report.substeps, 1 << 30);
    assert_int_equal(report.solves, 31);
    run_close(&r);
}

/* --- failing --------------------------------------------------------------------------------- */

/* A chain that whips: long steps fail, whatever the options, at some time. */
static running whip(const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {
        .links = 6, .joint = "hinge", .spatial = true, .stir = 5.0};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, options);
}

static ludo_sim_options options_of(int k)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.order = k % 3 == 0 ? 2 : k % 3 == 1 ? 4 : 1;
    o.rotation = o.order == 1 || k % 2 == 1 ? "quaternion" : "exponential";
    o.solver = k % 4 < 2 ? "recursion" : "ldu";
    return o;
}

enum { OPTIONS = 12 };

/* Steps of many lengths, forwards and backwards; the twin takes those only that don't fail. Some
 * fail at once, some when a part or a stage of them is already done. */
static void failed_steps_leave_no_trace(void **state)
{
    (void)state;
    const double lengths[] = {0.004, 0.3, 0.004, -0.2, 0.1, 0.6, 0.004, -0.9, 0.4, 30.0};
    int failed = 0, late = 0;
    for (int k = 0; k < 3 * OPTIONS; k++) {
        ludo_sim_options options = options_of(k);
        options.max_substeps = k % 8 + 1;
        running a = whip(&options), b = whip(&options);
        for (int i = 0; i < 20; i++) {
            ludo_step_report report = {.struct_size = sizeof report};
            const double h = lengths[i % 10], before = ludo_sim_time(a.sim);
            if (ludo_step(a.sim, h, &report) == LUDO_OK) {
                run_steps(&b, h, 1);
            } else {
                assert_true(report.node.kind != LUDO_NODE_NONE);
                assert_true(ludo_sim_time(a.sim) == before);
                failed++;
                late += report.time != before;
            }
            check_same_bits(&a, &b);
        }
        run_close(&a);
        run_close(&b);
    }
    print_message("%d steps failed, %d of them late\n", failed, late);
    assert_true(late > 0 && failed > late);
}

/* A pendulum that one iteration can't follow; with the default of twenty the step is taken. */
static void newton_ends_at_its_limit(void **state)
{
    (void)state;
    for (int32_t limit = 1; limit <= 20; limit += 19) {
        ludo_sim_options options = ludo_sim_options_default();
        options.max_iterations = limit;
        options.max_substeps = 1;
        running r = whip(&options);
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status s = ludo_step(r.sim, 0.01, &report);
        assert_int_equal(s, limit == 1 ? LUDO_NOT_CONVERGED : LUDO_OK);
        assert_true(report.iterations <= limit);
        assert_true(report.node.kind != LUDO_NODE_NONE);
        assert_true((report.residual > 1e-10) == (limit == 1));
        run_close(&r);
    }
}

/* Gravity that overflows: the step fails with some status, and the state is unchanged. */
static void numbers_that_overflow_fail_like_others(void **state)
{
    (void)state;
    const double pulls[] = {1e100, 1e160, 1e300, -1e308};
    for (int i = 0; i < 4; i++) {
        ludo_spec *spec = NULL;
        const double gravity[3] = {0.0, 0.0, pulls[i]};
        const ludo_scene_chain_options chain = {.links = 3, .joint = i % 2 == 0 ? "hinge" : "ball"};
        const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
        assert_int_equal(ludo_spec_set_option(spec, "gravity", gravity, 3), LUDO_OK);
        running r = run_open(built, spec, NULL);
        const ludo_body_state before = run_body(&r, 2);
        ludo_step_report report = {.struct_size = sizeof report};
        assert_true(ludo_step(r.sim, 0.01, &report) != LUDO_OK);
        assert_true(report.node.kind != LUDO_NODE_NONE);
        const ludo_body_state after = run_body(&r, 2);
        assert_memory_equal(&before, &after, sizeof before);
        run_close(&r);
    }
}

/* --- reading --------------------------------------------------------------------------------- */

/* Everything that can be read. */
static void read_all(running *r)
{
    ludo_momentum momentum;
    ludo_violation violation;
    ludo_point_state tip;
    double q[4], rate[3];
    run_energy(r);
    assert_int_equal(ludo_sim_momentum(r->sim, &momentum), LUDO_OK);
    assert_int_equal(ludo_sim_violation(r->sim, &violation), LUDO_OK);
    assert_int_equal(ludo_sim_site(r->sim, 0, &tip), LUDO_OK);
    assert_int_equal(ludo_sim_joint_position(r->sim, 1, q), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 1, rate), LUDO_OK);
    assert_int_equal(ludo_sim_project(r->sim, NULL), LUDO_OK);
    run_body(r, 2);
}

static void reading_changes_no_bit_whatever_the_options(void **state)
{
    (void)state;
    for (int k = 0; k < OPTIONS; k++) {
        const ludo_sim_options options = options_of(k);
        running a = whip(&options), b = whip(&options);
        read_all(&a);
        for (int i = 0; i < 40; i++) {
            run_steps(&a, i % 10 == 9 ? -0.002 : 0.004, 1);
            run_steps(&b, i % 10 == 9 ? -0.002 : 0.004, 1);
            read_all(&a);
            if (i % 7 == 0) {
                read_all(&a);
            }
        }
        check_same_bits(&a, &b);
        run_close(&a);
        run_close(&b);
    }
}

static void a_run_is_as_many_steps(void **state)
{
    (void)state;
    running a = open_everything(1, true, NULL), b = open_everything(1, true, NULL);
    ludo_step_report report = {.struct_size = sizeof report};
    run_steps(&a, 0.002, 50);
    assert_int_equal(ludo_sim_run(b.sim, 0.002, 50, &report), LUDO_OK);
    check_same_bits(&a, &b);
    assert_true(report.time == ludo_sim_time(b.sim));
    assert_int_equal(ludo_sim_run(b.sim, 0.002, 0, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_run(b.sim, 0.002, -1, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_run(NULL, 0.002, 1, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_run(b.sim, (double)NAN, 2, NULL), LUDO_BAD_ARGUMENT);
    check_same_bits(&a, &b);
    run_close(&a);
    run_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_is_the_sum_of_all_steps),
        cmocka_unit_test(steps_that_are_none_are_refused),
        cmocka_unit_test(a_run_is_as_many_steps),
        cmocka_unit_test(steps_may_be_very_short),
        cmocka_unit_test(angles_are_counted_over_many_turns),
        cmocka_unit_test(the_quaternion_update_counts_turns_too),
        cmocka_unit_test(turns_survive_setting_other_joints),
        cmocka_unit_test(a_step_that_turns_too_far_is_cut),
        cmocka_unit_test(a_composition_solves_three_times),
        cmocka_unit_test(cutting_can_be_turned_off_and_limited),
        cmocka_unit_test(cutting_ends_with_the_numbers),
        cmocka_unit_test(failed_steps_leave_no_trace),
        cmocka_unit_test(newton_ends_at_its_limit),
        cmocka_unit_test(numbers_that_overflow_fail_like_others),
        cmocka_unit_test(reading_changes_no_bit_whatever_the_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
