/* SPDX-License-Identifier: Apache-2.0
 *
 * Snapshot of a simulation: the data of a knot. */
#ifndef LUDO_TRAJECTORY_SNAPSHOT_H
#define LUDO_TRAJECTORY_SNAPSHOT_H

#include "core/memory.h"
#include "trajectory/knots.h"

/* Memory for the arrays of a knot. */
typedef struct snapshot {
    double *pose, *velocity, *coordinate, *rate, *control;
} snapshot;

void ludo_snapshot_layout(snapshot *s, arena *a, knot_counts counts);

/* Read everything but the time. Unreadable values become NaN.
 *  @return LUDO_OK, or the status of the projection */
ludo_status ludo_snapshot_take(snapshot *s, ludo_sim *sim, ludo_knot *out);

#endif
