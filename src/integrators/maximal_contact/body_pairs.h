/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts between two bodies as ties of the tree [contact.md 5].
 *
 *     p + dp = push - slope R u,  slope = L D U (3 x 3)
 *     hence with dp = L l:        D U R u + l = L^-1 (push - p),    r gets + F (p + L l)
 *
 * Two contacts of the same bodies share a tie of six rows, behind those of loops and lines. Which
 * bodies there are is planned for anew when it changes, in memory that was set aside. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_BODY_PAIRS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_BODY_PAIRS_H

#include "integrators/maximal_contact/contact.h"

/* Most ties that contacts of a model become; 0 where no two bodies touch. */
int32_t ludo_body_pairs_room(const sim_state *state);

/* Take memory; run twice, behind the loops. */
void ludo_body_pairs_layout(maximal *x, maximal_contacts *c, const sim_state *state,
                            arena *scratch);

/* Find once what doesn't change, and release what that needed. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_body_pairs_open(maximal *x, sim_state *state);
void ludo_body_pairs_close(maximal *x, const sim_state *state);

/* Give the contacts gathered their ties, and the tree a plan of them; and the model's own plan
 * back. @return LUDO_OK, LUDO_TOO_MANY_CONTACTS */
ludo_status ludo_body_pairs_begin(maximal *x);
void ludo_body_pairs_end(maximal *x);

/* All ties without laws, for those that follow. */
void ludo_body_pairs_clear(maximal *x);

/* The law of a contact into its tie: F, R. */
void ludo_body_pairs_add_stiffness(maximal *x, const cone *c, const cone_rows *k);

/* What it lacks into b. */
void ludo_body_pairs_add_rhs(maximal *x, const cone *c, const cone_rows *k);

/* No push any more: the laws hold but for what is still to move. */
void ludo_body_pairs_rhs(maximal *x);

#endif
