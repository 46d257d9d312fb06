/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces of the maximal integrator beside gravity [forces.md 1]: inside
 * joints, along lines, by actuators and servos, from outside. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_H

#include "integrators/maximal/maximal.h"

/* Take what forces compute with; run twice. */
void ludo_maximal_forces_layout(maximal *x, const sim_state *state, arena *scratch);

/* Find once what doesn't change. */
void ludo_maximal_forces_open(maximal *x, const sim_state *state);

/* The momenta P_q that rates (per column; of quaternions about the axes of the world) give to
 * armatures. */
void ludo_maximal_load_armatures(maximal *x, const sim_state *state, const double *rate);

/* Armatures and the momenta P_q of the knot into the tree, for (B). */
void ludo_maximal_knot_forces(maximal *x, const sim_state *state);

/* What is known at t_k of an interval of length h; what is applied there goes into `known`.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (what a user's function applies is not finite) */
ludo_status ludo_maximal_begin_forces(maximal *x, sim_state *state, double h);

/* Impulses at t_k at the iterate, into the tree: r, e, C. */
void ludo_maximal_act(maximal *x, const sim_state *state, double h);

/* What is applied at t_{k+1}, the poses of which are in scratch. @return as above */
ludo_status ludo_maximal_end_forces(maximal *x, sim_state *state, double h);

/* Impulses at t_{k+1} into the momenta P, P_q of the new knot; work, dissipation, mean forces. The
 * iterate's poses are still those of scratch. */
void ludo_maximal_accept_forces(maximal *x, sim_state *state, double h);

#endif
