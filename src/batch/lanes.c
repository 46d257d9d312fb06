/* SPDX-License-Identifier: Apache-2.0
 *
 * A group of simulations side by side. One that can't make a step in its lane makes it alone, from
 * the knot, and goes on in its lane after it. */
#include "batch/lanes.h"

#include "batch/coming.h"

/* Fewer simulations do not pay for the way into lanes and back. */
enum { LEAST_LANES = 3 };

_Static_assert((int)BATCH_GROUP == (int)LANES, "a simulation of a group has a lane");

/* Parts in which the state of the next group comes. */
enum { FETCHES = 4 };

/* A group in progress; bits are those of its simulations. */
typedef struct lanes_run {
    ludo_batch *batch;
    sim_lanes *lanes;
    int32_t thread, first;
    double h;
    unsigned in; /* simulations that are in their lanes */
    int64_t left[BATCH_GROUP];
} lanes_run;

unsigned ludo_batch_choose_lanes(const ludo_batch *b, int32_t thread, int32_t first, unsigned of)
{
    unsigned which = 0;
    int number = 0;
    for (int l = 0; l < BATCH_GROUP; l++) {
        if ((of >> l & 1u) != 0 && b->entry[first + l].own == NULL) {
            which |= 1u << l;
            number++;
        }
    }
    return b->lanes[thread] != NULL && number >= LEAST_LANES ? which : 0;
}

/* The simulation has ended its steps, the last one with a status. */
static void finish(const lanes_run *r, int l, ludo_sim *sim, ludo_status status)
{
    ludo_batch *b = r->batch;
    const int32_t k = r->first + l;
    const ludo_status read = ludo_batch_write_rows(b, sim, k);
    b->status[k] = (int32_t)(status == LUDO_OK ? read : status);
    ludo_batch_keep(b, sim, k);
}

/* One step alone. */
static ludo_status step_alone(lanes_run *r, int l, ludo_sim *sim)
{
    r->left[l]--;
    return ludo_step(sim, r->h, &r->batch->entry[r->first + l].report);
}

/* A simulation enters its lane as soon as it can; `changed`: it is not as it was kept. */
static void enter(lanes_run *r, int l, ludo_sim *sim, bool changed)
{
    ludo_status status = LUDO_OK;
    while (r->left[l] > 0 && status == LUDO_OK) {
        if (ludo_sim_lanes_enter(r->lanes, l, sim, r->h)) {
            r->in |= 1u << l;
            if (changed) {
                ludo_batch_keep(r->batch, sim, r->first + l);
            }
            return;
        }
        status = step_alone(r, l, sim);
        changed = true;
    }
    finish(r, l, sim, status);
}

/* Take the rows of a simulation; one that cannot be set leaves state and rows as they are. */
static void begin(lanes_run *r, int l)
{
    ludo_batch *b = r->batch;
    const int32_t k = r->first + l;
    ludo_sim *sim = ludo_batch_take(b, r->thread, k);
    bool changed;
    const ludo_status status = ludo_batch_take_rows(b, sim, k, &changed);
    b->entry[k].report =
        (ludo_step_report){.struct_size = sizeof(ludo_step_report), .time = b->time[k]};
    if (status == LUDO_OK) {
        enter(r, l, sim, changed);
    } else {
        b->status[k] = (int32_t)status;
    }
}

/* Make the step of a lane alone, from its knot. */
static void redo(lanes_run *r, int l)
{
    ludo_sim *sim = ludo_batch_take(r->batch, r->thread, r->first + l);
    ludo_sim_lanes_leave(r->lanes, l, sim, NULL);
    const ludo_status status = step_alone(r, l, sim);
    if (status == LUDO_OK) {
        ludo_batch_keep(r->batch, sim, r->first + l);
    } else {
        r->left[l] = 0;
        finish(r, l, sim, status);
    }
}

/* After a step in the lane; with the last one the state that comes to the lane next is fetched. */
static void count_down(lanes_run *r, int l)
{
    if (--r->left[l] > 0) {
        return;
    }
    const int32_t k = r->first + l;
    coming next = coming_state(r->batch, k + BATCH_GROUP, k, FETCHES);
    coming_fetch(&next);
    ludo_sim *sim = ludo_batch_take(r->batch, r->thread, k);
    coming_fetch(&next);
    ludo_sim_lanes_leave(r->lanes, l, sim, &r->batch->entry[k].report);
    coming_fetch(&next);
    r->in &= ~(1u << l);
    finish(r, l, sim, LUDO_OK);
    coming_fetch(&next);
}

/* Some simulations of a group, one after another. */
static void each(lanes_run *r, unsigned which, void (*act)(lanes_run *r, int l))
{
    for (int l = 0; l < BATCH_GROUP; l++) {
        if ((which >> l & 1u) != 0) {
            act(r, l);
        }
    }
}

/* A simulation that has made a step alone enters again, unless it failed. */
static void enter_again(lanes_run *r, int l)
{
    if (r->left[l] > 0) {
        enter(r, l, ludo_batch_take(r->batch, r->thread, r->first + l), false);
    }
}

/* Whether the next step is the last one of some simulation. */
static bool ends(const lanes_run *r)
{
    bool last = false;
    for (int l = 0; l < BATCH_GROUP; l++) {
        last = last || ((r->in >> l & 1u) != 0 && r->left[l] == 1);
    }
    return last;
}

/* One step of all that are in their lanes. Those that make it alone leave from their knot before
 * the others' solution becomes theirs, and enter after that: their lanes hold anything meanwhile.
 * Each uses the workspace of the thread in turn. */
static void step(lanes_run *r)
{
    const unsigned solved = ludo_sim_lanes_solve(r->lanes, r->in, ends(r));
    const unsigned alone = r->in & ~solved;
    r->in = solved;
    each(r, alone, redo);
    ludo_sim_lanes_accept(r->lanes);
    each(r, solved, count_down);
    each(r, alone, enter_again);
}

void ludo_batch_run_lanes(ludo_batch *b, int32_t thread, int32_t first, unsigned which, double h,
                          int64_t steps)
{
    lanes_run r = {b, b->lanes[thread], thread, first, h, 0, {0}};
    for (int l = 0; l < BATCH_GROUP; l++) {
        r.left[l] = steps;
    }
    each(&r, which, begin);
    while (r.in != 0) {
        step(&r);
    }
}
