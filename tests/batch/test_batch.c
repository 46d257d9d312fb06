/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows, statuses, resets, controls, copies and models of simulations in a batch. */
#include "batch_scenes.h"

#include <stdatomic.h>

enum { COUNT = 19 };

static ludo_model *arm_model(void)
{
    return batch_file("examples/cart_pole.xml");
}

/* ---- rows ---- */

static void rows_have_the_numbers_of_single_simulations(void **state)
{
    (void)state;
    ludo_model *m = batch_file("examples/stack.xml");
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    ludo_sim *sim = single_of(m, NULL);
    double *rows[LUDO_QUANTITY_COUNT];
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        rows[i] = batch_rows(b, (ludo_quantity)i);
    }
    for (int part = 0; part < 3; part++) {
        assert_int_equal(ludo_batch_step(b, 0.01, 5), LUDO_OK);
        assert_int_equal(ludo_sim_run(sim, 0.01, 5, NULL), LUDO_OK);
        for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
            const int32_t length = ludo_model_quantity_count(m, (ludo_quantity)i);
            for (int32_t k = 0; k < COUNT && length > 0; k++) {
                check_row(sim, (ludo_quantity)i, rows[i] + (size_t)k * (size_t)length);
            }
        }
        assert_true(ludo_batch_time(b)[COUNT - 1] == ludo_sim_time(sim));
    }
    ludo_sim_destroy(sim);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* Rows that are asked for late have the state that there is. */
static void rows_are_filled_when_asked_for(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 1);
    double *v = batch_rows(b, LUDO_VELOCITIES);
    v[0] = 1.0;
    assert_int_equal(ludo_batch_step(b, 0.01, 1), LUDO_OK);
    const double *poses = batch_rows(b, LUDO_BODY_POSES);
    assert_true(poses[0] != poses[7 * ludo_model_body_count(m)]);
    assert_ptr_equal(batch_rows(b, LUDO_VELOCITIES), v);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* Bits decide whether a row was written: an unchanged state keeps its momenta and history. */
static void rows_that_are_written_are_set(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    const int32_t nq = ludo_model_position_count(m), nv = ludo_model_dof(m);
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    ludo_sim *sim = single_of(m, NULL);
    double *q = batch_rows(b, LUDO_POSITIONS), *v = batch_rows(b, LUDO_VELOCITIES);
    double *u = batch_rows(b, LUDO_CONTROLS), *effort = batch_rows(b, LUDO_JOINT_EFFORTS);
    const int32_t k = 7;
    for (int part = 0; part < 4; part++) {
        double *own = part == 0 ? q + k * nq : part == 1 ? v + k * nv : part == 2 ? u + k : effort;
        own = part == 3 ? effort + k * nv : own;
        own[0] += 0.1;
        assert_int_equal(ludo_sim_set(sim,
                                      part == 0   ? LUDO_POSITIONS
                                      : part == 1 ? LUDO_VELOCITIES
                                      : part == 2 ? LUDO_CONTROLS
                                                  : LUDO_JOINT_EFFORTS,
                                      own,
                                      part == 0   ? nq
                                      : part == 2 ? 1
                                                  : nv),
                         LUDO_OK);
        assert_int_equal(ludo_batch_step(b, 0.01, 5), LUDO_OK);
        assert_int_equal(ludo_sim_run(sim, 0.01, 5, NULL), LUDO_OK);
        check_row(sim, LUDO_POSITIONS, q + k * nq);
        check_row(sim, LUDO_VELOCITIES, v + k * nv);
        assert_true(q[k * nq] != q[0]);
    }
    ludo_sim_destroy(sim);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* ---- failures ---- */

static void a_simulation_that_fails_stops_alone(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    const int32_t nv = ludo_model_dof(m);
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    double *v = batch_rows(b, LUDO_VELOCITIES);
    v[4 * nv] = (double)NAN;
    assert_int_equal(ludo_batch_step(b, 0.01, 3), LUDO_BAD_ARGUMENT);
    for (int32_t k = 0; k < COUNT; k++) {
        assert_int_equal(ludo_batch_status(b)[k], k == 4 ? LUDO_BAD_ARGUMENT : LUDO_OK);
        CHECK_NEAR(ludo_batch_time(b)[k], k == 4 ? 0.0 : 0.03, 1e-15); /* rounding of a sum */
    }
    v[4 * nv] = 0.5;
    ludo_batch_status(b)[4] = LUDO_OK;
    assert_int_equal(ludo_batch_step(b, 0.01, 3), LUDO_OK);
    CHECK_NEAR(ludo_batch_time(b)[4], 0.03, 1e-15);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_batch_report(b, 4, &report), LUDO_OK);
    assert_true(report.solves == 1 && report.time == ludo_batch_time(b)[4]);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* A step that is too long for the fast one: its report names the body. */
static void a_failed_step_says_why(void **state)
{
    (void)state;
    ludo_model *m = batch_file("examples/t_handle.xml");
    const int32_t nv = ludo_model_dof(m), nq = ludo_model_position_count(m);
    ludo_sim_options options = ludo_sim_options_default();
    options.max_substeps = 1;
    ludo_batch *b = batch_of(m, &options, COUNT, 2);
    double *v = batch_rows(b, LUDO_VELOCITIES), *q = batch_rows(b, LUDO_POSITIONS);
    v[2 * nv + nv - 1] = 1e4;
    const double before = q[2 * nq + 4];
    assert_int_equal(ludo_batch_step(b, 0.01, 2), LUDO_STEP_TOO_LARGE);
    ludo_step_report report = {.struct_size = sizeof report};
    assert_int_equal(ludo_batch_report(b, 2, &report), LUDO_OK);
    assert_int_equal(report.node.kind, LUDO_NODE_BODY);
    assert_true(report.time == 0.0 && ludo_batch_time(b)[2] == 0.0 && q[2 * nq + 4] == before);
    assert_int_equal(ludo_batch_status(b)[3], LUDO_OK);
    assert_int_equal(ludo_batch_reset(b, (const int32_t[]){2}, 1, -1), LUDO_OK);
    assert_true(v[2 * nv + nv - 1] == v[nv - 1] && ludo_batch_status(b)[2] == LUDO_OK);
    assert_int_equal(ludo_batch_step(b, 0.01, 2), LUDO_OK);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* ---- resets ---- */

static void resets_are_those_of_single_simulations(void **state)
{
    (void)state;
    ludo_model *m = batch_file("examples/tumbling_boxes.xml");
    const int32_t nv = ludo_model_dof(m), nq = ludo_model_position_count(m);
    assert_true(ludo_model_keyframe_count(m) > 0);
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    ludo_sim *sim = single_of(m, NULL);
    double *q = batch_rows(b, LUDO_POSITIONS), *v = batch_rows(b, LUDO_VELOCITIES);
    assert_int_equal(ludo_batch_step(b, 0.002, 2), LUDO_OK);
    const int32_t which[] = {11, 3, 12};
    assert_int_equal(ludo_batch_reset(b, which, 3, 0), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, 0), LUDO_OK);
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < 3; i++) {
            check_row(sim, LUDO_POSITIONS, q + which[i] * nq);
            check_row(sim, LUDO_VELOCITIES, v + which[i] * nv);
            assert_true(ludo_batch_time(b)[which[i]] == ludo_sim_time(sim));
        }
        assert_true(ludo_batch_time(b)[0] > ludo_sim_time(sim));
        assert_int_equal(ludo_batch_step(b, 0.002, 3), LUDO_OK);
        assert_int_equal(ludo_sim_run(sim, 0.002, 3, NULL), LUDO_OK);
    }
    assert_int_equal(ludo_batch_reset(b, (const int32_t[]){0, COUNT}, 2, 0), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_batch_reset(b, NULL, 0, 99), LUDO_BAD_ARGUMENT);
    assert_true(ludo_batch_time(b)[0] > 0.0);
    assert_int_equal(ludo_batch_reset(b, NULL, 0, -1), LUDO_OK);
    assert_true(ludo_batch_time(b)[0] == 0.0 && ludo_batch_time(b)[COUNT - 1] == 0.0);
    ludo_sim_destroy(sim);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* ---- controls ---- */

enum { STEPS = 10, EVERY = 3, CHANGES = 4 };

static double input_of(int32_t k, int64_t change)
{
    return 0.5 * sin((double)k + (double)change);
}

static void check_controlled(ludo_batch *b, const ludo_model *m)
{
    const int32_t nq = ludo_model_position_count(m);
    const double *q = batch_rows(b, LUDO_POSITIONS);
    for (int32_t k = 0; k < COUNT; k++) {
        ludo_sim *sim = single_of(m, NULL);
        for (int64_t step = 0; step < STEPS; step++) {
            const double u = input_of(k, step / EVERY);
            assert_int_equal(ludo_sim_set_controls(sim, &u, 1), LUDO_OK);
            assert_int_equal(ludo_step(sim, 0.01, NULL), LUDO_OK);
        }
        check_row(sim, LUDO_POSITIONS, q + k * nq);
        ludo_sim_destroy(sim);
    }
}

static void a_table_of_controls_is_applied(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    double table[COUNT * CHANGES];
    for (int32_t i = 0; i < COUNT * CHANGES; i++) {
        table[i] = input_of(i / CHANGES, i % CHANGES);
    }
    ludo_batch_run run = ludo_batch_run_default();
    run.h = 0.01, run.steps = STEPS, run.every = EVERY, run.controls = table;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_OK);
    check_controlled(b, m);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* A controller's data: the controls that it writes, how many rows it has seen. */
typedef struct controller {
    double *u;
    atomic_int seen;
    int64_t end; /* it ends the run before this step */
} controller;

static bool control_group(void *user, ludo_batch *batch, int32_t first, int32_t count,
                          int64_t begun)
{
    (void)batch;
    controller *c = user;
    for (int32_t k = first; k < first + count; k++) {
        c->u[k] = input_of(k, begun / EVERY);
    }
    atomic_fetch_add(&c->seen, count);
    return begun < c->end;
}

static void a_function_controls_groups(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 3);
    controller c = {.u = batch_rows(b, LUDO_CONTROLS), .end = STEPS};
    ludo_batch_run run = ludo_batch_run_default();
    run.h = 0.01, run.steps = STEPS, run.every = EVERY;
    run.before = control_group, run.user = &c;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_OK);
    assert_int_equal(atomic_load(&c.seen), COUNT * CHANGES);
    check_controlled(b, m);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* No group goes beyond the change at which the function says so. */
static void a_function_ends_a_run(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 3);
    controller c = {.u = batch_rows(b, LUDO_CONTROLS), .end = EVERY};
    ludo_batch_run run = ludo_batch_run_default();
    run.h = 0.01, run.steps = STEPS, run.every = EVERY;
    run.before = control_group, run.user = &c;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_OK);
    double most = 0.0;
    for (int32_t k = 0; k < COUNT; k++) {
        assert_int_equal(ludo_batch_status(b)[k], LUDO_OK);
        most = fmax(most, ludo_batch_time(b)[k]);
    }
    CHECK_NEAR(most, EVERY * 0.01, 1e-15);
    assert_in_range(atomic_load(&c.seen), 1, 2 * COUNT);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* ---- some of them ---- */

/* Simulations outside the mask stay bit for bit, and take over their rows when they step next. */
static void some_simulations_step(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    const int32_t nq = ludo_model_position_count(m), nv = ludo_model_dof(m);
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    ludo_sim *moves = single_of(m, NULL), *stays = single_of(m, NULL);
    double *q = batch_rows(b, LUDO_POSITIONS), *v = batch_rows(b, LUDO_VELOCITIES);
    bool where[COUNT] = {false};
    for (int32_t k = 0; k < COUNT; k++) {
        v[k * nv] = v[k * nv + 1] = 0.5;
        where[k] = k % 3 == 0;
    }
    for (int part = 0; part < 4; part++) { /* all, some, some, all */
        const bool some = part == 1 || part == 2;
        v[4 * nv] = part == 2 ? 0.125 : v[4 * nv]; /* it steps in part 3 */
        assert_int_equal(ludo_batch_step_some(b, 0.01, 5, some ? where : NULL), LUDO_OK);
        for (int i = 0; i < 2; i++) {
            ludo_sim *sim = i == 0 ? moves : stays;
            assert_int_equal(part > 0 ? LUDO_OK
                                      : ludo_sim_set_velocities(sim, (double[]){0.5, 0.5}, nv),
                             LUDO_OK);
            assert_int_equal(sim == moves || !some ? ludo_sim_run(sim, 0.01, 5, NULL) : LUDO_OK,
                             LUDO_OK);
        }
        for (int32_t k = 0; k < COUNT; k++) {
            if (k != 4) {
                check_row(where[k] ? moves : stays, LUDO_POSITIONS, q + k * nq);
                assert_true(ludo_batch_time(b)[k] == ludo_sim_time(where[k] ? moves : stays));
            }
        }
        assert_true(part != 2 || v[4 * nv] == 0.125);
    }
    assert_true(v[4 * nv] != v[5 * nv]);
    ludo_sim_destroy(moves);
    ludo_sim_destroy(stays);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* A run calls its function for groups that have simulations to step, and returns their status. */
static void runs_of_some_simulations_leave_the_others_out(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    controller c = {.u = batch_rows(b, LUDO_CONTROLS), .end = STEPS};
    const bool where[COUNT] = {[9] = true}; /* the second group of eight */
    ludo_batch_run run = ludo_batch_run_default();
    run.h = 0.01, run.steps = STEPS, run.every = EVERY, run.where = where;
    run.before = control_group, run.user = &c;
    ludo_batch_status(b)[3] = LUDO_SINGULAR;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_OK);
    assert_int_equal(atomic_load(&c.seen), 8 * CHANGES);
    ludo_batch_status(b)[9] = LUDO_SINGULAR;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_SINGULAR);
    assert_int_equal(ludo_batch_step(b, 0.01, 1), LUDO_SINGULAR);
    for (int32_t k = 0; k < COUNT; k++) {
        CHECK_NEAR(ludo_batch_time(b)[k], k == 3 ? 0.0 : k == 9 ? 0.1 : 0.01, 1e-15);
    }
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* ---- one simulation ---- */

static void simulations_go_in_and_out(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    const int32_t nq = ludo_model_position_count(m);
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    ludo_sim *sim = single_of(m, NULL), *twin = single_of(m, NULL);
    const double *q = batch_rows(b, LUDO_POSITIONS);
    assert_int_equal(ludo_sim_set_joint_position(sim, 1, (const double[]){0.3}), LUDO_OK);
    assert_int_equal(ludo_sim_run(sim, 0.01, 10, NULL), LUDO_OK);
    assert_int_equal(ludo_batch_set_sim(b, 6, sim), LUDO_OK);
    check_row(sim, LUDO_POSITIONS, q + 6 * nq);
    assert_int_equal(ludo_batch_step(b, 0.01, 10), LUDO_OK);
    assert_int_equal(ludo_batch_get_sim(b, 6, twin), LUDO_OK);
    assert_int_equal(ludo_sim_run(sim, 0.01, 20, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_run(twin, 0.01, 10, NULL), LUDO_OK);
    const double *own = NULL;
    assert_int_equal(ludo_sim_view(sim, LUDO_POSITIONS, &own, NULL), LUDO_OK);
    check_row(twin, LUDO_POSITIONS, own);
    ludo_sim_destroy(twin);
    ludo_sim_destroy(sim);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

static void simulations_have_models_of_their_own(void **state)
{
    (void)state;
    ludo_model *m = arm_model(), *weak = NULL;
    const int32_t nq = ludo_model_position_count(m);
    assert_int_equal(ludo_model_copy(m, NULL, &weak), LUDO_OK);
    assert_int_equal(ludo_model_set_gravity(weak, (ludo_vec3){0.0, 0.0, -1.62}), LUDO_OK);
    ludo_batch *b = batch_of(m, NULL, COUNT, 2);
    ludo_sim *sim = single_of(m, NULL);
    double *q = batch_rows(b, LUDO_POSITIONS);
    for (int32_t k = 0; k < COUNT; k++) {
        q[k * nq + 1] = 0.3;
    }
    assert_int_equal(ludo_batch_step(b, 0.01, 5), LUDO_OK);
    assert_int_equal(ludo_batch_set_model(b, 9, weak, NULL), LUDO_OK);
    assert_int_equal(ludo_batch_step(b, 0.01, 5), LUDO_OK);

    double start[8];
    assert_int_equal(ludo_sim_get(sim, LUDO_POSITIONS, start, nq), LUDO_OK);
    start[1] = 0.3;
    assert_int_equal(ludo_sim_set_positions(sim, start, nq), LUDO_OK);
    assert_int_equal(ludo_sim_run(sim, 0.01, 5, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_set_model(sim, weak, NULL), LUDO_OK);
    assert_int_equal(ludo_sim_run(sim, 0.01, 5, NULL), LUDO_OK);
    check_row(sim, LUDO_POSITIONS, q + 9 * nq);
    assert_true(q[9 * nq + 1] != q[8 * nq + 1]);

    assert_int_equal(ludo_batch_reset(b, NULL, 0, -1), LUDO_OK);
    assert_int_equal(ludo_sim_reset(sim, -1), LUDO_OK);
    check_row(sim, LUDO_POSITIONS, q + 9 * nq);
    ludo_sim_destroy(sim);
    ludo_batch_destroy(b);
    ludo_model_destroy(weak);
    ludo_model_destroy(m);
}

/* An allocator that sums up. */
static void *allocate_counted(size_t size, void *user)
{
    *(size_t *)user += size;
    return malloc(size);
}

static void release_counted(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static void a_model_of_its_own_takes_one_workspace(void **state)
{
    (void)state;
    ludo_model *m = arm_model(), *copy = NULL;
    size_t taken = 0;
    const ludo_allocator counted = {allocate_counted, release_counted, &taken};
    ludo_batch *b = NULL;
    ludo_batch_memory memory = {.struct_size = sizeof memory};
    assert_int_equal(ludo_model_copy(m, NULL, &copy), LUDO_OK);
    assert_int_equal(ludo_batch_create(m, NULL, 2, 1, &counted, &b, NULL), LUDO_OK);
    assert_int_equal(ludo_batch_get_memory(b, &memory), LUDO_OK);
    taken = 0;
    assert_int_equal(ludo_batch_set_model(b, 1, copy, NULL), LUDO_OK);
    assert_in_range(taken, memory.workspace, memory.workspace * 3 / 2);
    ludo_batch_destroy(b);
    ludo_model_destroy(copy);
    ludo_model_destroy(m);
}

static bool never_called(void *user, ludo_batch *batch, int32_t first, int32_t count, int64_t begun)
{
    (void)user, (void)batch, (void)first, (void)count, (void)begun;
    fail();
    return false;
}

static void another_structure_is_refused(void **state)
{
    (void)state;
    ludo_model *m = arm_model(), *other = batch_file("examples/four_bar.xml");
    ludo_batch *b = batch_of(m, NULL, 2, 1);
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_batch_set_model(b, 1, other, &why), LUDO_REFUSED);
    assert_true(why.message[0] != '\0');
    assert_int_equal(ludo_batch_step(b, 0.01, 1), LUDO_OK);
    ludo_batch_destroy(b);
    ludo_model_destroy(other);
    ludo_model_destroy(m);
}

/* A model with another number of sites would have rows of another length. */
static void other_sites_are_refused(void **state)
{
    (void)state;
    ludo_spec *spec = NULL;
    assert_int_equal(ludo_load_file("examples/double_pendulum.xml", NULL, NULL, &spec, NULL),
                     LUDO_OK);
    const ludo_site_def site = {.struct_size = sizeof site, .name = "another"};
    int32_t index;
    ludo_model *m = batch_file("examples/double_pendulum.xml");
    assert_int_equal(ludo_spec_add_site(spec, &site, &index), LUDO_OK);
    ludo_model *other = compiled(spec);
    ludo_batch *b = batch_of(m, NULL, 2, 1);
    assert_int_equal(ludo_batch_set_model(b, 1, other, NULL), LUDO_REFUSED);
    ludo_batch_destroy(b);
    ludo_model_destroy(other);
    ludo_model_destroy(m);
}

/* No steps have no changes of controls. */
static void no_steps_take_no_controls(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 1);
    double none[1] = {0.0};
    ludo_batch_run run = ludo_batch_run_default();
    run.steps = 0;
    run.controls = none; /* of no numbers */
    run.before = never_called;
    assert_int_equal(ludo_batch_advance(b, &run), LUDO_OK);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

static void resets_name_each_simulation_once(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = batch_of(m, NULL, COUNT, 1);
    assert_int_equal(ludo_batch_step(b, 0.01, 1), LUDO_OK);
    assert_int_equal(ludo_batch_reset(b, (int32_t[]){2, 1, 2}, 3, -1), LUDO_BAD_ARGUMENT);
    assert_true(ludo_batch_time(b)[1] > 0.0 && ludo_batch_time(b)[2] > 0.0);
    assert_int_equal(ludo_batch_reset(b, (int32_t[]){2, 1}, 2, -1), LUDO_OK);
    assert_true(ludo_batch_time(b)[1] == 0.0 && ludo_batch_time(b)[0] > 0.0);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

/* ---- memory ---- */

static void states_are_packed(void **state)
{
    (void)state;
    ludo_model *m = batch_file("examples/tumbling_boxes.xml");
    ludo_batch *b = batch_of(m, NULL, COUNT, 1);
    (void)batch_rows(b, LUDO_POSITIONS);
    assert_int_equal(ludo_batch_step(b, 0.002, 2), LUDO_OK);
    ludo_batch_memory memory = {.struct_size = sizeof memory};
    assert_int_equal(ludo_batch_get_memory(b, &memory), LUDO_OK);
    assert_true(memory.state > 0 && memory.state < memory.room / 2);
    assert_true(memory.rows > 16 * (size_t)ludo_model_position_count(m));
    assert_true(memory.workspace > memory.room);
    ludo_batch_destroy(b);
    ludo_model_destroy(m);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    ludo_model *m = arm_model(), *copy = NULL;
    assert_int_equal(ludo_model_copy(m, NULL, &copy), LUDO_OK);
    FOR_FAILING_ALLOCATION(a)
    {
        ludo_batch *b = NULL;
        double *rows = NULL;
        ludo_status s = ludo_batch_create(m, NULL, 3, 2, &a.hook, &b, NULL);
        s = s == LUDO_OK ? ludo_batch_rows(b, LUDO_POSITIONS, &rows) : s;
        s = s == LUDO_OK ? ludo_batch_rows(b, LUDO_SENSORS, &rows) : s;
        s = s == LUDO_OK ? ludo_batch_set_model(b, 1, copy, NULL) : s;
        assert_int_equal(s, a.failed ? LUDO_NO_MEMORY : LUDO_OK);
        ludo_batch_destroy(b);
    }
    ludo_model_destroy(copy);
    ludo_model_destroy(m);
}

static void bad_batches_are_refused(void **state)
{
    (void)state;
    ludo_model *m = arm_model();
    ludo_batch *b = NULL;
    ludo_diagnostic why = {.message = ""};
    assert_int_equal(ludo_batch_create(m, NULL, 0, 1, NULL, &b, &why), LUDO_BAD_ARGUMENT);
    assert_true(b == NULL && why.message[0] != '\0');
    assert_int_equal(ludo_batch_create(m, NULL, 1, -1, NULL, &b, &why), LUDO_BAD_ARGUMENT);
    ludo_sim_options options = ludo_sim_options_default();
    options.integrator = "none";
    assert_int_equal(ludo_batch_create(m, &options, 1, 1, NULL, &b, &why), LUDO_REFUSED);
    b = batch_of(m, NULL, 1, 0);
    assert_true(ludo_batch_threads(b) >= 1 && ludo_batch_count(b) == 1);
    assert_int_equal(ludo_batch_step(b, 0.01, -1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_batch_step(b, 0.0, 1), LUDO_BAD_ARGUMENT);
    assert_int_equal(ludo_batch_step(b, 0.01, 0), LUDO_OK);
    assert_true(ludo_batch_time(b)[0] == 0.0);
    ludo_batch_destroy(b);
    ludo_batch_destroy(NULL);
    ludo_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_have_the_numbers_of_single_simulations),
        cmocka_unit_test(rows_are_filled_when_asked_for),
        cmocka_unit_test(rows_that_are_written_are_set),
        cmocka_unit_test(a_simulation_that_fails_stops_alone),
        cmocka_unit_test(a_failed_step_says_why),
        cmocka_unit_test(resets_are_those_of_single_simulations),
        cmocka_unit_test(a_table_of_controls_is_applied),
        cmocka_unit_test(a_function_controls_groups),
        cmocka_unit_test(a_function_ends_a_run),
        cmocka_unit_test(some_simulations_step),
        cmocka_unit_test(runs_of_some_simulations_leave_the_others_out),
        cmocka_unit_test(simulations_go_in_and_out),
        cmocka_unit_test(simulations_have_models_of_their_own),
        cmocka_unit_test(a_model_of_its_own_takes_one_workspace),
        cmocka_unit_test(another_structure_is_refused),
        cmocka_unit_test(other_sites_are_refused),
        cmocka_unit_test(no_steps_take_no_controls),
        cmocka_unit_test(resets_name_each_simulation_once),
        cmocka_unit_test(states_are_packed),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(bad_batches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
