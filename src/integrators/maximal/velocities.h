/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversion between the velocities of a knot in the tree, the simulation's twists, and momenta. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_VELOCITIES_H
#define LUDO_INTEGRATORS_MAXIMAL_VELOCITIES_H

#include "integrators/maximal/maximal.h"

/* Twists and rates of stored coordinates from the tree's u and w.
 * @return LUDO_OK, LUDO_SINGULAR (state->failed names the joint or body whose velocity is not
 * finite) */
ludo_status ludo_maximal_velocities_read_twists(sim_state *state);

/* All momenta of the knot from its twists, and the rates of stored coordinates. */
void ludo_maximal_velocities_load_momenta(sim_state *state);

#endif
