/* SPDX-License-Identifier: Apache-2.0
 *
 * What the steps were like that lead to a knot of a file. */
#ifndef LUDO_TRAJECTORY_KNOT_STEPS_H
#define LUDO_TRAJECTORY_KNOT_STEPS_H

#include "ludo/trajectory.h"

/* What is so if no step is taken from there on. */
ludo_knot ludo_knot_begin(double time);

/* What a step took; the report may be NULL. */
void ludo_knot_add_step(ludo_knot *k, const ludo_step_report *report);

/* Violations and the imbalance of energy since the start, where the simulation is now: the worst
 * since the knot before. @return LUDO_OK, or what reading them returned */
ludo_status ludo_knot_measure(ludo_knot *k, ludo_sim *sim, const ludo_energy *start);

#endif
