/* SPDX-License-Identifier: Apache-2.0
 *
 * (B) where all cones act along single degrees of freedom: limits and dry friction of joints
 * [contact.md 5.11]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_LIMITS_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_LIMITS_H

#include "integrators/maximal_contact/contact.h"

/* Solve (B) with the coordinates held that the forces of the last interval hold. The cones of the
 * knot are gathered; balances are those of the tree (velocity_problem.c). The tree's u and w become
 * the velocities. @return false: there are other cones, or the set has changed; u and w are not
 * those of a solution then */
bool ludo_maximal_contact_hold_coordinates(sim_state *state);

#endif
