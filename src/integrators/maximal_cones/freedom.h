/* SPDX-License-Identifier: Apache-2.0
 *
 * Freedom along the normals of contacts [contact.md 4.1]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONES_FREEDOM_H
#define LUDO_INTEGRATORS_MAXIMAL_CONES_FREEDOM_H

#include "integrators/maximal_cones/contacts.h"

/* Whether a degree of freedom of the joints on the way between the two bodies of a contact, or to
 * the world, moves them apart at the knot, to first order, and loops do not hold the gap if it is
 * closed. Uses the state's kinematics. */
bool ludo_freedom_can_part(const maximal *x, const sim_state *state, const contact *c);

/* Leave contacts out of the search's that no motion parts, unless they are deeper by `depth` at the
 * poses `next` than at the knot, where an overlap stays; those left are to be gathered next.
 * Returns the deepest overlap left out. */
double ludo_freedom_leave_out(maximal *x, const sim_state *state, const pose *next, double depth);

#endif
