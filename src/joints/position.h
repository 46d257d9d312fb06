/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar coordinates of a pair of poses, for joint types whose motion() writes traces. */
#ifndef LUDO_JOINTS_POSITION_H
#define LUDO_JOINTS_POSITION_H

#include "model/joint.h"

/* Write the scalar coordinates, the first of q: the operation `position` of types without other
 * coordinates. */
void ludo_joint_scalars(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        double *q);

/* Write the memory of a joint whose child was placed at b for coordinates q: whole turns, which b
 * does not determine; 0 for a length. Turns that are too many to be counted are lost. */
void ludo_joint_store(const joint_data *j, const pose *a, const pose *b, const double *q,
                      double *memory);

#endif
