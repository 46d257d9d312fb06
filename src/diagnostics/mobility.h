/* SPDX-License-Identifier: Apache-2.0
 *
 * Which rows of loops depend on others at the knot [loops.md 5]. */
#ifndef LUDO_DIAGNOSTICS_MOBILITY_H
#define LUDO_DIAGNOSTICS_MOBILITY_H

#include "sim/sim.h"

/* Tell which rows of a loop depend on others, of a simulation that has started. */
void ludo_mobility_report(ludo_sim *sim, int32_t loop, ludo_loop_state *out);

#endif
