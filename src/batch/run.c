/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of a batch: groups of simulations, shared by the threads. */
#include "batch/coming.h"
#include "batch/lanes.h"

#include "core/sized.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* A run in progress. */
typedef struct run {
    ludo_batch *batch;
    const ludo_batch_run *with;
    int64_t every, changes; /* steps between changes of controls, number of changes */
    atomic_bool *ended;     /* by the caller's function */
} run;

/* Copy the controls of a change from the table to the row of simulation k. */
static void set_controls(const run *r, int32_t k, int64_t change)
{
    const ludo_batch *b = r->batch;
    const size_t nu = (size_t)b->model->actuator_count;
    if (r->with->controls != NULL && nu > 0 && r->with->steps > 0) {
        const size_t at = (size_t)k * (size_t)r->changes + (size_t)change;
        memcpy(b->rows[LUDO_CONTROLS] + (size_t)k * nu, r->with->controls + at * nu,
               nu * sizeof(double));
    }
}

/* Whether simulation k is one of those that step. */
static bool steps_now(const run *r, int32_t k)
{
    return k < r->batch->count && (r->with->where == NULL || r->with->where[k]);
}

/* Whether it does, and has not stopped. */
static bool is_going(const run *r, int32_t k)
{
    return r->batch->status[k] == LUDO_OK && steps_now(r, k);
}

/* Parts in which the next state comes, during a step alone. */
enum { FETCHES = 6 };

/* Advance simulation k by some steps. A row that cannot be set leaves state and rows as they are.
 */
static void advance(const run *r, int32_t thread, int32_t k, int64_t steps)
{
    ludo_batch *b = r->batch;
    coming next = coming_state(b, steps_now(r, k + 1) ? k + 1 : b->count, k, FETCHES);
    coming_fetch(&next);
    ludo_sim *sim = ludo_batch_take(b, thread, k);
    coming_fetch(&next);
    ludo_step_report report = {.struct_size = sizeof report, .time = b->time[k]};
    ludo_status status = ludo_batch_take_rows(b, sim, k, NULL);
    coming_fetch(&next);
    if (status == LUDO_OK) {
        status = ludo_sim_run(sim, r->with->h, steps, &report);
        coming_fetch(&next);
        const ludo_status read = ludo_batch_write_rows(b, sim, k);
        coming_fetch(&next);
        status = status == LUDO_OK ? read : status;
        ludo_batch_keep(b, sim, k);
        coming_fetch(&next);
    }
    b->status[k] = (int32_t)status;
    b->entry[k].report = report;
}

/* Advance the simulations of a group that step, side by side where that pays. */
static void advance_group(const run *r, int32_t thread, int32_t first, int32_t count, int64_t steps)
{
    unsigned going = 0;
    for (int32_t i = 0; i < count; i++) {
        going |= is_going(r, first + i) ? 1u << i : 0;
    }
    const unsigned side_by_side = ludo_batch_choose_lanes(r->batch, thread, first, going);
    for (int32_t i = 0; i < count; i++) {
        if (((going & ~side_by_side) >> i & 1u) != 0) {
            advance(r, thread, first + i, steps);
        }
    }
    ludo_batch_run_lanes(r->batch, thread, first, side_by_side, r->with->h, steps);
}

/* Whether some simulation of a group is one of those that step. */
static bool some_step_now(const run *r, int32_t first, int32_t count)
{
    bool some = r->with->where == NULL;
    for (int32_t k = first; k < first + count && !some; k++) {
        some = steps_now(r, k);
    }
    return some;
}

/* Call the caller's function for a group. @return whether the run goes on */
static bool call_before(const run *r, int32_t first, int32_t count, int64_t begun)
{
    if (!atomic_load(r->ended) && r->with->before != NULL && r->with->steps > 0 &&
        !r->with->before(r->with->user, r->batch, first, count, begun)) {
        atomic_store(r->ended, true);
    }
    return !atomic_load(r->ended);
}

/* All steps of a group, one change of controls after another. */
static void run_group(void *user, int32_t thread, int32_t first, int32_t count)
{
    const run *r = user;
    if (!some_step_now(r, first, count)) {
        return;
    }
    for (int64_t change = 0; change < r->changes; change++) {
        const int64_t begun = change * r->every, rest = r->with->steps - begun;
        if (!call_before(r, first, count, begun)) {
            return;
        }
        for (int32_t k = first; k < first + count; k++) {
            if (is_going(r, k)) {
                set_controls(r, k, change);
            }
        }
        advance_group(r, thread, first, count, rest < r->every ? rest : r->every);
    }
}

/* The status of the first simulation that is not LUDO_OK, of those that step. */
static ludo_status first_failure(const run *r)
{
    for (int32_t k = 0; k < r->batch->count; k++) {
        if (r->batch->status[k] != LUDO_OK && steps_now(r, k)) {
            return (ludo_status)r->batch->status[k];
        }
    }
    return LUDO_OK;
}

static bool usable(const ludo_batch_run *with)
{
    return SIZED_KNOWN(with) && isfinite(with->h) && with->h != 0.0 && with->steps >= 0 &&
           with->every >= 0;
}

ludo_status ludo_batch_advance(ludo_batch *batch, const ludo_batch_run *with)
{
    if (batch == NULL || with == NULL || !usable(with)) {
        return LUDO_BAD_ARGUMENT;
    }
    double *controls;
    const ludo_status status =
        with->controls != NULL ? ludo_batch_rows(batch, LUDO_CONTROLS, &controls) : LUDO_OK;
    if (status != LUDO_OK) {
        return status;
    }
    const int64_t all = with->steps > 0 ? with->steps : 1;
    const int64_t every = with->every > 0 && with->every < all ? with->every : all;
    atomic_bool ended = false;
    run r = {batch, with, every, (all - 1) / every + 1, &ended};
    ludo_pool_run(batch->pool, batch->count, BATCH_GROUP, run_group, &r);
    return first_failure(&r);
}

ludo_status ludo_batch_step_some(ludo_batch *batch, double h, int64_t steps, const bool *where)
{
    ludo_batch_run with = ludo_batch_run_default();
    with.h = h;
    with.steps = steps;
    with.where = where;
    return ludo_batch_advance(batch, &with);
}

ludo_status ludo_batch_step(ludo_batch *batch, double h, int64_t steps)
{
    return ludo_batch_step_some(batch, h, steps, NULL);
}

ludo_status ludo_batch_report(const ludo_batch *batch, int32_t which, ludo_step_report *out)
{
    if (batch == NULL || which < 0 || which >= batch->count || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    SIZED_WRITE(out, &batch->entry[which].report);
    return LUDO_OK;
}
