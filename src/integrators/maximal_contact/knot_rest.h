/* SPDX-License-Identifier: Apache-2.0
 *
 * Velocities of a knot that are known without a solve: those of bodies at rest [contact.md 5.9]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_REST_H
#define LUDO_INTEGRATORS_MAXIMAL_CONTACT_KNOT_REST_H

#include "integrators/maximal_contact/knot_system.h"

/* After a start near the velocities of the knot, with the impulses of the warm start: the islands
 * of the problem whose laws and balances both satisfy are known, if (B) has the target kappa and
 * these tolerances. @return whether there are any */
bool ludo_knot_find_resting(const knot_problem *k, const interior_settings *s);

#endif
