/* SPDX-License-Identifier: Apache-2.0
 *
 * The coordinates of limits at both ends of an interval. */
#include "integrators/maximal_limits/limits_motion.h"

#include "integrators/maximal_forces/joint_forces.h"
#include "joints/coordinate.h"

#include <string.h>

void ludo_maximal_limits_motion_open(maximal *x, const sim_state *state)
{
    const model_limits *l = &state->model->limits;
    limits_motion *of = &x->contacts->motion;
    of->any = state->settings.limits && (l->limit_count > 0 || l->speed_count > 0);
    of->moves = of->any || l->friction_count > 0;
    of->current = false;
}

/* The number of columns in a block. */
static inline int columns_of(const ludo_model *m, int32_t block)
{
    const int32_t left = m->columns - LANES * block;
    return left < LANES ? left : LANES;
}

/* A kernel without branches: gcc leaves lanes scalar that are gathered in the same function. */
LUDO_KERNEL static void find_advance(const form_lanes *form, const trace_lanes *from,
                                     const trace_lanes *to, lanes1 *delta)
{
    advance_lanes(form, from, to, delta);
}

/* Coordinates at the knot now; those that forces over the interval from it have found are copied.
 */
static void read_start(maximal *x, const sim_state *state, bool interval)
{
    for (int32_t b = 0; b < lanes_blocks(state->model->columns); b++) {
        const column_lanes *c = &x->forces.column[b];
        const bool found = interval && x->forces.acting && (c->placed || state->progress->served);
        x->contacts->motion.from[b] =
            found ? c->phi : *ludo_maximal_joint_forces_coordinates(x, state, b);
    }
}

static void read_advance(const maximal *x, const sim_state *state)
{
    const ludo_model *m = state->model;
    const int64_t now = state->progress->now;
    trace_lanes from = {{{0.0}}, {{0.0}}}, to = {{{0.0}}, {{0.0}}};
    for (int32_t b = 0; b < lanes_blocks(m->columns); b++) {
        const column_lanes *c = &x->forces.column[b];
        if (x->forces.acting) {
            x->contacts->motion.advance[b] = c->delta;
            continue;
        }
        gather_traces(&from, x->trace[now] + LANES * b, columns_of(m, b));
        gather_traces(&to, x->trace[1 - now] + LANES * b, columns_of(m, b));
        find_advance(&c->form, &from, &to, &x->contacts->motion.advance[b]);
    }
}

void ludo_maximal_limits_motion_begin(maximal *x, const sim_state *state)
{
    x->contacts->motion.current = false;
    if (x->contacts->motion.any) {
        read_start(x, state, true);
    }
}

void ludo_maximal_limits_motion_knot(maximal *x, const sim_state *state)
{
    if (x->contacts->motion.any) {
        read_start(x, state, false);
    }
}

void ludo_maximal_limits_motion_read(maximal *x, const sim_state *state)
{
    limits_motion *of = &x->contacts->motion;
    if (of->moves && !of->current) {
        read_advance(x, state);
    }
    of->current = true;
}
