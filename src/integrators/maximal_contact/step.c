/* SPDX-License-Identifier: Apache-2.0
 *
 * The contacts of an interval and the solutions that are accepted [contact.md 4.1, 4.2].
 *
 * Retries are nested, from the outside in:
 *
 *     substeps        1, 2, 4, ... max_substeps parts of a step; all of them at once after
 *                     100 max_iterations iterations                 (sim/step.c, capabilities.c)
 *     fallbacks       other equations for a substep: the table `fallbacks` below
 *     rounds          at most 5 solves of one set of equations, each with the features added that
 *                     the last solution violates                    (solve_rounds() below)
 *     sequences       of the slip iteration: 2, each of at most 60 solves at fixed slips, of which
 *                     8 may fail; then at most 16 to polish         (slip_iteration.c)
 *     restarts        of one solve: a warm start of at most 8 iterations, then 4 cold starts, each
 *                     farther inside the cones                      (interior.c: schedule)
 *     iterations      of a cold start at most 3 max_iterations; at most 6 more if gap times force
 *                     is too large                                  (layout.c, interior.c)
 *     bounded friction  3 solves, each from two starts, after 5 rounds or more of a sequence, once
 *                     the step has cost 100 max_iterations iterations times 64 cones; alone where
 *                     features are added later                      (bounded.c)
 *     polish          of a relaxed solution: at most 50 iterations with shifted rates
 *                                                                   (shifted.c)
 */
#include "integrators/maximal_contact/contact.h"

#include <math.h>

/* Least search margin, in units of the length scale. The margin is the distance that a body covers
 * in a step at the speed scale. Features farther away take no part in most steps; the others are
 * found by their depth after the solve. */
static const double least_margin = 1e-3;

/* Depth at the solution beyond which an unknown feature is added, in units of the length scale. */
static const double unknown_depth = 1e-10;

/* Solves of one set of equations, with more features each time. */
enum { MOST_ROUNDS = 5 };

/* Largest gain of energy by reactions in a step, relative to the energy at hand [contact.md 6.2];
 * and in a step without contacts, or one that can't be subdivided further. */
static const double most_gain = 0.004, most_gain_loose = 0.1;

/* Contacts between the knot and the iterate, as cones; without those that no motion parts, whose
 * overlap stays what it is at the knot. */
static ludo_status find(const contact_interval *i, bool frictionless)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const double way = c->scale.y * fabs(i->h), least = least_margin * c->length;
    if (c->touching) {
        const search_result r =
            ludo_search_find(&c->search, state_poses(state), state->poses[1 - state->progress->now],
                             way > least ? way : least);
        if (r.full) {
            i->report->node = ludo_maximal_contact_pair_node(state->model, r.a, r.b);
            return LUDO_TOO_MANY_CONTACTS;
        }
        c->quality.penetration = ludo_maximal_contact_leave_out(
            x, state, state->poses[1 - state->progress->now], unknown_depth * c->length);
    }
    ludo_maximal_contact_gather(x, state, i->h, frictionless);
    return LUDO_OK;
}

/* Add the cones that the solution violates and that were unknown. A pair of shapes that overlaps by
 * more than at t_k, though nothing is left to add, refuses the step: a shorter one turns less. */
static ludo_status add_violated(const contact_interval *i, bool frictionless, int32_t *added)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    search_result r = {.deepest = HUGE_VAL, .excess = -HUGE_VAL};
    if (c->touching) {
        r = ludo_search_add(&c->search, state_poses(state), state->poses[1 - state->progress->now],
                            least_margin * c->length, unknown_depth * c->length, added);
        if (r.full) {
            i->report->node = ludo_maximal_contact_pair_node(state->model, r.a, r.b);
            return LUDO_TOO_MANY_CONTACTS;
        }
        c->quality.penetration = worst_of(0.0, -r.deepest);
    }
    *added = ludo_maximal_contact_gather_more(x, state, i->h, frictionless);
    if (*added == 0 && !(r.excess <= contact_constants.accepted_depth * c->length)) {
        i->report->node = ludo_maximal_contact_pair_node(state->model, r.a, r.b);
        return LUDO_CONTACT;
    }
    return LUDO_OK;
}

/* ---- rounds ---- */

static ludo_status solve_rounds(const contact_interval *i, contact_mode mode)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        int32_t added = 0;
        ludo_maximal_contact_choose_scale(x, state->model, i->h);
        ludo_status status = ludo_maximal_contact_solve_interval(i, mode);
        mode.evaluated = false;
        if (status == LUDO_NOT_CONVERGED) {
            i->report->node = ludo_maximal_contact_worst_node(state);
            return LUDO_CONTACT;
        }
        status = status == LUDO_OK ? add_violated(i, mode.frictionless, &added) : status;
        if (status != LUDO_OK || added == 0) {
            return status;
        }
    }
    i->report->node = ludo_maximal_contact_worst_node(state);
    return LUDO_CONTACT;
}

/* ---- energy ---- */

/* Refuse solutions in which reactions add energy: most_gain while the step can be subdivided,
 * most_gain_loose where it can't. */
static ludo_status solve_energy_checked(const contact_interval *i, contact_mode mode)
{
    sim_state *state = i->state;
    maximal_contacts *c = maximal_of(state)->contacts;
    const ludo_status status = solve_rounds(i, mode);
    const double most =
        ludo_capabilities_at_shortest(state, i->report) ? most_gain_loose : most_gain;
    if (status != LUDO_OK) {
        return status;
    }
    c->work = ludo_maximal_contact_work(state, i->h, c->r, c->e) +
              ludo_maximal_contact_residual_energy(state);
    c->gain = ludo_maximal_contact_gain(state, c->work);
    const double sum = state->quality.energy_gain + c->gain;
    if (!(sum <= most * ludo_maximal_contact_energy(state, c->e))) {
        i->report->node = ludo_maximal_contact_worst_node(state);
        return LUDO_CONTACT;
    }
    c->taken = ludo_maximal_contact_taken(state, i->h);
    return LUDO_OK;
}

/* Whether the solution without contacts gains so much energy that it is a spurious branch, and the
 * step can still be subdivided. */
static bool is_spurious(const contact_interval *i)
{
    sim_state *state = i->state;
    const recursion *t = &maximal_of(state)->tree;
    if (ludo_capabilities_at_shortest(state, i->report)) {
        return false;
    }
    const double work = ludo_maximal_contact_work(state, i->h, t->r, t->e);
    return ludo_maximal_contact_gain(state, work) >
           most_gain_loose * ludo_maximal_contact_energy(state, t->e);
}

/* ---- the ladder of fallbacks ---- */

/* The situation of a substep, as bits. */
enum {
    AT_SHORTEST = 1, /* the step can't be subdivided further */
    SUBDIVIDED = 2,  /* the step is in parts: frictionless ones are allowed */
    SPENT = 4,       /* the step has cost 100 max_iterations iterations; subdivided, at shortest */
    UNSPENT = 8,
    HEAVY = 16 /* the whole step has cost 100 max_iterations iterations times 64 cones */
};

/* One level: other equations for the same substep. */
typedef struct contact_fallback {
    const char *name;
    contact_mode mode;
    unsigned when; /* all of these bits of the situation; 0: always */
} contact_fallback;

/* The levels in the order in which they are tried; numbers are those of [contact.md 4.2]. The first
 * solution within the energy bound is accepted.
 *
 *     level                  equations             when tried                what is reported
 *     7 single attempt       (A), warm start and   smallest parts, the step  retries
 *                            one cold start        is spent; 9 follows
 *     9 frictionless         (A), mu = 0           7 failed                  relaxed + 1
 *     1 to 5 Coulomb's law   (A), then (C)         always, after 7 and 9     retries; relaxed if
 *                                                                          kappa or slip is
 *                                                                          relaxed
 *     9 frictionless         (A), mu = 0           the whole step is heavy:  relaxed + 1
 *                                                  5 failed
 *     8 slip iteration       (C) alone             smallest parts: no        as 1 to 5
 *                                                  solution, or an energy
 *                                                  gain above the bound
 *     9 frictionless         (A), mu = 0           8 failed in a smallest    relaxed + 1
 *                                                  part, 7 was not tried
 *
 * Levels 1 to 5 are those of one solve (interval_problem.c); 6 subdivides the step (sim/step.c) and
 * 10 refuses it. Without friction nothing jams. Levels 7 and 9 while the step is spent hand on any
 * failure, the others LUDO_CONTACT alone. */
static const contact_fallback fallbacks[] = {
    {"single attempt", {.one_try = true}, SPENT},
    {"frictionless", {.frictionless = true}, SPENT},
    {"Coulomb's law", {.frictionless = false}, 0},
    {"frictionless", {.frictionless = true}, HEAVY},
    {"slip iteration", {.slip_iteration = true}, AT_SHORTEST},
    {"frictionless", {.frictionless = true}, AT_SHORTEST | SUBDIVIDED | UNSPENT},
};
enum { FALLBACKS = sizeof fallbacks / sizeof *fallbacks };

static unsigned situation_of(const contact_interval *i)
{
    const bool shortest = ludo_capabilities_at_shortest(i->state, i->report);
    const bool parts = i->report->substeps > 1;
    const bool spent = shortest && parts && ludo_capabilities_contacts_spent(i->state, i->report);
    return (shortest ? AT_SHORTEST : 0u) | (parts ? SUBDIVIDED : 0u) | (spent ? SPENT : UNSPENT);
}

/* HEAVY, once it is so. */
static unsigned heavy_of(const contact_interval *i)
{
    const bool whole =
        i->report->substeps == 1 && !ludo_capabilities_at_shortest(i->state, i->report);
    return whole && ludo_capabilities_cones_spent(i->state) ? HEAVY : 0u;
}

/* One level; the cones are gathered again where they have the friction of another. */
static ludo_status try_level(const contact_interval *i, contact_mode mode, bool gather)
{
    maximal_contacts *c = maximal_of(i->state)->contacts;
    ludo_status status = gather ? find(i, mode.frictionless) : LUDO_OK;
    status = status == LUDO_OK ? solve_energy_checked(i, mode) : status;
    c->quality.relaxed += mode.frictionless ? 1 : 0;
    return status;
}

/* Cones are gathered; `evaluated`: the iterate is where iterations start, and was evaluated. */
static ludo_status solve_with_fallbacks(const contact_interval *i, bool evaluated)
{
    const unsigned now = situation_of(i);
    ludo_status status = LUDO_CONTACT;
    bool frictionless = false;
    for (int32_t k = 0; k < FALLBACKS; k++) {
        const contact_fallback *f = &fallbacks[k];
        if ((f->when & ~(now | heavy_of(i))) != 0) {
            continue;
        }
        contact_mode mode = f->mode;
        mode.evaluated = evaluated;
        status = try_level(i, mode, mode.frictionless != frictionless);
        if (status == LUDO_OK || (status != LUDO_CONTACT && f->when != SPENT)) {
            return status;
        }
        frictionless = mode.frictionless;
        evaluated = false;
    }
    return status;
}

/* ---- with and without contacts ---- */

/* No contacts and an empty report. */
static void clear(maximal_contacts *c)
{
    c->count = c->contacts = 0;
    c->quality = (ludo_contact_quality){.points = 0};
    c->work = c->gain = c->taken = 0.0;
}

/* Whether any cone is closed, at the knot or at the iterate; dry friction always is. */
static bool touches(const maximal_contacts *c, double h)
{
    for (int32_t i = 0; i < c->count; i++) {
        const cone_rows *k = &c->rows[i];
        if (k->source == CONE_DRY_FRICTION || !(h * c->cone[i].y[0] > c->closed) ||
            (k->source == CONE_CONTACT && k->at.gap <= c->closed)) {
            return true;
        }
    }
    return false;
}

ludo_status ludo_maximal_contact_predict(sim_state *state, double h, int32_t stage,
                                         ludo_step_report *report, bool *met)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    clear(c);
    ludo_maximal_contact_choose_scale(x, state->model, h);
    const contact_interval i = {state, h, stage, report};
    ludo_status status = find(&i, false);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_evaluate(x, state, h);
    *met = touches(c, h);
    if (!*met) {
        clear(c);
        return LUDO_OK;
    }
    return solve_with_fallbacks(&i, true);
}

ludo_status ludo_maximal_contact_solve(sim_state *state, double h, int32_t stage,
                                       ludo_status without, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    const bool free = without == LUDO_OK;
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
    status = find(&i, false);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_evaluate(x, state, h);
    if (c->count == 0 || (free && !ludo_maximal_contact_violated(c))) {
        c->count = c->contacts = 0;
        return free && is_spurious(&i) ? LUDO_NOT_CONVERGED : without;
    }
    if (c->restituting) {
        status = ludo_maximal_contact_measure_approach(state);
        report->node = status == LUDO_OK ? report->node : state->failed;
        ludo_maximal_contact_choose_scale(x, state->model, h);
        status = status == LUDO_OK ? find(&i, false) : status;
        if (status != LUDO_OK) {
            return status;
        }
    }
    return solve_with_fallbacks(&i, false);
}
