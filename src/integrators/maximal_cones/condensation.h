/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts of free bodies condensed to blocks between bodies, or as rows of the tree
 * [contact.md 5.10]: the choice, and the directions of condensed bodies.
 *
 * Sets of bodies that contacts connect are condensed where all of them are free and they touch at
 * many points, while slopes are soft (solver/interior/attempt.h): sums of stiffer ones have too few
 * digits. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_CONDENSATION_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_CONDENSATION_H

#include "solver/ldu/condensed.h"
#include "state/state.h"

struct maximal;
struct maximal_contacts;
struct cone_rows;

typedef struct condensation {
    condensed system; /* nodes are bodies, laws are contacts, in the order of the cones */
    bool *free;       /* per body: whether it is a tree by itself that floats */
    bool any_free;
    int32_t *root; /* per body: sets of bodies that contacts between them connect (core/sets.h) */
    int32_t *gain; /* per set, at its lowest body: what condensation saves; < 0: none of it */
    bool planned;  /* whether there is a plan for the contacts at hand */
    bool active;   /* whether the last factorisation has condensed bodies */
    bool *idle;    /* per body: whether the tree leaves it out */
} condensation;

/* Take memory; run twice. Then find the free bodies. */
void ludo_condensation_layout(struct maximal_contacts *c, const sim_state *state, arena *scratch);
void ludo_condensation_open(struct maximal *x, const sim_state *state);

/* Plan the contacts gathered, before a solve. */
void ludo_condensation_begin(struct maximal *x);

/* Whether all contacts between two bodies can be condensed. */
bool ludo_condensation_takes_all(const struct maximal_contacts *c);

/* Before a factorisation: choose the bodies that are condensed, those that touch others in islands
 * that are `soft`; `island_of`: per body, NULL: all are in the first one. The tree gets a plan with
 * the contacts that stay rows. */
void ludo_condensation_choose(struct maximal *x, const bool *soft, const int32_t *island_of);

/* Before a direction with the last factors: the bodies of islands whose speed scale this is go on
 * from the tree's u, the first direction with these factors; < 0: the island starts anew. Without a
 * call after a factorisation all do. */
void ludo_condensation_go_on(struct maximal *x, const double *speed);

/* F of contacts is no longer `mirrored`. */
void ludo_condensation_separate(struct maximal_contacts *c);

/* Whether a contact is condensed. */
bool ludo_condensation_has(const struct maximal_contacts *c, const struct cone_rows *k);

/* Per body: whether the tree leaves it out, one of `idle` or a condensed one; NULL: it has all. */
const bool *ludo_condensation_idle(const struct maximal *x, const bool *idle);

/* The tree's u and w of condensed bodies from its balances; `factorize`: with new factors, from its
 * blocks M and C; else with the last ones, refined. Before the tree's own. */
void ludo_condensation_solve(struct maximal *x, const ludo_model *m, bool factorize);

#endif
