/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels of fallbacks of an island [contact.md 4.2]. */
#include "integrators/maximal_contact/solve.h"

/* The situation of an island in a substep, as bits. */
enum {
    AT_SHORTEST = 1, /* the step can't be subdivided further */
    SUBDIVIDED = 2,  /* the step is in parts: frictionless ones are allowed */
    SPENT = 4, /* the island has cost 100 max_iterations iterations; subdivided, at shortest */
    UNSPENT = 8,
    HEAVY = 16, /* the step is whole, and the island has cost 100 max_iterations iterations times 64
                   cones */
    OVERLAPPING = 32 /* an overlap of contacts at t_k is being removed */
};

/* One level: other equations for the same island. */
typedef struct contact_fallback {
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
 *     8a overlaps stay       as 1 to 5, no overlap smallest parts: overlaps  as 1 to 5
 *                            at t_k gets less      were being removed
 *     9 frictionless         (A), mu = 0           the whole step is heavy:  relaxed + 1
 *                                                  5 failed
 *     8 slip iteration       (C) alone             smallest parts: no        as 1 to 5
 *                                                  solution, or an energy
 *                                                  gain above the bound
 *     9 frictionless         (A), mu = 0           8 failed in a smallest    relaxed + 1
 *                                                  part, 7 was not tried
 *
 * Levels 1 to 5 are those of one solve (interval_problem.c); 6 subdivides the step (sim/step.c) and
 * 10 refuses it. Without friction nothing jams. The next level follows after any failure: an
 * iterate that rotates a body too far says nothing about other equations. */
static const contact_fallback fallbacks[] = {
    {{.one_try = true}, SPENT},                                   /* single attempt */
    {{.frictionless = true}, SPENT},                              /* frictionless */
    {{.frictionless = false}, 0},                                 /* Coulomb's law */
    {{.keeps_overlaps = true}, AT_SHORTEST | OVERLAPPING},        /* overlaps stay */
    {{.frictionless = true}, HEAVY},                              /* frictionless */
    {{.slip_iteration = true}, AT_SHORTEST},                      /* slip iteration */
    {{.frictionless = true}, AT_SHORTEST | SUBDIVIDED | UNSPENT}, /* frictionless */
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

/* HEAVY and OVERLAPPING, once it is so. */
static unsigned late_situation_of(const contact_interval *i, const island *k)
{
    const bool whole =
        i->report->substeps == 1 && !ludo_capabilities_at_shortest(i->state, i->report);
    const bool heavy = whole && ludo_capabilities_cones_spent(i->state, &k->history->spent);
    const bool overlaps = ludo_maximal_contact_removes_overlap(maximal_of(i->state)->contacts, k);
    return (heavy ? HEAVY : 0u) | (overlaps ? OVERLAPPING : 0u);
}

/* Give an island the equations of its level. */
static void apply_level(const contact_interval *i, island *k)
{
    k->mode = fallbacks[k->history->level].mode;
    ludo_maximal_contact_apply_mode(maximal_of(i->state), i->state, k, i->h);
}

/* Put an island on its next level. @return whether there is one */
static bool next_level(const contact_interval *i, island *k)
{
    island_history *h = k->history;
    h->situation = h->situation != 0 ? h->situation : situation_of(i, k);
    const unsigned now = h->situation | late_situation_of(i, k);
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
/* The cone that is farthest from its law, or a joint of an island without cones. */
static ludo_node node_of_island(const sim_state *state, const island *k)
{
    maximal_contacts *c = maximal_in(state)->contacts;
    const int32_t first = k->report.worst >= 0 ? k->report.worst : 0;
    if (k->first == k->end) {
        return node_of_joint(state->model, c->islands.body[k->first_body]);
    }
    c->worst = k->first + first;
    return ludo_maximal_contact_worst_node(state);
}

ludo_status ludo_maximal_contact_fall_back(const contact_interval *i, island *k, ludo_status status)
{
    if (next_level(i, k)) {
        return LUDO_OK;
    }
    if (can_hold(i, k)) {
        k->given_up = k->history->solved = true;
        return LUDO_OK;
    }
    if (status == LUDO_STEP_TOO_LARGE) { /* by a body that was reported */
        return status;
    }
    i->report->node = node_of_island(i->state, k);
    return LUDO_CONTACT;
}

/* Levels and units of all islands; levels of solved ones stay. */
void ludo_maximal_contact_prepare(const contact_interval *i)
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
