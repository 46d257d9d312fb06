/* SPDX-License-Identifier: Apache-2.0
 *
 * Actuators over an interval: forces along coordinates and tendons, at the middle of the motion. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_ACTUATORS_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_ACTUATORS_H

#include "integrators/maximal/maximal.h"

void ludo_maximal_actuators_layout(maximal *x, const sim_state *state, arena *scratch);
void ludo_maximal_actuators_init(maximal *x, const sim_state *state);

/* Read the inputs of an interval of length h; forces that feel no motion are computed here. */
void ludo_maximal_actuators_begin(maximal *x, const sim_state *state, double h);

/* Add the forces at the iterate to the steps of coordinates and tendons. */
void ludo_maximal_actuators_evaluate(maximal *x, const sim_state *state, double h);

#endif
