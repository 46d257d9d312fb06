/* SPDX-License-Identifier: Apache-2.0
 *
 * Accelerations of joints at the knot of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_ACCELERATIONS_H
#define LUDO_INTEGRATORS_MAXIMAL_ACCELERATIONS_H

#include "integrators/maximal/maximal.h"

void ludo_maximal_accelerations_layout(maximal *x, const sim_state *state, arena *scratch);

/* state->acceleration from the last accepted interval and the interval of length h that was solved
 * but not accepted. At a start the knot's velocities, which must be up to date, are in place of the
 * last interval, and the error is O(h). */
void ludo_maximal_accelerations_compute(const maximal *x, sim_state *state, double h);

#endif
