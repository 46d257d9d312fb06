/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar joint coordinates from their traces. */
#include "joints/coordinate.h"

#include <math.h>
#include <string.h>

coordinate_form ludo_joint_form(joint_column column, double reference)
{
    switch (column) {
    case COLUMN_HALF_ANGLE:
        return (coordinate_form){2.0, reference};
    case COLUMN_ANGLE:
        return (coordinate_form){1.0, 0.0};
    case COLUMN_LENGTH:
        return (coordinate_form){0.0, reference};
    case COLUMN_STORED_ANGLE:
    case COLUMN_STORED_LENGTH:
    case COLUMN_BALL:
        break;
    }
    return (coordinate_form){0.0, 0.0};
}

double ludo_joint_coordinate(joint_column column, joint_trace trace, double memory,
                             double reference)
{
    const coordinate_form form = ludo_joint_form(column, reference);
    const double angle = form.scale != 0.0 ? ludo_atan2(trace.sin, trace.cos) : 0.0;
    return column != COLUMN_BALL ? coordinate_at(form, trace.cos, angle, memory) : 0.0;
}

void ludo_joint_far_coordinates(const form_lanes *form, const trace_lanes *at, const lanes1 *memory,
                                lanes1 *phi)
{
    for (int l = 0; l < LANES; l++) {
        const coordinate_form f = {form->scale.at[l], form->offset.at[l]};
        const double cosine = at->cos.at[l], sine = at->sin.at[l];
        if (f.scale != 0.0 && !arc_is_near(sine, cosine)) {
            phi->at[l] = coordinate_at(f, cosine, ludo_atan2(sine, cosine), memory->at[l]);
        }
    }
}

static double circle_angle(joint_trace point)
{
    return is_short(point) ? short_angle(point) : ludo_atan2(point.sin, point.cos);
}

double ludo_joint_advance(joint_column column, joint_trace from, joint_trace to)
{
    const double scale = ludo_joint_form(column, 0.0).scale;
    return scale != 0.0            ? scale * circle_angle(trace_between(from, to))
           : column != COLUMN_BALL ? to.cos - from.cos
                                   : 0.0;
}

void ludo_joint_far_advances(const form_lanes *form, const trace_lanes *from, const trace_lanes *to,
                             lanes1 *delta)
{
    for (int l = 0; l < LANES; l++) {
        const joint_trace a = {from->cos.at[l], from->sin.at[l]};
        const joint_trace b = {to->cos.at[l], to->sin.at[l]};
        const joint_trace point = trace_between(a, b);
        if (form->scale.at[l] != 0.0 && !is_short(point)) {
            delta->at[l] = form->scale.at[l] * ludo_atan2(point.sin, point.cos);
        }
    }
}

double ludo_joint_memory(joint_column column, joint_trace from, joint_trace to, double memory)
{
    if (column == COLUMN_STORED_ANGLE || column == COLUMN_STORED_LENGTH) {
        return to.cos;
    }
    const bool angle = column == COLUMN_HALF_ANGLE || column == COLUMN_ANGLE;
    return angle ? turns_after(from, to, memory) : memory;
}

/* ---- a pair of poses ---- */

/* Scalar coordinates of a pair of poses, by traces. */

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
    bool certain = true;
    for (int32_t c = 0; c < joint_scalars(j); c++) {
        const double periods = periods_of(j, c, q[c]);
        memory[c] = nearest_integer(periods);
        certain = certain && fabs(periods) < 0x1p20 && fabs(periods - memory[c]) < 0.499;
    }
    return certain;
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
