/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates of joints at the knot. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_POSITIONS_H
#define LUDO_INTEGRATORS_MAXIMAL_POSITIONS_H

#include "integrators/maximal/maximal.h"

/* The operation positions() of integrator.h. */
void ludo_maximal_positions(sim_state *state, double *position);

#endif
