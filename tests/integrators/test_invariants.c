/* SPDX-License-Identifier: Apache-2.0
 *
 * Properties of variational integrators over long times: energy without drift, momenta and joints
 * to round-off, reversible motion; and properties of the solvers on any tree.
 *
 * LUDO_LONG_TESTS=1 in the environment selects momentum runs of a million steps. */
#include "momentum.h"

#include "data/reference.h"

/* --- energy ---------------------------------------------------------------------------------- */

/* The largest energy error in each fifth of a run. */
static void energy_by_fifths(running *r, double h, int steps, double worst[5])
{
    const double start = run_energy(r);
    for (int f = 0; f < 5; f++) {
        worst[f] = 0.0;
        for (int k = 0; k < steps / 5; k++) {
            run_steps(r, h, 1);
            worst[f] = fmax(worst[f], fabs(run_energy(r) - start));
        }
    }
    print_message("energy error by fifths: %.3g %.3g %.3g %.3g %.3g J\n", worst[0], worst[1],
                  worst[2], worst[3], worst[4]);
}

/* In a chaotic motion the largest error differs from fifth to fifth: a factor of 1.5 is no drift,
 * while the errors of an integrator that loses or gains energy differ by more. */
static void check_energy_band(running r, double h, int steps)
{
    double worst[5];
    energy_by_fifths(&r, h, steps, worst);
    assert_true(worst[4] <= 1.5 * worst[0]);
    run_close(&r);
}

static void energy_of_the_planar_double_pendulum_does_not_drift(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_planar_double_pendulum(NULL, &spec);
    check_energy_band(run_open(built, spec, NULL), 0.01, 50000 / SHORTER);
}

static void energy_of_the_spherical_double_pendulum_does_not_drift(void **state)
{
    (void)state;
    const char *const rotations[] = {"exponential", "quaternion"};
    for (int i = 0; i < 2; i++) {
        ludo_sim_options options = ludo_sim_options_default();
        options.rotation = rotations[i];
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_spherical_double_pendulum(NULL, &spec);
        check_energy_band(run_open(built, spec, &options), 0.01, 50000 / SHORTER);
    }
}

static void energy_of_order_4_does_not_drift(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = 4;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_spherical_double_pendulum(NULL, &spec);
    check_energy_band(run_open(built, spec, &options), 0.01, 20000 / SHORTER);
}

/* --- momenta --------------------------------------------------------------------------------- */

static running floating_chain(const char *joint, int links)
{
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {
        .links = links, .joint = joint, .spatial = true, .floating = true, .stir = 1.0};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, NULL);
}

/* The angular momentum error so far, after 1000 steps and at the end. */
typedef struct momentum_walk {
    double early, late;
} momentum_walk;

static long momentum_steps(void)
{
    return long_tests() ? 1000000 : 100000 / SHORTER;
}

static momentum_walk check_momenta(const char *joint, int links, bool drifting)
{
    running r = floating_chain(joint, links);
    if (!drifting) {
        stop_drifting(&r);
    }
    momentum_watch w = watch_begin(&r);
    momentum_walk walk = {0.0, 0.0};
    for (long k = 1; k <= momentum_steps(); k++) {
        run_steps(&r, 0.01, 1);
        if (k % 100 == 0) {
            watch(&w, &r);
        }
        walk.early = k == 1000 ? w.angular : walk.early;
    }
    walk.late = w.angular;
    print_message("%d links, %s, %s: linear %.2e, angular %.2e\n", links, joint,
                  drifting ? "drifting" : "in place", w.linear, w.angular);
    CHECK_NEAR(w.linear, 0.0, 1e-12);
    CHECK_NEAR(w.angular, 0.0, 1e-12);
    run_close(&r);
    return walk;
}

/* Rounding is a random walk: 1e5 steps of ten links with some ten roundings each end sqrt(1e7)
 * 1e-16 from the start, and a hundred times as many steps ten times as far: an exponent of 0.5, up
 * to the scatter of six walks. A systematic error has exponent 1. */
static void momenta_of_floating_chains_stay(void **state)
{
    (void)state;
    const char *const joints[] = {"hinge", "ball"};
    const int links[] = {3, 5, 10};
    double early = 0.0, late = 0.0;
    for (int i = 0; i < 6; i++) {
        const momentum_walk walk = check_momenta(joints[i % 2], links[i / 2], false);
        early += walk.early * walk.early;
        late += walk.late * walk.late;
    }
    const double exponent = 0.5 * log(late / early) / log((double)momentum_steps() / 1000.0);
    print_message("angular momentum error grows as steps to the %.2f\n", exponent);
    assert_true(exponent < 0.75);
}

/* Far from the origin the moment is rounded relative to the lever. */
static void momenta_of_drifting_chains_stay(void **state)
{
    (void)state;
    check_momenta("hinge", 10, true);
    check_momenta("ball", 10, true);
}

/* --- joints, solvers, reversal --------------------------------------------------------------- */

enum { TREE_BODIES = 12, TREE_SEEDS = 20, TREE_STEPS = 100 };

static running random_tree(uint64_t seed, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(TREE_BODIES, seed, seed % 2 == 0, NULL, &spec);
    return run_open(built, spec, options);
}

/* Positions of some 10 m round to 1e-15 and rates of some 10 rad/s to the same; a joint sums a
 * handful of them. The accepted state is one Newton update more accurate than the tolerance
 * requires. */
static void joints_stay_closed_to_round_off(void **state)
{
    (void)state;
    ludo_violation worst = {0.0, 0.0, -1, -1};
    FOR_SEEDS(seed, TREE_SEEDS)
    {
        running r = random_tree(seed, NULL);
        for (int k = 0; k < TREE_STEPS; k++) {
            ludo_violation v;
            run_steps(&r, 0.002, 1);
            assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
            worst.position = fmax(worst.position, v.position);
            worst.velocity = fmax(worst.velocity, v.velocity);
        }
        run_close(&r);
    }
    print_message("violation: position %.2e, velocity %.2e\n", worst.position, worst.velocity);
    CHECK_NEAR(worst.position, 0.0, 1e-13);
    CHECK_NEAR(worst.velocity, 0.0, 1e-12);
}

/* Newton's tolerance of 1e-10 bounds the tested iterate, the accepted state is one update better;
 * 100 steps of a tree amplify the remaining error by some orders of magnitude. */
static void recursion_and_ldu_give_the_same_motion(void **state)
{
    (void)state;
    double worst = 0.0;
    FOR_SEEDS(seed, TREE_SEEDS)
    {
        ludo_sim_options options = ludo_sim_options_default();
        running a = random_tree(seed, &options);
        options.solver = "ldu";
        running b = random_tree(seed, &options);
        run_steps(&a, 0.002, TREE_STEPS);
        run_steps(&b, 0.002, TREE_STEPS);
        const state_error e = state_difference(&a, &b);
        worst = fmax(worst, state_error_max(&e));
        run_close(&a);
        run_close(&b);
    }
    print_message("recursion and ldu differ by %.2e\n", worst);
    CHECK_NEAR(worst, 0.0, 1e-9);
}

/* The scheme is its own adjoint: what is left is Newton's residual and rounding, amplified by a
 * second of motion there and back. */
static void steps_back_undo_steps_forth(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int i = 0; i < 4; i++) {
        ludo_sim_options options = ludo_sim_options_default();
        options.tolerance = 1e-13;
        options.order = i % 2 == 0 ? 2 : 4;
        options.rotation = i / 2 == 0 ? "exponential" : "quaternion";
        running a = random_tree(3, &options), b = random_tree(3, &options);
        run_steps(&a, 0.005, 200);
        run_steps(&a, -0.005, 200);
        const state_error e = state_difference(&a, &b);
        worst = fmax(worst, state_error_max(&e));
        run_close(&a);
        run_close(&b);
    }
    print_message("there and back: %.2e\n", worst);
    CHECK_NEAR(worst, 0.0, 1e-11);
}

static void reading_changes_no_bit_of_the_motion(void **state)
{
    (void)state;
    running a = random_tree(4, NULL), b = random_tree(4, NULL);
    for (int k = 0; k < TREE_STEPS; k++) {
        run_steps(&a, 0.002, 1);
        run_steps(&b, 0.002, 1);
        run_energy(&a);
    }
    for (int32_t i = 0; i < TREE_BODIES; i++) {
        const ludo_body_state x = run_body(&a, i), y = run_body(&b, i);
        assert_memory_equal(&x, &y, sizeof x);
    }
    run_close(&a);
    run_close(&b);
}

/* --- long chains ----------------------------------------------------------------------------- */

static running lowered_chain(int links, double lowered, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_scene_chain_options chain = {.links = links, .joint = "hinge", .lowered = lowered};
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, options);
}

/* At 1 ms: transverse waves in 1000 links under tension rotate by 0.17 rad in a step. */
static void iterations_do_not_grow_with_the_chain(void **state)
{
    (void)state;
    enum { STEPS = 100 };
    const int links[] = {10, 100, 1000};
    double mean[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        running r = lowered_chain(links[i], 0.78539816339744830962, NULL);
        for (int k = 0; k < STEPS; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, 0.001, &report), LUDO_OK);
            assert_int_equal(report.substeps, 1);
            mean[i] += (double)report.iterations / STEPS;
        }
        print_message("%d links: %.2f iterations per step\n", links[i], mean[i]);
        run_close(&r);
    }
    assert_true(mean[1] <= mean[0] + 1.0);
    assert_true(mean[2] <= mean[0] + 1.0);
}

/* Twenty links released horizontal move faster than steps of 0.01 s resolve, in every engine. */
static void a_step_that_is_too_large_is_cut_and_counted(void **state)
{
    (void)state;
    enum { LINKS = 20 };
    running r = lowered_chain(LINKS, 0.0, NULL);
    int cut = 0, most = 1;
    double worst = 0.0;
    for (int k = 0; k < 1000; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
        cut += report.substeps > 1;
        most = report.substeps > most ? report.substeps : most;
        worst = fmax(worst, fabs(run_energy(&r)));
    }
    print_message("%d of 1000 steps cut, in %d parts at most; energy error %.2e of its scale\n",
                  cut, most, worst / (9.81 * LINKS * LINKS / 2));
    assert_true(cut > 0);
    /* 0.02 to 0.05 for any rotation update and tolerance; a single step to a spurious solution of
     * the discrete equations gives 0.3 */
    assert_true(worst <= 0.15 * 9.81 * LINKS * LINKS / 2);
    CHECK_NEAR(ludo_sim_time(r.sim), 10.0, 1e-12);
    run_close(&r);
}

/* All public states of the bodies. */
static void take_states(running *r, ludo_body_state *states)
{
    for (int32_t i = 0; i < ludo_model_body_count(r->model); i++) {
        states[i] = run_body(r, i);
    }
}

static void a_failed_step_leaves_every_bit_as_it_was(void **state)
{
    (void)state;
    enum { LINKS = 20 };
    ludo_sim_options options = ludo_sim_options_default();
    options.max_substeps = 1;
    running r = lowered_chain(LINKS, 0.0, &options), same = {r.model, NULL};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &same.sim, NULL), LUDO_OK);
    ludo_body_state before[LINKS], after[LINKS];
    ludo_step_report report = {.struct_size = sizeof report};
    ludo_status status = LUDO_OK;
    for (int k = 0; k < 1000 && status == LUDO_OK; k++) {
        assert_int_equal(ludo_sim_copy(same.sim, r.sim), LUDO_OK);
        status = ludo_step(r.sim, 0.01, &report);
    }
    assert_true(status == LUDO_NOT_CONVERGED || status == LUDO_STEP_TOO_LARGE);
    assert_true(report.node.kind != LUDO_NODE_NONE);
    CHECK_NEAR(report.time, ludo_sim_time(r.sim), 0.0);
    CHECK_NEAR(ludo_sim_time(same.sim), ludo_sim_time(r.sim), 0.0);
    take_states(&same, before);
    take_states(&r, after);
    assert_memory_equal(before, after, sizeof before);

    /* hidden state is equal too: both continue alike */
    run_steps(&same, 0.0005, 20);
    run_steps(&r, 0.0005, 20);
    take_states(&same, before);
    take_states(&r, after);
    assert_memory_equal(before, after, sizeof before);
    ludo_sim_destroy(same.sim);
    run_close(&r);
}

/* --- single bodies --------------------------------------------------------------------------- */

/* The momentum in the world is constant for every step size. */
static void torque_free_body_keeps_momentum_and_follows_its_reference(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_torque_free_body(NULL, &spec);
    running r = run_open(built, spec, NULL);
    const ludo_momentum start = run_momentum(&r);
    const double energy = run_energy(&r);
    run_steps(&r, 0.01, 2000);
    const ludo_body_state body = run_body(&r, 0);
    const ludo_vec3 drift = v3_sub(run_momentum(&r).angular, start.angular);
    print_message("torque-free body: angle %.2e, angular velocity %.2e, momentum %.2e\n",
                  angle_between(body.orientation, torque_free_body_20s.orientation),
                  v3_norm(v3_sub(body.angular_velocity, torque_free_body_20s.angular_velocity)),
                  v3_norm(drift));
    CHECK_NEAR(v3_norm(drift), 0.0, 1e-12 * v3_norm(start.angular));
    /* 6.6e-4 rad at h = 0.05 after 10 s, a phase error that grows with time and with h^2 */
    CHECK_NEAR(angle_between(body.orientation, torque_free_body_20s.orientation), 0.0, 1e-4);
    CHECK_NEAR(run_energy(&r), energy, 1e-4 * energy);
    run_close(&r);
}

/* The angle after each eighth of the small-angle period, in 40 steps each. */
static void swing(double scale, double angle[4], double rate[4])
{
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_half_swing(scale, NULL, &spec);
    running r = run_open(built, spec, &options);
    for (int i = 0; i < 4; i++) {
        run_steps(&r, scale * half_swing[0][0] / 40, 40);
        assert_int_equal(ludo_sim_joint_position(r.sim, 0, &angle[i]), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, &rate[i]), LUDO_OK);
    }
    run_close(&r);
}

/* A pendulum s^2 as long is s times as slow and moves alike: so do its steps, up to the few digits
 * of Newton's residual and of rounding. */
static void half_swing_follows_its_closed_form_at_every_scale(void **state)
{
    (void)state;
    double unit[4], unit_rate[4];
    swing(1.0, unit, unit_rate);
    for (int i = 0; i < 4; i++) {
        print_message("half swing, %d/8: angle off by %.2e, rate by %.2e\n", i + 1,
                      unit[i] - half_swing[i][1], unit_rate[i] - half_swing[i][2]);
        CHECK_NEAR(unit[i], half_swing[i][1], 1e-3);
        CHECK_NEAR(unit_rate[i], half_swing[i][2], 1e-3);
    }
    const double scales[] = {0.5, 0.1, 1e-3};
    for (int k = 0; k < 3; k++) {
        double angle[4], rate[4];
        swing(scales[k], angle, rate);
        for (int i = 0; i < 4; i++) {
            CHECK_NEAR(angle[i], unit[i], 1e-11);
            CHECK_NEAR(scales[k] * rate[i], unit_rate[i], 1e-10);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_of_the_planar_double_pendulum_does_not_drift),
        cmocka_unit_test(energy_of_the_spherical_double_pendulum_does_not_drift),
        cmocka_unit_test(energy_of_order_4_does_not_drift),
        cmocka_unit_test(momenta_of_floating_chains_stay),
        cmocka_unit_test(momenta_of_drifting_chains_stay),
        cmocka_unit_test(joints_stay_closed_to_round_off),
        cmocka_unit_test(recursion_and_ldu_give_the_same_motion),
        cmocka_unit_test(steps_back_undo_steps_forth),
        cmocka_unit_test(reading_changes_no_bit_of_the_motion),
        cmocka_unit_test(iterations_do_not_grow_with_the_chain),
        cmocka_unit_test(a_step_that_is_too_large_is_cut_and_counted),
        cmocka_unit_test(a_failed_step_leaves_every_bit_as_it_was),
        cmocka_unit_test(torque_free_body_keeps_momentum_and_follows_its_reference),
        cmocka_unit_test(half_swing_follows_its_closed_form_at_every_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
