/* SPDX-License-Identifier: Apache-2.0
 *
 * Springs and dampers of the translations of free joints in the maximal integrator. A tether acts
 * at the origin p of the body frame, which moves from p_0 to p_1 over an interval, by the impulses
 *
 *     start = -(h/2) k ( (p_0 + p_1) / 2 - rest ) - d_0 (p_1 - p_0)      at p_0
 *     end   = -(h/2) k ( (p_0 + p_1) / 2 - rest ) - d_1 (p_1 - p_0)      at p_1
 *
 * with d_0, d_1 as in midpoint_force.h. Rotations of free joints are ball springs, evaluated by
 * forces.c; their impulses act here. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_TETHERS_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_TETHERS_H

#include "integrators/maximal/maximal.h"

/* Add the impulses at t_k at the iterate to the residuals r of the tree. */
void ludo_maximal_tethers_evaluate(maximal *x, const sim_state *state, double h);

/* Add their derivatives at the iterate to the body blocks of the tree. */
void ludo_maximal_tethers_linearize(maximal *x, const sim_state *state, double h);

/* Add the impulses at t_{k+1} to the momenta of the new knot, and the dissipation. The poses in
 * scratch are still those of the iterate. */
void ludo_maximal_tethers_accept(maximal *x, sim_state *state, double h);

/* A tether over an interval: places of its point from the centre of mass and in the world, at both
 * knots; impulses. */
typedef struct tether_step {
    ludo_vec3 arm[2], p[2], start, end;
} tether_step;

tether_step ludo_maximal_tether_step(const tether_data *t, const pose *z_0, const pose *z_1,
                                     damping_split split, double h);

/* -d start / d p_1 [N s/m]; that of the end is tether_slope() with split.end. */
static inline double tether_slope(const tether_data *t, double part, double h)
{
    return 0.25 * h * t->stiffness + part * t->damping;
}

#endif
