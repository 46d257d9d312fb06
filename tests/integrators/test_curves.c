/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and dampers of joints that are not linear: closed forms, orders, energy, derivatives. */
#include "linear_step.h"
#include "text_order.h"

#define SLIDE(attributes)                                                                          \
    "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='s' type='slide' " attributes   \
    "/><inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/></body></worldbody></mujoco>"

#define ARM                                                                                        \
    "<mujoco><worldbody><body><joint axis='0 1 0' stiffness='3 0.4 5' springref='10' "             \
    "damping='0.1 0.2 0.05'/><inertial pos='0 0 -0.3' mass='0.5' diaginertia='0.01 0.01 0.005'/>"  \
    "<body pos='0 0 -0.4'><joint type='slide' axis='1 0 0.2' stiffness='20 -8 90' "                \
    "damping='0 0.5 1'/><inertial pos='0 0 0' mass='0.3' diaginertia='0.01 0.01 0.01'/></body>"    \
    "</body></worldbody></mujoco>"

static const char *const names[] = {"maximal", "galerkin", "runge-kutta"};

/* m dv/dt = -d v^2: v = v_0 / (1 + d v_0 t / m). */
static void quadratic_damping_slows_hyperbolically(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const ludo_sim_options options = by(names[i]);
        running r = run_text(SLIDE("damping='0 1.5'"), &options);
        double v = -2.0;
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, &v), LUDO_OK);
        run_steps(&r, 0.01, 100);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, 0, &v), LUDO_OK);
        CHECK_NEAR(v, -2.0 / (1.0 + 1.5 * 2.0 / 2.0), 1e-4); /* (h d v / m)^2 */
        run_close(&r);
    }
}

/* The energy of the spring is k x^2 / 2 + k_0 x^3 / 3 + k_1 x^4 / 4. */
static void the_energy_of_a_spring_is_the_integral_of_its_force(void **state)
{
    (void)state;
    running r = run_text(SLIDE("stiffness='3 -2 4' springref='0.1'"), NULL);
    const double q = -0.6, x = q - 0.1;
    ludo_energy first, last;
    assert_int_equal(ludo_sim_set_joint_position(r.sim, 0, &q), LUDO_OK);
    assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
    CHECK_NEAR(first.springs, x * x * (1.5 + x * (-2.0 / 3.0 + x)), 1e-14);
    run_steps(&r, 0.01, 2000);
    assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
    CHECK_NEAR(ludo_energy_error(&first, &last), 0.0, 1e-3); /* (h w)^2 of 2 J, in a band */
    run_close(&r);
}

static void get_state(running *r, state_error *e, const double want[4])
{
    double got[4];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_sim_joint_position(r->sim, i, got + 2 * i), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r->sim, i, got + 2 * i + 1), LUDO_OK);
    }
    e->angle = fabs(got[0] - want[0]);
    e->angular_velocity = fabs(got[1] - want[1]);
    e->position = fabs(got[2] - want[2]);
    e->linear_velocity = fabs(got[3] - want[3]);
}

static state_error error_after(const ludo_sim_options *options, int steps, const double want[4])
{
    running r = run_text(ARM, options);
    const double v[2] = {4.0, -1.5};
    state_error e = {0};
    ludo_energy first, last;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, i, &v[i]), LUDO_OK);
    }
    assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
    run_steps(&r, 1.0 / steps, steps);
    assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
    assert_true(last.dissipated > 0.0);
    CHECK_NEAR(ludo_energy_error(&first, &last), 0.0, 2e3 / steps / steps); /* (h w)^2 of 5 J */
    get_state(&r, &e, want);
    run_close(&r);
    return e;
}

/* The reference has errors of 1e-11, of order 4. */
static void integrators_agree_with_order_two(void **state)
{
    (void)state;
    const ludo_sim_options reference = by("runge-kutta");
    running r = run_text(ARM, &reference);
    const double v[2] = {4.0, -1.5};
    double want[4];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, i, &v[i]), LUDO_OK);
    }
    run_steps(&r, 1.0 / 4000, 4000);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ludo_sim_joint_position(r.sim, i, want + 2 * i), LUDO_OK);
        assert_int_equal(ludo_sim_joint_velocity(r.sim, i, want + 2 * i + 1), LUDO_OK);
    }
    run_close(&r);
    for (int i = 0; i < 2; i++) {
        const ludo_sim_options options = by(names[i]);
        order_errors errors;
        for (int k = 0; k < REFINEMENTS; k++) {
            const state_error e = error_after(&options, 200 << k, want);
            order_add(&errors, k, &e);
        }
        order_check(&errors, names[i], 2, 0.15);
    }
}

static void steps_are_derived(void **state)
{
    (void)state;
    static const char *const damping[] = {"symmetric", "implicit", NULL};
    static const char *const integrators[] = {"maximal", "maximal", "galerkin"};
    for (int i = 0; i < 3; i++) {
        ludo_sim_options options = by(integrators[i]);
        options.damping = damping[i];
        running r = run_text(ARM, &options);
        const double v[2] = {4.0, -1.5};
        for (int j = 0; j < 2; j++) {
            assert_int_equal(ludo_sim_set_joint_velocity(r.sim, j, &v[j]), LUDO_OK);
        }
        run_steps(&r, 0.01, 3);
        trial t = trial_open(&r, &options, 0.01);
        CHECK_NEAR(worst_error(&t, 1, 2 * t.n), 0.0, 1e-8); /* of differences */
        trial_close(&t);
        run_close(&r);
    }
}

static void bad_curves_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        int rate;
        double k, d;
        const char *word;
    } bad[] = {
        {"slide", 0, (double)NAN, 0.0, "finite"}, {"slide", 0, 0.0, -1.0, "negative damping"},
        {"slide", 1, 1.0, 0.0, "coordinate"},     {"ball", 0, 1.0, 0.0, "coordinate"},
        {"free", 0, 0.0, 1.0, "coordinate"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ludo_spec *s = spec_of(SLIDE(""));
        ludo_joint_def joint = ludo_joint_default();
        ludo_diagnostic why;
        ludo_model *m = NULL;
        assert_int_equal(ludo_spec_joint(s, 0, &joint), LUDO_OK);
        joint.type = bad[i].type;
        joint.stiffness_curve[bad[i].rate][1] = bad[i].k;
        joint.damping_curve[bad[i].rate][0] = bad[i].d;
        assert_int_equal(ludo_spec_set_joint(s, 0, &joint), LUDO_OK);
        assert_int_equal(ludo_compile(s, NULL, &m, &why), LUDO_BAD_MODEL);
        assert_non_null(strstr(why.message, bad[i].word));
        ludo_spec_destroy(s);
    }
}

static void order_four_refuses_dampers_that_are_not_linear(void **state)
{
    (void)state;
    ludo_model *m = model_of(SLIDE("damping='0 1'"));
    ludo_sim_options options = by("maximal");
    ludo_sim *sim = NULL;
    ludo_diagnostic why;
    options.order = 4;
    assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "'s'"));
    ludo_model_destroy(m);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(ARM));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadratic_damping_slows_hyperbolically),
        cmocka_unit_test(the_energy_of_a_spring_is_the_integral_of_its_force),
        cmocka_unit_test(integrators_agree_with_order_two),
        cmocka_unit_test(steps_are_derived),
        cmocka_unit_test(bad_curves_are_refused),
        cmocka_unit_test(order_four_refuses_dampers_that_are_not_linear),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
