/* SPDX-License-Identifier: Apache-2.0
 *
 * What the Galerkin integrator keeps, what it refuses, and how it goes on. */
#include "momentum.h"

#include <float.h>

typedef struct variant {
    int32_t order;
    const char *solver;
} variant;

static const variant variants[] = {{2, "newton"},      {4, "newton"}, {6, "newton"},
                                   {2, "riqn"},        {4, "riqn"},   {2, "riqn-broyden"},
                                   {6, "riqn-broyden"}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static ludo_sim_options options_of(variant v)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "galerkin";
    options.order = v.order;
    options.solver = v.solver;
    return options;
}

static running open_tree(variant v, uint64_t seed)
{
    const ludo_sim_options options = options_of(v);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_random_tree(8, seed, true, NULL, &spec);
    return run_open(built, spec, &options);
}

/* Balls, and a free joint. */
static running open_floating_chain(variant v)
{
    const ludo_scene_chain_options chain = {
        .links = 4, .joint = "ball", .floating = true, .stir = 1.0};
    const ludo_sim_options options = options_of(v);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, &options);
}

static running open_chain(variant v, int32_t links)
{
    const ludo_scene_chain_options chain = {.links = links, .joint = "hinge"};
    const ludo_sim_options options = options_of(v);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_chain(&chain, NULL, &spec);
    return run_open(built, spec, &options);
}

/* ---- conservation ---- */

/* Round-off is added up with random signs: sqrt(steps) times a few rounding errors. RIQN leaves
 * more of its balance, and it is given back all the same. */
static void floating_trees_keep_their_momenta(void **state)
{
    (void)state;
    const long steps = long_tests() ? 100000 : 400;
    for (int i = 0; i < VARIANTS; i++) {
        running r = open_floating_chain(variants[i]);
        momentum_watch w = watch_begin(&r);
        for (int k = 0; k < 4; k++) {
            run_steps(&r, 0.005, steps / 4);
            watch(&w, &r);
        }
        print_message("order %d, %s: %.1e, %.1e\n", variants[i].order, variants[i].solver, w.linear,
                      w.angular);
        const double noise = 16.0 * DBL_EPSILON * sqrt((double)steps);
        CHECK_NEAR(w.linear, 0.0, noise);
        CHECK_NEAR(w.angular, 0.0, noise);
        run_close(&r);
    }
}

/* No trend: the later three quarters of a run are at most three times as far off as the first,
 * rounding aside. */
static void energy_stays_in_a_band(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 6; order += 2) {
        running r = open_floating_chain((variant){order, NULL});
        const double start = run_energy(&r);
        double early = 0.0, late = 0.0;
        for (int k = 0; k < 800; k++) {
            run_steps(&r, 0.01, 1);
            const double error = fabs(run_energy(&r) - start);
            early = k < 200 ? fmax(early, error) : early;
            late = k < 200 ? late : fmax(late, error);
        }
        print_message("order %d: energy error %.1e, then %.1e\n", order, early, late);
        assert_true(late <= 3.0 * early + 1e-12 * fabs(start));
        run_close(&r);
    }
}

/* A velocity that a body has is no business of its attitude: what is seen of 1000 m/s is that
 * moments are taken about where the body was, h v away, a rounding of h v m v each step. */
static void attitudes_feel_no_boost(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 6; order += 2) {
        const ludo_sim_options options = options_of((variant){order, NULL});
        running r[2];
        for (int k = 0; k < 2; k++) {
            ludo_spec *spec = NULL;
            const ludo_status built = ludo_scene_torque_free_body(NULL, &spec);
            r[k] = run_open(built, spec, &options);
        }
        double rate[6];
        assert_int_equal(ludo_sim_joint_velocity(r[1].sim, 0, rate), LUDO_OK);
        rate[0] += 1000.0;
        rate[1] -= 500.0;
        assert_int_equal(ludo_sim_set_joint_velocity(r[1].sim, 0, rate), LUDO_OK);
        run_steps(&r[0], 0.01, 100);
        run_steps(&r[1], 0.01, 100);
        CHECK_NEAR(state_difference(&r[0], &r[1]).angle, 0.0, 100 * 10.0 * 1000.0 * DBL_EPSILON);
        run_close(&r[0]);
        run_close(&r[1]);
    }
}

/* Degree 1 is its own inverse: the way back is exact to the tolerance. */
static void steps_of_order_2_go_back(void **state)
{
    (void)state;
    running r = open_tree((variant){2, NULL}, 7), start = open_tree((variant){2, NULL}, 7);
    run_steps(&r, 0.01, 50);
    run_steps(&r, -0.01, 50);
    const state_error e = state_difference(&r, &start);
    CHECK_NEAR(state_error_max(&e), 0.0, 1e-10);
    run_close(&r);
    run_close(&start);
}

/* ---- continuation ---- */

static void a_saved_state_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        running a = open_tree(variants[i], 9), b = open_tree(variants[i], 9);
        run_steps(&a, 0.01, 7);
        const size_t size = ludo_sim_state_size(a.sim);
        void *bytes = malloc(size);
        assert_non_null(bytes);
        assert_int_equal(ludo_sim_get_state(a.sim, bytes), LUDO_OK);
        assert_int_equal(ludo_sim_set_state(b.sim, bytes, size), LUDO_OK);
        run_steps(&a, 0.01, 5);
        run_steps(&b, 0.01, 5);
        check_same_bits(&a, &b);
        free(bytes);
        run_close(&a);
        run_close(&b);
    }
}

static void reading_changes_no_bit(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        running a = open_tree(variants[i], 11), b = open_tree(variants[i], 11);
        for (int k = 0; k < 6; k++) {
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

/* All solvers solve equal equations, to the tolerance over 20 steps. */
static void solvers_agree(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 6; order += 2) {
        running newton = open_chain((variant){order, "newton"}, 10);
        running riqn = open_chain((variant){order, "riqn"}, 10);
        running broyden = open_chain((variant){order, "riqn-broyden"}, 10);
        run_steps(&newton, 0.01, 20);
        run_steps(&riqn, 0.01, 20);
        run_steps(&broyden, 0.01, 20);
        const state_error a = state_difference(&newton, &riqn);
        const state_error b = state_difference(&newton, &broyden);
        CHECK_NEAR(state_error_max(&a), 0.0, 1e-7);
        CHECK_NEAR(state_error_max(&b), 0.0, 1e-7);
        run_close(&newton);
        run_close(&riqn);
        run_close(&broyden);
    }
}

/* ---- iterations ---- */

/* Whatever the length of the chain. */
static void newton_wants_three_iterations_at_most(void **state)
{
    (void)state;
    for (int32_t links = 10; links <= 100; links *= 10) {
        for (int32_t order = 2; order <= 6; order += 4) {
            running r = open_chain((variant){order, NULL}, links);
            int32_t iterations = 0, solves = 0;
            for (int k = 0; k < 50; k++) {
                ludo_step_report report = {.struct_size = sizeof report};
                assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
                assert_true(report.residual <= 1e-10);
                assert_true(report.smallest_pivot > 0.0);
                iterations += report.iterations;
                solves += report.solves;
            }
            print_message("%d links, order %d: %.2f iterations\n", links, order,
                          (double)iterations / solves);
            assert_true(iterations <= 3 * solves);
            run_close(&r);
        }
    }
}

/* ---- refusals and failures ---- */

static void what_is_not_its_own_is_refused(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    assert_int_equal(ludo_scene_half_swing(1.0, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    const ludo_sim_options bad[] = {
        {.struct_size = sizeof(ludo_sim_options), .integrator = "galerkin", .order = 3},
        {.struct_size = sizeof(ludo_sim_options), .integrator = "galerkin", .scheme = "rattle"},
        {.struct_size = sizeof(ludo_sim_options),
         .integrator = "galerkin",
         .rotation = "exponential"},
        {.struct_size = sizeof(ludo_sim_options), .integrator = "galerkin", .solver = "recursion"},
        {.struct_size = sizeof(ludo_sim_options), .integrator = "galerkin", .damping = "implicit"},
    };
    static const char *const text[] = {"integrator galerkin has no order 3; it has 2, 4, 6",
                                       "integrator galerkin has no scheme 'rattle'", "rotation",
                                       "integrator galerkin has no solver 'recursion'", "damping"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ludo_sim_options options = bad[i];
        options.tolerance = 1e-10;
        options.max_iterations = options.max_substeps = 1;
        ludo_sim *sim = NULL;
        ludo_diagnostic why;
        assert_int_equal(ludo_sim_create(model, &options, NULL, &sim, &why), LUDO_REFUSED);
        assert_null(sim);
        assert_non_null(strstr(why.message, text[i]));
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

static void a_turn_too_large_is_cut_or_told(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 32; substeps += 31) {
        ludo_sim_options options = options_of((variant){2, NULL});
        options.max_substeps = substeps;
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_heavy_top(NULL, &spec);
        running r = run_open(built, spec, &options), start = r;
        const ludo_body_state before = run_body(&start, 0);
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status status = ludo_step(r.sim, 0.1, &report); /* by 6 rad */
        const ludo_body_state after = run_body(&r, 0);
        if (substeps == 1) {
            assert_int_equal(status, LUDO_STEP_TOO_LARGE);
            assert_string_equal(node_text_of(r.model, report.node).text,
                                ludo_model_body_name(r.model, 0));
            assert_memory_equal(&before, &after, sizeof before);
        } else {
            assert_int_equal(status, LUDO_OK);
            assert_true(report.substeps > 1);
        }
        run_close(&r);
    }
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_random_tree(3, 1, true, NULL, &spec), LUDO_OK);
    const ludo_sim_options options = options_of(variants[2]);
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
        cmocka_unit_test(floating_trees_keep_their_momenta),
        cmocka_unit_test(energy_stays_in_a_band),
        cmocka_unit_test(attitudes_feel_no_boost),
        cmocka_unit_test(steps_of_order_2_go_back),
        cmocka_unit_test(a_saved_state_goes_on_with_the_same_bits),
        cmocka_unit_test(reading_changes_no_bit),
        cmocka_unit_test(solvers_agree),
        cmocka_unit_test(newton_wants_three_iterations_at_most),
        cmocka_unit_test(what_is_not_its_own_is_refused),
        cmocka_unit_test(a_turn_too_large_is_cut_or_told),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
