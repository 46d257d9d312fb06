/* SPDX-License-Identifier: Apache-2.0
 *
 * Motion of mechanisms with closed loops: closed to round-off, in an energy band, in few
 * iterations, through singular configurations, over long times, for random mechanisms. */
#include "order.h"

#include "data/reference_loops.h"
#include "spec/items.h"

/* Number of random mechanisms. */
enum { SEEDS = 500 / SHORTER };

/* The conserved energy [J]. */
static double balance(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e.kinetic + e.potential + e.springs - e.work + e.dissipated;
}

static double gap(running *r)
{
    ludo_violation v;
    assert_int_equal(ludo_sim_violation(r->sim, &v), LUDO_OK);
    return v.position;
}

/* Statistics of a motion. */
typedef struct course {
    double closure, energy; /* largest violation, largest change of energy */
    double iterations;      /* mean per solve */
    int most;               /* iterations of one solve */
    int subdivided;         /* steps */
} course;

static course follow(running *r, double h, long steps)
{
    course c = {.closure = gap(r)};
    const double start = balance(r);
    long iterations = 0, solves = 0;
    for (long k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        const ludo_status s = ludo_step(r->sim, h, &report);
        if (s != LUDO_OK) {
            print_error("%s, step %ld: %s at %s\n", ludo_model_name(r->model), k,
                        ludo_status_text(s), node_text_of(r->model, report.node).text);
            fail();
        }
        iterations += report.iterations, solves += report.solves;
        c.most = report.iterations_max > c.most ? report.iterations_max : c.most;
        c.subdivided += report.substeps > 1;
        c.closure = fmax(c.closure, gap(r));
        c.energy = fmax(c.energy, fabs(balance(r) - start));
    }
    c.iterations = (double)iterations / (double)solves;
    return c;
}

/* --- every mechanism ------------------------------------------------------------------------- */

typedef ludo_status builder(const ludo_allocator *allocator, ludo_spec **out);

static ludo_status hinge_ring(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_ring(&(ludo_scene_ring_options){.links = 6, .joint = "hinge"}, a, out);
}

static ludo_status ball_ring(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_ring(&(ludo_scene_ring_options){.links = 6, .joint = "ball"}, a, out);
}

static ludo_status kites(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_segments_options options = {.segments = 3, .kite = true, .closure = "ball"};
    return ludo_scene_segments(&options, a, out);
}

static ludo_status windows(const ludo_allocator *a, ludo_spec **out)
{
    const ludo_scene_windows_options options = ludo_scene_windows_default();
    return ludo_scene_windows(&options, a, out);
}

static ludo_status ten_windows(const ludo_allocator *a, ludo_spec **out)
{
    ludo_scene_windows_options options = ludo_scene_windows_default();
    options.windows = 10;
    return ludo_scene_windows(&options, a, out);
}

static ludo_status lift(const ludo_allocator *a, ludo_spec **out)
{
    return ludo_scene_scissor_lift(3, a, out);
}

static ludo_status load(const char *file, const ludo_allocator *a, ludo_spec **out)
{
    return ludo_load_file(file, NULL, a, out, NULL);
}

static ludo_status quadruped(const ludo_allocator *a, ludo_spec **out)
{
    return load("examples/quadruped.xml", a, out);
}

static ludo_status exoskeleton(const ludo_allocator *a, ludo_spec **out)
{
    return load("examples/exoskeleton.xml", a, out);
}

static ludo_status gripper(const ludo_allocator *a, ludo_spec **out)
{
    return load("examples/gripper.urdf", a, out);
}

/* A mechanism, its step, the number of steps, and the bound on the change of its energy: some times
 * the measured change, and little next to its weight times the height of its fall. */
static const struct {
    builder *build;
    double h;
    long steps;
    double energy; /* [J] */
} motions[] = {
    {hinge_ring, 0.005, 1000, 2.0},
    {ball_ring, 0.005, 1000, 2.0},
    {ludo_scene_three_links, 0.01, 1000, 0.1},
    {kites, 0.002, 1000, 2.0},
    {windows, 0.01, 1000, 0.045},
    {ten_windows, 0.01, 1000, 0.25},
    {lift, 0.005, 1000, 0.5},
    {ludo_scene_slider_crank, 0.005, 1000, 0.05},
    {ludo_scene_five_bar, 0.005, 600, 0.05}, /* chaotic: later the motion depends on rounding */
    {ludo_scene_bricard, 0.01, 1000, 1e-3},
    {quadruped, 0.001, 1000, 1e-3},
    {exoskeleton, 0.001, 1000, 1e-3},
    {gripper, 0.001, 1000, 1e-3},
};
enum { MOTIONS = sizeof motions / sizeof motions[0] };

static void check_motion(int i, const char *solver)
{
    ludo_spec *spec = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.solver = solver;
    const ludo_status built = motions[i].build(NULL, &spec);
    running r = run_open(built, spec, &options);
    const course c = follow(&r, motions[i].h, motions[i].steps / SHORTER);
    print_message("%s, %s: closure %.1e, energy %.2e J, iterations %.2f, most %d, cut %d\n",
                  ludo_model_name(r.model), solver, c.closure, c.energy, c.iterations, c.most,
                  c.subdivided);
    CHECK_NEAR(c.closure, 0.0, 1e-11);
    CHECK_NEAR(c.energy, 0.0, motions[i].energy);
    assert_true(c.iterations <= 2.5);
    assert_int_equal(c.subdivided, 0);
    run_close(&r);
}

static void every_mechanism_moves_closed_in_its_energy_band(void **state)
{
    (void)state;
    for (int i = 0; i < MOTIONS; i++) {
        check_motion(i, "recursion");
    }
}

static void every_mechanism_moves_alike_with_ldu(void **state)
{
    (void)state;
    for (int i = 0; i < MOTIONS; i++) {
        check_motion(i, "ldu");
    }
}

/* --- references ------------------------------------------------------------------------------ */

static double windows_error(int order, double h, int second)
{
    ludo_spec *spec = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = order;
    options.tolerance = 1e-12;
    const ludo_status built = windows(NULL, &spec);
    running r = run_open(built, spec, &options);
    ludo_point_state tip;
    run_steps(&r, h, lround(second / h));
    assert_int_equal(ludo_sim_site(r.sim, ludo_model_site_find(r.model, "B0"), &tip), LUDO_OK);
    run_close(&r);
    return hypot(tip.position.x - windows_reference[second - 1].x,
                 tip.position.z - windows_reference[second - 1].z);
}

/* Two seconds, in which all bars are level twice. */
static void windows_converge_through_the_singularity(void **state)
{
    (void)state;
    for (int order = 2; order <= 4; order += 2) {
        double error[REFINEMENTS];
        for (int i = 0; i < REFINEMENTS; i++) {
            error[i] = windows_error(order, ldexp(0.01, -i), 2);
        }
        print_message("windows, order %.2f, errors %.2e %.2e %.2e\n", slope(error), error[0],
                      error[1], error[2]);
        CHECK_NEAR(slope(error), order, 0.3);
    }
}

static double slider_crank_error(int order, double h, int second)
{
    ludo_spec *spec = NULL;
    ludo_sim_options options = ludo_sim_options_default();
    options.order = order;
    options.tolerance = 1e-12;
    const ludo_status built = ludo_scene_slider_crank(NULL, &spec);
    running r = run_open(built, spec, &options);
    run_steps(&r, h, lround(second / h));
    const double x = run_body(&r, ludo_model_body_find(r.model, "slider")).com.x;
    run_close(&r);
    return fabs(x - slider_crank_reference[second - 1].x);
}

static void slider_crank_converges(void **state)
{
    (void)state;
    for (int order = 2; order <= 4; order += 2) {
        double error[REFINEMENTS];
        for (int i = 0; i < REFINEMENTS; i++) {
            error[i] = slider_crank_error(order, ldexp(0.005, -i), 2);
        }
        print_message("slider-crank, order %.2f, errors %.2e %.2e %.2e\n", slope(error), error[0],
                      error[1], error[2]);
        CHECK_NEAR(slope(error), order, 0.3);
    }
}

/* --- scales ---------------------------------------------------------------------------------- */

/* The position of the first crank's end after a second of windows of 1 m, or after the equivalent
 * time at another scale, over the length. */
static ludo_vec3 scaled_tip(const ludo_scene_windows_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_windows(options, NULL, &spec);
    running r = run_open(built, spec, NULL);
    ludo_point_state tip;
    run_steps(&r, 0.01 * sqrt(options->length), 200);
    CHECK_NEAR(gap(&r), 0.0, 1e-11 * fmax(1.0, options->length));
    assert_int_equal(ludo_sim_site(r.sim, ludo_model_site_find(r.model, "B0"), &tip), LUDO_OK);
    run_close(&r);
    return v3_scale(1.0 / options->length, tip.position);
}

/* Newton stops at 1e-10 in any units; two passages through the singularity may amplify this. */
static void windows_of_all_scales_move_alike(void **state)
{
    (void)state;
    const double masses[] = {1e-6, 1.0, 1e6}, lengths[] = {1e-3, 1.0, 1e2};
    ludo_scene_windows_options options = ludo_scene_windows_default();
    const ludo_vec3 want = scaled_tip(&options);
    for (int i = 0; i < 9; i++) {
        options.mass = masses[i / 3];
        options.length = lengths[i % 3];
        const ludo_vec3 got = scaled_tip(&options);
        CHECK_NEAR(got.x, want.x, 1e-7);
        CHECK_NEAR(got.z, want.z, 1e-7);
    }
}

static void one_bar_may_weigh_a_million_times_as_much(void **state)
{
    (void)state;
    const double heavier[] = {1e-6, 1e6};
    for (int i = 0; i < 2; i++) {
        ludo_scene_windows_options options = ludo_scene_windows_default();
        options.heavier = heavier[i];
        ludo_spec *spec = NULL;
        const ludo_status built = ludo_scene_windows(&options, NULL, &spec);
        running r = run_open(built, spec, NULL);
        const course c = follow(&r, 0.01, 1000);
        CHECK_NEAR(c.closure, 0.0, 1e-10);
        /* of order h^2, of the weight lifted by 2 m */
        CHECK_NEAR(c.energy, 0.0, 2e-3 * 9.81 * 2.0 * ludo_model_mass(r.model));
        assert_true(c.iterations <= 2.5);
        run_close(&r);
    }
}

/* --- long ------------------------------------------------------------------------------------ */

/* Ten minutes in fifths: the largest change of energy in each, and the mean. */
static void three_links_do_not_drift_in_ten_minutes(void **state)
{
    (void)state;
    enum { FIFTHS = 5, STEPS = 12000 };
    ludo_spec *spec = NULL;
    const ludo_status built = ludo_scene_three_links(NULL, &spec);
    running r = run_open(built, spec, NULL);
    const double start = balance(&r);
    double most[FIFTHS] = {0.0}, mean[FIFTHS] = {0.0}, closure = 0.0;
    for (int f = 0; f < FIFTHS; f++) {
        for (int k = 0; k < STEPS; k++) {
            run_steps(&r, 0.01, 1);
            const double change = balance(&r) - start;
            closure = fmax(closure, gap(&r));
            most[f] = fmax(most[f], fabs(change));
            mean[f] += change / STEPS;
        }
        print_message("three links, minutes %d to %d: energy within %.3e J, mean %.3e J\n", 2 * f,
                      2 * f + 2, most[f], mean[f]);
    }
    print_message("three links, ten minutes: closure %.1e\n", closure);
    CHECK_NEAR(closure, 0.0, 1e-11);
    /* means over equal parts of an oscillation differ by a small fraction of its amplitude */
    CHECK_NEAR(mean[FIFTHS - 1], mean[0], 0.05 * most[0]);
    assert_true(most[FIFTHS - 1] <= 1.1 * most[0]);
    run_close(&r);
}

/* --- random mechanisms ----------------------------------------------------------------------- */

/* Joints of every type, forces for every second seed, and up to five loops. */
static ludo_spec *random_mechanism(uint64_t seed)
{
    const ludo_scene_everything_options options = {
        .bodies = 4 + (int32_t)(seed % 8),
        .seed = seed,
        .floating = seed % 3 == 0,
        .damped = seed % 4 == 0,
        .stiffness = seed % 2 == 0 ? 50.0 : 0.0,
    };
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_scene_everything(&options, NULL, &spec), LUDO_OK);
    assert_int_equal(ludo_scene_close_loops(spec, (int32_t)(seed % 6), seed), LUDO_OK);
    return spec;
}

/* Scale the masses by random factors between 1/1000 and 1000. */
static void weigh_otherwise(ludo_spec *spec, uint64_t seed)
{
    random_stream random = random_from(seed);
    for (int32_t b = 0; b < ludo_spec_body_count(spec); b++) {
        ludo_body_def body = *ludo_spec_body_at(spec, b);
        const double times = pow(10.0, random_uniform(&random, -3.0, 3.0));
        body.mass *= times;
        for (int i = 0; i < 6; i++) {
            body.inertia[i] *= times;
        }
        assert_int_equal(ludo_spec_set_body(spec, b, &body), LUDO_OK);
    }
}

/* Two hundred steps of each random mechanism; none may fail. */
static void check_random_mechanisms(bool weighed, double *closure)
{
    long iterations = 0, solves = 0, cut = 0;
    FOR_SEEDS(seed, SEEDS)
    {
        ludo_spec *spec = random_mechanism(seed);
        ludo_sim_options options = ludo_sim_options_default();
        if (weighed) {
            /* a light body between heavy ones rotates within a step */
            weigh_otherwise(spec, seed);
            options.max_substeps = 4096;
        }
        running r = run_open(LUDO_OK, spec, &options);
        for (int k = 0; k < 200 / SHORTER; k++) {
            ludo_step_report report = {.struct_size = sizeof report};
            const ludo_status s = ludo_step(r.sim, 0.005, &report);
            if (s != LUDO_OK) {
                fail_msg("seed %d, step %d: %s at %s", (int)seed, k, ludo_status_text(s),
                         node_text_of(r.model, report.node).text);
            }
            iterations += report.iterations, solves += report.solves;
            cut += report.substeps > 1;
            *closure = fmax(*closure, gap(&r));
        }
        run_close(&r);
    }
    print_message("%d random mechanisms: closure %.1e, iterations %.2f, %ld steps cut\n", SEEDS,
                  *closure, (double)iterations / (double)solves, cut);
}

static void random_mechanisms_step_without_a_failure(void **state)
{
    (void)state;
    double closure = 0.0;
    check_random_mechanisms(false, &closure);
    CHECK_NEAR(closure, 0.0, 1e-11);
}

static void random_mechanisms_of_heavy_and_light_bodies_step_without_a_failure(void **state)
{
    (void)state;
    double closure = 0.0;
    check_random_mechanisms(true, &closure);
    CHECK_NEAR(closure, 0.0, 1e-9);
}

/* Move all joints a little; a reader of the state would close the loops. */
static void open_a_little(running *r, uint64_t seed)
{
    enum { MOST = 256 };
    double q[MOST];
    random_stream random = random_from(seed);
    assert_in_range(ludo_model_position_count(r->model), 1, MOST);
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        const ludo_joint_info info = joint_info_of(r->model, j);
        assert_int_equal(ludo_sim_joint_position(r->sim, j, q + info.position_first), LUDO_OK);
    }
    for (int32_t i = 0; i < ludo_model_position_count(r->model); i++) {
        q[i] += random_uniform(&random, -0.02, 0.02);
    }
    for (int32_t j = 0; j < ludo_model_joint_count(r->model); j++) {
        const ludo_joint_info info = joint_info_of(r->model, j);
        assert_int_equal(ludo_sim_set_joint_position(r->sim, j, q + info.position_first),
                         info.loop < 0 ? LUDO_OK : LUDO_REFUSED);
    }
}

static void slightly_opened_random_mechanisms_close(void **state)
{
    (void)state;
    FOR_SEEDS(seed, SEEDS)
    {
        running r = run_open(LUDO_OK, random_mechanism(seed), NULL);
        open_a_little(&r, seed);
        ludo_start_report start = {.struct_size = sizeof start};
        const ludo_status s = ludo_sim_project(r.sim, &start);
        if (s != LUDO_OK) {
            fail_msg("seed %d: %s, %s open by %g m, %g rad", (int)seed, ludo_status_text(s),
                     ludo_model_loop_name(r.model, start.loop), start.gap, start.tilt);
        }
        CHECK_NEAR(gap(&r), 0.0, 1e-9);
        run_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mechanism_moves_closed_in_its_energy_band),
        cmocka_unit_test(every_mechanism_moves_alike_with_ldu),
        cmocka_unit_test(windows_converge_through_the_singularity),
        cmocka_unit_test(slider_crank_converges),
        cmocka_unit_test(windows_of_all_scales_move_alike),
        cmocka_unit_test(one_bar_may_weigh_a_million_times_as_much),
        cmocka_unit_test(three_links_do_not_drift_in_ten_minutes),
        cmocka_unit_test(random_mechanisms_step_without_a_failure),
        cmocka_unit_test(random_mechanisms_of_heavy_and_light_bodies_step_without_a_failure),
        cmocka_unit_test(slightly_opened_random_mechanisms_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
