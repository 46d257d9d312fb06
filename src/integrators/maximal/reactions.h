/* SPDX-License-Identifier: Apache-2.0
 *
 * What joints and loops transmit at the knot, read from an interval that is solved for and not
 * taken [forces.md 9]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_REACTIONS_H
#define LUDO_INTEGRATORS_MAXIMAL_REACTIONS_H

#include "integrators/maximal/maximal.h"

/* The wrenches of joints and multipliers of loops at the knot, into the simulation (the reactions
 * of integrator.h). */
ludo_status ludo_maximal_reactions(sim_state *state, double h);

#endif
