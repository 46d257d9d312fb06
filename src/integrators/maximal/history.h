/* SPDX-License-Identifier: Apache-2.0
 *
 * The start of the Newton iterations of the maximal integrator: extrapolation of past intervals. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_HISTORY_H
#define LUDO_INTEGRATORS_MAXIMAL_HISTORY_H

#include "integrators/maximal/maximal.h"

/* Predict V of an interval of length h at stage `stage`: extrapolate the stage's history of this
 * step length; without one, use the last interval, or the knot velocities at the start. */
void ludo_maximal_history_extrapolate(maximal *x, const sim_state *state, double h, int32_t stage);

/* Predict that V is that of the last interval, or of the knot at the start. */
void ludo_maximal_history_repeat(maximal *x, const sim_state *state, double h);

/* The number of past intervals of a stage with step length h. */
int32_t ludo_maximal_history_known(const maximal_state *kept, double h, int32_t stage);

/* Note one more interval of length h, whose velocities come to the place of age 0. */
void ludo_maximal_history_add(maximal_state *kept, double h, int32_t stage);

/* Index of a stage's interval velocities of `age` intervals ago among its EXTRAPOLATION_POINTS. */
static inline size_t ludo_maximal_history_place(const maximal_state *kept, int64_t stage,
                                                int32_t age)
{
    return (size_t)((kept->history[stage].newest + age) % EXTRAPOLATION_POINTS);
}

/* Save V of the accepted interval. */
void ludo_maximal_history_save(maximal *x, const sim_state *state, double h, int32_t stage);

/* The velocity of a body `age` intervals ago; beyond those known any. */
twist ludo_maximal_history_velocity(const maximal *x, int64_t stage, int32_t age, int32_t s);

/* Whether a stage's history holds its last interval only, as after contact. */
bool ludo_maximal_history_is_single(const maximal *x, int32_t stage);

/* After parts of a step: those that are held then made it whole, with this history; the others have
 * no interval of its length. */
void ludo_maximal_history_join(maximal *x, const ludo_model *m, int32_t stage,
                               const stage_history *whole);

/* Forget all intervals of a stage: the velocities of the knot, the state's twists and the start
 * rates, take the place of the last one. */
void ludo_maximal_history_restart(maximal *x, const sim_state *state, int32_t stage);

/* Interval velocities of the last accepted step, which must exist: per body 6. */
void ludo_maximal_history_last_velocities(const maximal *x, const ludo_model *m, double *u);

/* Velocities at the knot after the last accepted step, which must exist, by extrapolation of the
 * intervals of a step without stages: per body 6. */
void ludo_maximal_history_knot_velocities(const maximal *x, const ludo_model *m, double *u);

/* The length of the last interval of a body, where that of the step is h: shorter where the body
 * made parts of the step. */
double ludo_maximal_history_last_interval(const maximal *x, int32_t s, double h);

#endif
