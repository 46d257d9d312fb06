/* SPDX-License-Identifier: Apache-2.0
 *
 * A start or a reaction that failed is computed again when an input changes, not by every read. */
#include "sim/sim.h"

#include "linkage.h"
#include "running.h"

#include <string.h>

/* Number of calls of each. */
static int starts, reactions;

static ludo_status failing_start(sim_state *sim, ludo_start_report *report)
{
    (void)sim;
    (void)report;
    starts++;
    return LUDO_SINGULAR;
}

static ludo_status failing_reactions(sim_state *sim, double h)
{
    (void)sim;
    (void)h;
    reactions++;
    return LUDO_NOT_CONVERGED;
}

static running pendulum(void)
{
    ludo_spec *spec = NULL;
    scene s = ludo_scene_begin("pendulum", 1, NULL);
    const int32_t bar = ludo_scene_add_bar(&s, "bar", 1.0, 1.0);
    ludo_scene_pin(&s, "pivot", (ludo_spot){LUDO_WORLD, 0.0, 0.0}, bar, 0.5, NULL);
    const ludo_status built = ludo_scene_end(&s, &spec);
    return run_open(built, spec, NULL);
}

/* All readers return the same status. */
static void check_reads(ludo_sim *sim, ludo_status status)
{
    double number;
    ludo_body_state body;
    ludo_wrench wrench;
    assert_int_equal(ludo_sim_joint_position(sim, 0, &number), status);
    assert_int_equal(ludo_sim_joint_velocity(sim, 0, &number), status);
    assert_int_equal(ludo_sim_body_state(sim, 0, &body), status);
    assert_int_equal(ludo_sim_reaction(sim, 0, &wrench), status);
    assert_int_equal(ludo_sim_project(sim, NULL), status);
    assert_int_equal(ludo_step(sim, 0.01, NULL), status);
}

static void a_failed_start_is_retried_when_an_input_is_set(void **state)
{
    (void)state;
    running r = pendulum();
    ludo_sim *other = NULL;
    assert_int_equal(ludo_sim_create(r.model, NULL, NULL, &other, NULL), LUDO_OK);
    const integrator *real = r.sim->integrator;
    integrator fails = *real;
    const double q = 0.25;
    double now;
    fails.start = failing_start;
    r.sim->integrator = &fails;
    starts = 0;
    check_reads(r.sim, LUDO_SINGULAR);
    assert_int_equal(starts, 1);
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &q), LUDO_OK);
    check_reads(r.sim, LUDO_SINGULAR);
    assert_int_equal(starts, 2);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    check_reads(r.sim, LUDO_SINGULAR);
    assert_int_equal(starts, 3);

    /* loading or copying a whole state clears the failure */
    const size_t size = ludo_sim_state_size(r.sim);
    void *saved = malloc(size);
    assert_int_equal(ludo_sim_get_state(r.sim, saved), LUDO_OK);
    assert_int_equal(ludo_sim_set_state(r.sim, saved, size), LUDO_OK);
    check_reads(r.sim, LUDO_SINGULAR);
    assert_int_equal(starts, 4);
    r.sim->integrator = real;
    assert_int_equal(ludo_sim_joint_position(r.sim, 0, &now), LUDO_SINGULAR);
    assert_int_equal(ludo_sim_copy(r.sim, other), LUDO_OK);
    check_reads(r.sim, LUDO_OK);
    free(saved);
    ludo_sim_destroy(other);
    run_close(&r);
}

static void failed_reactions_are_retried_when_an_input_or_the_state_changes(void **state)
{
    (void)state;
    running r = pendulum();
    const integrator *real = r.sim->integrator;
    integrator fails = *real;
    ludo_wrench wrench;
    const double rate = 0.5;
    fails.reactions = failing_reactions;
    r.sim->integrator = &fails;
    reactions = 0;
    for (int set = 1; set <= 4; set++) {
        for (int i = 0; i < 3; i++) {
            assert_int_equal(ludo_sim_reaction(r.sim, 0, &wrench), LUDO_NOT_CONVERGED);
            assert_int_equal(reactions, set);
        }
        if (set == 1) {
            assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &rate), LUDO_OK);
        } else if (set == 2) {
            assert_int_equal(ludo_step(r.sim, 0.01, NULL), LUDO_OK);
        } else {
            ludo_sim_set_time(r.sim, 1.0);
        }
    }
    r.sim->integrator = real;
    assert_int_equal(ludo_sim_reaction(r.sim, 0, &wrench), LUDO_OK);
    run_close(&r);
}

/* Two bars of 1 m from pivots 3 m apart cannot meet. The test overwrites the start report by hand:
 * an assembly that runs again writes a new one. */
static void a_failed_assembly_is_retried_when_a_joint_is_set_or_kept(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_unreachable(NULL, &spec);
    running r = run_open(built, spec, NULL);
    const double q = 0.6;
    for (int set = 0; set < 3; set++) {
        ludo_start_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OPEN_LOOP);
        CHECK_NEAR(report.gap, 1.0,
                   1e-3); /* the descent stops at steps that gain less than a hundredth */
        r.sim->state.progress->gap = 7.0;
        check_reads(r.sim, LUDO_OPEN_LOOP);
        assert_true(r.sim->state.progress->gap == 7.0);
        assert_int_equal(set == 0 ? ludo_sim_set_joint_position(r.sim, 0, &q)
                                  : ludo_sim_hold_joint(r.sim, 1),
                         LUDO_OK);
    }
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_start_is_retried_when_an_input_is_set),
        cmocka_unit_test(failed_reactions_are_retried_when_an_input_or_the_state_changes),
        cmocka_unit_test(a_failed_assembly_is_retried_when_a_joint_is_set_or_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
