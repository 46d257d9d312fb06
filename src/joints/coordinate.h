/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar joint coordinates from their traces (joint.h). */
#ifndef LUDO_JOINTS_COORDINATE_H
#define LUDO_JOINTS_COORDINATE_H

#include "model/joint.h"

/* The coordinate of a column, from its trace, what poses can't tell of it, and the joint's
 * reference. 0 for a turn, which has none. */
double ludo_joint_coordinate(joint_column column, joint_trace trace, double memory,
                             double reference);

/* How far a coordinate moves from one trace to the next, where that is less than half of what its
 * trace repeats after. As exact as the traces, however many turns were made. */
double ludo_joint_advance(joint_column column, joint_trace from, joint_trace to);

/* What poses can't tell of a coordinate after it moved from one trace to the next. */
double ludo_joint_memory(joint_column column, joint_trace from, joint_trace to, double memory);

#endif
