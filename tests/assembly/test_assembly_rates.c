/* SPDX-License-Identifier: Apache-2.0
 *
 * Rates of a start that loops do not allow: those of held joints stay, the others change by as
 * little as possible. */
#include "running.h"
#include "small_spec.h"

/* Rates of some 1 rad/s and 1 m/s are consistent with loops, and equal to the given ones, up to
 * rounding over a handful of joints. */
static const double fits = 1e-13;

static double velocity_violation(running *r)
{
    ludo_violation v;
    assert_int_equal(ludo_sim_violation(r->sim, &v), LUDO_OK);
    return v.velocity;
}

static void set_and_keep(running *r, int32_t joint, const double *rate)
{
    const bool closes = joint_info_of(r->model, joint).loop >= 0; /* it has no rates */
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, joint, rate),
                     closes ? LUDO_REFUSED : LUDO_OK);
    assert_int_equal(ludo_sim_hold_rates(r->sim, joint), LUDO_OK);
}

static void held_rates_stay_in_rings(void **state)
{
    (void)state;
    static const double given[6] = {0.7, -0.4, 0.5, 0.0, 0.0, 0.0};
    for (int32_t links = 4; links < 10; links++) {
        const ludo_scene_ring_options o = {.links = links, .joint = links % 2 ? "hinge" : "ball"};
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_ring(&o, NULL, &spec);
        running r = run_open(built, spec, NULL);
        const int32_t joint = links / 2;
        double rate[6];
        set_and_keep(&r, joint, given);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, joint, rate), LUDO_OK);
        for (int32_t c = 0; c < joint_info_of(r.model, joint).velocity_count; c++) {
            CHECK_NEAR(rate[c], given[c], fits);
        }
        CHECK_NEAR(velocity_violation(&r), 0.0, fits);
        assert_true(joint_moved_of(r.sim, joint) == 0.0);
        run_close(&r);
    }
}

/* A hinge, and a slide on it that follows: x = 0.5 + 2 q + q^2. */
static running open_cam(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "slide", 0, 1);
    const ludo_coupling_def coupling = {
        .struct_size = sizeof coupling, .joint = 1, .from = 0, .coefficient = {0.5, 2.0, 1.0}};
    assert_int_equal(ludo_spec_add_coupling(spec, &coupling, NULL), LUDO_OK);
    return run_open(LUDO_OK, spec, NULL);
}

static void read_cam(running *r, double rate[2])
{
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 0, &rate[0]), LUDO_OK);
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 1, &rate[1]), LUDO_OK);
}

static void coupled_joints_follow_at_their_slope(void **state)
{
    (void)state;
    const double angle = 0.3, given = 1.5;
    running r = open_cam();
    double rate[2];
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &angle), LUDO_OK);
    assert_int_equal(ludo_sim_hold_joint(r.sim, 0), LUDO_OK);
    set_and_keep(&r, 0, &given);
    ludo_start_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_sim_project(r.sim, &report), LUDO_OK);
    read_cam(&r, rate);
    CHECK_NEAR(rate[0], given, fits);
    CHECK_NEAR(rate[1], given * (2.0 + 2.0 * angle), fits);
    /* the slide's change, up to the digits that the damping of the first change left */
    CHECK_NEAR(report.velocity_correction, rate[1], 1e-11);
    run_close(&r);
}

static void held_rates_that_contradict_are_released_in_order(void **state)
{
    (void)state;
    static const double given[2] = {1.5, 1.0};
    for (int32_t first = 0; first < 2; first++) {
        running r = open_cam();
        double rate[2], q;
        /* closed before, so that no held position need be released */
        assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
        set_and_keep(&r, first, &given[first]);
        set_and_keep(&r, 1 - first, &given[1 - first]);
        read_cam(&r, rate);
        CHECK_NEAR(rate[1 - first], given[1 - first], fits);
        CHECK_NEAR(rate[1], rate[0] * (2.0 + 2.0 * q), fits);
        run_close(&r);
    }
}

static void without_held_rates_masses_decide(void **state)
{
    (void)state;
    const double given = 1.5;
    running r = open_cam();
    double rate[2];
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &given), LUDO_OK);
    read_cam(&r, rate);
    /* the slide's mass takes a part of the momentum */
    assert_true(rate[0] > 0.1 * given && rate[0] < 0.9 * given);
    CHECK_NEAR(velocity_violation(&r), 0.0, fits);
    run_close(&r);
}

/* For all loops: either the joint has its rates, or the loops exclude them; and the loops never
 * keep opening. */
static void random_mechanisms_start_with_rates_that_fit(void **state)
{
    (void)state;
    int stayed = 0, seeds = 0;
    FOR_SEEDS(seed, 60)
    {
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_random_tree(8, seed, seed % 2 == 0, NULL, &spec);
        assert_int_equal(built, LUDO_OK);
        assert_int_equal(ludo_scene_close_loops(spec, 1 + (int32_t)(seed % 3), seed), LUDO_OK);
        running r = run_open(LUDO_OK, spec, NULL);
        const int32_t joint = (int32_t)(seed % (uint64_t)ludo_model_joint_count(r.model));
        static const double given[6] = {0.3, -0.2, 0.1, 0.2, -0.3, 0.4};
        double rate[6] = {0.0}, off = 0.0;
        set_and_keep(&r, joint, given);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, joint, rate), LUDO_OK);
        for (int32_t c = 0; c < joint_info_of(r.model, joint).velocity_count; c++) {
            off = fmax(off, fabs(rate[c] - given[c]));
        }
        /* bodies are some ten meters away, rates of others some ten times as large */
        CHECK_NEAR(velocity_violation(&r), 0.0, 1e-11);
        stayed += off < 1e-11 ? 1 : 0;
        seeds++;
        run_close(&r);
    }
    /* loops of up to 18 rows leave few joints of eight free: but some */
    assert_true(stayed > seeds / 4);
}

/* A reset clears held rates; a state stores them; an invalid joint is refused. */
static void held_rates_belong_to_the_state(void **state)
{
    (void)state;
    const double given = 1.5;
    running r = open_cam();
    double rate[2];
    assert_int_equal(ludo_sim_hold_rates(r.sim, 0), LUDO_OK);
    unsigned char *bytes = malloc(ludo_sim_state_size(r.sim));
    assert_non_null(bytes);
    assert_int_equal(ludo_sim_get_state(r.sim, bytes), LUDO_OK);
    assert_int_equal(ludo_sim_reset(r.sim, -1), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &given), LUDO_OK);
    read_cam(&r, rate);
    assert_true(rate[0] < 0.9 * given);

    assert_int_equal(ludo_sim_set_state(r.sim, bytes, ludo_sim_state_size(r.sim)), LUDO_OK);
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &given), LUDO_OK);
    read_cam(&r, rate);
    CHECK_NEAR(rate[0], given, fits);

    assert_int_equal(ludo_sim_hold_rates(r.sim, 2), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_hold_rates(r.sim, -1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_sim_hold_rates(NULL, 0), LUDO_BAD_ARGUMENT);
    free(bytes);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_rates_stay_in_rings),
        cmocka_unit_test(coupled_joints_follow_at_their_slope),
        cmocka_unit_test(held_rates_that_contradict_are_released_in_order),
        cmocka_unit_test(without_held_rates_masses_decide),
        cmocka_unit_test(random_mechanisms_start_with_rates_that_fit),
        cmocka_unit_test(held_rates_belong_to_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
