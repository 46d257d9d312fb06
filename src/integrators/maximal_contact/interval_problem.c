/* SPDX-License-Identifier: Apache-2.0
 *
 * The interval (A) with cones: the islands side by side by the interior point, then what is left of
 * each by itself [contact.md 2, 4.2, 4.4]. */
#include "integrators/maximal_contact/interval_system.h"

#include "integrators/maximal_cones/body_pairs.h"
#include "integrators/maximal_contact/interval_limits.h"
#include "integrators/maximal_cones/island_sweeps.h"
#include "integrators/maximal_cones/warm_start.h"
#include "integrators/maximal/history.h"
#include "integrators/maximal/loops.h"
#include "integrators/maximal/newton.h"
#include "solver/interior/complementarity.h"
#include "solver/interior/shifted.h"
#include "solver/interior/slip_iteration.h"

/* Depth that the slip iteration leaves to jammed bodies, in units of the length scale: below the
 * largest accepted one (contact.h). */
static const double slip_depth = 3e-10;

/* Gap times force above which a solution is polished, in units of mass times speed scale squared;
 * part of the largest impulse and of the scale by which a relaxed solution may be off. */
static const double polish_energy = 9e-11, relaxed_error = 1e-2;

/* The solve of one island. */
typedef struct island_solve {
    const interior_system *system;
    maximal_contacts *contacts;
    island *island;
    cone *cones;
    int32_t count;
    interior_settings settings;
} island_solve;

/* Cold starts while the step can be subdivided; most cones of an island that friction jams for
 * good. */
enum { STARTS = 2, FEW = 4 };

/* Whether shorter parts of the step come before more starts: they mostly have a solution that takes
 * less [contact.md 4.3]. */
static bool has_shorter_parts(const contact_interval *i)
{
    return !ludo_substeps_at_shortest(i->state, i->report);
}

/* Whether the slip iteration follows the interior point. Where shorter parts come first, only for a
 * body or two that friction jams for good: parts have no solution either. */
static bool has_slip_iteration(const contact_interval *i, const island *k)
{
    return k->mode.slip_iteration || !has_shorter_parts(i) || k->end - k->first <= FEW;
}

/* Whether one cold start is enough: the next level follows. Friction of order 2 is worth more
 * starts in small islands alone. */
static bool has_one_try(const island *k)
{
    return k->mode.one_try || (k->mode.centred && k->end - k->first > FEW);
}

/* The slip iteration with the iterations that an earlier solve has left. */
static ludo_status solve_slip(const island_solve *of, interior_report *r)
{
    const int32_t before = r->iterations;
    interior_settings s = of->settings;
    s.slip_iterations = s.slip_iterations > before ? s.slip_iterations - before : 1;
    const ludo_status status =
        ludo_slip_iteration_solve(of->system, ludo_interval_freeze, of->cones, of->count, &s, r);
    of->contacts->quality.retries += r->attempts;
    r->iterations += before;
    return status;
}

/* Polish a relaxed solution: the same equations with shifted rates; where these fail the slip
 * iteration, if it converges and lowers gap times force; else the relaxed solution is computed
 * again. */
static ludo_status polish(const island_solve *of, interior_report *r)
{
    interior_settings s = of->settings;
    interior_report last;
    const double product = ludo_cones_product(of->cones, of->count);
    s.cautious = true;
    if (ludo_shifted_solve(of->system, of->cones, of->count, &s, relaxed_error, r) == LUDO_OK) {
        return LUDO_OK;
    }
    ludo_status status = solve_slip(of, r);
    if (status == LUDO_OK && !r->bounded && ludo_cones_product(of->cones, of->count) < product) {
        return LUDO_OK;
    }
    s = of->settings;
    s.warm_start = s.predicts = false;
    status = ludo_interior_solve(of->system, of->cones, of->count, &s, &last);
    last.iterations += r->iterations;
    *r = last;
    return status;
}

/* Whether the cones have the impulses of a solution with bounded friction, which only lacks the
 * features that it violates. */
static bool is_bounded(const island *k)
{
    return k->history->rounds > 1 && k->history->bounded;
}

/* Whether the interior point on (A) comes first. */
static bool starts_with_interior_point(const island *k)
{
    return !k->mode.slip_iteration && !is_bounded(k);
}

/* After the interior point on (A), or without it: polish, or the slip iteration, which has a
 * solution where (A) has none. */
static ludo_status finish(const contact_interval *i, const island_solve *of)
{
    const island *k = of->island;
    interior_report *r = &of->island->report;
    if (is_bounded(k)) {
        return ludo_slip_iteration_end(of->system, of->cones, of->count, &of->settings, r);
    }
    if (k->status == LUDO_OK && r->relaxed && k->contacts &&
        ludo_cones_product(of->cones, of->count) > of->settings.polish_product) {
        return has_one_try(k) ? LUDO_NOT_CONVERGED : polish(of, r);
    }
    if (k->status == LUDO_OK || !k->contacts || has_one_try(k) || !has_slip_iteration(i, k)) {
        return k->status;
    }
    return solve_slip(of, r);
}

/* Settings of an island, with its own units. */
static interior_settings settings_of(const contact_interval *i, const island *k)
{
    sim_state *state = i->state;
    const maximal *x = maximal_of(state);
    interior_settings s = ludo_maximal_contact_settings(state, k->history->cost, k->end - k->first);
    s.scale = s.warm_start_error = k->scale;
    s.polish_product = polish_energy * k->mass * k->scale.y * k->scale.y;
    s.rate_shift = slip_depth * x->contacts->length / (i->h * k->scale.y);
    s.warm_start = k->warm && !x->contacts->cold;
    s.predicts = true;
    s.closes_first = !k->contacts;
    if (has_shorter_parts(i)) {
        s.restarts = s.restarts < STARTS ? s.restarts : STARTS;
    }
    if (has_one_try(k)) {
        s.restarts = 1;
    }
    if (has_shorter_parts(i) || has_one_try(k)) {
        s.max_iterations /= 2;
    }
    return s;
}

/* The islands that aren't solved and start with the interior point, as parts. */
static int32_t list_parts(const contact_interval *i)
{
    maximal_contacts *c = maximal_of(i->state)->contacts;
    islands *of = &c->islands;
    int32_t parts = 0;
    for (int32_t n = 0; n < of->count; n++) {
        const island *k = &of->island[n];
        if (!k->history->solved && starts_with_interior_point(k)) {
            ludo_island_parts_add(c, parts++, n);
        }
    }
    return parts;
}

static void exchange(islands *of, int32_t p, int32_t q)
{
    const interior_part part = of->part[p];
    const int32_t number = of->island_of_part[p];
    of->part[p] = of->part[q];
    of->island_of_part[p] = of->island_of_part[q];
    of->part[q] = part;
    of->island_of_part[q] = number;
}

/* Put parts that don't run after the others. Returns the number of those that do. */
static int32_t put_solved_last(islands *of, int32_t count)
{
    int32_t left = 0;
    for (int32_t p = 0; p < count; p++) {
        if (of->part[p].running && left++ < p) {
            exchange(of, left - 1, p);
        }
    }
    return left;
}

/* The interior point on (A), all islands side by side; limits alone before it. */
static ludo_status solve_side_by_side(const contact_interval *i, bool evaluated)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    const int32_t count = list_parts(i);
    interval self = {i->state, i->h, i->report, evaluated, {x, of->island_of_part, count}, false};
    interior_parts system = ludo_interval_parts;
    int32_t iterations = 0;
    system.self = &self;
    ludo_island_parts_run(&self.parts, of->part);
    ludo_warm_start_load(x, i->h);
    ludo_interval_hold_coordinates(&self, of->part);
    self.parts.count = put_solved_last(of, count);
    for (int32_t p = 0; p < self.parts.count; p++) {
        const island *k = &of->island[of->island_of_part[p]];
        of->part[p].settings = settings_of(i, k);
        of->part[p].settings.estimates =
            ludo_island_parts_have_sweeps(x->contacts, k, INTERVAL_POINTS);
    }
    const ludo_status status = self.parts.count > 0
                                   ? ludo_interior_solve_parts(&system, of->part, self.parts.count)
                                   : LUDO_OK;
    for (int32_t p = 0; p < count; p++) {
        island *k = &of->island[of->island_of_part[p]];
        k->status = of->part[p].status;
        k->report = of->part[p].report;
        x->contacts->quality.retries += k->report.attempts - 1;
        iterations = k->report.iterations > iterations ? k->report.iterations : iterations;
    }
    i->report->iterations += iterations;
    return status;
}

/* The cost of a solve. */
static void spend(const contact_interval *i, const island *k)
{
    const int32_t cones = k->end - k->first;
    const int64_t cost = (int64_t)k->report.iterations * cones;
    sim_state *state = i->state;
    ludo_islands_spend(&maximal_of(state)->contacts->islands, k, cost);
    state->cone_iterations += cost;
    state->contacts_spent =
        state->contacts_spent || ludo_substeps_spent(state, k->history->cost, cones);
}

/* Whether the interior point has solved an island, and nothing is left to polish. */
static bool is_finished(const island *k)
{
    return k->status == LUDO_OK && !is_bounded(k) && !(k->report.relaxed && k->contacts);
}

/* The rest of the solve of an island, by itself. */
static ludo_status finish_alone(const contact_interval *i, int32_t n)
{
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    island *k = &c->islands.island[n];
    interval self = {i->state, i->h, i->report, false, {x, &n, 1}, false};
    const interior_part part = {.running = true};
    interior_parts parts = ludo_interval_parts;
    parts.self = &self;
    ludo_island_parts_run(&self.parts, &part);
    ludo_island_parts_leave(x, i->state->model);
    interior_alone alone = {.parts = &parts};
    const interior_system system = ludo_interior_alone(&alone);
    const island_solve of = {&system,          c, k, c->cone + k->first, k->end - k->first,
                             settings_of(i, k)};
    return finish(i, &of);
}

/* The same, with its report. */
static void end_solve(const contact_interval *i, int32_t n)
{
    maximal_contacts *c = maximal_of(i->state)->contacts;
    island *k = &c->islands.island[n];
    if (!starts_with_interior_point(k)) {
        k->warm = false;
        k->report = (interior_report){.worst = -1};
        k->status = LUDO_NOT_CONVERGED;
    }
    const int32_t before = k->report.iterations;
    k->status = is_finished(k) ? LUDO_OK : finish_alone(i, n);
    k->history->bounded = k->report.bounded;
    i->report->iterations += k->report.iterations - before;
    i->report->residual = k->report.residual;
    if (k->history->iterations < k->report.iterations) {
        k->history->iterations = k->report.iterations;
    }
    c->quality.relaxed += k->report.relaxed ? 1 : 0;
    c->worst = k->report.worst >= 0 ? k->first + k->report.worst : -1;
    spend(i, k);
}

ludo_status ludo_maximal_contact_solve_islands(const contact_interval *i, bool evaluated)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    ludo_status status = ludo_body_pairs_begin(x);
    if (status == LUDO_OK) {
        status = solve_side_by_side(i, evaluated);
        for (int32_t n = 0; n < of->count && status == LUDO_OK; n++) {
            if (!of->island[n].history->solved) {
                end_solve(i, n);
            }
        }
        x->still = NULL;
        ludo_interval_restore_balances(x, i->state->model); /* the last direction overwrote them */
    }
    x->still = NULL;
    const ludo_status ended = ludo_body_pairs_end(x);
    return status == LUDO_OK ? ended : status;
}

ludo_status ludo_maximal_contact_restart(const contact_interval *of)
{
    maximal *x = maximal_of(of->state);
    ludo_maximal_loops_begin(x, of->state);
    ludo_maximal_history_extrapolate(x, of->state, of->h, of->stage);
    return ludo_maximal_newton_evaluate(of->state, of->h, of->report);
}
