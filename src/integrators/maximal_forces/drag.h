/* SPDX-License-Identifier: Apache-2.0
 *
 * Drag of a medium in the maximal integrator. With the interval velocity V an element exerts on its
 * body the impulses
 *
 *     start = h_0 F(R_k, V)    at t_k,    end = h_1 F(R_{k+1}, V)    at t_{k+1}
 *
 * where h_0 = h_1 = h/2, or for dampers of order 1 h_0 = h, h_1 = 0. The first is implicit in V, so
 * that a light body in a dense medium stays bounded at any step. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_DRAG_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_DRAG_H

#include "integrators/maximal/maximal.h"

/* Add the impulses at t_k at the iterate to the residuals r of the tree. */
void ludo_maximal_drag_evaluate(maximal *x, const sim_state *state, double h);

/* Add their derivatives at the iterate to the body blocks of the tree. */
void ludo_maximal_drag_linearize(maximal *x, const sim_state *state, double h);

/* Add the impulses at t_{k+1} to the momenta of the new knot, and the dissipation. The poses in
 * scratch are still those of the iterate. */
void ludo_maximal_drag_accept(maximal *x, sim_state *state, double h);

#endif
