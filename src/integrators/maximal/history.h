/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the maximal integrator starts its iterations: the continuation of past intervals. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_HISTORY_H
#define LUDO_INTEGRATORS_MAXIMAL_HISTORY_H

#include "integrators/maximal/maximal.h"

/* Guess V of an interval of length h as stage `stage`: continue the stage's past; where it has
 * none of that length, take the last interval, or the knot velocities of the start. */
void ludo_maximal_predict(maximal *x, const sim_state *state, double h, int32_t stage);

/* Keep V of the accepted interval. */
void ludo_maximal_save_history(maximal *x, const sim_state *state, double h, int32_t stage);

/* Interval velocities of the last accepted step, where there is one: per slot 6. */
void ludo_maximal_last_velocities(const maximal *x, const ludo_model *m, double *u);

#endif
