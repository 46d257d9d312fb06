/* SPDX-License-Identifier: Apache-2.0
 *
 * Closed loops that start exactly in a singular configuration: flat bars that may unfold in either
 * direction, and rates that no motion has. */
#include "linkage.h"
#include "momentum.h"

static const double quarter = 1.57079632679489661923;

/* Flat windows, with these rates of their cranks and couplers relative to their parents. */
static running open_flat(int32_t windows, const char *solver, double crank_rate,
                         double coupler_rate)
{
    ludo_sim_options options = ludo_sim_options_default();
    ludo_scene_windows_options chosen = ludo_scene_windows_default();
    options.solver = solver;
    chosen.windows = windows;
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_windows(&chosen, NULL, &spec);
    running r = run_open(built, spec, &options);
    for (int32_t j = 0; j < ludo_model_joint_count(r.model); j++) {
        const bool crank = joint_info_of(r.model, j).name[0] == 'k';
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
            /* the usual oscillation of the scheme's energy */
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

/* Bars cannot move with these rates; the projection onto the nearest motion loses energy. */
static void flat_linkages_survive_rates_that_no_motion_has(void **state)
{
    (void)state;
    check_motion(1, 1.0, 0.3, false);
    check_motion(2, 0.3, 0.0, false);
    check_motion(2, 1.0, 2.0, false);
    check_motion(2, -5.0, 1.0, false);
}

/* The shorter the step, the smaller the first move and the slope by which rows detect it. */
static void flat_linkages_leave_in_steps_of_any_length(void **state)
{
    (void)state;
    static const double lengths[] = {0.02, 1e-3, 1e-4};
    for (int i = 0; i < 3; i++) {
        for (int32_t windows = 1; windows <= 5; windows++) {
            running r = open_flat(windows, NULL, 0.0, 0.0);
            const double start = run_energy(&r), h = lengths[i];
            run_steps(&r, h, 300);
            /* they fell: no further than free fall, and not without motion */
            const ludo_vec3 end = run_body(&r, 0).com;
            const double time = 300.0 * h;
            assert_true(time > 1.0 || (end.z < 0.0 && end.z > -0.51 * 9.81 * time * time));
            CHECK_NEAR(run_energy(&r), start, 0.2);
            run_close(&r);
        }
    }
}

/* --- floating ----------------------------------------------------------------------------------
 */

/* Windows on a floating bar, flat, without gravity. */
static running open_floating(int32_t windows, double crank_rate, double coupler_rate)
{
    scene s = ludo_scene_begin("floating windows", 2 * windows + 2, NULL);
    ludo_scene_no_gravity(&s);
    const joint_start drift = {{0.0, 0.0, 0.0, 1.0}, {0.3, 0.1, 0.2, 0.1, 0.5, 0.2}};
    const joint_start crank_start = {{quarter}, {crank_rate}};
    const joint_start coupler_start = {{-quarter}, {coupler_rate}};
    const int32_t ground = ludo_scene_add_bar(&s, "ground", 3.0, windows);
    const ludo_joint_def base = {
        .struct_size = sizeof base, .type = "free", .parent = LUDO_WORLD, .child = ground};
    ludo_scene_add_joint(&s, &base, &drift);
    int32_t crank = ludo_scene_add_bar(&s, NULL, 1.0, 1.0);
    ludo_scene_pin(&s, NULL, (ludo_spot){ground, 0.0, 0.0}, crank, -quarter, &crank_start);
    for (int32_t i = 0; i < windows; i++) {
        const int32_t coupler = ludo_scene_add_bar(&s, NULL, 1.0, 1.0);
        ludo_scene_pin(&s, NULL, (ludo_spot){crank, 1.0, 0.0}, coupler, quarter, &coupler_start);
        crank = ludo_scene_add_bar(&s, NULL, 1.0, 1.0);
        ludo_scene_pin(&s, NULL, (ludo_spot){ground, i + 1.0, 0.0}, crank, -quarter, &crank_start);
        ludo_scene_close(&s, "hinge", (ludo_spot){coupler, 1.0, 0.0}, (ludo_spot){crank, 1.0, 0.0},
                         -quarter);
    }
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_end(&s, &spec);
    return run_open(built, spec, NULL);
}

/* The first interval is a projection: its impulses act at the poses of t_{k+1}. */
static void floating_flat_linkages_keep_their_momenta(void **state)
{
    (void)state;
    static const double rates[][2] = {{1.0, -1.0}, {1.0, 0.3}, {1.0, 0.4}, {-3.0, 2.0}};
    for (int i = 0; i < 4; i++) {
        for (int32_t windows = 1; windows <= 3; windows++) {
            running r = open_floating(windows, rates[i][0], rates[i][1]);
            momentum_watch w = watch_begin(&r);
            for (int k = 0; k < 300; k++) {
                run_steps(&r, 0.01, 1);
                watch(&w, &r);
            }
            assert_true(w.linear <= 1e-13 && w.angular <= 1e-13);
            run_close(&r);
        }
    }
}

/* --- folded, stretched -------------------------------------------------------------------------
 */

/* Crank and rod of a slider-crank are 0.5 m long: when they are upright and the slider is at the
 * pivot, it may slide away or stay there while they rotate. */
static void a_folded_slider_crank_stays_until_it_is_pushed(void **state)
{
    (void)state;
    for (int pushed = 0; pushed < 2; pushed++) {
        const joint_start turning = {{0.0}, {pushed == 1 ? 3.0 : 0.0}};
        scene s = ludo_scene_begin("folded", 3, NULL);
        const int32_t crank = ludo_scene_add_bar(&s, NULL, 1.0, 0.5);
        const int32_t rod = ludo_scene_add_bar(&s, NULL, 1.0, 0.5);
        const int32_t slider = ludo_scene_add_bar(&s, NULL, 1.0, 0.1);
        ludo_scene_pin(&s, NULL, (ludo_spot){LUDO_WORLD, 0.0, 0.0}, crank, -quarter, &turning);
        ludo_scene_pin(&s, NULL, (ludo_spot){crank, 0.5, 0.0}, rod, 2.0 * quarter, NULL);
        ludo_scene_pin(&s, NULL, (ludo_spot){rod, 0.5, 0.0}, slider, -quarter, NULL);
        ludo_scene_close(&s, "slide", (ludo_spot){LUDO_WORLD, 0.0, 0.0},
                         (ludo_spot){slider, 0.0, 0.0}, 0.0);
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_end(&s, &spec);
        running r = run_open(built, spec, NULL);
        for (int k = 0; k < 300; k++) {
            ludo_violation v;
            run_steps(&r, 0.002, 1);
            assert_int_equal(ludo_sim_violation(r.sim, &v), LUDO_OK);
            assert_true(v.position <= 1e-10);
        }
        const double z = run_body(&r, crank).com.z;
        assert_true(pushed == 1 ? fabs(z) < 0.2 : fabs(z - 0.25) < 1e-9);
        run_close(&r);
    }
}

/* Bars between pivots at their largest reach. No impulse along the bars balances a force on the
 * middle. */
static void bars_stretched_between_pivots_are_reported_as_singular(void **state)
{
    (void)state;
    for (int32_t bars = 2; bars <= 5; bars++) {
        for (int k = 0; k < 2; k++) {
            scene s = ludo_scene_begin("stretched", bars, NULL);
            ludo_spot at = {LUDO_WORLD, 0.0, 0.0};
            for (int32_t i = 0; i < bars; i++) {
                const int32_t bar = ludo_scene_add_bar(&s, NULL, 1.0, 1.0);
                ludo_scene_pin(&s, NULL, at, bar, 0.0, NULL);
                at = (ludo_spot){bar, 1.0, 0.0};
            }
            ludo_scene_close(&s, "ball", (ludo_spot){LUDO_WORLD, bars, 0.0}, at, 0.0);
            ludo_spec *spec = NULL;
            const ludo_status built = ludo_scene_end(&s, &spec);
            running r = run_open(built, spec, NULL);
            ludo_step_report report = {.struct_size = sizeof report};
            assert_int_equal(ludo_step(r.sim, k == 0 ? 0.02 : 0.01, &report), LUDO_SINGULAR);
            assert_string_equal(node_text_of(r.model, report.node).text,
                                loop_info_of(r.model, 0).name);
            assert_true(ludo_sim_time(r.sim) == 0.0);
            run_close(&r);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_linkages_fall_from_rest),
        cmocka_unit_test(flat_linkages_unfold_as_they_move),
        cmocka_unit_test(flat_linkages_survive_rates_that_no_motion_has),
        cmocka_unit_test(flat_linkages_leave_in_steps_of_any_length),
        cmocka_unit_test(floating_flat_linkages_keep_their_momenta),
        cmocka_unit_test(a_folded_slider_crank_stays_until_it_is_pushed),
        cmocka_unit_test(bars_stretched_between_pivots_are_reported_as_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
