/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations of actuators over a part of a step. */
#ifndef LUDO_SIM_ACTIVATIONS_H
#define LUDO_SIM_ACTIVATIONS_H

#include "state/state.h"

/* Note the lengths that activations follow, at the start of a part. */
void ludo_sim_activations_begin(sim_state *state);

/* Advance all activations over a part of length h, at whose end the poses are. */
void ludo_sim_activations_advance(sim_state *state, double h);

#endif
