/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory of LANES simulations. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LANES_LAYOUT_H
#define LUDO_INTEGRATORS_MAXIMAL_LANES_LAYOUT_H

#include "integrators/maximal_lanes/lanes.h"

/* Take a maximal_lanes with its arrays from an arena, for the model and the settings of a state;
 * runs twice, returns NULL while measuring. */
void *ludo_maximal_lanes_layout(const sim_state *state, arena *a);

#endif
