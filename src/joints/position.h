/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar coordinates of a pair of poses, for every joint type whose motion() tells their traces. */
#ifndef LUDO_JOINTS_POSITION_H
#define LUDO_JOINTS_POSITION_H

#include "model/joint.h"

/* The scalar coordinates, the first of q: the operation `position` of types that have no others. */
void ludo_joint_scalars(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        double *q);

/* The memory of a joint whose child was placed at b for coordinates q: the turns that b can't tell,
 * 0 for what isn't an angle. Where turns are too many to be counted they are lost. */
void ludo_joint_store(const joint_data *j, const pose *a, const pose *b, const double *q,
                      double *memory);

#endif
