/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of the maximal integrator. Bodies do not interact here. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_BODIES_H
#define LUDO_INTEGRATORS_MAXIMAL_BODIES_H

#include "integrators/maximal/maximal.h"

/* Lay masses and inertias out in lanes, once. */
void ludo_maximal_bodies_load_model(maximal *x, const sim_state *state);

/* Copy the poses of the knot from the simulation and compute the inertias J of the knot. */
void ludo_maximal_bodies_load_poses(maximal *x, const sim_state *state);

/* Momenta (m v, J w) from the simulation's twists of the knot. */
void ludo_maximal_bodies_load_momenta(maximal *x, const sim_state *state);

/* Copy the simulation's twists of the knot to V, and V to the twists. */
void ludo_maximal_bodies_load_velocities(maximal *x, const sim_state *state);
void ludo_maximal_bodies_store_velocities(const maximal *x, sim_state *state);

/* The inertias J of the knot. */
void ludo_maximal_bodies_rotate_inertia(maximal *x);

/* Write the body blocks diag(m 1, J) and momenta of the knot to the tree, for (B). */
void ludo_maximal_bodies_assemble_knot(maximal *x, const sim_state *state);

/* r of the tree at the knot: P less the momenta of velocities u. */
void ludo_maximal_bodies_subtract_knot(maximal *x, const sim_state *state, const double *u);

/* The known momenta at the start of an interval: p_k + (h/2) f_k, l_k. */
void ludo_maximal_bodies_begin(maximal *x, const sim_state *state, double h);

/* V += the correction of the tree's rates u: dv = u_x, dw = A^T u_phi. */
void ludo_maximal_bodies_correct(maximal *x, const sim_state *state, double h);

/* The iterate becomes the knot: z_{k+1}, p = m v + (h/2) f_{k+1}, l = L. */
void ludo_maximal_bodies_accept(maximal *x, const sim_state *state, double h);

#endif
