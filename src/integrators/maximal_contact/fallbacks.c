/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels of fallbacks of an island [contact.md 4.2]. */
#include "integrators/maximal_contact/energy.h"
#include "integrators/maximal_contact/solve.h"

/* The situation of an island in a substep, as bits. */
enum {
    AT_SHORTEST = 1, /* the step can't be subdivided further */
    SPENT = 2,       /* the island had spent its iterations before the substep */
    UNSPENT = 4,
    EXHAUSTED = 8,    /* it has spent them in the substep */
    OVERLAPPING = 16, /* an overlap of contacts at t_k is being removed */
    QUICK = 32        /* the levels of a spent island were tried: bounded friction, and none */
};

/* One level: other equations for the same island. */
typedef struct contact_fallback {
    contact_mode mode;
    unsigned when;   /* all of these bits of the situation */
    unsigned unless; /* none of these */
} contact_fallback;

/* The levels in the order in which they are tried; numbers are those of [contact.md 4.2]. The first
 * solution within the energy bound is accepted.
 *
 *     level                  equations             when tried                what is reported
 *     7 single attempt       (A), warm start and   the island is spent       retries
 *                            one cold start
 *     5b bounded friction    (C), a few rounds,    7 failed                  relaxed + 1
 *                            then bounded
 *     9 frictionless         (A), mu = 0           5b failed                 relaxed + 1
 *     1, 2 both slips        (A), friction of order   not spent              as 1 and 2
 *                            2; in large islands
 *                            one cold start
 *     1 to 5 Coulomb's law   (A); in small islands not spent, or smallest    retries; relaxed if
 *                            and parts also (C)    parts                     kappa or slip is
 *                                                                          relaxed
 *     8a overlaps stay       as 1 to 5, no overlap smallest parts: overlaps  as 1 to 5
 *                            at t_k gets less      were being removed
 *     5b, 9                  as above              1 to 5 failed and have    relaxed + 1
 *                                                  spent the island
 *     8 slip iteration       (C) alone             smallest parts, not       as 1 to 5
 *                                                  spent: no solution, or
 *                                                  too large an energy gain
 *     9 frictionless         (A), mu = 0           8 failed                  relaxed + 1
 *
 * Levels 1 to 5 are those of one solve (interval_problem.c); 6 subdivides the step (substeps.h) and
 * 10 refuses it. Without friction nothing jams. The next level follows after any failure: an
 * iterate that rotates a body too far says nothing about other equations. */
static const contact_fallback fallbacks[] = {
    {{.one_try = true}, SPENT, 0},                            /* single attempt */
    {{.slip_iteration = true}, SPENT, 0},                     /* bounded friction */
    {{.frictionless = true}, SPENT, 0},                       /* frictionless */
    {{.centred = true}, UNSPENT, 0},                          /* Coulomb's law with both slips */
    {{.frictionless = false}, UNSPENT, 0},                    /* Coulomb's law */
    {{.frictionless = false}, SPENT | AT_SHORTEST, 0},        /* Coulomb's law */
    {{.keeps_overlaps = true}, AT_SHORTEST | OVERLAPPING, 0}, /* overlaps stay */
    {{.slip_iteration = true}, EXHAUSTED, 0},                 /* bounded friction */
    {{.frictionless = true}, EXHAUSTED, 0},                   /* frictionless */
    {{.slip_iteration = true}, AT_SHORTEST, QUICK},           /* slip iteration */
    {{.frictionless = true}, AT_SHORTEST, QUICK},             /* frictionless */
};
enum { FALLBACKS = sizeof fallbacks / sizeof *fallbacks };

static bool is_spent(const contact_interval *i, const island *k)
{
    return ludo_substeps_spent(i->state, k->history->cost, k->end - k->first);
}

static unsigned situation_of(const contact_interval *i, const island *k)
{
    const bool shortest = ludo_substeps_at_shortest(i->state, i->report);
    return (shortest ? AT_SHORTEST : 0u) | (is_spent(i, k) ? SPENT : UNSPENT);
}

/* EXHAUSTED and OVERLAPPING, once it is so. */
static unsigned late_situation_of(const contact_interval *i, const island *k)
{
    const bool before = (k->history->situation & SPENT) != 0;
    const bool overlaps = ludo_maximal_contact_removes_overlap(maximal_of(i->state)->contacts, k);
    return (!before && is_spent(i, k) ? EXHAUSTED : 0u) | (overlaps ? OVERLAPPING : 0u);
}

/* Give an island the equations of its level. */
static void apply_level(const contact_interval *i, island *k)
{
    k->mode = fallbacks[k->history->level].mode;
    ludo_maximal_contact_apply_mode(maximal_of(i->state), k, i->h);
}

/* Whether a level is tried in a situation. */
static bool is_tried(const contact_fallback *f, unsigned now)
{
    return (f->when & ~now) == 0 && (f->unless & now) == 0;
}

/* Put an island on its next level. @return whether there is one */
static bool next_level(const contact_interval *i, island *k)
{
    island_history *h = k->history;
    h->situation = h->situation != 0 ? h->situation : situation_of(i, k);
    const unsigned now = h->situation | late_situation_of(i, k);
    do {
        h->level++;
    } while (h->level < FALLBACKS && !is_tried(&fallbacks[h->level], now));
    if (h->level == FALLBACKS) {
        return false;
    }
    h->situation |= (fallbacks[h->level].when & (SPENT | EXHAUSTED)) != 0 ? QUICK : 0u;
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
           state->settings.max_substeps > 1 && !maximal_in(state)->contacts->in_parts;
}

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

/* The next level after a failure; without one the island is given up, or the step fails, by one of
 * its cones. */
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
