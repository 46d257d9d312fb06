/* SPDX-License-Identifier: Apache-2.0
 *
 * Wrenches of joints and loops at the knot, from an interval that is solved but not accepted
 * [forces.md 9]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_REACTIONS_H
#define LUDO_INTEGRATORS_MAXIMAL_REACTIONS_H

#include "integrators/maximal/maximal.h"

/* Write the wrenches of joints and multipliers of loops at the knot to the simulation (the
 * reactions of integrator.h). */
ludo_status ludo_maximal_reactions_compute(sim_state *state, double h);

#endif
