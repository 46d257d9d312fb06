/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs, dampers and armatures of free joints: closed forms, orders, energy, derivatives. */
#include "linear_step.h"
#include "text_order.h"

#define FREE(attributes)                                                                           \
    "<mujoco><option gravity='0 0 0'/><worldbody><body pos='1 2 3'><joint name='f' "               \
    "type='free' " attributes                                                                      \
    "/><inertial pos='0 0 0' mass='2' diaginertia='0.3 0.2 0.4'/></body></worldbody>"              \
    "</mujoco>"

/* A body whose centre of mass is not its origin, with a pendulum. */
#define LOADED                                                                                     \
    "<mujoco><worldbody><body pos='1 2 3' quat='0.8 0 0.6 0'><joint type='free' stiffness='30' "   \
    "damping='1.5' armature='0.3'/><inertial pos='0.2 0.1 0' mass='2' diaginertia='0.3 0.2 0.4'/>" \
    "<body pos='0 0 -0.2'><joint axis='0 1 0' damping='0.1'/><inertial pos='0 0 -0.3' mass='0.5' " \
    "diaginertia='0.01 0.01 0.005'/></body></body></worldbody></mujoco>"

static const char *const names[] = {"maximal", "galerkin", "runge-kutta"};
enum { NAMES = 3 };

static void set_rates(running *r, const double v[6])
{
    assert_int_equal(ludo_sim_set_joint_velocity(r->sim, 0, v), LUDO_OK);
}

static void get_rates(running *r, double v[6])
{
    assert_int_equal(ludo_sim_joint_velocity(r->sim, 0, v), LUDO_OK);
}

/* m dv/dt = -d v, and the same about a principal axis. */
static void a_damped_body_slows_exponentially(void **state)
{
    (void)state;
    for (int i = 0; i < NAMES; i++) {
        const ludo_sim_options options = by(names[i]);
        running r = run_text(FREE("damping='0.5'"), &options);
        const double start[6] = {1.0, -2.0, 0.5, 0.0, 0.0, 3.0};
        double v[6];
        set_rates(&r, start);
        run_steps(&r, 0.01, 100);
        get_rates(&r, v);
        /* (h d / m)^2 / 12 of order 2, d / m = 1.25 at most */
        CHECK_NEAR(v[0], exp(-0.25), 1e-5);
        CHECK_NEAR(v[1], -2.0 * exp(-0.25), 1e-5);
        CHECK_NEAR(v[5], 3.0 * exp(-0.5 / 0.4), 1e-4);
        run_close(&r);
    }
}

/* The period is 2 pi sqrt((m + armature) / k); rotations have (J + armature) instead. */
static void armature_slows_the_oscillation_of_a_spring(void **state)
{
    (void)state;
    for (int i = 0; i < NAMES; i++) {
        const ludo_sim_options options = by(names[i]);
        running r = run_text(FREE("stiffness='5' armature='0.6'"), &options);
        const double start[6] = {0.3, 0.0, 0.0, 0.0, 0.0, 0.3};
        const double w = sqrt(5.0 / 2.6), turn = sqrt(5.0 / 1.0);
        double v[6];
        set_rates(&r, start);
        run_steps(&r, 0.005, 200);
        get_rates(&r, v);
        /* phase error (h w)^2 / 12 per radian */
        CHECK_NEAR(v[0], 0.3 * cos(w), 1e-5);
        CHECK_NEAR(v[5], 0.3 * cos(turn), 1e-5);
        run_close(&r);
    }
}

static ludo_body_state state_after(const ludo_sim_options *options, int steps, double *error)
{
    running r = run_text(LOADED, options);
    const double start[6] = {0.3, -0.2, 0.5, 1.0, 2.0, -1.5};
    ludo_energy first, last;
    set_rates(&r, start);
    assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
    run_steps(&r, 0.5 / steps, steps);
    assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
    assert_true(last.dissipated > 0.0);
    *error = ludo_energy_error(&first, &last);
    const ludo_body_state at = run_body(&r, 0);
    run_close(&r);
    return at;
}

static void integrators_agree_with_order_two(void **state)
{
    (void)state;
    /* runge-kutta has order 4; of 10 J the others lose (h w)^2 */
    check_order_two(state_after, names, 2, 50, 1e-9);
}

/* A thousand times stiffer than the step resolves: neither diverges nor subdivides. */
static void stiff_springs_and_dampers_stay_bounded(void **state)
{
    (void)state;
    static const char *const stiff[] = {FREE("stiffness='1e8'"), FREE("damping='1e6'"),
                                        FREE("stiffness='1e6' damping='1e5'")};
    for (size_t i = 0; i < 3; i++) {
        running r = run_text(stiff[i], NULL);
        const double start[6] = {0.1, 0.2, -0.1, 0.2, 0.1, 0.3};
        ludo_energy first, last;
        set_rates(&r, start);
        assert_int_equal(ludo_sim_energy(r.sim, &first), LUDO_OK);
        for (int k = 0; k < 100; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
            assert_int_equal(report.substeps, 1);
            assert_int_equal(ludo_sim_energy(r.sim, &last), LUDO_OK);
            assert_true(ludo_energy_stored(&last) < 1.1 * ludo_energy_stored(&first));
        }
        run_close(&r);
    }
}

static void steps_are_derived(void **state)
{
    (void)state;
    static const char *const damping[] = {"symmetric", "implicit"};
    for (int i = 0; i < 2; i++) {
        ludo_sim_options options = by("maximal");
        options.damping = damping[i];
        running r = run_text(LOADED, &options);
        const double start[6] = {0.3, -0.2, 0.5, 1.0, 2.0, -1.5};
        set_rates(&r, start);
        run_steps(&r, 0.01, 3);
        trial t = trial_open(&r, &options, 0.01);
        CHECK_NEAR(worst_error(&t, 1, 2 * t.n), 0.0, 1e-8); /* of differences */
        trial_close(&t);
        run_close(&r);
    }
}

static void public_masses_leave_armature_out(void **state)
{
    (void)state;
    ludo_model *m = model_of(LOADED);
    ludo_body_info info = {.struct_size = sizeof info};
    assert_int_equal(ludo_model_body(m, 0, &info), LUDO_OK);
    assert_true(info.mass == 2.0 && info.com.x == 0.2 && info.inertia[0] == 0.3);
    assert_true(ludo_model_mass(m) == 2.5);
    ludo_model_destroy(m);
}

static void other_integrators_refuse_by_name(void **state)
{
    (void)state;
    static const char *const others[] = {"lie-group", "rigid-body", "dual-quaternion"};
    ludo_model *m = model_of(FREE("damping='1'"));
    for (size_t i = 0; i < 3; i++) {
        const ludo_sim_options options = by(others[i]);
        ludo_sim *sim = NULL;
        ludo_diagnostic why;
        assert_int_equal(ludo_sim_create(m, &options, NULL, &sim, &why), LUDO_REFUSED);
        assert_non_null(strstr(why.message, "'f'"));
    }
    ludo_model_destroy(m);
}

static void bad_entries_are_refused(void **state)
{
    (void)state;
    static const struct {
        int at;
        ludo_dof_def entry;
        const char *word;
    } bad[] = {
        {1, {.damping = 1.0}, "first"},
        {4, {.stiffness = 1.0}, "fourth"},
        {0, {.damping = -1.0}, "negative"},
        {3, {.stiffness = 1.0, .rest = 0.1}, "rest"},
        {0, {.friction_loss = 1.0}, "friction"},
        {0, {.limited = true, .range = {-1.0, 1.0}}, "limit"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ludo_spec *s = spec_of(FREE(""));
        ludo_joint_def joint = ludo_joint_default();
        ludo_diagnostic why;
        ludo_model *m = NULL;
        assert_int_equal(ludo_spec_joint(s, 0, &joint), LUDO_OK);
        joint.along[bad[i].at] = bad[i].entry;
        assert_int_equal(ludo_spec_set_joint(s, 0, &joint), LUDO_OK);
        assert_int_equal(ludo_compile(s, NULL, &m, &why), LUDO_BAD_MODEL);
        assert_non_null(strstr(why.message, bad[i].word));
        ludo_spec_destroy(s);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    check_failing_allocations(spec_of(LOADED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damped_body_slows_exponentially),
        cmocka_unit_test(armature_slows_the_oscillation_of_a_spring),
        cmocka_unit_test(integrators_agree_with_order_two),
        cmocka_unit_test(stiff_springs_and_dampers_stay_bounded),
        cmocka_unit_test(steps_are_derived),
        cmocka_unit_test(public_masses_leave_armature_out),
        cmocka_unit_test(other_integrators_refuse_by_name),
        cmocka_unit_test(bad_entries_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
