/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes over bodies of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_BODIES_H
#define LUDO_INTEGRATORS_MAXIMAL_BODIES_H

#include "integrators/maximal.h"

/* The inertias of the knot in the world frame. */
void ludo_maximal_turn_inertia(maximal *x, const ludo_sim *sim);

/* (m v, J w) of the body in slot s that moves with V, at the knot. */
twist ludo_maximal_momentum(const maximal *x, const ludo_sim *sim, int32_t s, const twist *V);

/* The body blocks diag(m 1, J) of the knot, for projections (B). */
void ludo_maximal_knot_blocks(maximal *x, const ludo_sim *sim);

#endif
