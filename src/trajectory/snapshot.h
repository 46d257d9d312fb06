/* SPDX-License-Identifier: Apache-2.0
 *
 * Data of a knot: a snapshot of the simulation, and a summary of the steps since the previous knot.
 */
#ifndef LUDO_TRAJECTORY_SNAPSHOT_H
#define LUDO_TRAJECTORY_SNAPSHOT_H

#include "core/memory.h"
#include "ludo/trajectory.h"
#include "trajectory/knots.h"

/* Memory for the arrays of a knot. */
typedef struct snapshot {
    double *pose, *velocity, *coordinate, *rate, *control, *activation;
    double *sensor, *site, *acceleration, *reaction, *torque;
    knot_counts counts;
} snapshot;

void ludo_snapshot_layout(snapshot *s, arena *a, knot_counts counts);

/* Read everything but the time. Unreadable values become NaN.
 * @return LUDO_OK, or the status of the projection */
ludo_status ludo_snapshot_take(snapshot *s, ludo_sim *sim, ludo_sample *out);

/* An empty summary. */
ludo_sample ludo_snapshot_begin_summary(double time);

/* Add a step; the report may be NULL. */
void ludo_snapshot_add_step(ludo_sample *k, const ludo_step_report *report);

/* Add violations and the energy error at the present state: the largest since the previous knot.
 * @return LUDO_OK, or the status of reading them */
ludo_status ludo_snapshot_add_violation(ludo_sample *k, ludo_sim *sim, const ludo_energy *start);

#endif
