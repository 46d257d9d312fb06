/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of a step for the bodies that can't make it whole. */
#include "integrators/maximal/parts.h"

#include "integrators/maximal/history.h"
#include "integrators/maximal/hold.h"
#include "integrators/maximal/step.h"
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal_cones/warm_start.h"
#include "integrators/substeps.h"
#include "state/contact_quality.h"

#include <string.h>

/* The bodies held step, but for those at rest, and the others are held. */
static void exchange(maximal *x, const ludo_model *m)
{
    for (int32_t s = 0; s < m->slots; s++) {
        x->held[s] = !x->held[s] || ludo_rest_has(x->contacts, s);
    }
}

/* The poses at t_k, where the step began. */
static const pose *poses_of_start(const sim_state *state)
{
    const sim_progress *then = state_in_copy(state, state->saved, state->progress);
    return state_in_copy(state, state->saved, state->poses[then->now]);
}

/* One part; `last`: then bodies mustn't overlap those held, which are at t_{k+1} as well. */
static ludo_status step_part(sim_state *state, double h, int32_t stage, bool last,
                             ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    x->contacts->in_parts = true;
    x->contacts->impacts.last = last;
    x->contacts->impacts.time = 0.0;
    x->contacts->step_start = last ? poses_of_start(state) : NULL;
    const ludo_status status = ludo_maximal_step_interval(state, h, stage, report);
    x->contacts->step_start = NULL;
    x->contacts->in_parts = false;
    if (status == LUDO_OK) {
        ludo_maximal_hold_restore(x, state, state->aside);
    }
    return status;
}

/* The next part: it ends with an impact where the last one failed because of that. There is none
 * after an impact with a body that is held: that has to move as well. */
static void next_part(const maximal *x, const sim_state *state, double h, ludo_status status,
                      substeps *at)
{
    const impacts *of = &x->contacts->impacts;
    if (status == LUDO_CONTACT && of->time > 0.0) {
        ludo_substeps_cut(at, of->time / h);
    } else if (of->mode == IMPACTS_LOCATED && of->met_held) {
        ludo_substeps_cut(at, 0.0);
    } else {
        ludo_substeps_next(state, status, at);
    }
}

/* All parts, each from the state in state->aside, which follows them; *quality: of their contacts.
 * The report has the largest residual of the parts that were solved, and of the step before. */
static ludo_status step_parts(sim_state *state, double h, int32_t stage, substeps *at,
                              ludo_contact_quality *quality, ludo_step_report *report)
{
    const double start = state->interval_start;
    ludo_status status = LUDO_OK;
    state->attempts_begun++;
    while (ludo_substeps_left(state, at)) {
        const ludo_step_report before = *report;
        report->substeps = ludo_substeps_parts(at);
        state->interval_start = report->time = start + h * at->done;
        status = step_part(state, h * at->length, stage, ludo_substeps_is_last(at), report);
        if (status == LUDO_OK) {
            *quality = contact_quality_with(*quality, maximal_of(state)->contacts->quality);
            memcpy(state->aside, state->kept, state->kept_size);
        } else {
            memcpy(state->kept, state->aside, state->kept_size);
        }
        if (status != LUDO_OK || before.residual > report->residual) {
            report->residual = before.residual;
            report->node = status == LUDO_OK ? before.node : report->node;
        }
        next_part(maximal_of(state), state, h, status, at);
    }
    state->interval_start = start;
    return status;
}

ludo_status ludo_maximal_parts_step(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    const ludo_contact_quality before = x->contacts->quality;
    const stage_history whole = x->state->history[stage];
    ludo_contact_quality quality = before;
    ludo_maximal_hold_restore(x, state, state->saved);
    ludo_warm_start_set_aside(x, state);
    exchange(x, state->model);
    memcpy(state->aside, state->kept, state->kept_size);
    ludo_impacts_begin_parts(x, state->model);
    substeps at = ludo_substeps_begin(0.5);
    if (x->contacts->impacts.time > 0.0) {
        ludo_substeps_cut(&at, x->contacts->impacts.time / h);
    }
    const ludo_status status = step_parts(state, h, stage, &at, &quality, report);
    if (status != LUDO_OK) {
        memcpy(state->kept, state->saved, state->kept_size);
        return status;
    }
    report->substeps = ludo_substeps_number(at.shortest);
    quality.points += before.points;
    x->contacts->quality = quality;
    state->progress->interval = h;
    ludo_maximal_history_join(x, state->model, stage, &whole);
    ludo_warm_start_join(x);
    return LUDO_OK;
}
