/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps many simulations of one model side by side; of the quadruped in examples/quadruped.xml or
 * of the model file that is named:
 *
 *     batch [MODEL] */
#include "check.h"

enum { COUNT = 16, THREADS = 2 };

static double *rows_of(ludo_batch *batch, ludo_quantity quantity)
{
    double *rows = NULL;
    check(ludo_batch_rows(batch, quantity, &rows), NULL);
    return rows;
}

/* Each simulation starts a little faster than the one before it. */
static void push(ludo_batch *batch, const ludo_model *model)
{
    double *v = rows_of(batch, LUDO_VELOCITIES);
    for (int32_t k = 0; k < ludo_batch_count(batch); k++) {
        v[(size_t)k * (size_t)ludo_model_dof(model)] = 0.01 * k;
    }
}

/* Controls that follow the time; called by the threads that step. */
static bool control(void *user, ludo_batch *batch, int32_t first, int32_t count, int64_t begun)
{
    double *u = user;
    for (int32_t k = first; k < first + count && u != NULL; k++) {
        u[k] = 0.1 * ludo_batch_time(batch)[k] + 1e-3 * (double)begun;
    }
    return true;
}

static void print_failures(ludo_batch *batch)
{
    for (int32_t k = 0; k < ludo_batch_count(batch); k++) {
        ludo_step_report report = {.struct_size = sizeof report};
        const int32_t status = ludo_batch_status(batch)[k];
        check(ludo_batch_report(batch, k, &report), NULL);
        if (status != LUDO_OK) {
            printf("%d: %s at t = %g s\n", (int)k, ludo_status_text((ludo_status)status),
                   report.time);
            check(ludo_batch_reset(batch, &k, 1, -1), NULL);
        }
    }
}

/* Take one simulation out, let it run ahead, and put it back; give another one less gravity. */
static void change_single_ones(ludo_batch *batch, const ludo_model *model, const ludo_model *moon)
{
    ludo_diagnostic why = {.message = ""};
    ludo_sim *ahead = sim_of(model, NULL);
    double start[256];
    const int32_t nq = ludo_model_position_count(model);
    check(ludo_batch_get_sim(batch, 3, ahead), NULL);
    if (ludo_quantity_settable(LUDO_POSITIONS) && nq <= 256) {
        check(ludo_sim_get(ahead, LUDO_POSITIONS, start, nq), NULL);
        check(ludo_sim_set(ahead, LUDO_POSITIONS, start, nq), NULL);
    }
    check(ludo_step(ahead, ludo_model_timestep(model), NULL), NULL);
    check(ludo_batch_set_sim(batch, 3, ahead), NULL);
    check(ludo_batch_set_model(batch, 4, moon, &why), &why);
    ludo_sim_destroy(ahead);
}

int main(int argc, char **argv)
{
    ludo_diagnostic why = {.message = ""};
    ludo_model *model = model_of(argc, argv, "examples/quadruped.xml"), *moon = NULL;
    ludo_batch *batch = NULL;
    check(ludo_batch_create(model, NULL, COUNT, THREADS, NULL, &batch, &why), &why);
    push(batch, model);
    (void)ludo_batch_step(batch, ludo_model_timestep(model), 10);
    print_failures(batch);

    check(ludo_model_copy(model, NULL, &moon), NULL);
    check(ludo_model_set_gravity(moon, (ludo_vec3){0.0, 0.0, -1.62}), NULL);
    change_single_ones(batch, model, moon);

    ludo_batch_run run = ludo_batch_run_default();
    run.h = ludo_model_timestep(model);
    run.steps = 10;
    run.every = 5;
    run.before = control;
    run.user = rows_of(batch, LUDO_CONTROLS); /* NULL without actuators */
    (void)ludo_batch_advance(batch, &run);

    const bool where[COUNT] = {[2] = true, [7] = true}; /* the others wait */
    (void)ludo_batch_step_some(batch, run.h, 5, where);
    print_failures(batch);

    ludo_batch_memory memory = {.struct_size = sizeof memory};
    check(ludo_batch_get_memory(batch, &memory), NULL);
    printf("%d simulations by %d threads, %zu bytes each\n", (int)ludo_batch_count(batch),
           (int)ludo_batch_threads(batch), memory.state);
    ludo_batch_destroy(batch);
    ludo_model_destroy(moon);
    ludo_model_destroy(model);
    return 0;
}
