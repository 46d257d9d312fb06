/* SPDX-License-Identifier: Apache-2.0
 *
 * Redundant rows of loops at the knot [loops.md 5]. */
#ifndef LUDO_DIAGNOSTICS_MOBILITY_H
#define LUDO_DIAGNOSTICS_MOBILITY_H

#include "sim/sim.h"

/* Report which rows of a loop are redundant, for a simulation that has started. */
void ludo_mobility_report(ludo_sim *sim, int32_t loop, ludo_loop_state *out);

#endif
