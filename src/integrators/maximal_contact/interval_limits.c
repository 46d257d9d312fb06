/* SPDX-License-Identifier: Apache-2.0
 *
 * (A) with limits and dry friction of joints alone, without an interior point [contact.md 5.11].
 *
 * Newton's method with a set of coordinates that are held:
 *
 *     held    the rate y of a gap ends at kappa / p of the path, that of friction at zero;
 *             p follows from the balances
 *     free    p = 0 of a limit, -+ mu of friction that slips
 *
 * After each solution a limit that pulls or friction above its bound is let go, and a limit that is
 * passed or friction that slips along its impulse is held, until none is. As at knots
 * (knot_limits.c) a pivot without bound holds a coordinate; its deviation from the rate given,
 * times that pivot, is the impulse. Islands share evaluations and factorisations; sets, numbers of
 * solutions and ends are their own. */
#include "integrators/maximal_contact/interval_limits.h"

#include "integrators/maximal_limits/limits_set.h"
#include "integrators/maximal_cones/warm_start.h"
#include "integrators/maximal_forces/tendons.h"

#include <math.h>
#include <string.h>

/* Solutions of an island. */
enum { MOST_SOLUTIONS = 6 };

/* The solve: parts that run are still to be solved; those that step have a direction with their
 * set. */
typedef struct hold_solve {
    interval *interval;
    interior_part *parts;
    coordinate_laws laws;
    double tolerance; /* of the settings */
} hold_solve;

static maximal *maximal_at(const hold_solve *of)
{
    return maximal_of(of->interval->state);
}

static const island *island_at(const hold_solve *of, int32_t p)
{
    return &maximal_at(of)->contacts->islands.island[of->interval->parts.island[p]];
}

/* ---- a solution ---- */

/* The rate of a coordinate held is a known part of the motion of its joint. */
static void give_rate(maximal *x, const sim_state *state, const cone_rows *k, double rate)
{
    const ludo_model *m = state->model;
    const int32_t first = m->column[k->slot_b], f = m->column[k->slot_b + 1] - first;
    const double *S = x->S[1 - state->progress->now] + 6 * (size_t)k->column;
    const double *C = x->contacts->C + m->joint_block[k->slot_b] + (k->column - first);
    for (int q = 0; q < 6; q++) {
        x->tree.y[6 * k->slot_b + q] += S[q] * rate;
    }
    for (int32_t r = 0; r < f; r++) {
        x->tree.e[first + r] -= C[f * r] * rate;
    }
    x->tree.C[x->forces.diagonal[k->column]] += coordinate_inertia;
}

static void give_rates(maximal *x, const sim_state *state)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < c->count; i++) {
        const coordinate_hold *k = hold_at(c, i);
        if (!is_running(c, &c->rows[i]) || !is_first_of_coordinate(c, i)) {
            continue;
        }
        if (k->by != HELD_BY_NONE) {
            give_rate(x, state, &c->rows[i], k->rate);
        } else {
            x->tree.e[c->rows[i].column] += k->slip;
        }
    }
}

/* The impulse of a coordinate held, from the deviation from its rate; and the share of friction
 * that slips until it is at its limit. Friction that doesn't slip has none there. */
static void read_held(const maximal_contacts *c, coordinate_hold *k, double *w)
{
    k->slip = -coordinate_inertia * *w;
    k->share = 0.0;
    *w = k->rate;
    if (k->by == HELD_BY_LIMIT && k->friction >= 0) {
        const cone *of = &c->cone[k->friction];
        const cone_rows *rows = &c->rows[k->friction];
        const double rate = of->y[0] + rows->joint.R[0][0] * *w;
        const double bound = of->mu * rows->joint.F[0][0];
        const double least = least_push * c->islands.island[rows->island].scale.y;
        k->share = rate > least ? -bound : rate < -least ? bound : 0.0;
    }
}

static double impulse_of(const maximal_contacts *c, int32_t i)
{
    const coordinate_hold *k = hold_at(c, i);
    const bool at_limit = k->by == HELD_BY_LIMIT;
    const double along =
        i == k->friction ? (at_limit ? k->share : k->slip) : (at_limit ? k->slip - k->share : 0.0);
    return along / c->rows[i].joint.F[0][0];
}

/* The rates and impulses of the cones after the direction. */
static void read_cones(maximal *x)
{
    const maximal_contacts *c = x->contacts;
    for (int32_t i = 0; i < c->count; i++) {
        coordinate_hold *k = hold_at(c, i);
        if (is_running(c, &c->rows[i]) && is_first_of_coordinate(c, i) && k->by != HELD_BY_NONE) {
            read_held(c, k, &x->tree.w[c->rows[i].column]);
        }
    }
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        if (is_running(c, k)) {
            c->cone[i].p[0] = impulse_of(c, i);
            c->cone[i].dy[0] = k->joint.R[0][0] * x->tree.w[k->column];
        }
    }
}

/* The direction of the parts that run, with a new factorisation. */
static void solve(const hold_solve *of)
{
    maximal *x = maximal_at(of);
    maximal_contacts *c = x->contacts;
    sim_state *state = of->interval->state;
    const ludo_model *m = state->model;
    const size_t known = 6 * (size_t)m->slots * sizeof *c->u;
    ludo_island_parts_run(&of->interval->parts, of->parts);
    ludo_interval_linearize(of->interval);
    of->interval->report->factorizations++;
    ludo_interval_restore_balances(x, m);
    memcpy(c->u, x->tree.y, known);
    give_rates(x, state);
    ludo_maximal_tendons_clear_rhs(x);
    x->tree.idle = ludo_island_parts_idle(&c->islands);
    (void)x->direction->solve(state, true);
    x->tree.idle = NULL;
    memcpy(x->tree.C, c->C, (size_t)m->joint_block[m->slots] * sizeof *c->C);
    memcpy(x->tree.y, c->u, known);
    read_cones(x);
}

/* ---- parts ---- */

static bool any_runs(const hold_solve *of)
{
    bool any = false;
    for (int32_t p = 0; p < of->interval->parts.count; p++) {
        any = any || of->parts[p].running;
    }
    return any;
}

/* A part is left to the interior point. */
static void give_up(interior_part *p)
{
    p->status = LUDO_NOT_CONVERGED;
    p->running = p->stepping = false;
}

/* Solve until the sets of all parts that run are those of their directions. A part that steps is
 * solved again with others, and finds the same. */
static void find_directions(hold_solve *of)
{
    bool changed = any_runs(of);
    while (changed) {
        solve(of);
        changed = false;
        for (int32_t p = 0; p < of->interval->parts.count; p++) {
            interior_part *part = &of->parts[p];
            if (!part->running || part->stepping) {
                continue;
            }
            part->report.iterations++;
            part->attempt.size = ludo_interval_parts.size(of->interval, p);
            part->stepping = isfinite(part->attempt.size) &&
                             !ludo_maximal_limits_set_change(&of->laws, island_at(of, p));
            if (!part->stepping &&
                (part->report.iterations == MOST_SOLUTIONS || !isfinite(part->attempt.size))) {
                give_up(part);
            }
            changed = changed || (part->running && !part->stepping);
        }
    }
}

/* Give up a part that can't be evaluated, at its start; without one all parts. */
static void give_up_failed(const hold_solve *of, int32_t failed)
{
    for (int32_t p = 0; p < of->interval->parts.count; p++) {
        if (of->parts[p].running && (p == failed || failed < 0 || !of->parts[failed].running)) {
            give_up(&of->parts[p]);
            ludo_interval_parts.restart(of->interval, p);
        }
    }
}

/* Take the steps, and evaluate. */
static void take_steps(const hold_solve *of)
{
    int32_t failed = -1;
    for (int32_t p = 0; p < of->interval->parts.count; p++) {
        of->parts[p].alpha = of->parts[p].stepping ? 1.0 : 0.0;
    }
    ludo_interval_parts.advance(of->interval, of->parts);
    while (any_runs(of) &&
           ludo_interval_parts.evaluate(of->interval, of->parts, &failed) != LUDO_OK) {
        give_up_failed(of, failed);
    }
}

/* Test a part after its step. */
static void test(const hold_solve *of, int32_t p)
{
    interior_part *part = &of->parts[p];
    const double size = part->attempt.size;
    part->stepping = false;
    part->report.residual = worst_of(ludo_interval_parts.residual(of->interval, p), size * size);
    if (part->report.residual <= of->tolerance &&
        ludo_maximal_limits_set_is_lawful(&of->laws, island_at(of, p))) {
        part->running = false;
        part->status = LUDO_OK;
    } else if (part->report.iterations == MOST_SOLUTIONS) {
        give_up(part);
    } else {
        ludo_maximal_limits_set_aim(&of->laws, island_at(of, p));
    }
}

/* Whether an island may have such a solution. */
static bool may_hold(const maximal *x, const island *k)
{
    return k->end > k->first && !k->contacts && !k->loops && !k->held && !x->contacts->cold &&
           x->direction == &ludo_linear_solver_recursion &&
           ludo_maximal_limits_set_list(x->contacts, k);
}

/* Begin the parts that are such islands; the others don't run. */
static void begin(const hold_solve *of)
{
    int32_t failed;
    for (int32_t p = 0; p < of->interval->parts.count; p++) {
        interior_part *part = &of->parts[p];
        give_up(part);
        part->running = may_hold(maximal_at(of), island_at(of, p));
        part->report = (interior_report){.attempts = 1, .worst = -1};
    }
    if (!any_runs(of)) {
        return;
    }
    for (int32_t p = 0; p < of->interval->parts.count; p++) {
        if (of->parts[p].running) {
            ludo_interval_parts.restart(of->interval, p);
        }
    }
    const bool evaluated =
        ludo_interval_parts.evaluate(of->interval, of->parts, &failed) == LUDO_OK;
    for (int32_t p = 0; p < of->interval->parts.count; p++) {
        interior_part *part = &of->parts[p];
        part->running = part->running && evaluated;
        if (part->running) {
            ludo_maximal_limits_set_choose(&of->laws, island_at(of, p));
        }
    }
}

void ludo_interval_hold_coordinates(interval *i, interior_part *parts)
{
    const interior_settings s = ludo_maximal_contact_settings(i->state, 0, 1);
    const coordinate_laws laws = {maximal_in(i->state)->contacts, s.kappa, s.slack_tolerance};
    hold_solve of = {i, parts, laws, s.tolerance};
    begin(&of);
    const bool any = any_runs(&of);
    while (any_runs(&of)) {
        find_directions(&of);
        if (any_runs(&of)) {
            take_steps(&of);
        }
        for (int32_t p = 0; p < i->parts.count; p++) {
            if (parts[p].running) {
                test(&of, p);
            }
        }
    }
    for (int32_t p = 0; p < i->parts.count; p++) {
        parts[p].running = parts[p].status != LUDO_OK;
    }
    if (any) {
        ludo_island_parts_run(&i->parts, parts);
        ludo_warm_start_load(maximal_of(i->state), i->h);
    }
}
