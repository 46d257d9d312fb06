/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the maximal integrator's state that matter at a knot. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_PACKING_H
#define LUDO_INTEGRATORS_MAXIMAL_PACKING_H

#include "state/packing.h"
#include "state/state.h"

/* Pass them: see state/packing.h. */
void ludo_maximal_pack(sim_state *state, packing *p);

#endif
