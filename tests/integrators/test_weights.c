/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights of bodies: gravity compensation, of single and of merged bodies, in every integrator. */
#include "linear_step.h"
#include "text_order.h"

#define BALANCED                                                                                   \
    "<mujoco><worldbody><body gravcomp='1'><joint axis='0 1 0'/><inertial pos='0.3 0 0' mass='1' " \
    "diaginertia='0.01 0.02 0.02'/></body></worldbody></mujoco>"

#define FLOATING(gravcomp)                                                                         \
    "<mujoco><worldbody><body gravcomp='" gravcomp "'><freejoint/><inertial pos='0.3 0 0' "        \
    "mass='2' diaginertia='0.01 0.02 0.02'/></body></worldbody></mujoco>"

/* A body on a ball, with a merged body that lifts at its own place. */
#define LIFTED                                                                                     \
    "<mujoco><worldbody><body><joint type='ball'/><inertial pos='0.3 0 0' mass='1' "               \
    "diaginertia='0.01 0.02 0.025'/><body pos='0.1 0.2 0' quat='0.8 0.6 0 0' gravcomp='3.5'>"      \
    "<inertial pos='0 0.1 0.05' mass='0.4' diaginertia='0.001 0.002 0.002'/></body></body>"        \
    "</worldbody></mujoco>"

static void a_balanced_hinge_stays_where_it_is(void **state)
{
    (void)state;
    static const char *const names[] = {"maximal", "galerkin", "runge-kutta"};
    for (size_t i = 0; i < 3; i++) {
        const ludo_sim_options options = by(names[i]);
        running r = run_text(BALANCED, &options);
        double q = 1.0;
        run_steps(&r, 0.01, 200);
        assert_int_equal(ludo_sim_joint_position(r.sim, 0, &q), LUDO_OK);
        assert_true(q == 0.0);
        run_close(&r);
    }
}

/* Compensated twice, a body rises as it would fall. */
static void a_floating_body_rises_by_what_its_weight_lacks(void **state)
{
    (void)state;
    static const char *const names[] = {"maximal",    "galerkin",        "runge-kutta", "lie-group",
                                        "rigid-body", "dual-quaternion", "lie-group"};
    for (size_t i = 0; i < 7; i++) {
        ludo_sim_options options = by(names[i]);
        options.scheme = i == 6 ? "se3" : NULL;
        running r = run_text(FLOATING("2"), &options);
        run_steps(&r, 0.01, 100);
        /* 100 sums of 5 m: 1e-13 */
        CHECK_NEAR(run_body(&r, 0).com.z, 0.5 * 9.81, 1e-12);
        CHECK_NEAR(run_body(&r, 0).linear_velocity.z, 9.81, 1e-12);
        run_close(&r);
    }
}

static ludo_body_state state_after(const ludo_sim_options *options, int steps, double *error)
{
    running r = run_text(LIFTED, options);
    ludo_energy first, last;
    assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
    run_steps(&r, 0.5 / steps, steps);
    assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
    *error = ludo_energy_error(&first, &last);
    const ludo_body_state at = run_body(&r, 0);
    run_close(&r);
    return at;
}

/* The reference has errors of 1e-10 of order 4, below the finest ones measured. Its energy, of
 * 1.4 kg falling by half a metre, is the potential energy of the lift as well. */
static void a_merged_body_lifts_at_its_own_place(void **state)
{
    (void)state;
    static const char *const names[] = {"maximal", "galerkin", "lie-group", "rigid-body"};
    check_order_two(state_after, names, 4, 50, 1e-9); /* of 2 J they lose (h w)^2 */
}

static void weights_are_derived(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.tolerance = 1e-13; /* far below the differences */
    running r = run_text(LIFTED, &options);
    const double v[] = {0.4, -0.7, 1.1};
    assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, v), LUDO_OK);
    run_steps(&r, 0.01, 3);
    trial t = trial_open(&r, &options, 0.01);
    CHECK_NEAR(worst_error(&t, 1, 2 * t.n), 0.0, 1e-8); /* of differences, test_linear_maximal.c */
    trial_close(&t);
    run_close(&r);
}

static void a_new_mass_keeps_its_share_of_the_weight(void **state)
{
    (void)state;
    const double J[] = {0.02, 0.03, 0.03, 0.0, 0.0, 0.0};
    ludo_model *floating = model_of(FLOATING("2")), *lifted = model_of(LIFTED);
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_model_set_body_inertia(floating, 0, 5.0, v3(0.3, 0.0, 0.0), J), LUDO_OK);
    assert_int_equal(ludo_sim_create(floating, NULL, NULL, &sim, NULL), LUDO_OK);
    for (int k = 0; k < 100; k++) {
        assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
    }
    ludo_body_state at;
    assert_int_equal(ludo_sim_body_state(sim, 0, &at), LUDO_OK);
    CHECK_NEAR(at.com.z, 0.5 * 9.81, 1e-12);
    assert_int_equal(ludo_model_set_body_inertia(lifted, 0, 5.0, v3(0.3, 0.0, 0.0), J),
                     LUDO_REFUSED);
    ludo_sim_destroy(sim);
    ludo_model_destroy(floating);
    ludo_model_destroy(lifted);
}

static void bad_compensation_is_refused(void **state)
{
    (void)state;
    const double bad[] = {-1.0, (double)NAN, HUGE_VAL};
    for (size_t i = 0; i < 3; i++) {
        ludo_spec *s = spec_of(BALANCED);
        ludo_body_def body = ludo_body_default();
        ludo_diagnostic why;
        ludo_model *m = NULL;
        assert_int_equal(ludo_spec_body(s, 0, &body), LUDO_OK);
        body.gravity_compensation = bad[i];
        assert_int_equal(ludo_spec_set_body(s, 0, &body), LUDO_OK);
        assert_int_equal(ludo_compile(s, NULL, &m, &why), LUDO_BAD_MODEL);
        assert_non_null(strstr(why.message, "gravity compensation"));
        ludo_spec_destroy(s);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(LIFTED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_balanced_hinge_stays_where_it_is),
        cmocka_unit_test(a_floating_body_rises_by_what_its_weight_lacks),
        cmocka_unit_test(a_merged_body_lifts_at_its_own_place),
        cmocka_unit_test(weights_are_derived),
        cmocka_unit_test(a_new_mass_keeps_its_share_of_the_weight),
        cmocka_unit_test(bad_compensation_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
