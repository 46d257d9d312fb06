/* SPDX-License-Identifier: Apache-2.0
 *
 * The option accuracy: the energy error that was asked for, for any step and order, without drift;
 * reversibility; momenta; rest; refusals. */
#include "checkpoint.h"
#include "running.h"

#include <float.h>

static ludo_sim_options accurate(double accuracy, int32_t order)
{
    ludo_sim_options o = ludo_sim_options_default();
    o.tolerance = 1e-12;
    o.accuracy = accuracy;
    o.order = order;
    return o;
}

/* A mechanism that is built without options. */
typedef ludo_status builder(const ludo_allocator *allocator, ludo_spec **out);

static running open_scene(builder *build, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status built = build(NULL, &spec);
    return run_open(built, spec, options);
}

static ludo_energy energy_of(running *r)
{
    ludo_energy e;
    assert_int_equal(ludo_sim_energy(r->sim, &e), LUDO_OK);
    return e;
}

/* The motion over some steps. */
typedef struct motion {
    double error;   /* the largest, in units of the largest kinetic energy */
    double late[2]; /* mean errors over the second and the last third, likewise */
    double parts;   /* per step */
} motion;

static motion follow(running *r, double h, int steps)
{
    motion m = {0};
    double largest = energy_of(r).kinetic;
    const ludo_energy from = energy_of(r);
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r->sim, h, &report), LUDO_OK);
        assert_int_equal(report.uncontrolled, 0);
        const ludo_energy now = energy_of(r);
        const double error = ludo_energy_error(&from, &now);
        largest = fmax(largest, now.kinetic);
        m.error = fmax(m.error, fabs(error));
        m.late[0] += k >= steps / 3 && k < 2 * (steps / 3) ? error : 0.0;
        m.late[1] += k >= steps - steps / 3 ? error : 0.0;
        m.parts += (double)report.parts / steps;
        assert_true(report.energy_scale >= largest);
    }
    m.error /= largest;
    m.late[0] /= largest * (steps / 3);
    m.late[1] /= largest * (steps / 3);
    return m;
}

/* --- what was asked for ---------------------------------------------------------------------- */

static void the_error_is_that_asked_for_at_any_step_and_order(void **state)
{
    (void)state;
    static builder *const scenes[] = {ludo_scene_planar_double_pendulum, ludo_scene_heavy_top,
                                      ludo_scene_slider_crank};
    static const double accuracies[] = {1e-4, 1e-6}, steps[] = {0.01, 0.02};
    const double time = 12.0 / SHORTER;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        for (int k = 0; k < 8; k++) {
            const double asked = accuracies[k % 2], h = steps[k / 2 % 2];
            const ludo_sim_options options = accurate(asked, k < 4 ? 2 : 4);
            running r = open_scene(scenes[i], &options);
            const motion m = follow(&r, h, (int)(time / h));
            const double factor = options.order == 2 ? 3.0 : 4.0;
            if (!(m.error < factor * asked && (m.error > asked / factor || m.parts < 4.0))) {
                print_error("scene %d, order %d, dt %g: %g asked, %g, %g parts\n", (int)i,
                            (int)options.order, h, asked, m.error, m.parts);
                fail();
            }
            run_close(&r);
        }
    }
}

/* The energy error of a step of order p is h^p. */
static void a_hundredth_takes_ten_times_the_parts_or_the_fourth_root(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 4; order += 2) {
        const ludo_sim_options coarse = accurate(1e-5, order), fine = accurate(1e-7, order);
        running a = open_scene(ludo_scene_heavy_top, &coarse);
        running b = open_scene(ludo_scene_heavy_top, &fine);
        const double ratio = follow(&b, 0.04, 40).parts / follow(&a, 0.04, 40).parts;
        CHECK_NEAR(ratio, order == 2 ? 10.0 : sqrt(10.0), 0.08 * ratio);
        run_close(&a);
        run_close(&b);
    }
}

static void galerkin_has_accuracy_too(void **state)
{
    (void)state;
    for (int32_t order = 2; order <= 6; order += 2) {
        ludo_sim_options options = accurate(1e-6, order);
        options.integrator = "galerkin";
        running r = open_scene(ludo_scene_planar_double_pendulum, &options);
        const motion m = follow(&r, 0.05, 200 / SHORTER);
        assert_true(m.error < 3e-6 && m.error > 0.3e-6);
        run_close(&r);
    }
}

/* A chaotic motion: without symmetry the energy would drift by many accuracies. */
static void the_energy_of_a_chaotic_motion_does_not_drift(void **state)
{
    (void)state;
    const double asked = 1e-4;
    const ludo_sim_options options = accurate(asked, 2);
    running r = open_scene(ludo_scene_planar_double_pendulum, &options);
    const motion m = follow(&r, 0.01, 24000 / SHORTER);
    CHECK_NEAR(m.late[1], m.late[0], 0.5 * asked);
    assert_true(m.error < 3.0 * asked);
    run_close(&r);
}

/* --- structure ------------------------------------------------------------------------------- */

static void momenta_are_kept_to_rounding(void **state)
{
    (void)state;
    const ludo_sim_options options = accurate(1e-7, 2);
    running r = open_scene(ludo_scene_free_chain, &options);
    const ludo_momentum before = run_momentum(&r);
    const motion m = follow(&r, 0.02, 2000 / SHORTER);
    const ludo_momentum after = run_momentum(&r);
    assert_true(m.parts > 2.0); /* of changing number */
    CHECK_NEAR(v3_norm(v3_sub(after.linear, before.linear)), 0.0, 1e-12);
    CHECK_NEAR(v3_norm(v3_sub(after.angular, before.angular)), 0.0, 1e-11);
    run_close(&r);
}

static void turn_back(running *r)
{
    double v[8];
    const int32_t count = ludo_model_quantity_count(r->model, LUDO_VELOCITIES);
    assert_true(count <= 8);
    assert_int_equal(ludo_sim_get_velocities(r->sim, v, count), LUDO_OK);
    for (int32_t i = 0; i < count; i++) {
        v[i] = -v[i];
    }
    assert_int_equal(ludo_sim_set_velocities(r->sim, v, count), LUDO_OK);
}

/* Once the scales are known the way back has the numbers of parts of the way there, in reverse. */
static void the_way_back_has_the_parts_of_the_way_there(void **state)
{
    (void)state;
    enum { STEPS = 100 };
    const ludo_sim_options options = accurate(1e-5, 2);
    running r = open_scene(ludo_scene_slider_crank, &options);
    int32_t parts[STEPS], most = 0, least = INT32_MAX;
    run_steps(&r, 0.01, 300);
    const ludo_body_state before = run_body(&r, 0);
    for (int k = 0; k < 2 * STEPS; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        if (k == STEPS) {
            turn_back(&r);
        }
        assert_int_equal(ludo_step(r.sim, 0.01, &report), LUDO_OK);
        if (k < STEPS) {
            parts[k] = report.parts;
            most = report.parts > most ? report.parts : most;
            least = report.parts < least ? report.parts : least;
        } else {
            assert_int_equal(report.parts, parts[2 * STEPS - 1 - k]);
        }
    }
    assert_true(4 * most > 5 * least);
    turn_back(&r);
    const ludo_body_state after = run_body(&r, 0);
    state_error e = {0};
    state_error_add(&e, &before, &after);
    CHECK_NEAR(state_error_max(&e), 0.0, 1e-8); /* 1e-12 of Newton's method, times 3000 parts */
    run_close(&r);
}

static void time_is_the_sum_of_whole_steps(void **state)
{
    (void)state;
    const ludo_sim_options options = accurate(1e-5, 2), none = ludo_sim_options_default();
    running a = open_scene(ludo_scene_heavy_top, &options);
    running b = open_scene(ludo_scene_heavy_top, &none);
    run_steps(&a, 0.01, 100);
    run_steps(&b, 0.01, 100);
    assert_true(ludo_sim_time(a.sim) == ludo_sim_time(b.sim));
    run_close(&a);
    run_close(&b);
}

static void a_failing_step_leaves_no_trace(void **state)
{
    (void)state;
    ludo_sim_options options = accurate(1e-3, 2);
    options.max_substeps = 1;
    running r = open_scene(ludo_scene_torque_free_body, &options);
    const double v[6] = {0.0, 0.0, 0.0, 400.0, 0.0, 0.0}; /* about a principal axis: exact */
    assert_int_equal(ludo_sim_set_velocities(r.sim, v, 6), LUDO_OK);
    run_steps(&r, 0.001, 20);
    checkpoint before = checkpoint_of(r.sim);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_step(r.sim, 0.1, &report), LUDO_STEP_TOO_LARGE);
    checkpoint after = checkpoint_of(r.sim);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.bytes, after.bytes, before.size);
    checkpoint_free(&before);
    checkpoint_free(&after);
    run_close(&r);
}

static void creation_survives_failing_allocations(void **state)
{
    (void)state;
    const ludo_sim_options options = accurate(1e-5, 2);
    ludo_spec *spec = NULL;
    ludo_model *model = NULL;
    assert_int_equal(ludo_scene_slider_crank(NULL, &spec), LUDO_OK);
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

/* --- rest and contact ------------------------------------------------------------------------ */

static running open_text(const char *text, const ludo_sim_options *options)
{
    ludo_spec *spec = NULL;
    const ludo_status read = ludo_load_string(text, strlen(text), NULL, NULL, NULL, &spec, NULL);
    return run_open(read, spec, options);
}

/* How many of some steps have parts that are not controlled. */
static int uncontrolled_steps(running *r, double h, int steps)
{
    int count = 0;
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r->sim, h, &report), LUDO_OK);
        assert_in_range(report.uncontrolled, 0, report.parts);
        count += report.uncontrolled > 0;
    }
    return count;
}

/* A pendulum that begins to swing by 0.1 rad at a height. */
#define SWING(z)                                                                                   \
    "<mujoco><worldbody><body pos='0 0 " z "' euler='0 6 0'><joint type='hinge' axis='0 1 0'/>"    \
    "<geom type='capsule' fromto='0 0 0 0 0 -1' size='.03' mass='1'/></body></worldbody></mujoco>"

/* Most parts of some steps. */
static int32_t most_parts(running *r, double h, int steps)
{
    int32_t most = 0;
    for (int k = 0; k < steps; k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        assert_int_equal(ludo_step(r->sim, h, &report), LUDO_OK);
        most = report.parts > most ? report.parts : most;
    }
    return most;
}

/* A pendulum of small swings, at the origin and far above. */
static void the_height_over_the_origin_changes_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {SWING("0"), SWING("20000")};
    const ludo_sim_options options = accurate(1e-4, 2);
    motion m[2];
    double scale[2];
    for (int i = 0; i < 2; i++) {
        running r = open_text(texts[i], &options);
        ludo_step_report report = {.struct_size = sizeof report};
        m[i] = follow(&r, 0.1, 200);
        assert_int_equal(ludo_step(r.sim, 0.1, &report), LUDO_OK);
        scale[i] = report.energy_scale;
        run_close(&r);
    }
    CHECK_NEAR(scale[1], scale[0], 1e-4 * scale[0]);
    CHECK_NEAR(m[1].parts, m[0].parts, 0.02 * m[0].parts);
    CHECK_NEAR(m[1].error, m[0].error, 0.02 * m[0].error);
    assert_true(m[0].parts > 4.0);
}

#define GROUND "<mujoco><worldbody><geom type='plane' size='5 5 .1'/>"

static void rest_takes_whole_steps(void **state)
{
    (void)state;
    static const char *const texts[] = {
        /* hanging; nothing at all; a box on the ground; a box that falls on it and comes to rest */
        "<mujoco><worldbody><body><joint type='hinge' axis='0 1 0'/><geom type='capsule' "
        "fromto='0 0 0 0 0 -1' size='.03'/></body></worldbody></mujoco>",
        "<mujoco><option gravity='0 0 0'/><worldbody><body><freejoint/><geom size='.1'/><body>"
        "<joint type='hinge' axis='0 1 0' stiffness='2' damping='1'/><geom size='.1' pos='1 0 0'/>"
        "</body></body></worldbody></mujoco>",
        GROUND "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
               "</worldbody></mujoco>",
        GROUND "<body pos='0 0 .3' euler='10 20 0'><freejoint/><geom type='box' size='.1 .1 .1'/>"
               "</body></worldbody></mujoco>",
    };
    const ludo_sim_options options = accurate(1e-6, 2);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        running r = open_text(texts[i], &options);
        assert_true(most_parts(&r, 0.01, 200) <= (i == 3 ? 16 : 1));
        assert_int_equal(most_parts(&r, 0.01, 100), i == 3 ? most_parts(&r, 0.01, 1) : 1);
        assert_int_equal(uncontrolled_steps(&r, 0.01, 10), i < 2 ? 0 : 10);
        run_close(&r);
    }
}

/* A rod that swings down, strikes a peg and bounces: parts go on as before. */
static void impacts_do_not_shorten_parts(void **state)
{
    (void)state;
    static const char text[] =
        "<mujoco><custom><numeric name='ludo.restitution' data='0.8'/></custom><worldbody>"
        "<geom type='sphere' size='.1' pos='0 0 -.6'/><body><joint type='hinge' axis='0 1 0'/>"
        "<geom type='capsule' fromto='0 0 0 1 0 0' size='.03'/></body></worldbody></mujoco>";
    const ludo_sim_options options = accurate(1e-6, 2);
    running r = open_text(text, &options);
    const int32_t before = most_parts(&r, 0.01, 30);
    assert_in_range(before, 10, 60);
    assert_true(most_parts(&r, 0.01, 300) <= 2 * before);
    assert_in_range(uncontrolled_steps(&r, 0.01, 300), 1, 100);
    run_close(&r);
}

/* --- refusals -------------------------------------------------------------------------------- */

static void check_refused(running *r, ludo_sim_options o, ludo_status wanted, const char *word)
{
    ludo_diagnostic why;
    ludo_sim *sim = NULL;
    assert_int_equal(ludo_sim_create(r->model, &o, NULL, &sim, &why), wanted);
    assert_null(sim);
    assert_non_null(strstr(why.message, word));
}

static void what_lacks_symmetric_steps_is_refused(void **state)
{
    (void)state;
    const double bad[] = {-1e-6, 1e-13, 1.0, 2.0, (double)NAN, (double)INFINITY};
    running r = open_scene(ludo_scene_heavy_top, NULL);
    for (int i = 0; i < 6; i++) {
        check_refused(&r, accurate(bad[i], 2), LUDO_BAD_ARGUMENT, "accuracy");
    }
    ludo_sim_options o = accurate(1e-6, 0);
    o.integrator = "runge-kutta";
    check_refused(&r, o, LUDO_REFUSED, "maximal or galerkin");
    check_refused(&r, accurate(1e-6, 1), LUDO_REFUSED, "order 2");
    o = accurate(1e-6, 2);
    o.damping = "implicit";
    check_refused(&r, o, LUDO_REFUSED, "use damping symmetric");
    o = accurate(1e-6, 2);
    o.integrator = "galerkin", o.certify = true;
    check_refused(&r, o, LUDO_REFUSED, "not both");
    o.certify = false;
    ludo_diagnostic why;
    ludo_sim *sim = NULL;
    ludo_linearizer *linearizer = NULL;
    assert_int_equal(ludo_sim_create(r.model, &o, NULL, &sim, NULL), LUDO_OK);
    assert_int_equal(ludo_linearizer_create(sim, NULL, &linearizer, &why), LUDO_REFUSED);
    assert_non_null(strstr(why.message, "accuracy"));
    ludo_sim_destroy(sim);
    run_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_is_that_asked_for_at_any_step_and_order),
        cmocka_unit_test(a_hundredth_takes_ten_times_the_parts_or_the_fourth_root),
        cmocka_unit_test(galerkin_has_accuracy_too),
        cmocka_unit_test(the_energy_of_a_chaotic_motion_does_not_drift),
        cmocka_unit_test(momenta_are_kept_to_rounding),
        cmocka_unit_test(the_way_back_has_the_parts_of_the_way_there),
        cmocka_unit_test(time_is_the_sum_of_whole_steps),
        cmocka_unit_test(a_failing_step_leaves_no_trace),
        cmocka_unit_test(creation_survives_failing_allocations),
        cmocka_unit_test(rest_takes_whole_steps),
        cmocka_unit_test(the_height_over_the_origin_changes_nothing),
        cmocka_unit_test(impacts_do_not_shorten_parts),
        cmocka_unit_test(what_lacks_symmetric_steps_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
