/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces of the maximal integrator other than gravity [forces.md 1]: inside joints, along tendons,
 * of actuators and servos, external. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_H

#include "integrators/maximal/maximal.h"

/* Lay out the memory of forces; runs twice. */
void ludo_maximal_forces_layout(maximal *x, const sim_state *state, arena *scratch);

/* Find the constant data once. */
void ludo_maximal_forces_init(maximal *x, const sim_state *state);

/* The momenta P_q of armatures from rates (per dof; of quaternions about the axes of the world). */
void ludo_maximal_forces_load_armatures(maximal *x, const sim_state *state, const double *rate);

/* Write armatures and the momenta P_q of the knot to the tree, for (B). */
void ludo_maximal_forces_assemble_knot(maximal *x, const sim_state *state);

/* Evaluate forces at t_k for an interval of length h; add external impulses at t_k to `known`.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a force from the user's function is not finite) */
ludo_status ludo_maximal_forces_begin(maximal *x, sim_state *state, double h);

/* Write the impulses at t_k at the iterate to the tree: r, e, C. */
void ludo_maximal_forces_evaluate(maximal *x, const sim_state *state, double h);

/* Evaluate the external forces at t_{k+1}, whose poses are in scratch.
 * @return as ludo_maximal_forces_begin() */
ludo_status ludo_maximal_forces_end(maximal *x, sim_state *state, double h);

/* Add impulses at t_{k+1} to the momenta P, P_q of the new knot; work, dissipation, mean forces.
 * The poses in scratch are still those of the iterate. */
void ludo_maximal_forces_accept(maximal *x, sim_state *state, double h);

#endif
