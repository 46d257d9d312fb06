/* SPDX-License-Identifier: Apache-2.0
 *
 * A knot as it is read from a simulation. */
#ifndef LUDO_TRAJECTORY_SNAPSHOT_H
#define LUDO_TRAJECTORY_SNAPSHOT_H

#include "core/memory.h"
#include "trajectory/knots.h"

/* Room for what the knots of a mechanism have any number of. */
typedef struct snapshot {
    double *pose, *velocity, *coordinate, *rate, *control;
} snapshot;

void ludo_snapshot_layout(snapshot *s, arena *a, knot_counts counts);

/* Read all that stands at the knot but its time. What can't be read is not a number.
 * @return LUDO_OK, or what the projection returned */
ludo_status ludo_snapshot_take(snapshot *s, ludo_sim *sim, ludo_knot *out);

#endif
