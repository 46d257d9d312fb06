/* SPDX-License-Identifier: Apache-2.0
 *
 * A knot between the state of a simulation and a lane. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LANES_EXCHANGE_H
#define LUDO_INTEGRATORS_MAXIMAL_LANES_EXCHANGE_H

#include "integrators/maximal_lanes/lanes.h"

/* Lane l becomes a simulation that is ready for steps of length h (fit.h). */
void ludo_maximal_lanes_enter(void *lanes, int l, const sim_state *state, double h);

/* A state as it entered lane l becomes that of the lane's knot, so many steps later, >= 1. */
void ludo_maximal_lanes_leave(void *lanes, int l, sim_state *state, int64_t steps);

#endif
