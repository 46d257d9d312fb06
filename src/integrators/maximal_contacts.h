/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts, limits and dry friction in the equations of an interval and of a knot [contact.md 2].
 *
 *     (A)  ... = known + G(z_k)^T lambda + sum over cones of F p,
 *          p complementary to y: y_0 = gap(z_{k+1}) / h, slip = T_k V
 *     (B)  M V = P + G^T mu + sum over closed cones of F p',   p' complementary to N V, T V
 *
 * A cone with the world, or along a column, is a leaf: its law goes into the block M of its body,
 * or into the corner C of its joint, before the tree is factorised. One between two bodies becomes
 * rows of a tie. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACTS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACTS_H

#include "contacts/search.h"
#include "integrators/maximal.h"
#include "solver/interior.h"

/* Most rows of ties that two contacts share, and what a cone is of. */
typedef enum cone_source { CONE_CONTACT, CONE_LIMIT, CONE_LOSS } cone_source;

/* What a cone acts on. Of contacts: directions times levers, per row 6 numbers at each body (b,
 * then a with the opposite sign), force columns F at z_k and rate rows R that see the tree's u at
 * the iterate. Of limits and losses: rows on the columns of one joint. */
typedef struct cone_rows {
    cone_source source;
    int32_t index;           /* of the search's contact, of limit_data, of loss_data */
    int32_t slot_a, slot_b;  /* of contacts; -1: the world. Of others slot_b has the columns */
    int32_t column, columns; /* of limits and losses: which; how many the rows are on: 1 or 3 */
    double F[2][CONE_ROWS][6], R[2][CONE_ROWS][6]; /* [0]: on b, [1]: on a */
    double give; /* what is added to the gap before it counts: how deep the start overlaps, less
                    what is let apart this step; >= 0 */
} cone_rows;

/* What contacts compute with and what they keep for those who ask; all scratch but `told`. */
typedef struct maximal_contacts {
    bool any;         /* whether the model has any of it that is switched on */
    bool restituting; /* whether any pair gives back speed */
    contact_search search;
    int32_t room; /* most cones */
    cone *cone;
    cone_rows *rows;
    int32_t count;
    ludo_contact *told; /* of the last accepted interval */
    int32_t told_count;
    double *stop; /* per column: impulse of limits and losses over it */
    ludo_contact_quality quality;
} maximal_contacts;

/* Take memory; run twice. */
void ludo_maximal_contacts_layout(maximal *x, const ludo_sim *sim, arena *kept, arena *scratch);

/* Find once what doesn't change, and release what that needed. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_maximal_contacts_open(maximal *x, ludo_sim *sim);
void ludo_maximal_contacts_close(maximal *x);

/* The iterate is the solution without contacts (or, `free` false, one that wasn't found): find what
 * it would violate; where there is nothing it stays. Else solve with all that is near.
 * @return LUDO_OK, LUDO_CONTACT (report->node names the bodies), LUDO_TOO_MANY_CONTACTS, as Newton
 */
ludo_status ludo_maximal_solve_contacts(ludo_sim *sim, double h, int32_t stage, bool free,
                                        ludo_step_report *report);

/* The impulses of all cones at z_k into the tree's r and e. */
void ludo_maximal_pull_contacts(maximal *x, const ludo_sim *sim);

/* The interval was accepted: tell its forces; let what bounces bounce, which changes momenta of the
 * knot. @return as solve */
ludo_status ludo_maximal_accept_contacts(ludo_sim *sim, double h, ludo_step_report *report);

/* (B) with what is closed at the knot: the tree's u and w, from its M, r, C, e at the knot.
 * @return as solve */
ludo_status ludo_maximal_solve_knot_contacts(ludo_sim *sim);

#endif
