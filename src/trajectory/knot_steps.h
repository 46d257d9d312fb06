/* SPDX-License-Identifier: Apache-2.0
 *
 * Summary of the steps since the previous knot. */
#ifndef LUDO_TRAJECTORY_KNOT_STEPS_H
#define LUDO_TRAJECTORY_KNOT_STEPS_H

#include "ludo/trajectory.h"

/* An empty summary. */
ludo_knot ludo_knot_begin(double time);

/* Add a step; the report may be NULL. */
void ludo_knot_add_step(ludo_knot *k, const ludo_step_report *report);

/* Add violations and the energy error at the present state: the largest since the previous knot.
 * @return LUDO_OK, or the status of reading them */
ludo_status ludo_knot_measure(ludo_knot *k, ludo_sim *sim, const ludo_energy *start);

#endif
