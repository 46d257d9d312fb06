/* SPDX-License-Identifier: Apache-2.0
 *
 * Trajectories: what is recorded of a run, and what comes back of it. */
#include "recording.h"

#include "small_spec.h"

#include <time.h>

static const char file[] = "run.h5";

static recording four_bars(void)
{
    ludo_spec *spec = NULL;
    const ludo_scene_segments_options options = {.segments = 2, .kite = true, .closure = "hinge"};
    const ludo_status built = ludo_scene_segments(&options, NULL, &spec);
    return recording_of(built, spec);
}

static recording driven(void)
{
    ludo_spec *spec = NULL;
    const ludo_scene_everything_options options = {
        .bodies = 13, .seed = 3, .floating = true, .damped = true, .stiffness = 100.0};
    const ludo_status built = ludo_scene_everything(&options, NULL, &spec);
    return recording_of(built, spec);
}

/* --- knots ------------------------------------------------------------------------------------ */

static void check_bodies(const ludo_sample *k, recording *r)
{
    for (int32_t i = 0; i < ludo_model_body_count(r->run.model); i++) {
        const ludo_body_state b = run_body(&r->run, i);
        const double *pose = k->pose + 7 * i, *velocity = k->velocity + 6 * i;
        assert_memory_equal(pose, &b.position, sizeof b.position);
        assert_memory_equal(pose + 3, &b.orientation, sizeof b.orientation);
        assert_memory_equal(velocity, &b.linear_velocity, sizeof b.linear_velocity);
        assert_memory_equal(velocity + 3, &b.angular_velocity, sizeof b.angular_velocity);
    }
}

/* A knot is what the simulation says there. */
static void check_knot(const ludo_sample *k, recording *r)
{
    ludo_energy energy;
    ludo_momentum momentum;
    check_bodies(k, r);
    for (int32_t i = 0; i < ludo_model_joint_count(r->run.model); i++) {
        const ludo_joint_info j = joint_info_of(r->run.model, i);
        double q[7] = {0.0}, rate[6] = {0.0};
        (void)ludo_sim_joint_position(r->run.sim, i, q);
        (void)ludo_sim_joint_velocity(r->run.sim, i, rate);
        assert_memory_equal(k->coordinate + j.position_first, q,
                            (size_t)j.position_count * sizeof *q);
        assert_memory_equal(k->rate + j.velocity_first, rate,
                            (size_t)j.velocity_count * sizeof *rate);
    }
    for (int32_t i = 0; i < ludo_model_actuator_count(r->run.model); i++) {
        assert_true(k->control[i] == control_of(r->run.sim, i));
    }
    assert_int_equal(ludo_sim_energy(r->run.sim, &energy), LUDO_OK);
    assert_int_equal(ludo_sim_momentum(r->run.sim, &momentum), LUDO_OK);
    assert_memory_equal(&k->energy, &energy, sizeof energy);
    assert_memory_equal(&k->momentum, &momentum, sizeof momentum);
    assert_true(k->time == ludo_sim_time(r->run.sim));
}

/* More knots than make a chunk; read forwards, backwards, anywhere. */
static void every_knot_is_what_the_simulation_said(void **state)
{
    (void)state;
    enum { STEPS = 1200 };
    recording a = driven(), b = driven();
    record_start(&a, file, NULL);
    for (int i = 0; i < STEPS; i++) {
        assert_int_equal(ludo_sim_set_control(a.run.sim, 0, 0.001 * i), LUDO_OK);
        record_steps(&a, 0.002, 1);
    }
    record_end(&a, NULL);
    ludo_trajectory *t = recorded(file);
    assert_int_equal(ludo_trajectory_sample_count(t), STEPS + 1);
    for (int i = 0; i <= STEPS; i++) {
        const ludo_sample forwards = knot_of(t, i);
        check_knot(&forwards, &b);
        assert_int_equal(forwards.steps, i > 0);
        assert_int_equal(ludo_sim_set_control(b.run.sim, 0, 0.001 * i), LUDO_OK);
        assert_int_equal(ludo_step(b.run.sim, 0.002, NULL), LUDO_OK);
    }
    for (int i = STEPS; i >= 0; i -= 7) {
        CHECK_NEAR(knot_of(t, i).time, 0.002 * i, 1e-12);
        assert_true(knot_of(t, (i * 31) % STEPS).steps <= 1);
    }
    ludo_trajectory_close(t);
    recording_close(&a);
    recording_close(&b);
}

/* What a run calls its end need not be the sum of its steps. */
static void the_time_of_a_knot_is_what_the_report_of_its_step_says(void **state)
{
    (void)state;
    recording r = four_bars();
    ludo_step_report report = {.struct_size = sizeof report};
    record_start(&r, file, SIZED(ludo_recorder_options, .every = 2));
    record_steps(&r, 0.01, 2);
    assert_int_equal(ludo_step(r.run.sim, 0.01, &report), LUDO_OK);
    assert_true(report.time == ludo_sim_time(r.run.sim));
    report.time = 0.5;
    EXPECT(ludo_recorder_step(r.recorder, &report, &why), LUDO_OK);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    CHECK_NEAR(knot_of(t, 1).time, 0.02, 0.0);
    CHECK_NEAR(knot_of(t, 2).time, 0.5, 0.0);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void time_does_not_go_back(void **state)
{
    (void)state;
    recording r = four_bars();
    record_start(&r, file, NULL);
    record_steps(&r, 0.01, 2);
    assert_int_equal(ludo_step(r.run.sim, -0.01, NULL), LUDO_OK);
    EXPECT(ludo_recorder_step(r.recorder, NULL, &why), LUDO_BAD_ARGUMENT);
    record_steps(&r, 0.02, 1);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    assert_int_equal(ludo_trajectory_sample_count(t), 4);
    CHECK_NEAR(knot_of(t, 3).time, 0.03, 1e-15);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void recording_changes_no_bit_of_the_motion(void **state)
{
    (void)state;
    recording a = four_bars(), b = four_bars();
    record_run(&a, file, 0.005, 200);
    run_steps(&b.run, 0.005, 200);
    check_same_bits(&a.run, &b.run);
    recording_close(&a);
    recording_close(&b);
}

static void coordinates_of_merged_joints_are_not_numbers_or_none(void **state)
{
    (void)state;
    const double merge = 1.0;
    ludo_spec *spec = new_spec();
    add_body(spec, "a");
    add_body(spec, "b");
    add_joint(spec, "hinge", LUDO_WORLD, 0);
    add_joint(spec, "fixed", 0, 1);
    assert_int_equal(ludo_spec_set_option(spec, "merge", &merge, 1), LUDO_OK);
    recording r = recording_of(LUDO_OK, spec);
    record_run(&r, file, 0.01, 3);
    ludo_trajectory *t = recorded(file);
    const ludo_sample knot = knot_of(t, 3);
    check_bodies(&knot, &r);
    assert_true(isfinite(knot.coordinate[0]) && isfinite(knot.rate[0]));
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* --- what is told of the steps between -------------------------------------------------------- */

/* The worst of some knots. */
static void take_worst(ludo_sample *worst, const ludo_sample *k)
{
    worst->steps += k->steps;
    if (fabs(k->energy_error) > fabs(worst->energy_error)) {
        worst->energy_error = k->energy_error;
    }
    worst->position_violation = fmax(worst->position_violation, k->position_violation);
    worst->velocity_violation = fmax(worst->velocity_violation, k->velocity_violation);
    worst->residual = fmax(worst->residual, k->residual);
    worst->iterations = k->iterations > worst->iterations ? k->iterations : worst->iterations;
    worst->substeps = k->substeps > worst->substeps ? k->substeps : worst->substeps;
}

static void check_worst(const ludo_sample *k, const ludo_sample *worst)
{
    assert_int_equal(k->steps, worst->steps);
    assert_true(k->energy_error == worst->energy_error);
    assert_true(k->position_violation == worst->position_violation);
    assert_true(k->velocity_violation == worst->velocity_violation);
    assert_true(k->residual == worst->residual);
    assert_int_equal(k->iterations, worst->iterations);
    assert_int_equal(k->substeps, worst->substeps);
}

/* Steps that are long enough to be cut now and then. */
static void a_knot_tells_the_worst_of_all_steps_since_the_one_before(void **state)
{
    (void)state;
    enum { STEPS = 100, EVERY = 7 };
    const ludo_recorder_options thin = {.struct_size = sizeof thin, .every = EVERY};
    recording a = four_bars(), b = four_bars();
    record_run(&a, "all.h5", 0.02, STEPS);
    record_start(&b, file, &thin);
    record_steps(&b, 0.02, STEPS);
    record_end(&b, NULL);
    ludo_trajectory *all = recorded("all.h5"), *some = recorded(file);
    assert_int_equal(ludo_trajectory_sample_count(some), 1 + STEPS / EVERY + 1); /* and the last */
    for (int64_t i = 1, step = 1; i < ludo_trajectory_sample_count(some); i++) {
        ludo_sample worst = {.struct_size = sizeof worst, .substeps = 1};
        for (int k = 0; k < EVERY && step <= STEPS; k++, step++) {
            const ludo_sample one = knot_of(all, step);
            take_worst(&worst, &one);
        }
        const ludo_sample knot = knot_of(some, i);
        check_worst(&knot, &worst);
        assert_true(knot.iterations > 0 && knot.position_violation > 0.0);
    }
    ludo_trajectory_close(all);
    ludo_trajectory_close(some);
    recording_close(&a);
    recording_close(&b);
}

static void the_energy_error_is_what_neither_work_nor_damping_explains(void **state)
{
    (void)state;
    recording r = driven();
    ludo_energy e0, e;
    double largest = 0.0;
    record_start(&r, file, SIZED(ludo_recorder_options, .every = 1000));
    assert_int_equal(ludo_sim_energy(r.run.sim, &e0), LUDO_OK);
    for (int i = 0; i < 300; i++) {
        record_steps(&r, 0.002, 1);
        assert_int_equal(ludo_sim_energy(r.run.sim, &e), LUDO_OK);
        const double error = e.kinetic + e.potential + e.springs - e.work + e.dissipated -
                             (e0.kinetic + e0.potential + e0.springs - e0.work + e0.dissipated);
        largest = fabs(error) > fabs(largest) ? error : largest;
    }
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    /* a handful of energies of up to 1e3 J, added in another order */
    CHECK_NEAR(knot_of(t, 1).energy_error, largest, 1e-10);
    assert_true(largest != 0.0);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* --- facts ------------------------------------------------------------------------------------ */

static void what_is_known_of_a_run_comes_back(void **state)
{
    (void)state;
    recording r = four_bars();
    ludo_step_report report = {.struct_size = sizeof report}, sums = {.struct_size = sizeof sums};
    ludo_mobility mobility;
    assert_int_equal(ludo_sim_mobility(r.run.sim, &mobility), LUDO_OK);
    record_start(&r, file,
                 SIZED(ludo_recorder_options, .every = 3, .title = "a/\xff", .integrator = "other",
                       .dt = 0.01));
    for (int i = 0; i < 10; i++) {
        assert_int_equal(ludo_step(r.run.sim, 0.01, &report), LUDO_OK);
        EXPECT(ludo_recorder_step(r.recorder, &report, &why), LUDO_OK);
        sums.solves += report.solves, sums.iterations += report.iterations;
        sums.factorizations += report.factorizations;
    }
    record_end(&r, &(ludo_run_end){sizeof(ludo_run_end), 1.5, "it stopped", "{\"status\": \"<\"}"});
    ludo_trajectory *t = recorded(file);
    const ludo_run_facts f = run_facts_of(t);
    assert_string_equal(f.title, "a/\xff");
    assert_string_equal(f.integrator, "other");
    assert_string_equal(f.version, ludo_version());
    assert_string_equal(f.message, "it stopped");
    assert_string_equal(f.summary, "{\"status\": \"<\"}");
    assert_true(f.order == 2 && f.dt == 0.01 && f.every == 3 && f.complete && f.wall == 1.5);
    assert_true(f.steps == 10 && f.solves == sums.solves && f.iterations == sums.iterations);
    assert_true(f.factorizations == sums.factorizations && f.subdivided == 0);
    assert_memory_equal(&f.mobility, &mobility, sizeof mobility);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void a_run_without_options_or_an_end_has_those_of_its_mechanism(void **state)
{
    (void)state;
    recording r = four_bars();
    assert_int_equal(ludo_spec_set_name(r.spec, "kites"), LUDO_OK);
    record_start(&r, file, NULL);
    assert_int_equal(ludo_step(r.run.sim, 0.01, NULL), LUDO_OK);
    EXPECT(ludo_recorder_step(r.recorder, NULL, &why), LUDO_OK);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    const ludo_run_facts f = run_facts_of(t);
    assert_string_equal(f.title, "kites");
    assert_string_equal(f.integrator, "maximal");
    assert_string_equal(f.message, "");
    assert_string_equal(f.summary, "");
    assert_true(f.dt == ludo_spec_timestep(r.spec) && f.every == 1 && f.wall == 0.0);
    assert_true(f.complete && f.steps == 1 && f.solves == 0 && f.iterations == 0);
    assert_int_equal(knot_of(t, 1).iterations, 0);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void the_step_of_a_run_is_that_of_its_options_else_the_first_one_taken(void **state)
{
    (void)state;
    static const struct {
        double option, taken, recorded;
    } cases[] = {{0.0, 0.004, 0.004}, {0.01, 0.004, 0.01}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recording r = four_bars();
        record_start(&r, file, SIZED(ludo_recorder_options, .dt = cases[i].option));
        record_steps(&r, cases[i].taken, 2);
        record_end(&r, NULL);
        ludo_trajectory *t = recorded(file);
        assert_true(run_facts_of(t).dt == cases[i].recorded);
        ludo_trajectory_close(t);
        recording_close(&r);
    }
}

/* A start at 1 s makes the time after a step inexact. */
static void a_step_of_the_model_is_recorded_to_the_bit_at_any_time(void **state)
{
    (void)state;
    recording r = four_bars();
    const double dt = ludo_spec_timestep(r.spec);
    ludo_sim_set_time(r.run.sim, 1.0);
    record_start(&r, file, NULL);
    record_steps(&r, dt, 2);
    record_end(&r, NULL);
    ludo_trajectory *t = recorded(file);
    assert_true(run_facts_of(t).dt == dt);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* What is 1e200 m long can't be projected: there is no knot. */
static void the_end_of_a_run_is_told_though_its_last_knot_can_not_be_read(void **state)
{
    (void)state;
    const double far = 1e200;
    ludo_energy energy;
    recording r = driven();
    int32_t slide = 0;
    while (strcmp(joint_info_of(r.run.model, slide).type, "slide") != 0) {
        slide++;
    }
    record_start(&r, file, SIZED(ludo_recorder_options, .every = 10));
    record_steps(&r, 0.002, 3);
    assert_int_equal(ludo_sim_set_joint_position(r.run.sim, slide, &far), LUDO_OK);
    assert_int_not_equal(ludo_sim_energy(r.run.sim, &energy), LUDO_OK);
    record_end(&r, SIZED(ludo_run_end, .message = "it stopped"));
    ludo_trajectory *t = recorded(file);
    assert_string_equal(run_facts_of(t).message, "it stopped");
    assert_int_equal(ludo_trajectory_sample_count(t), 1);
    ludo_trajectory_close(t);
    recording_close(&r);
}

static void texts_may_be_long(void **state)
{
    (void)state;
    enum { LONG = 200000 };
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, 't', LONG);
    text[LONG] = '\0';
    recording r = four_bars();
    record_start(&r, file, SIZED(ludo_recorder_options, .title = text));
    record_end(&r, &(ludo_run_end){sizeof(ludo_run_end), 0.0, text, text});
    ludo_trajectory *t = recorded(file);
    const ludo_run_facts f = run_facts_of(t);
    assert_string_equal(f.title, text);
    assert_string_equal(f.message, text);
    assert_string_equal(f.summary, text);
    ludo_trajectory_close(t);
    recording_close(&r);
    free(text);
}

static void a_run_that_is_not_finished_stays_as_far_as_it_goes(void **state)
{
    (void)state;
    recording r = four_bars();
    record_start(&r, file, NULL);
    record_steps(&r, 0.01, 5);
    ludo_recorder_destroy(r.recorder);
    r.recorder = NULL;
    ludo_trajectory *t = recorded(file);
    const ludo_run_facts f = run_facts_of(t);
    assert_true(!f.complete && f.steps == 0);
    assert_int_equal(ludo_trajectory_sample_count(t), 6);
    ludo_trajectory_close(t);
    recording_close(&r);
}

/* --- the same bytes ----------------------------------------------------------------------------
 */

static void the_same_run_gives_the_same_bytes(void **state)
{
    (void)state;
    recording a = driven(), b = driven();
    record_run(&a, file, 0.002, 700);
    for (const time_t now = time(NULL); time(NULL) == now;) { /* a stamp would be another one */
    }
    record_run(&b, "again.h5", 0.002, 700);
    FILE *x = fopen(folder_path(file), "rb"), *y = fopen(folder_path("again.h5"), "rb");
    assert_true(x != NULL && y != NULL);
    for (int c = fgetc(x); c != EOF; c = fgetc(x)) {
        assert_int_equal(c, fgetc(y));
    }
    assert_int_equal(fgetc(y), EOF);
    (void)fclose(x);
    (void)fclose(y);
    recording_close(&a);
    recording_close(&b);
}

/* --- arguments and memory ----------------------------------------------------------------------
 */

static void arguments_must_make_sense(void **state)
{
    (void)state;
    recording r = four_bars(), other = driven();
    ludo_recorder *none = NULL;
    ludo_trajectory *t = NULL;
    ludo_sample knot = {.struct_size = sizeof knot};
    const char *path = folder_path("none.h5");
    ludo_sim *sim = r.run.sim;
    EXPECT(ludo_recorder_create(NULL, r.spec, sim, NULL, NULL, &none, &why), LUDO_BAD_ARGUMENT);
    EXPECT(ludo_recorder_create(path, NULL, sim, NULL, NULL, &none, &why), LUDO_BAD_ARGUMENT);
    EXPECT(ludo_recorder_create(path, r.spec, NULL, NULL, NULL, &none, &why), LUDO_BAD_ARGUMENT);
    EXPECT(ludo_recorder_create(path, r.spec, sim, NULL, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    EXPECT(ludo_recorder_create(path, other.spec, sim, NULL, NULL, &none, &why), LUDO_BAD_ARGUMENT);
    EXPECT(ludo_recorder_create(path, r.spec, sim, SIZED(ludo_recorder_options, .every = -1), NULL,
                                &none, &why),
           LUDO_BAD_ARGUMENT);
    assert_null(none);
    assert_false(folder_has("none.h5"));
    EXPECT(ludo_trajectory_open(NULL, NULL, &t, &why), LUDO_BAD_ARGUMENT);
    EXPECT(ludo_trajectory_open(path, NULL, NULL, &why), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_recorder_step(NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_recorder_finish(NULL, NULL, NULL), LUDO_BAD_ARGUMENT);
    ludo_recorder_destroy(NULL);
    ludo_trajectory_close(NULL);
    record_start(&r, file, NULL);
    assert_int_equal(ludo_recorder_finish(r.recorder, NULL, NULL), LUDO_OK);
    assert_int_equal(ludo_recorder_finish(r.recorder, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_recorder_step(r.recorder, NULL, NULL), LUDO_BAD_ARGUMENT);
    t = recorded(file);
    assert_int_equal(ludo_trajectory_sample(t, -1, &knot, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_trajectory_sample(t, 1, &knot, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_trajectory_sample(t, 0, NULL, NULL), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_trajectory_sample(NULL, 0, &knot, NULL), LUDO_BAD_ARGUMENT);
    ludo_trajectory_close(t);
    recording_close(&other);
    recording_close(&r);
}

static void every_allocation_of_recording_may_fail(void **state)
{
    (void)state;
    recording r = driven();
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_diagnostic why = {.message = ""};
        (void)remove(folder_path(file));
        ludo_status s = ludo_recorder_create(folder_path(file), r.spec, r.run.sim, NULL, &a.hook,
                                             &r.recorder, &why);
        assert_int_equal(folder_has(file), s == LUDO_OK);
        if (s == LUDO_OK) {
            const ludo_run_end end = {sizeof end, 1.0, "message", "summary"};
            s = ludo_recorder_finish(r.recorder, &end, &why);
        }
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(why.message[0] != '\0', a.failed);
        ludo_recorder_destroy(r.recorder);
        r.recorder = NULL;
    }
    recording_close(&r);
}

static void every_allocation_of_reading_may_fail(void **state)
{
    (void)state;
    recording r = driven();
    record_run(&r, file, 0.002, 3);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_diagnostic why = {.message = ""};
        ludo_trajectory *t = NULL;
        const ludo_status s = ludo_trajectory_open(folder_path(file), &a.hook, &t, &why);
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        assert_int_equal(t != NULL, s == LUDO_OK);
        assert_int_equal(why.message[0] != '\0', a.failed);
        ludo_trajectory_close(t);
    }
    recording_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_knot_is_what_the_simulation_said),
        cmocka_unit_test(the_time_of_a_knot_is_what_the_report_of_its_step_says),
        cmocka_unit_test(time_does_not_go_back),
        cmocka_unit_test(recording_changes_no_bit_of_the_motion),
        cmocka_unit_test(coordinates_of_merged_joints_are_not_numbers_or_none),
        cmocka_unit_test(a_knot_tells_the_worst_of_all_steps_since_the_one_before),
        cmocka_unit_test(the_energy_error_is_what_neither_work_nor_damping_explains),
        cmocka_unit_test(what_is_known_of_a_run_comes_back),
        cmocka_unit_test(a_run_without_options_or_an_end_has_those_of_its_mechanism),
        cmocka_unit_test(the_step_of_a_run_is_that_of_its_options_else_the_first_one_taken),
        cmocka_unit_test(a_step_of_the_model_is_recorded_to_the_bit_at_any_time),
        cmocka_unit_test(the_end_of_a_run_is_told_though_its_last_knot_can_not_be_read),
        cmocka_unit_test(texts_may_be_long),
        cmocka_unit_test(a_run_that_is_not_finished_stays_as_far_as_it_goes),
        cmocka_unit_test(the_same_run_gives_the_same_bytes),
        cmocka_unit_test(arguments_must_make_sense),
        cmocka_unit_test(every_allocation_of_recording_may_fail),
        cmocka_unit_test(every_allocation_of_reading_may_fail),
        cmocka_unit_test(nothing_of_a_file_stays_open),
    };
    folder_open("test_trajectory");
    return cmocka_run_group_tests(tests, NULL, folder_tear_down);
}
