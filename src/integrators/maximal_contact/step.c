/* SPDX-License-Identifier: Apache-2.0
 *
 * Which contacts an interval is solved with, and which of its solutions are taken [contact.md 4].
 */
#include "integrators/maximal_contact/contact.h"

#include <math.h>

/* Features are found that are nearer than what moves at the scale's speed comes in a step, and at
 * least this part of the length scale: those farther away take no part in most steps, and where
 * they do they are found by their depth. */
static const double least_margin = 1e-3;

/* Depth at the solution that wants a feature which wasn't known, in units of the length scale, and
 * how often they are added. */
static const double unknown_depth = 1e-10;

/* Depth, in the same units, that no solution has. */
static const double accepted_depth = 1e-9;
enum { MOST_ROUNDS = 5 };

/* What reactions may add to the energy at hand in a step; in one in which nothing touches, or that
 * can't be cut further [contact.md 6]. */
static const double most_gain = 0.004, most_leap = 0.1;

/* Contacts between the knot and the iterate, as cones. */
static ludo_status find(sim_state *state, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const ludo_model *m = state->model;
    const double way = c->scale.y * fabs(h), least = least_margin * c->length;
    if (c->touching) {
        const search_result r =
            ludo_search_find(&c->search, state_poses(state), state->poses[1 - state->progress->now],
                             way > least ? way : least);
        if (r.full) {
            report->node = ludo_maximal_contact_name_pair(c, m, r.a, r.b);
            return LUDO_TOO_MANY_CONTACTS;
        }
    }
    ludo_maximal_contact_gather(x, state, h);
    return LUDO_OK;
}

/* How deep shapes are in each other where that is known: as starts that overlap are let apart
 * slowly, and as what is wedged may be. */
static double known_depth(const maximal_contacts *c)
{
    double most = 0.0;
    for (int32_t i = 0; i < c->contacts; i++) {
        most = -c->rows[i].gap > most ? -c->rows[i].gap : most;
    }
    return most;
}

/* Add to the cones what the solution violates of what wasn't among them. Where shapes are in each
 * other though all their features are known and open, these had looked another way when they were
 * found: a shorter step sees less of that. */
static ludo_status add(sim_state *state, double h, ludo_step_report *report, int32_t *added)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    search_result r = {.deepest = HUGE_VAL};
    if (c->touching) {
        r = ludo_search_add(&c->search, state->poses[1 - state->progress->now],
                            least_margin * c->length, unknown_depth * c->length, added);
        if (r.full) {
            report->node = ludo_maximal_contact_name_pair(c, state->model, r.a, r.b);
            return LUDO_TOO_MANY_CONTACTS;
        }
        c->quality.penetration = worst_of(0.0, -r.deepest);
    }
    *added = ludo_maximal_contact_gather_more(x, state, h);
    const double accepted = known_depth(c) + accepted_depth * c->length;
    if (*added == 0 && !(c->quality.penetration <= accepted)) {
        report->node = ludo_maximal_contact_name_pair(c, state->model, r.a, r.b);
        return LUDO_CONTACT;
    }
    return LUDO_OK;
}

static ludo_status solve_rounds(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int32_t added = 0;
        ludo_maximal_contact_choose_scale(x, state->model, h);
        ludo_status status = ludo_maximal_contact_solve_interval(state, h, stage, report);
        if (status == LUDO_NOT_CONVERGED) {
            report->node = ludo_maximal_contact_name_worst(state);
            return LUDO_CONTACT;
        }
        status = status == LUDO_OK ? add(state, h, report, &added) : status;
        if (status != LUDO_OK || added == 0) {
            return status;
        }
    }
    report->node = ludo_maximal_contact_name_worst(state);
    return LUDO_CONTACT;
}

/* No contacts, and nothing to tell of them, yet. */
static void clear(maximal_contacts *c)
{
    c->count = c->contacts = 0;
    c->quality = (ludo_contact_quality){.points = 0};
    c->work = c->gain = 0.0;
}

/* Whether anything that is near can't be told from touching, at the knot or at the iterate. */
static bool touches(const maximal_contacts *c, double h)
{
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        if (k->source == CONE_LOSS || !(h * c->cone[i].y[0] > c->closed) ||
            (k->source == CONE_CONTACT && k->at.gap <= c->closed)) {
            return true;
        }
    }
    return false;
}

/* Solutions are refused in which reactions add energy: more than a little while steps can be cut,
 * much where they can't. */
static ludo_status solve_passively(sim_state *state, double h, int32_t stage,
                                   ludo_step_report *report)
{
    maximal_contacts *c = maximal_of(state)->contacts;
    const ludo_status status = solve_rounds(state, h, stage, report);
    const double most = ludo_capabilities_at_shortest(state, report) ? most_leap : most_gain;
    if (status != LUDO_OK) {
        return status;
    }
    c->work = ludo_maximal_contact_work(state, h, c->r, c->e) + ludo_maximal_contact_left(state);
    c->gain = ludo_maximal_contact_gain(state, c->work);
    const double sum = state->quality.energy_gain + c->gain;
    if (!(sum <= most * ludo_maximal_contact_energy(state, c->e))) {
        report->node = ludo_maximal_contact_name_worst(state);
        return LUDO_CONTACT;
    }
    return LUDO_OK;
}

/* Whether the motion without contacts is one that would better be cut. */
static bool leaps(sim_state *state, double h, const ludo_step_report *report)
{
    const recursion *t = &maximal_of(state)->tree;
    if (ludo_capabilities_at_shortest(state, report)) {
        return false;
    }
    const double work = ludo_maximal_contact_work(state, h, t->r, t->e);
    return ludo_maximal_contact_gain(state, work) >
           most_leap * ludo_maximal_contact_energy(state, t->e);
}

/* Where the shortest of steps has no solution, or one that leaps, those of convex laws. */
static ludo_status solve_convex(sim_state *state, double h, int32_t stage, ludo_step_report *report)
{
    maximal_contacts *c = maximal_of(state)->contacts;
    c->convex = true;
    const ludo_status status = solve_passively(state, h, stage, report);
    c->convex = false;
    return status;
}

/* Those without friction, as nothing can be wedged there. */
static ludo_status solve_slippery(sim_state *state, double h, int32_t stage,
                                  ludo_step_report *report)
{
    maximal_contacts *c = maximal_of(state)->contacts;
    c->slippery = true;
    ludo_status status = find(state, h, report);
    status = status == LUDO_OK ? solve_passively(state, h, stage, report) : status;
    c->slippery = false;
    c->quality.loosened++;
    return status;
}

/* Where a step has cost much already: one attempt as laws have it, or what slides. */
static ludo_status solve_hastily(sim_state *state, double h, int32_t stage,
                                 ludo_step_report *report)
{
    maximal_contacts *c = maximal_of(state)->contacts;
    c->hasty = true;
    const ludo_status status = solve_passively(state, h, stage, report);
    c->hasty = false;
    return status == LUDO_OK ? status : solve_slippery(state, h, stage, report);
}

/* As laws have it; in the shortest of steps, if need be, somehow. */
static ludo_status solve_somehow(sim_state *state, double h, int32_t stage,
                                 ludo_step_report *report)
{
    const bool shortest = ludo_capabilities_at_shortest(state, report),
               may_slide = report->substeps > 1;
    const bool hasty = shortest && may_slide && ludo_capabilities_contacts_spent(state, report);
    if (hasty) {
        const ludo_status found = solve_hastily(state, h, stage, report);
        const ludo_status again = found == LUDO_OK ? found : find(state, h, report);
        if (found == LUDO_OK || again != LUDO_OK) {
            return again;
        }
    }
    ludo_status status = solve_passively(state, h, stage, report);
    if (status == LUDO_CONTACT && shortest) {
        status = solve_convex(state, h, stage, report);
    }
    if (status == LUDO_CONTACT && shortest && may_slide && !hasty) {
        status = solve_slippery(state, h, stage, report);
    }
    return status;
}

ludo_status ludo_maximal_contact_predict(sim_state *state, double h, int32_t stage,
                                         ludo_step_report *report, bool *met)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    clear(c);
    ludo_maximal_contact_choose_scale(x, state->model, h);
    ludo_status status = find(state, h, report);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_view(x, state, h);
    *met = touches(c, h);
    if (!*met) {
        clear(c);
        return LUDO_OK;
    }
    c->begun = true;
    return solve_somehow(state, h, stage, report);
}

ludo_status ludo_maximal_contact_solve(sim_state *state, double h, int32_t stage,
                                       ludo_status without, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const bool free = without == LUDO_OK;
    clear(c);
    if (h < 0.0) {
        report->node = ludo_maximal_contact_name_any(state);
        return LUDO_REFUSED;
    }
    ludo_status status = free ? LUDO_OK : ludo_maximal_contact_restart(state, h, stage, report);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_choose_scale(x, state->model, h);
    status = find(state, h, report);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_view(x, state, h);
    if (c->count == 0 || (free && !ludo_maximal_contact_violated(c))) {
        c->count = c->contacts = 0;
        return free && leaps(state, h, report) ? LUDO_NOT_CONVERGED : without;
    }
    if (c->restituting) {
        status = ludo_maximal_contact_measure_approach(state);
        report->node = status == LUDO_OK ? report->node : state->fault;
        ludo_maximal_contact_choose_scale(x, state->model, h);
        status = status == LUDO_OK ? find(state, h, report) : status;
        if (status != LUDO_OK) {
            return status;
        }
    }
    return solve_somehow(state, h, stage, report);
}
