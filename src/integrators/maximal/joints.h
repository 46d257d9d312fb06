/* SPDX-License-Identifier: Apache-2.0
 *
 * The pass over joints of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_JOINTS_H
#define LUDO_INTEGRATORS_MAXIMAL_JOINTS_H

#include "integrators/maximal/maximal.h"

/* Free motions S, levers and traces of all joints at poses [which]; `rate` times the displacements
 * that close them into the tree's y. The worst violation is left in x. */
void ludo_maximal_joints_evaluate(maximal *x, const sim_state *state, int64_t which, double rate);

/* Stored and unwrapped coordinates (per dof; others are left unchanged) at the iterate. */
void ludo_maximal_joints_coordinates(const maximal *x, const sim_state *state, double *coordinate);

#endif
