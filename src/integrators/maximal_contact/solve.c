/* SPDX-License-Identifier: Apache-2.0
 *
 * The islands of an interval and the solutions that are accepted [contact.md 4.1, 4.2, 4.4].
 *
 * Retries are nested, from the outside in:
 *
 *     substeps        parts of half the length where one fails, of twice the length where none
 *                     does; of the islands that fail alone, then of all bodies; at last
 *                     max_substeps equal parts      (maximal/parts.c, sim/step.c, substeps.h)
 *     fallbacks       other equations for a substep: the table `fallbacks`         (fallbacks.c)
 *     rounds          at most 5 solves of one set of equations, each with the features added that
 *                     the last solution violates                    (solve_all() below)
 *     sequences       of the slip iteration: 2, each of at most 60 solves at fixed slips, of which
 *                     8 may fail; then at most 16 to polish; not while shorter parts come next
 *                                                   (slip_iteration.c, interval_problem.c)
 *     sets            of coordinates that limits and dry friction hold, in islands without other
 *                     cones: at most 6 solutions, before any start          (interval_limits.c)
 *     restarts        of one solve: a warm start of at most 8 iterations, then 4 cold starts, each
 *                     farther inside the cones; 2 while shorter parts come next
 *                                                   (attempt.c: schedule; interval_problem.c)
 *     iterations      of a cold start at most 3 max_iterations, or 1.5; at most 6 more if gap times
 *                     force is too large            (layout.c, attempt.c)
 *     bounded friction  3 solves, each from two starts, after 4 rounds of a sequence, once the
 *                     island has spent its iterations (substeps.c); alone where features are
 *                     added later                   (bounded.c)
 *     polish          of a relaxed solution: at most 50 iterations with shifted rates
 *                                                                   (shifted.c)
 */
#include "integrators/maximal_contact/solve.h"

#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_contact/rest.h"
#include "integrators/maximal/hold.h"

#include <math.h>

/* Solves of one set of equations, with more features each time. */
enum { MOST_ROUNDS = 5 };

/* Largest gain of energy by reactions in a step, relative to the energy at hand [contact.md 6.2];
 * and in a step without contacts, or one that can't be subdivided further. */
static const double most_gain = 0.004, most_gain_loose = 0.1;

/* Whether reactions add no more energy in an island than a solution may: most_gain of the energy at
 * hand while the step can be subdivided, most_gain_loose where it can't. */
bool ludo_maximal_contact_is_passive(const contact_interval *i, const island *k)
{
    const bool loose = ludo_substeps_at_shortest(i->state, i->report) || k->first == k->end;
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

/* ---- islands that are given up ---- */

static bool any_unsolved(const islands *of)
{
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        any = any || !of->island[n].history->solved;
    }
    return any;
}

/* Remove the cones of islands that are given up or come to rest, hold their bodies and those
 * marked, and evaluate the iterate again. */
static ludo_status hold(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    maximal_contacts *c = x->contacts;
    for (int32_t s = 0; s < i->state->model->slots; s++) {
        const island *k = &c->islands.island[c->islands.of_body[s]];
        x->held[s] = x->held[s] || island_is_left(k);
    }
    x->holding = true;
    c->search.held = x->held;
    ludo_islands_remove(c);
    ludo_maximal_hold_iterate(x, i->state);
    ludo_islands_assign(x, i->state);
    ludo_maximal_contact_prepare(i);
    return ludo_maximal_contact_refresh(i);
}

/* Islands that are given up stay at t_k. */
static ludo_status hold_given_up(const contact_interval *i)
{
    maximal *x = maximal_of(i->state);
    const islands *of = &x->contacts->islands;
    bool any = false;
    for (int32_t n = 0; n < of->count; n++) {
        any = any || of->island[n].given_up;
    }
    x->parting = x->parting || any;
    return any ? hold(i) : LUDO_OK;
}

ludo_status ludo_maximal_contact_meet_impacts(const contact_interval *i, bool *any)
{
    *any = ludo_impacts_hold(i);
    maximal_of(i->state)->parting = maximal_of(i->state)->parting || *any;
    return *any ? hold(i) : ludo_impacts_locate(i);
}

/* Solve the islands that aren't solved, each at its level or at a later one. */
static ludo_status solve_unsolved(const contact_interval *i, bool *evaluated)
{
    islands *of = &maximal_of(i->state)->contacts->islands;
    ludo_status status = LUDO_OK;
    ludo_maximal_contact_prepare(i);
    while (status == LUDO_OK && any_unsolved(of)) {
        status = ludo_maximal_contact_solve_islands(i, *evaluated);
        *evaluated = false;
        for (int32_t n = 0; n < of->count && status == LUDO_OK; n++) {
            island *k = &of->island[n];
            if (!k->history->solved) {
                k->history->solved = k->status == LUDO_OK;
                status = k->status == LUDO_OK ? LUDO_OK
                                              : ludo_maximal_contact_fall_back(i, k, k->status);
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
        status = k->history->rounds > MOST_ROUNDS
                     ? ludo_maximal_contact_fall_back(i, k, LUDO_CONTACT)
                     : LUDO_OK;
    }
    return status == LUDO_OK ? hold_given_up(i) : status;
}

/* One round of features; *complete: none was added. An island with a pair of shapes that overlaps
 * by more than at t_k, though nothing is left to add, falls back, with the contacts near this
 * solution. */
static ludo_status end_round(const contact_interval *i, bool *complete)
{
    const sim_state *state = i->state;
    search_result deepest;
    int32_t added = 0;
    bool met = false;
    ludo_status status = ludo_maximal_contact_add_violated(i, &added, &deepest);
    status = status == LUDO_OK ? ludo_maximal_contact_meet_impacts(i, &met) : status;
    *complete = added == 0 && !met;
    if (status != LUDO_OK || !*complete) {
        return status == LUDO_OK ? end_rounds(i) : status;
    }
    if (deepest.excess <= contact_constants.accepted_depth * maximal_in(state)->contacts->length) {
        return LUDO_OK;
    }
    status = ludo_maximal_contact_fall_back(i, island_of_pair(state, deepest.a, deepest.b),
                                            LUDO_CONTACT);
    status = status == LUDO_OK ? hold_given_up(i) : status;
    if (status == LUDO_CONTACT) {
        i->report->node = pair_node(state->model, deepest.a, deepest.b);
    }
    return status == LUDO_OK ? ludo_maximal_contact_find_again(i) : status;
}

/* Islands in which reactions add energy fall back; *passive: none did. */
static ludo_status check_energy(const contact_interval *i, bool *passive)
{
    sim_state *state = i->state;
    maximal_contacts *c = maximal_of(state)->contacts;
    ludo_status status = LUDO_OK;
    ludo_maximal_contact_measure_energy(state, i->h, c->r, c->e);
    ludo_maximal_contact_measure_residual(state);
    for (int32_t n = 0; n < c->islands.count && status == LUDO_OK; n++) {
        island *k = &c->islands.island[n];
        if (!k->held && !ludo_maximal_contact_is_passive(i, k)) {
            status = ludo_maximal_contact_fall_back(i, k, LUDO_CONTACT);
            *passive = false;
        }
    }
    return status == LUDO_OK ? hold_given_up(i) : status;
}

/* Islands that have come to rest stay at t_k; *none: there are none. */
static ludo_status hold_resting(const contact_interval *i, bool *none)
{
    const bool any = ludo_rest_take(i);
    *none = !any;
    return any ? hold(i) : LUDO_OK;
}

/* Cones are gathered. `evaluated`: the iterate is where iterations start, and was evaluated. */
ludo_status ludo_maximal_contact_solve_all(const contact_interval *i, bool evaluated)
{
    const islands *of = &maximal_of(i->state)->contacts->islands;
    ludo_status status = LUDO_OK;
    bool done = false;
    while (status == LUDO_OK && !done) {
        bool complete = false;
        status = solve_unsolved(i, &evaluated);
        status = status == LUDO_OK ? end_round(i, &complete) : status;
        // islands given up after their last round leave an iterate whose gaps are unknown
        if (status == LUDO_OK && complete && !any_unsolved(of)) {
            done = true;
            status = check_energy(i, &done);
            status = status == LUDO_OK && done ? hold_resting(i, &done) : status;
        }
    }
    status = status == LUDO_OK ? ludo_maximal_contact_meet(i) : status;
    if (status == LUDO_OK) {
        sum_energies(i);
    }
    return status;
}
