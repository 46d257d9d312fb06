/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the maximal integrator's state that matter at a knot: of arrays for both ends of an
 * interval those of the knot, of contacts those that there were. */
#include "integrators/maximal/packing.h"

#include "integrators/maximal/maximal.h"
#include "integrators/maximal_contact/contact.h"
#include "loops/rows.h"

static void pass_contacts(maximal_contacts *c, const maximal *x, const sim_state *state, packing *p)
{
    const ludo_model *m = state->model;
    PASS(p, c->past, x->state->cone_count);
    PASS(p, c->rate, m->columns);
    PASS(p, c->before, 6 * m->slots);
    PASS(p, c->interval, m->slots);
    PASS(p, c->steady, m->slots);
    PASS(p, c->rest.slow_time, state->settings.sleep_speed > 0.0 ? m->slots : 0);
}

void ludo_maximal_pack(sim_state *state, packing *p)
{
    const ludo_model *m = state->model;
    maximal *x = maximal_of(state);
    const int64_t now = state->progress->now;
    PASS(p, x->state, 1);
    PASS(p, x->knot, x->blocks);
    PASS(p, x->S[now], 6 * m->columns);
    PASS(p, x->lever[now], 3 * m->slots);
    PASS(p, x->trace[now], m->columns);
    PASS(p, x->rows, BLOCK * ludo_loops_count_ends(m));
    PASS(p, x->P_q, m->columns);
    PASS(p, x->start_rate, x->stored_count);
    for (int32_t i = 0; i < state->settings.stages; i++) {
        PASS(p, x->velocity_history[i], EXTRAPOLATION_POINTS * x->blocks);
        PASS(p, x->rate_history[i], EXTRAPOLATION_POINTS * x->stored_count);
    }
    if (x->contacts->any) {
        pass_contacts(x->contacts, x, state, p);
    }
}
