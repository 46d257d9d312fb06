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

#include "integrators/maximal/hold.h"
#include "integrators/maximal/loops.h"

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
 * overlap stays what it is at the knot. Where the iterate is `solved`, those that get deeper stay:
 * in other iterates open joints let them. */
static ludo_status search(const contact_interval *i, bool solved)
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
        c->quality.penetration =
            ludo_maximal_contact_leave_out(x, state, state->poses[1 - state->progress->now],
                                           solved ? unknown_depth * c->length : HUGE_VAL);
    }
    ludo_maximal_contact_gather(x, state, i->h);
    return LUDO_OK;
}

/* These contacts, in islands that aren't solved. */
static ludo_status find(const contact_interval *i, bool solved)
{
    maximal *x = maximal_of(i->state);
    const ludo_status status = search(i, solved);
    if (status == LUDO_OK) {
        ludo_islands_begin(&x->contacts->islands, i->state);
        ludo_islands_assign(x, i->state);
    }
    return status;
}

/* The contacts at another iterate; islands keep their levels, and are to be solved again. */
static ludo_status find_again(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    islands *of = &x->contacts->islands;
    const ludo_status status = search(i, true);
    if (status == LUDO_OK) {
        for (int32_t n = 0; n < of->count; n++) {
            of->island[n].history->rounds = 0;
        }
        ludo_islands_assign(x, i->state);
    }
    return status;
}

/* ---- energy ---- */

/* Whether reactions add no more energy in an island than a solution may: most_gain of the energy at
 * hand while the step can be subdivided, most_gain_loose where it can't. */
static bool is_passive(const contact_interval *i, const island *k)
{
    const bool loose = ludo_capabilities_at_shortest(i->state, i->report) || k->first == k->end;
    const double now = ludo_maximal_contact_energy(k), before = k->history->energy;
    const double sum =
        k->history->gain + ludo_maximal_contact_gain(maximal_of(i->state)->contacts, k);
    return sum <= (loose ? most_gain_loose : most_gain) * (now > before ? now : before);
}

/* The energies of the solution, over all islands. */
static void sum_energies(const contact_interval *i)
{
    maximal_contacts *c = maximal_of(i->state)->contacts;
    for (int32_t n = 0; n < c->islands.count; n++) {
        const island *k = &c->islands.island[n];
        if (k->held) {
            continue;
        }
        const double gain = ludo_maximal_contact_gain(c, k);
        c->work += ludo_maximal_contact_work(k);
        c->gain += gain;
        k->history->gain += gain;
        k->history->energy = worst_of(k->history->energy, ludo_maximal_contact_energy(k));
        c->quality.relaxed += k->mode.frictionless ? 1 : 0;
    }
    c->taken = ludo_maximal_contact_taken(i->state, i->h);
}

/* ---- the ladder of fallbacks ---- */

/* The situation of an island in a substep, as bits. */
enum {
    AT_SHORTEST = 1, /* the step can't be subdivided further */
    SUBDIVIDED = 2,  /* the step is in parts: frictionless ones are allowed */
    SPENT = 4, /* the island has cost 100 max_iterations iterations; subdivided, at shortest */
    UNSPENT = 8,
    HEAVY = 16 /* the step is whole, and the island has cost 100 max_iterations iterations times 64
                  cones */
};

/* One level: other equations for the same island. */
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

static unsigned situation_of(const contact_interval *i, const island *k)
{
    const bool shortest = ludo_capabilities_at_shortest(i->state, i->report);
    const bool parts = i->report->substeps > 1;
    const bool spent =
        shortest && parts && ludo_capabilities_contacts_spent(i->state, &k->history->spent);
    return (shortest ? AT_SHORTEST : 0u) | (parts ? SUBDIVIDED : 0u) | (spent ? SPENT : UNSPENT);
}

/* HEAVY, once it is so. */
static unsigned heavy_of(const contact_interval *i, const island *k)
{
    const bool whole =
        i->report->substeps == 1 && !ludo_capabilities_at_shortest(i->state, i->report);
    return whole && ludo_capabilities_cones_spent(i->state, &k->history->spent) ? HEAVY : 0u;
}

/* Give an island the equations of its level. */
static void apply_level(const contact_interval *i, island *k)
{
    k->mode = fallbacks[k->history->level].mode;
    ludo_maximal_contact_set_friction(maximal_of(i->state), i->state, k, k->mode.frictionless);
}

/* Put an island on its next level. @return whether there is one */
static bool next_level(const contact_interval *i, island *k)
{
    island_history *h = k->history;
    h->situation = h->situation != 0 ? h->situation : situation_of(i, k);
    const unsigned now = h->situation | heavy_of(i, k);
    do {
        h->level++;
    } while (h->level < FALLBACKS && (fallbacks[h->level].when & ~now) != 0);
    if (h->level == FALLBACKS) {
        return false;
    }
    h->rounds = 1;
    h->solved = false;
    apply_level(i, k);
    return true;
}

/* Whether the bodies of an island can stay while others make the whole step: it is subdivided for
 * them alone. */
static bool can_hold(const contact_interval *i, const island *k)
{
    const sim_state *state = i->state;
    const islands *of = &maximal_in(state)->contacts->islands;
    int32_t left = 0;
    for (int32_t n = 0; n < of->count; n++) {
        const island *other = &of->island[n];
        const bool moves = other != k && !other->held && !other->given_up;
        left += moves ? other->end_body - other->first_body : 0;
    }
    return left > 0 && i->report->substeps == 1 && state->settings.stages == 1 &&
           state->settings.max_substeps > 1 && !maximal_in(state)->contacts->restituting;
}

/* The next level after a failure; without one the island is given up, or the step fails, by one of
 * its cones. */
static ludo_status fall_back(const contact_interval *i, island *k, ludo_status status)
{
    const bool is_contact = status == LUDO_CONTACT || status == LUDO_NOT_CONVERGED;
    maximal_contacts *c = maximal_of(i->state)->contacts;
    if (!is_contact && fallbacks[k->history->level].when != SPENT) {
        return status;
    }
    if (next_level(i, k)) {
        return LUDO_OK;
    }
    if (is_contact && can_hold(i, k)) {
        k->given_up = k->history->solved = true;
        return LUDO_OK;
    }
    c->worst = k->report.worst >= 0 ? k->first + k->report.worst : -1;
    i->report->node = ludo_maximal_contact_worst_node(i->state);
    return is_contact ? LUDO_CONTACT : status;
}

/* ---- all islands ---- */

/* Levels and units of all islands; levels of solved ones stay. */
static void prepare(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    for (int32_t n = 0; n < x->contacts->islands.count; n++) {
        island *k = &x->contacts->islands.island[n];
        k->scale = ludo_maximal_contact_scale_of(x, i->state->model, k, i->h);
        if (k->history->solved) {
            k->mode = k->history->level >= 0 ? fallbacks[k->history->level].mode : k->mode;
        } else if (k->history->level < 0) {
            (void)next_level(i, k); /* there is always Coulomb's law */
        } else {
            apply_level(i, k);
        }
    }
}

static bool any_unsolved(const islands *of)
{
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        any = any || !of->island[n].history->solved;
    }
    return any;
}

/* Remove the cones of islands that are given up, and hold their bodies. */
static void hold(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    for (int32_t s = 0; s < i->state->model->slots; s++) {
        x->held[s] = x->held[s] || c->islands.island[c->islands.of_body[s]].given_up;
    }
    x->holding = true;
    c->search.held = x->held;
    ludo_islands_remove(c);
    ludo_maximal_hold_iterate(x, i->state);
    ludo_islands_assign(x, i->state);
}

/* Islands that are given up stay at t_k; the iterate is evaluated again. */
static ludo_status hold_given_up(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    const islands *of = &x->contacts->islands;
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        any = any || of->island[n].given_up;
    }
    if (!any) {
        return LUDO_OK;
    }
    hold(i);
    prepare(i);
    return ludo_maximal_contact_refresh(i);
}

/* Solve the islands that aren't solved, each at its level or at a later one. */
static ludo_status solve_unsolved(const contact_interval *i, bool *evaluated)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    ludo_status status = LUDO_OK;
    prepare(i);
    while (status == LUDO_OK && any_unsolved(of)) {
        status = ludo_maximal_contact_solve_islands(i, *evaluated);
        *evaluated = false;
        for (int32_t n = 0; n < of->count && status == LUDO_OK; n++) {
            island *k = &of->island[n];
            if (!k->history->solved) {
                k->history->solved = k->status == LUDO_OK;
                status = k->status == LUDO_OK ? LUDO_OK : fall_back(i, k, k->status);
            }
        }
        status = status == LUDO_OK ? hold_given_up(i) : status;
    }
    return status;
}

/* The island of one of two colliders. */
static island *island_of_pair(const sim_state *state, int32_t a, int32_t b)
{
    const collider *k = state->model->contacts.collider;
    islands *of = &maximal_in(state)->contacts->islands;
    return &of->island[of->of_body[k[b].slot >= 0 ? k[b].slot : k[a].slot]];
}

/* Islands that have had all their rounds fall back. */
static ludo_status end_rounds(const contact_interval *i)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    ludo_status status = LUDO_OK;
    for (int32_t n = 0; n < of->count && status == LUDO_OK; n++) {
        island *k = &of->island[n];
        status = k->history->rounds > MOST_ROUNDS ? fall_back(i, k, LUDO_CONTACT) : LUDO_OK;
    }
    return status == LUDO_OK ? hold_given_up(i) : status;
}

/* Add the cones that the solution violates and that were unknown: their islands are to be solved
 * again. An island with a pair of shapes that overlaps by more than at t_k, though nothing is left
 * to add, falls back, with the contacts near this solution. */
static ludo_status add_violated(const contact_interval *i)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    maximal_contacts *c = x->contacts;
    search_result r = {.deepest = HUGE_VAL, .excess = -HUGE_VAL};
    int32_t added = 0;
    if (c->touching) {
        r = ludo_search_add(&c->search, state_poses(state), state->poses[1 - state->progress->now],
                            least_margin * c->length, unknown_depth * c->length, &added);
        i->report->node = r.full || r.met ? ludo_maximal_contact_pair_node(state->model, r.a, r.b)
                                          : i->report->node;
        c->quality.penetration = worst_of(0.0, -r.deepest);
    }
    if (r.full || r.met) {
        return r.full ? LUDO_TOO_MANY_CONTACTS : LUDO_CONTACT;
    }
    if (ludo_maximal_contact_gather_more(x, state, i->h) > 0) {
        ludo_islands_assign(x, state);
        return end_rounds(i);
    }
    if (r.excess <= contact_constants.accepted_depth * c->length) {
        return LUDO_OK;
    }
    ludo_status status = fall_back(i, island_of_pair(state, r.a, r.b), LUDO_CONTACT);
    status = status == LUDO_OK ? hold_given_up(i) : status;
    if (status == LUDO_CONTACT) {
        i->report->node = ludo_maximal_contact_pair_node(state->model, r.a, r.b);
    }
    return status == LUDO_OK ? find_again(i) : status;
}

/* Islands in which reactions add energy fall back. */
static ludo_status check_energy(const contact_interval *i)
{
    sim_state *state = i->state;
    maximal_contacts *c = maximal_of(state)->contacts;
    ludo_status status = LUDO_OK;
    ludo_maximal_contact_measure_energy(state, i->h, c->r, c->e);
    ludo_maximal_contact_measure_residual(state);
    for (int32_t n = 0; n < c->islands.count && status == LUDO_OK; n++) {
        island *k = &c->islands.island[n];
        status = k->held || is_passive(i, k) ? LUDO_OK : fall_back(i, k, LUDO_CONTACT);
    }
    return status == LUDO_OK ? hold_given_up(i) : status;
}

/* Cones are gathered. `evaluated`: the iterate is where iterations start, and was evaluated. */
static ludo_status solve_all(const contact_interval *i, bool evaluated)
{
    const islands *of = &maximal_of(i->state)->contacts->islands;
    ludo_status status = LUDO_OK;
    bool done = false;
    while (status == LUDO_OK && !done) {
        status = solve_unsolved(i, &evaluated);
        status = status == LUDO_OK ? add_violated(i) : status;
        if (status == LUDO_OK && !any_unsolved(of)) {
            status = check_energy(i);
            done = status == LUDO_OK && !any_unsolved(of);
        }
    }
    if (status == LUDO_OK) {
        sum_energies(i);
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
    return solve_all(&i, true);
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
        k->history->solved = !ludo_maximal_contact_violated(x->contacts, k->first, k->end);
    }
}

/* Whether the solution without contacts gains so much energy that it is a spurious branch, and the
 * step can still be subdivided. */
static bool is_spurious(const contact_interval *i)
{
    sim_state *state = i->state;
    maximal *x = maximal_of(state);
    if (ludo_capabilities_at_shortest(state, i->report)) {
        return false;
    }
    ludo_islands_begin(&x->contacts->islands, state);
    ludo_islands_assign(x, state);
    ludo_maximal_contact_measure_energy(state, i->h, x->tree.r, x->tree.e);
    island *all = x->contacts->islands.island;
    all->scale = ludo_maximal_contact_scale_of(x, state->model, all, i->h);
    return !is_passive(i, all);
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
    const ludo_status found = find(i, solved);
    ludo_maximal_contact_evaluate(x, i->state, i->h);
    return found;
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
    status = find(&i, free);
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_contact_evaluate(x, state, h);
    if (c->count == 0 || (free && !ludo_maximal_contact_violated(c, 0, c->count))) {
        c->count = c->contacts = 0;
        return free && is_spurious(&i) ? LUDO_NOT_CONVERGED : without;
    }
    status = c->restituting ? measure_approach(&i, free) : LUDO_OK;
    if (status != LUDO_OK) {
        return status;
    }
    if (free) {
        keep_solved(&i);
    }
    return solve_all(&i, false);
}
