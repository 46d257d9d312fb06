/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts between two bodies as constraints of the tree [contact.md 2.2].
 *
 *     p + dp = rhs - slope R u,  slope = L D U
 *     hence with dp = L l:        D U R u + l = L^-1 (rhs - p),    r gets + F (p + L l)
 *
 * Two contacts of the same bodies, of three rows each, share a constraint of six, after those of
 * loops and tendons; one with more rows has a constraint of its own.
 * A new set of body pairs gets a new constraint plan, in memory taken in advance. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_BODY_PAIRS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_BODY_PAIRS_H

#include "integrators/maximal/maximal.h"
#include "integrators/maximal_cones/cone_rows.h"

/* Two bodies that touch each other. */
typedef struct slot_couple {
    int32_t a, b;
} slot_couple;

/* Contacts between two bodies as constraints of the tree. */
typedef struct body_pairs {
    constraints constraints; /* loops and tendons, then these; values are in the arrays of loops */
    int32_t *rows, *first;   /* pattern of the constraints */
    bool *grounded;
    constraint_end *end;
    slot_couple *pair, *planned; /* bodies per constraint of these; and those of the plan */
    int32_t *used;               /* rows */
    int32_t *head, *next; /* per body: its last one as body b; per constraint: the one before */
    int32_t bodies;
    struct constraint_row_law *law; /* per contact: the factors of its last slope */
    int32_t room, count, planned_count;
    struct constraint_plan *plan, *own; /* of all constraints; of loops and tendons alone */
    bool failed;                        /* whether there was no memory for a plan in this solve */
    char *memory;                       /* of the plan */
    size_t size, taken;
} body_pairs;

/* Whether bodies of a model may touch each other; false with contacts switched off. */
bool ludo_body_pairs_may_touch(const ludo_model *m, const sim_settings *s);

/* Most constraints of the contacts of a model; 0 where no two bodies touch. */
int32_t ludo_body_pairs_room(const sim_state *state);

/* Take memory; run twice, after the loops. */
void ludo_body_pairs_layout(maximal *x, struct maximal_contacts *c, const sim_state *state,
                            arena *scratch);

/* Copy the pattern of the loops; restore the plan of the tree. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_body_pairs_open(maximal *x, sim_state *state);
void ludo_body_pairs_close(maximal *x, const sim_state *state);

/* Assign constraints to the contacts gathered, and the tree a plan with them, unless all can be
 * condensed; restore the model's own plan. @return LUDO_OK, LUDO_TOO_MANY_CONTACTS: there was no
 * memory for a plan, and directions since then mean nothing */
ludo_status ludo_body_pairs_begin(maximal *x);
ludo_status ludo_body_pairs_end(maximal *x);

/* Give the tree a plan with them, or the model's own one while no contact is rows. */
void ludo_body_pairs_use(maximal *x, bool rows);

/* Clear the laws of all these constraints. */
void ludo_body_pairs_clear(maximal *x);

/* The law of a contact, whose slope is not zero, into its constraint: F, R. */
void ludo_body_pairs_add_stiffness(maximal *x, const cone *c, const cone_rows *k);

/* Its right-hand side into b. */
void ludo_body_pairs_add_rhs(maximal *x, const cone *c, const cone_rows *k);

/* Clear the right-hand sides alone. */
void ludo_body_pairs_rhs(maximal *x);

#endif
