/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar coordinates of a pair of poses, by traces. */
#include "joints/position.h"

#include "joints/coordinate.h"

#include <math.h>
#include <string.h>

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

/* A coordinate in periods of its trace, which determines it within (-1/2, 1/2]; 0 for a length. */
static double periods_of(const joint_data *j, int32_t c, double coordinate)
{
    const coordinate_form form = ludo_joint_form(j->column[c], j->reference);
    return form.scale != 0.0 ? (coordinate - form.offset) / (2.0 * PI * form.scale) : 0.0;
}

static double nearest_integer(double a)
{
    const double integer = floor(a + 0.5);
    return fabs(integer) <= 0x1p52 ? integer : 0.0;
}

/* Write the whole periods of coordinates; false if one is so near to the cut at half a period that
 * the rounding of the pose decides its period. */
static bool count_periods(const joint_data *j, const double *q, double *memory)
{
    bool told = true;
    for (int32_t c = 0; c < joint_scalars(j); c++) {
        const double periods = periods_of(j, c, q[c]);
        memory[c] = nearest_integer(periods);
        told = told && fabs(periods) < 0x1p20 && fabs(periods - memory[c]) < 0.499;
    }
    return told;
}

void ludo_joint_store(const joint_data *j, const pose *a, const pose *b, const double *q,
                      double *memory)
{
    double read[JOINT_MAX_DOF];
    memset(memory, 0, (size_t)j->dof * sizeof *memory);
    if (count_periods(j, q, memory)) {
        return;
    }
    memset(memory, 0, (size_t)j->dof * sizeof *memory);
    ludo_joint_scalars(j, a, b, memory, read);
    for (int32_t c = 0; c < joint_scalars(j); c++) {
        memory[c] = nearest_integer(periods_of(j, c, q[c]) - periods_of(j, c, read[c]));
    }
}
