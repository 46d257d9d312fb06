/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the velocities of a knot as the tree finds them, the simulation's twists, and momenta. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_VELOCITIES_H
#define LUDO_INTEGRATORS_MAXIMAL_VELOCITIES_H

#include "integrators/maximal/maximal.h"

/* Twists and rates of carried coordinates from the tree's u and w. @return LUDO_OK, LUDO_SINGULAR
 * (state->fault says where they aren't finite) */
ludo_status ludo_maximal_read_twists(sim_state *state);

/* All momenta of the knot from its twists; the rates of carried coordinates with them. */
void ludo_maximal_load_knot_momenta(sim_state *state);

#endif
