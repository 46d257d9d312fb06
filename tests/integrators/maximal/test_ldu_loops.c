/* SPDX-License-Identifier: Apache-2.0
 *
 * Closed loops in the block LDU: the same steps as with the other solver, at a cost in proportion
 * to their number. */
#include "running.h"

#include "integrators/maximal_solvers/constraint_graph.h"
#include "integrators/maximal/maximal.h"
#include "sim/sim.h"

typedef struct scene_case {
    const char *name;
    ludo_status (*build)(ludo_spec **out);
    double dt;
} scene_case;

static ludo_status bricard(ludo_spec **out)
{
    return ludo_scene_bricard(NULL, out);
}

static ludo_status three_links(ludo_spec **out)
{
    return ludo_scene_three_links(NULL, out);
}

static ludo_status slider_crank(ludo_spec **out)
{
    return ludo_scene_slider_crank(NULL, out);
}

static ludo_status five_bar(ludo_spec **out)
{
    return ludo_scene_five_bar(NULL, out);
}

static ludo_status lift(ludo_spec **out)
{
    return ludo_scene_scissor_lift(3, NULL, out);
}

static ludo_status ring(ludo_spec **out)
{
    return ludo_scene_ring(&(ludo_scene_ring_options){7, "ball"}, NULL, out);
}

static ludo_status kites(ludo_spec **out)
{
    return ludo_scene_segments(&(ludo_scene_segments_options){4, true, "hinge"}, NULL, out);
}

static ludo_status windows(ludo_spec **out)
{
    const ludo_scene_windows_options options = ludo_scene_windows_default();
    return ludo_scene_windows(&options, NULL, out);
}

static ludo_status governor(ludo_spec **out)
{
    return ludo_scene_governor(NULL, out);
}

static const scene_case scenes[] = {
    {"bricard", bricard, 0.01},
    {"three links", three_links, 0.01},
    {"slider-crank", slider_crank, 0.002},
    {"five-bar", five_bar, 0.005},
    {"lift", lift, 0.005},
    {"ring", ring, 0.005},
    {"kites", kites, 0.005},
    {"windows", windows, 0.002},
    {"governor", governor, 0.001},
};

static running open_by(ludo_spec *spec, const char *solver)
{
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = solver;
    return run_open(LUDO_OK, spec, &options);
}

/* How far poses are from each other [m], [rad]. */
static double apart(running *a, running *b)
{
    const state_error e = state_difference(a, b);
    return fmax(e.position, e.angle);
}

/* Steps are solved to 1e-10 or better; the difference grows with the motion of at most a second. */
static void both_solvers_step_loops_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        ludo_spec *one = NULL, *other = NULL;
        assert_int_equal(scenes[i].build(&one), LUDO_OK);
        assert_int_equal(scenes[i].build(&other), LUDO_OK);
        running a = open_by(one, "recursion"), b = open_by(other, "ldu");
        for (int k = 0; k < 20; k++) {
            run_steps(&a, scenes[i].dt, 5);
            run_steps(&b, scenes[i].dt, 5);
        }
        if (!(apart(&a, &b) <= 1e-10)) {
            print_error("%s: %g\n", scenes[i].name, apart(&a, &b));
            fail();
        }
        run_close(&a);
        run_close(&b);
    }
}

static ludo_spec *random_loops(uint64_t seed, int32_t loops)
{
    const ludo_scene_everything_options options = {
        .bodies = 10, .seed = seed, .floating = seed % 2 == 0, .damped = true, .stiffness = 1e4};
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_everything(&options, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_scene_close_loops(spec, loops, seed), LUDO_OK);
    return spec;
}

/* a few short steps: motions that differ by rounding diverge with any solver */
static void both_solvers_step_random_loops_alike(void **state)
{
    (void)state;
    FOR_SEEDS(seed, 30)
    {
        running a = open_by(random_loops(seed, (int32_t)(seed % 4)), "recursion");
        running b = open_by(random_loops(seed, (int32_t)(seed % 4)), "ldu");
        run_steps(&a, 1e-4, 5);
        run_steps(&b, 1e-4, 5);
        if (!(apart(&a, &b) <= 1e-10)) {
            print_error("seed %d: %g\n", (int)seed, apart(&a, &b));
            fail();
        }
        run_close(&a);
        run_close(&b);
    }
}

/* Blocks filled in a chain of four-bars. */
static int32_t fill_of_segments(int32_t segments)
{
    const ludo_scene_segments_options options = {segments, true, "hinge"};
    const ludo_allocator from = ludo_allocator_or_default(NULL);
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_segments(&options, NULL, &spec);
    running r = run_open(built, spec, NULL);
    const maximal *x = maximal_of(&r.sim->state);
    constraint_graph g;
    ludo_ldu *ldu = NULL;
    assert_int_equal(
        ludo_constraint_graph_build(r.model, &x->tree, &x->loops.constraints, &from, &g), LUDO_OK);
    assert_int_equal(ludo_ldu_create(&g.pattern, NULL, &ldu, NULL), LUDO_OK);
    const int32_t fill = ludo_ldu_fill(ldu);
    ludo_ldu_destroy(ldu);
    ludo_constraint_graph_release(&g, &from);
    run_close(&r);
    return fill;
}

static void loops_in_a_row_fill_as_much_as_one_each(void **state)
{
    (void)state;
    const int32_t one = fill_of_segments(1), each = fill_of_segments(2) - one;
    assert_true(each > 0);
    assert_int_equal(fill_of_segments(20), one + 19 * each);
    assert_int_equal(fill_of_segments(50), one + 49 * each);
}

static void creating_survives_each_failing_allocation(void **state)
{
    (void)state;
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = "ldu";
    ludo_model *model = NULL;
    ludo_spec *spec = random_loops(1, 3);
    assert_int_equal(ludo_compile(spec, NULL, &model, NULL), LUDO_OK);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_sim *sim = NULL;
        const ludo_status s = ludo_sim_create(model, &options, &a.hook, &sim, NULL);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_sim_destroy(sim);
    }
    ludo_model_destroy(model);
    ludo_spec_destroy(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_solvers_step_loops_alike),
        cmocka_unit_test(both_solvers_step_random_loops_alike),
        cmocka_unit_test(loops_in_a_row_fill_as_much_as_one_each),
        cmocka_unit_test(creating_survives_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
