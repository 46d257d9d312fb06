/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar coordinates of a pair of poses, by traces. */
#include "joints/position.h"

#include "joints/coordinate.h"

#include <math.h>

void ludo_joint_scalars(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        double *q)
{
    double S[6 * JOINT_MAX_DOF], close[6];
    joint_trace trace[JOINT_MAX_DOF];
    (void)j->kind->motion(j, a, b, trace, S, close);
    for (int32_t c = 0; c < joint_scalars(j); c++) {
        q[c] = ludo_joint_coordinate(j->column[c], trace[c], memory[c], j->reference);
    }
}

/* Whole periods are counted from the pose, whose rounding decides on which side of the cut it is.
 */
void ludo_joint_remember(const joint_data *j, const pose *a, const pose *b, const double *q,
                         double *memory)
{
    double read[JOINT_MAX_DOF];
    for (int32_t c = 0; c < j->dof; c++) {
        memory[c] = 0.0;
    }
    ludo_joint_scalars(j, a, b, memory, read);
    for (int32_t c = 0; c < joint_scalars(j); c++) {
        const joint_column column = j->column[c];
        if (column == COLUMN_HALF_ANGLE || column == COLUMN_ANGLE) {
            const double period = column == COLUMN_ANGLE ? 2.0 * PI : 4.0 * PI;
            const double periods = floor((q[c] - read[c]) / period + 0.5);
            memory[c] = fabs(periods) <= 0x1p52 ? periods : 0.0;
        }
    }
}
