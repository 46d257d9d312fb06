/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_JOINTS_H
#define LUDO_INTEGRATORS_MAXIMAL_JOINTS_H

#include "integrators/maximal/maximal.h"

/* Free motions S, levers and traces of all joints at poses [which], and into the tree's y
 * `rate` times the displacements that close them. How far the worst is open is left in x. */
void ludo_maximal_view_joints(maximal *x, const sim_state *state, int64_t which, double rate);

/* Carried and tracked coordinates (per column; others are left) at the iterate. */
void ludo_maximal_carried(const maximal *x, const sim_state *state, double *coordinate);

#endif
