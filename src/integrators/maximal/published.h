/* SPDX-License-Identifier: Apache-2.0
 *
 * The maximal integrator of order 1, exactly as published [S4 section 3.2]. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_PUBLISHED_H
#define LUDO_INTEGRATORS_MAXIMAL_PUBLISHED_H

#include "integrators/maximal/maximal.h"

/* One step of length h.
 *
 * The velocities V_k of the state are those of the interval that FOLLOWS t_k: they move z_k to
 * z_{k+1}, where the knot equation is solved for V_{k+1}. So the velocities given at t_0 are not
 * projected, joints are violated by O(h^2) at t_1, and reported velocities are h/2 ahead of their
 * time. */
ludo_status ludo_maximal_published_step(sim_state *state, double h, ludo_step_report *report);

#endif
