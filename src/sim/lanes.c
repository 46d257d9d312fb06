/* SPDX-License-Identifier: Apache-2.0
 *
 * Simulations side by side: the lanes of their integrator, and what a step does beside it. */
#include "sim/lanes.h"

#include "core/sized.h"
#include "math/lanes.h"

struct sim_lanes {
    ludo_allocator allocator;
    const integrator_lanes *by;
    void *own;           /* of the integrator */
    size_t size;         /* of all of it [bytes] */
    double h;            /* length of all steps */
    int64_t made[LANES]; /* steps since a lane was entered */
};

/* The struct and the integrator's lanes. Called with l NULL to measure; returns the size. */
static size_t lanes_layout(sim_lanes *l, const ludo_sim *sim)
{
    arena a = {(char *)l, 0, false};
    (void)TAKE(&a, 1, sim_lanes);
    void *own = sim->integrator->lanes->layout(&sim->state, &a);
    if (l != NULL) {
        l->own = own;
    }
    return a.overflow ? 0 : a.used;
}

ludo_status ludo_sim_lanes_create(const ludo_sim *sim, sim_lanes **out)
{
    const integrator_lanes *by = sim->integrator->lanes;
    *out = NULL;
    if (by == NULL || !by->fit(&sim->state)) {
        return LUDO_OK;
    }
    const size_t size = lanes_layout(NULL, sim);
    sim_lanes *l = size > 0 ? memory_take(&sim->state.allocator, size) : NULL;
    if (l == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)lanes_layout(l, sim);
    l->allocator = sim->state.allocator;
    l->by = by;
    l->size = size;
    *out = l;
    return LUDO_OK;
}

void ludo_sim_lanes_destroy(sim_lanes *lanes)
{
    if (lanes != NULL) {
        const ludo_allocator a = lanes->allocator;
        memory_give(&a, lanes);
    }
}

size_t ludo_sim_lanes_size(const sim_lanes *lanes)
{
    return lanes != NULL ? lanes->size : 0;
}

bool ludo_sim_lanes_enter(sim_lanes *lanes, int lane, const ludo_sim *sim, double h)
{
    if (!lanes->by->ready(&sim->state, h)) {
        return false;
    }
    lanes->by->enter(lanes->own, lane, &sim->state, h);
    lanes->h = h;
    lanes->made[lane] = 0;
    return true;
}

void ludo_sim_lanes_leave(sim_lanes *lanes, int lane, ludo_sim *sim, ludo_step_report *report)
{
    if (lanes->made[lane] > 0) {
        lanes->by->leave(lanes->own, lane, &sim->state, lanes->made[lane]);
    }
    for (int64_t i = 0; i < lanes->made[lane]; i++) { /* the rounded sum of single steps */
        ludo_sim_advance_time(sim->state.progress, lanes->h);
    }
    ludo_sim_note_replaced(sim);
    if (report != NULL) {
        ludo_step_report r = {.smallest_pivot = 1.0, .parts = 1};
        r.time = sim->state.progress->time;
        lanes->by->report(lanes->own, lane, &r);
        SIZED_WRITE(report, &r);
    }
}

unsigned ludo_sim_lanes_solve(sim_lanes *lanes, unsigned which, bool reports)
{
    return lanes->by->solve(lanes->own, which, lanes->h, reports);
}

void ludo_sim_lanes_accept(sim_lanes *lanes)
{
    lanes->by->accept(lanes->own, lanes->h);
    for (int l = 0; l < LANES; l++) {
        lanes->made[l]++;
    }
}
