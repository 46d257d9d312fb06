/* SPDX-License-Identifier: Apache-2.0
 *
 * The velocities of a knot: (B) with the cones of closed contacts and limits, in islands that are
 * solved side by side [contact.md 2.4, 4.4]. */
#include "integrators/maximal_contact/contact.h"
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_cones/island_sweeps.h"
#include "integrators/maximal_contact/knot_limits.h"
#include "integrators/maximal_contact/knot_rest.h"
#include "integrators/maximal_contact/knot_start.h"
#include "integrators/maximal_contact/knot_system.h"

#include "integrators/maximal/loops.h"
#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_cones/freedom.h"
#include "integrators/maximal_limits/limits_speed.h"
#include "solver/interior/slip_iteration.h"

#include <math.h>
#include <string.h>

/* The solve of a knot. */
typedef struct knot_solve {
    sim_state *state;
    bool early;         /* whether predictions come before the velocities without cones are known */
    bool paired;        /* whether contacts between bodies are constraints, or condensed; */
    ludo_status status; /* of that */
    int32_t failed;     /* islands without a solution */
} knot_solve;

/* ---- islands as parts ---- */

/* Whether there are impulses of a last interval. */
static bool has_past(const maximal *x)
{
    return x->state->cone_count > 0 && x->state->last >= 0;
}

/* The islands of which velocities aren't known, and which are `taken`, become parts and run. */
static knot_problem take_parts(const knot_solve *of, bool near,
                               bool (*taken)(const maximal *x, const island *k))
{
    maximal *x = maximal_of(of->state);
    islands *all = &x->contacts->islands;
    knot_problem k = {of->state, {x, all->island_of_part, 0}, near};
    for (int32_t n = 0; n < all->count; n++) {
        if (!all->island[n].known && taken(x, &all->island[n])) {
            ludo_island_parts_add(x->contacts, k.parts.count++, n);
        }
    }
    ludo_island_parts_run(&k.parts, all->part);
    return k;
}

/* Settings of an island, with its own units. */
static interior_settings settings_of(const knot_solve *of, const island *k)
{
    interior_settings s = ludo_maximal_contact_settings(of->state, 0, k->end - k->first);
    s.scale = k->scale;
    s.warm_start_error = k->error;
    s.refines = true;
    return s;
}

static void solve_parts(knot_problem *k)
{
    interior_parts system = ludo_knot_parts;
    system.self = k;
    (void)ludo_interior_solve_parts(&system, k->parts.x->contacts->islands.part, k->parts.count);
}

/* Contacts between bodies, once they are needed. @return whether they are ready */
static bool pair_bodies(knot_solve *of)
{
    if (!of->paired) {
        of->status = ludo_body_pairs_begin(maximal_of(of->state));
        of->paired = true;
    }
    return of->status == LUDO_OK;
}

/* ---- predictions ---- */

/* The islands whose velocities aren't known, at a start: near their velocities, where those at rest
 * become known, or from rest. */
static knot_problem start_parts(const knot_solve *of, bool near)
{
    maximal *x = maximal_of(of->state);
    bool (*const taken)(const maximal *, const island *) =
        near ? ludo_knot_starts_near : ludo_knot_starts_at_rest;
    const knot_problem k = take_parts(of, true, taken);
    if (k.parts.count == 0) {
        return k;
    }
    if (near) {
        const interior_settings s = ludo_maximal_contact_settings(of->state, 0, x->contacts->count);
        ludo_knot_start_near(x, of->state);
        return ludo_knot_find_resting(&k, &s) ? take_parts(of, true, taken) : k;
    }
    ludo_knot_load_impulses(x, of->state);
    ludo_knot_start_at_rest(x, of->state);
    return k;
}

/* Predictions from velocities near those of the knot, by which the first solution has all digits,
 * or from rest. One from near ends after one step: in jams further ones went astray. */
static void predict_from(knot_solve *of, bool near)
{
    maximal *x = maximal_of(of->state);
    islands *all = &x->contacts->islands;
    knot_problem k = start_parts(of, near);
    if (k.parts.count == 0 || !pair_bodies(of)) {
        return;
    }
    for (int32_t p = 0; p < k.parts.count; p++) {
        interior_settings *s = &all->part[p].settings;
        *s = settings_of(of, ludo_island_parts_at(&k.parts, p));
        s->warm_start = s->predicts = s->predicts_only = true;
        s->closes_first = s->one_step = near;
    }
    solve_parts(&k);
    for (int32_t p = 0; p < k.parts.count; p++) {
        const interior_part *part = &all->part[p];
        all->island[k.parts.island[p]].known = part->status == LUDO_OK;
    }
}

static void predict(knot_solve *of)
{
    ludo_knot_load_impulses(maximal_of(of->state), of->state);
    predict_from(of, true);
    predict_from(of, false);
}

/* ---- velocities without cones ---- */

/* Islands of which velocities aren't known run. @return whether there are any */
static bool run_unknown(islands *of)
{
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        of->running[n] = !of->island[n].known;
        any = any || of->running[n];
    }
    return any;
}

/* The velocities without cones of the bodies of islands that run; saved for all, of which only
 * these are read. Rows of contacts are empty. */
static void find_free(sim_state *state)
{
    maximal *x = maximal_of(state);
    ludo_body_pairs_clear(x);
    x->tree.idle = ludo_island_parts_idle(&x->contacts->islands);
    ludo_maximal_loops_solve_velocities(x, state);
    x->tree.idle = NULL;
    ludo_maximal_contact_begin_knot(x, state->model);
}

/* ---- solutions ---- */

/* Settings after a prediction, or without one. */
static interior_settings settings_from_free(const knot_solve *of, const island *k)
{
    interior_settings s = settings_of(of, k);
    s.warm_start = k->warm && maximal_of(of->state)->state->last >= 0;
    s.predicts = (!of->early || !s.warm_start) && ludo_knot_is_balanced_by_tree(of->state->model);
    s.estimates = ludo_island_parts_have_sweeps(maximal_of(of->state)->contacts, k, KNOT_POINTS);
    return s;
}

/* The velocities of an island without a solution are those without cones. */
static void give_up(knot_solve *of, island *k)
{
    maximal *x = maximal_of(of->state);
    for (int32_t b = k->first_body; b < k->end_body; b++) {
        ludo_knot_free(x, of->state->model, x->contacts->islands.body[b]);
    }
    x->contacts->worst = k->report.worst >= 0 ? k->first + k->report.worst : -1;
    of->failed++;
}

/* The slip iteration on an island that the interior point has not solved. */
static ludo_status solve_slip(const knot_solve *of, int32_t n)
{
    maximal *x = maximal_of(of->state);
    island *k = &x->contacts->islands.island[n];
    knot_problem self = {of->state, {x, &n, 1}, false};
    interior_parts parts = ludo_knot_parts;
    parts.self = &self;
    interior_alone alone = {.parts = &parts};
    const interior_system system = ludo_interior_alone(&alone);
    interior_settings s = settings_from_free(of, k);
    s.estimates = false;
    const int32_t left = s.slip_iterations - k->report.iterations;
    s.slip_iterations = left > 1 ? left : 1;
    const ludo_status status = ludo_slip_iteration_solve(
        &system, NULL, x->contacts->cone + k->first, k->end - k->first, &s, &k->report);
    of->state->quality.relaxed += k->report.bounded ? 1 : 0;
    return status;
}

/* Take the results of the parts over; islands that failed take the slip iteration. */
static void end_parts(knot_solve *of, const knot_problem *parts)
{
    islands *all = &maximal_of(of->state)->contacts->islands;
    for (int32_t p = 0; p < parts->parts.count; p++) {
        const int32_t n = parts->parts.island[p];
        island *k = &all->island[n];
        k->report = all->part[p].report;
        k->status = all->part[p].status;
    }
    for (int32_t n = 0; n < all->count; n++) {
        island *k = &all->island[n];
        if (k->known) {
            continue;
        }
        if (k->status != LUDO_OK && k->contacts) {
            k->status = solve_slip(of, n);
        }
        if (k->status != LUDO_OK) {
            give_up(of, k);
        }
        k->known = true;
    }
}

/* The interior point from the velocities without cones, then the slip iteration. */
static void solve_from_free(knot_solve *of)
{
    maximal *x = maximal_of(of->state);
    islands *all = &x->contacts->islands;
    knot_problem k = take_parts(of, false, ludo_knot_has_cones);
    ludo_knot_load_impulses(x, of->state);
    if (has_past(x)) {
        ludo_maximal_contact_expect_rates(x, of->state->model);
    }
    for (int32_t p = 0; p < k.parts.count; p++) {
        all->part[p].settings = settings_from_free(of, ludo_island_parts_at(&k.parts, p));
    }
    solve_parts(&k);
    end_parts(of, &k);
}

/* Predictions, then the interior point where they fail. @return LUDO_OK, LUDO_TOO_MANY_CONTACTS */
static ludo_status solve_with_cones(knot_solve *of)
{
    maximal *x = maximal_of(of->state);
    islands *all = &x->contacts->islands;
    of->paired = false;
    of->status = LUDO_OK;
    if (of->early) {
        predict(of);
        if (run_unknown(all) && pair_bodies(of)) {
            find_free(of->state);
            ludo_knot_start_free(x, of->state);
        }
    }
    if (run_unknown(all) && pair_bodies(of)) {
        solve_from_free(of);
    }
    ludo_knot_load(x, of->state->model);
    return !of->paired || ludo_body_pairs_end(x) == LUDO_OK ? of->status : LUDO_TOO_MANY_CONTACTS;
}

/* Add a cone for each speed limit that is passed. Their islands aren't known. @return whether there
 * are any */
static bool add_speeds(sim_state *state)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < c->count; i++) {
        c->rows[i].added = false;
    }
    if (ludo_maximal_limits_speed_knot_gather(x, state, true) == 0) {
        return false;
    }
    ludo_islands_assign_knot(x, state->model);
    for (int32_t n = 0; n < c->islands.count; n++) {
        island *k = &c->islands.island[n];
        k->known = true;
        for (int32_t i = k->first; i < k->end; i++) {
            k->known = k->known && !c->rows[i].added;
        }
    }
    return true;
}

/* The start of islands that got speed limits. After predictions their velocities without cones are
 * not known yet. */
static void start_with_speeds(knot_solve *of)
{
    if (of->early) {
        of->early = false;
        find_free(of->state);
    }
    ludo_knot_start_free(maximal_of(of->state), of->state);
}

/* (B) with the cones gathered. Unless it is `early`, the tree's u and w are its solution without
 * them. @return LUDO_OK, LUDO_TOO_MANY_CONTACTS */
static ludo_status solve_knot(knot_solve *of)
{
    sim_state *state = of->state;
    maximal *x = maximal_of(state);
    islands *all = &x->contacts->islands;
    ludo_status status = LUDO_OK;
    ludo_islands_assign_knot(x, state->model);
    x->contacts->worst = -1;
    if (!of->early) {
        ludo_maximal_contact_begin_knot(x, state->model);
        ludo_knot_start_free(x, state);
    }
    while (status == LUDO_OK && run_unknown(all)) {
        status = solve_with_cones(of);
        if (status == LUDO_OK && of->failed == 0 && add_speeds(state) && run_unknown(all)) {
            start_with_speeds(of);
        }
    }
    return status;
}

ludo_status ludo_maximal_contact_solve_knot(sim_state *state)
{
    knot_solve of = {.state = state};
    const ludo_status status = solve_knot(&of);
    if (status != LUDO_OK || of.failed == 0) {
        return status;
    }
    state->failed = ludo_maximal_contact_worst_node(state);
    return LUDO_CONTACT;
}

ludo_status ludo_maximal_contact_gather_closed(sim_state *state, double margin)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    if (c->touching) {
        const pose *z = state_poses(state);
        ludo_maximal_contact_expect_step(c, state->model, state->progress->interval);
        if (ludo_search_find_at(&c->search, z, margin).full) {
            state->failed = ludo_maximal_contact_any_node(state);
            return LUDO_TOO_MANY_CONTACTS;
        }
        (void)ludo_freedom_leave_out(x, state, z, 0.0);
    }
    ludo_maximal_contact_gather_knot(x, state, 0.5 * fabs(state->progress->interval));
    return LUDO_OK;
}

ludo_status ludo_maximal_contact_solve_velocities(sim_state *state)
{
    const ludo_status status =
        ludo_maximal_contact_gather_closed(state, maximal_in(state)->contacts->closed);
    return status == LUDO_OK ? ludo_maximal_contact_solve_knot(state) : status;
}

/* ---- velocities for a reader ---- */

/* Whether (B) may be predicted before its solution without cones is known. */
static bool may_predict(const sim_state *state)
{
    return has_past(maximal_in(state)) && ludo_knot_is_balanced_by_tree(state->model);
}

/* (B) with the cones that are closed. Before velocities are known no rate is near its largest.
 * @return as ludo_maximal_contact_solve_velocities(), but that islands without a solution are
 * counted */
static ludo_status solve_for_reader(sim_state *state)
{
    maximal *x = maximal_of(state);
    knot_solve of = {.state = state, .early = may_predict(state)};
    if (of.early) {
        memset(x->tree.w, 0, (size_t)state->model->columns * sizeof *x->tree.w);
    } else {
        ludo_maximal_loops_solve_velocities(x, state);
    }
    ludo_status status = ludo_maximal_contact_gather_closed(state, x->contacts->closed);
    if (status == LUDO_OK && of.early && ludo_maximal_contact_hold_coordinates(state)) {
        return LUDO_OK;
    }
    status = status == LUDO_OK ? solve_knot(&of) : status;
    state->quality.relaxed += of.failed;
    return status;
}

/* No second try with a relaxed target: one larger by 1e4 solves none of the knots that fail. */
void ludo_maximal_contact_find_velocities(sim_state *state)
{
    sim_progress *p = state->progress;
    p->contact_knot = 0.0;
    if (solve_for_reader(state) != LUDO_OK) {
        ludo_maximal_loops_solve_velocities(maximal_of(state), state);
        state->quality.relaxed++;
        p->contact_pending = KNOT_ENERGY_KNOWN;
        return;
    }
    p->contact_pending =
        ludo_maximal_contact_knot_strikes(state) ? KNOT_ENERGY_STRUCK : KNOT_ENERGY_SMOOTH;
}
