/* SPDX-License-Identifier: Apache-2.0
 *
 * A single body by schemes on rotations: what they keep, how they go on, what they refuse. */
#include "checkpoint.h"
#include "momentum.h"
#include "driven_body.h"

#include <float.h>

static running open_scene(ludo_status (*scene)(const ludo_allocator *, ludo_spec **),
                          const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = scene(NULL, &spec);
    return run_open(built, spec, options);
}

/* ---- what is kept ---- */

/* Round-off of the sum x += h V has random signs; moments that are kept don't change at all. */
static void a_free_body_keeps_its_momenta(void **state)
{
    (void)state;
    const long steps = long_tests() ? 1000000 : 20000;
    for (int k = 0; k < KEEPING; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        running r = open_scene(ludo_scene_torque_free_body, &options);
        const double rate[6] = {1.0, -2.0, 0.5, 0.4, 1.0, 0.2};
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
        momentum_watch w = watch_begin(&r);
        for (int part = 0; part < 4; part++) {
            run_steps(&r, 0.01, steps / 4);
            watch(&w, &r);
        }
        print_message("%s, %ld steps: %.1e, %.1e\n", schemes[k], steps, w.linear, w.angular);
        CHECK_NEAR(w.linear, 0.0, 8.0 * DBL_EPSILON);
        CHECK_NEAR(w.angular, 0.0, 4.0 * DBL_EPSILON * sqrt((double)steps));
        run_close(&r);
    }
}

/* About the vertical nothing turns the top. Each step rounds the moment of its weight. */
static void a_top_keeps_its_moment_about_the_vertical(void **state)
{
    (void)state;
    const int steps = 2000;
    for (int k = 0; k < KEEPING; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        running r = open_scene(ludo_scene_heavy_top, &options);
        const double start = run_momentum(&r).angular.z;
        run_steps(&r, 0.002, steps);
        const double drift = fabs(run_momentum(&r).angular.z - start) / fabs(start);
        CHECK_NEAR(drift, 0.0, 4.0 * DBL_EPSILON * sqrt((double)steps));
        run_close(&r);
    }
}

/* The largest energy error over the first and the second half, as a part of the energy. */
static void energy_errors(running *r, double h, int steps, double half[2])
{
    const double start = run_energy(r);
    half[0] = half[1] = 0.0;
    for (int i = 0; i < steps; i++) {
        run_steps(r, h, 1);
        double *now = &half[i >= steps / 2];
        *now = fmax(*now, fabs(run_energy(r) - start) / fabs(start));
    }
}

/* Both of B(x) = 1 + x^/2 keep the energy of p, but for the tolerance; the symplectic one stays in
 * a band of h^2; the explicit one drifts. */
static void energies_are_kept_stay_in_a_band_or_drift(void **state)
{
    (void)state;
    static const double most[SCHEMES] = {2e-3, 1e-9, 1e-9, HUGE_VAL};
    static const double growth[SCHEMES] = {1.2, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < SCHEMES; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        running r = open_scene(ludo_scene_torque_free_body, &options);
        double half[2];
        energy_errors(&r, 0.05, 4000, half);
        print_message("%s: energy %.1e, then %.1e\n", schemes[k], half[0], half[1]);
        assert_true(half[1] <= most[k]);
        assert_true(half[1] <= growth[k] * half[0]);
        assert_true(k < IMPLICIT || half[1] > 0.01);
        run_close(&r);
    }
}

/* No attitude feels a velocity that is added, to the bit; and the free fall of what turns is
 * Verlet's. */
static void attitudes_feel_no_boost(void **state)
{
    (void)state;
    for (int k = 0; k < SCHEMES; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        running r[2];
        for (int i = 0; i < 2; i++) {
            r[i] = open_scene(ludo_scene_torque_free_body, &options);
            const double speed = i * 1000.0;
            const double rate[6] = {speed, -0.5 * speed, 0.3 * speed, 0.4, 1.0, 0.2};
            assert_int_equal(ludo_sim_set_joint_velocity(r[i].sim, 0, rate), LUDO_OK);
            run_steps(&r[i], 0.02, 500);
        }
        const ludo_body_state a = run_body(&r[0], 0), b = run_body(&r[1], 0);
        assert_memory_equal(&a.orientation, &b.orientation, sizeof a.orientation);
        CHECK_NEAR(b.com.x, 10000.0, 500 * 10000.0 * DBL_EPSILON);
        run_close(&r[0]);
        run_close(&r[1]);
    }
}

/* Schemes of order 2 are their own inverses: back to what the tolerance lets it be. */
static void steps_go_back(void **state)
{
    (void)state;
    for (int k = 0; k < IMPLICIT; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        running r = open_scene(ludo_scene_heavy_top, &options);
        running start = open_scene(ludo_scene_heavy_top, &options);
        run_steps(&r, 0.005, 50);
        run_steps(&r, -0.005, 50);
        const state_error e = state_difference(&r, &start);
        CHECK_NEAR(state_error_max(&e), 0.0, 1e-8);
        run_close(&r);
        run_close(&start);
    }
}

/* ---- going on ---- */

static void a_saved_state_goes_on_with_the_same_bits_and_reading_changes_none(void **state)
{
    (void)state;
    for (int k = 0; k < SCHEMES; k++) {
        const ludo_sim_options options = by_scheme(schemes[k]);
        running a = moved(floating_on_a_rope, &options, 20);
        running b = moved(floating_on_a_rope, &options, 1);
        hand_over(a.sim, b.sim);
        for (int i = 0; i < 5; i++) {
            ludo_wrench w;
            assert_int_equal(ludo_sim_reaction(b.sim, 0, &w), LUDO_OK);
            (void)run_momentum(&b);
            run_steps(&a, 0.01, 1);
            run_steps(&b, 0.01, 1);
        }
        check_same_bits(&a, &b);
        run_close(&a);
        run_close(&b);
    }
}

/* ---- refusals and failures ---- */

static void check_refused_by(ludo_spec *spec, ludo_sim_options options, const char *text)
{
    ludo_model *model = compiled(spec);
    ludo_sim *sim = NULL;
    ludo_diagnostic why = {.message = ""};
    options.integrator = "rigid-body";
    assert_int_equal(ludo_sim_create(model, &options, NULL, &sim, &why), LUDO_REFUSED);
    assert_null(sim);
    if (strstr(why.message, text) == NULL) {
        fail_msg("'%s' instead of '%s'", why.message, text);
    }
    ludo_model_destroy(model);
}

static ludo_spec *two_bodies(void)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "cart");
    add_body(spec, "pole");
    add_joint_at(spec, "flight", "free", LUDO_WORLD, 0, (ludo_place){0});
    add_joint_at(spec, "pivot", "hinge", 0, 1, (ludo_place){0});
    return spec;
}

static ludo_spec *one_body(const char *type)
{
    ludo_spec *spec = new_spec();
    add_body(spec, "door");
    add_joint_at(spec, "hinges", type, LUDO_WORLD, 0, (ludo_place){0});
    return spec;
}

static void what_is_not_its_own_is_refused_by_name(void **state)
{
    (void)state;
    const ludo_sim_options plain = ludo_sim_options_default();
    ludo_spec *carried = one_body("ball");
    add_body(carried, "knob");
    add_joint(carried, "fixed", 0, 1);
    check_refused_by(carried, plain, "'knob' moves beside 'door'");
    ludo_sim_options order = plain, rotation = plain, solver = plain, certify = plain;
    order.order = 1;
    rotation.rotation = "exponential";
    solver.solver = "newton";
    certify.scheme = "euler", certify.certify = true;
    check_refused_by(two_bodies(), plain, "'pole' moves beside 'cart'; use galerkin, or lie-group");
    check_refused_by(one_body("hinge"), plain, "'door' is on joint 'hinges' (hinge); use galerkin");
    check_refused_by(one_body("point-on-line"), plain, "(point-on-line); use galerkin");
    check_refused_by(one_body("fixed"), plain, "none does");
    check_refused_by(one_body("ball"), order, "for order 1 use scheme euler");
    check_refused_by(one_body("ball"), rotation, "rotation update");
    check_refused_by(one_body("ball"), solver, "solver");
    check_refused_by(one_body("ball"), certify, "euler is explicit");
}

/* A body that is fixed to the world does not count as moving. */
static void what_is_fixed_beside_it_is_fine(void **state)
{
    (void)state;
    ludo_spec *spec = one_body("ball");
    add_body(spec, "wall");
    add_joint_at(spec, "mortar", "fixed", LUDO_WORLD, 1, (ludo_place){0});
    ludo_sim_options options = by_scheme("euler");
    running r = {.model = compiled(spec)};
    assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_order(r.sim), 1);
    run_steps(&r, 0.01, 3);
    run_close(&r);
}

static void a_turn_too_large_is_cut_or_told_and_leaves_the_state(void **state)
{
    (void)state;
    for (int k = 0; k < SCHEMES; k++) {
        for (int substeps = 1; substeps <= 32; substeps += 31) {
            ludo_sim_options options = by_scheme(schemes[k]);
            options.max_substeps = substeps;
            running r = open_scene(ludo_scene_heavy_top, &options);
            run_steps(&r, 1e-3, 1);
            checkpoint before = checkpoint_of(r.sim);
            ludo_step_report report = {.struct_size = sizeof report};
            const ludo_status status = ludo_step(r.sim, 0.2, &report); /* by 12 rad */
            if (substeps == 1) {
                assert_int_equal(status, LUDO_STEP_TOO_LARGE);
                assert_string_equal(node_text_of(r.model, report.node).text, "top");
                assert_true(is_at(r.sim, &before));
            } else {
                assert_int_equal(status, LUDO_OK);
                assert_true(report.substeps > 1);
            }
            checkpoint_free(&before);
            run_close(&r);
        }
    }
}

/* Whatever the step and the body: a step that fails leaves the state, one that doesn't leaves
 * numbers. */
static void wild_steps_solve_or_leave_the_state(void **state)
{
    (void)state;
    int solved = 0, left = 0;
    FOR_SEEDS(seed, 400)
    {
        random_stream s = random_from(seed);
        ludo_sim_options options = by_scheme(schemes[seed % SCHEMES]);
        options.max_substeps = 1;
        running r = {.model = compiled(seed % 2 == 0 ? hanging_on_a_rope() : floating_on_a_rope())};
        assert_int_equal(ludo_sim_create(r.model, &options, NULL, &r.sim, NULL), LUDO_OK);
        const double size = pow(10.0, random_uniform(&s, -2.0, 12.0));
        double rate[6];
        for (int i = 0; i < 6; i++) {
            rate[i] = random_uniform(&s, -size, size);
        }
        assert_int_equal(ludo_sim_set_joint_velocity(r.sim, 0, rate), LUDO_OK);
        assert_int_equal(ludo_sim_project(r.sim, NULL), LUDO_OK);
        checkpoint before = checkpoint_of(r.sim);
        const double h = pow(10.0, random_uniform(&s, -6.0, 6.0));
        if (ludo_step(r.sim, h, NULL) == LUDO_OK) {
            const ludo_body_state now = run_body(&r, 0);
            assert_true(v3_finite(now.com) && v3_finite(now.linear_velocity));
            assert_true(q_finite(now.orientation) && v3_finite(now.angular_velocity));
            solved++;
        } else {
            assert_true(is_at(r.sim, &before));
            left++;
        }
        checkpoint_free(&before);
        run_close(&r);
    }
    print_message("%d solved, %d left\n", solved, left);
    assert_true(solved > 40 && left > 40);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    ludo_spec *spec = floating_on_a_rope();
    const ludo_sim_options options = by_scheme(NULL);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_model *model = NULL;
        ludo_sim *sim = NULL;
        ludo_status s = ludo_compile(spec, &a.hook, &model, NULL);
        s = s == LUDO_OK ? ludo_sim_create(model, &options, &a.hook, &sim, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
        ludo_model_destroy(model);
    }
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_body_keeps_its_momenta),
        cmocka_unit_test(a_top_keeps_its_moment_about_the_vertical),
        cmocka_unit_test(energies_are_kept_stay_in_a_band_or_drift),
        cmocka_unit_test(attitudes_feel_no_boost),
        cmocka_unit_test(steps_go_back),
        cmocka_unit_test(a_saved_state_goes_on_with_the_same_bits_and_reading_changes_none),
        cmocka_unit_test(what_is_not_its_own_is_refused_by_name),
        cmocka_unit_test(what_is_fixed_beside_it_is_fine),
        cmocka_unit_test(a_turn_too_large_is_cut_or_told_and_leaves_the_state),
        cmocka_unit_test(wild_steps_solve_or_leave_the_state),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
