/* SPDX-License-Identifier: Apache-2.0
 *
 * Which models, settings and states can be stepped in lanes. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LANES_FIT_H
#define LUDO_INTEGRATORS_MAXIMAL_LANES_FIT_H

#include "integrators/maximal_lanes/lanes.h"

/* Whether simulations of this model and these settings can. */
bool ludo_maximal_lanes_fit(const sim_state *state);

/* Whether a simulation can from its knot: the last interval that its history knows had the length
 * h, on which entering relies, and no force acts on it that lanes do not know. */
bool ludo_maximal_lanes_ready(const sim_state *state, double h);

#endif
