/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces on single bodies by their pose and velocity: springs and dampers of free joints, drag. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_BODY_FORCES_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_BODY_FORCES_H

#include "integrators/maximal_forces/drag.h"
#include "integrators/maximal_forces/tethers.h"

/* Add the impulses at t_k at the iterate to the residuals r of the tree. */
static inline void maximal_body_forces_evaluate(maximal *x, const sim_state *state, double h)
{
    ludo_maximal_tethers_evaluate(x, state, h);
    ludo_maximal_drag_evaluate(x, state, h);
}

/* Add their derivatives at the iterate to the body blocks of the tree. */
static inline void maximal_body_forces_linearize(maximal *x, const sim_state *state, double h)
{
    ludo_maximal_tethers_linearize(x, state, h);
    ludo_maximal_drag_linearize(x, state, h);
}

/* Add the impulses at t_{k+1} to the momenta of the new knot, and the dissipation. */
static inline void maximal_body_forces_accept(maximal *x, sim_state *state, double h)
{
    ludo_maximal_tethers_accept(x, state, h);
    ludo_maximal_drag_accept(x, state, h);
}

#endif
