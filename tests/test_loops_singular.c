/* SPDX-License-Identifier: Apache-2.0
 *
 * Closed loops that start exactly where they are singular: bars that lie flat, which may unfold
 * either way, and rates that lead neither way. */
#include "running.h"

static const double quarter = 1.57079632679489661923;

/* Windows that lie flat, their cranks and couplers with such rates against what bears them. */
static running open_flat(int32_t windows, const char *solver, double crank_rate,
                         double coupler_rate)
{
    ludo_sim_options options = ludo_sim_options_default();
    ludo_scene_windows_options scene = ludo_scene_windows_default();
    options.solver = solver;
    scene.windows = windows;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_windows(&scene, NULL, &spec);
    running r = run_open(built, spec, &options);
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const bool crank = ludo_model_joint(r.model, j).name[0] == 'k';
        const double angle = crank ? quarter : -quarter;
        const double rate = crank ? crank_rate : coupler_rate;
        assert_int_equal(ludo_sim_set_joint_position(r.sim, j, &angle), LUDO_OK);
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, j, &rate), LUDO_OK);
    }
    return r;
}

/* Ten seconds in which the windows pass flat places again and again. */
static void check_motion(int32_t windows, double crank_rate, double coupler_rate, bool keeps_energy)
{
    static const char *const solvers[] = {"recursion", "ldu"};
    for (int k = 0; k < 2; k++) {
        running r = open_flat(windows, solvers[k], crank_rate, coupler_rate);
        const double start = run_energy(&r);
        for (int i = 0; i < 1000; i++) {
            run_steps(&r, 0.01, 1);
            ludo_violation v;
            assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
            assert_true(v.position <= 1e-11); /* one update better than the tolerance */
            /* what the scheme's energy oscillates by otherwise too */
            assert_true(!keeps_energy || fabs(run_energy(&r) - start) <= 0.06);
        }
        run_close(&r);
    }
}

static void flat_linkages_fall_from_rest(void **state)
{
    (void)state;
    check_motion(1, 0.0, 0.0, true);
    check_motion(2, 0.0, 0.0, true);
    check_motion(5, 0.0, 0.0, true);
}

static void flat_linkages_unfold_as_they_move(void **state)
{
    (void)state;
    check_motion(1, 1.0, -1.0, true);
    check_motion(2, 1.0, -1.0, true);
    check_motion(2, -3.0, 3.0, true);
}

/* Bars can't turn like that; what the nearest motion costs is lost. */
static void flat_linkages_survive_rates_that_no_motion_has(void **state)
{
    (void)state;
    check_motion(1, 1.0, 0.3, false);
    check_motion(2, 0.3, 0.0, false);
    check_motion(2, 1.0, 2.0, false);
    check_motion(2, -5.0, 1.0, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_linkages_fall_from_rest),
        cmocka_unit_test(flat_linkages_unfold_as_they_move),
        cmocka_unit_test(flat_linkages_survive_rates_that_no_motion_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
