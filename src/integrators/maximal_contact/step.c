/* SPDX-License-Identifier: Apache-2.0
 *
 * An interval with and without contacts. */
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_limits/limits.h"
#include "integrators/maximal_contact/solve.h"

#include "integrators/maximal/history.h"
#include "integrators/maximal/loops.h"

/* No contacts and an empty report. */
static void clear(maximal_contacts *c)
{
    c->count = c->contacts = 0;
    c->measured = false;
    c->quality = (ludo_contact_quality){.points = 0};
    c->work = c->gain = c->taken = 0.0;
}

/* The islands without contacts at first, and the others. Iterations are those of the longer one. */
static ludo_status solve_side_by_side(const contact_interval *i)
{
    const int32_t before = i->report->iterations;
    ludo_status status = ludo_maximal_contact_solve_free(i);
    const int32_t first = i->report->iterations;
    status = status == LUDO_OK ? ludo_maximal_contact_solve_all(i, true) : status;
    const int32_t others = before + i->report->iterations - first;
    i->report->iterations = others > first ? others : first;
    return status;
}

ludo_status ludo_maximal_contact_predict(sim_state *state, double h, int32_t stage,
                                         ludo_step_report *report, bool *met)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    clear(c);
    ludo_maximal_contact_choose_scale(x, state->model, h);
    const contact_interval i = {state, h, stage, report};
    ludo_status status = ludo_maximal_contact_find(&i, false);
    if (status != LUDO_OK) {
        return status;
    }
    *met = ludo_maximal_contact_choose_free(&i, ludo_maximal_history_is_single(x, stage));
    if (!*met) {
        clear(c);
        return LUDO_OK;
    }
    return solve_side_by_side(&i);
}

/* The islands that the solution without contacts solves; with loops none does, whose multipliers
 * start from zero. */
static void keep_solved(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    if (i->state->model->loop_count > 0) {
        ludo_maximal_loops_begin(x, i->state);
        return;
    }
    for (int32_t n = 0; n < of->count; n++) {
        island *k = &of->island[n];
        k->history->solved = k->history->without_cones =
            !ludo_maximal_contact_violated(x->contacts, k->first, k->end);
    }
}

/* No cones: all bodies are one island. */
static void remove_cones(maximal *x, const sim_state *state)
{
    maximal_contacts *c = x->contacts;
    if (c->count > 0) {
        c->count = c->contacts = 0;
        ludo_islands_assign(x, state);
    }
}

/* Whether the solution without contacts gains so much energy that it is a spurious branch, and the
 * step can still be subdivided. */
static bool is_spurious(const contact_interval *i)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    if (ludo_substeps_at_shortest(state, i->report)) {
        return false;
    }
    ludo_maximal_contact_measure_energy(state, i->h, x->tree.r, x->tree.e);
    island *all = x->contacts->islands.island;
    all->scale = ludo_maximal_contact_scale_of(x, state->model, all, i->h);
    return !ludo_maximal_contact_is_passive(i, all);
}

/* Search again after the velocities of the knot were solved, which bounces need. */
static ludo_status measure_approach(const contact_interval *i, bool solved)
{
    maximal *x = maximal_of(i->state);
    const ludo_status status = ludo_maximal_contact_measure_approach(i->state);
    i->report->node = status == LUDO_OK ? i->report->node : i->state->failed;
    ludo_maximal_contact_choose_scale(x, i->state->model, i->h);
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_status found = ludo_maximal_contact_find(i, solved);
    ludo_maximal_contact_evaluate(x, i->state, i->h);
    return found;
}

ludo_status ludo_maximal_contact_solve(sim_state *state, double h, int32_t stage,
                                       ludo_status without, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const bool free = without == LUDO_OK;
    bool met = false;
    clear(c);
    if (h < 0.0) {
        report->node = ludo_maximal_contact_any_node(state);
        return LUDO_REFUSED;
    }
    const contact_interval i = {state, h, stage, report};
    ludo_status status = free ? LUDO_OK : ludo_maximal_contact_restart(&i);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_choose_scale(x, state->model, h);
    status = ludo_maximal_contact_find(&i, free);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_evaluate(x, state, h);
    if (c->count == 0 || (free && !ludo_maximal_contact_violated(c, 0, c->count))) {
        status = free ? ludo_maximal_contact_meet_impacts(&i, &met) : LUDO_OK;
        if (status != LUDO_OK) {
            return status;
        }
        remove_cones(x, state);
        status = free && is_spurious(&i) ? LUDO_NOT_CONVERGED : without;
        return status == LUDO_OK ? ludo_maximal_contact_meet(&i) : status;
    }
    status =
        c->restituting && c->impacts.mode == IMPACTS_AT_KNOT ? measure_approach(&i, free) : LUDO_OK;
    if (status != LUDO_OK) {
        return status;
    }
    if (free) {
        keep_solved(&i);
    }
    return ludo_maximal_contact_solve_all(&i, false);
}
