/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar joint coordinates from their traces. */
#include "joints/coordinate.h"

#include <math.h>

coordinate_form ludo_joint_form(joint_column column, double reference)
{
    switch (column) {
    case COLUMN_HALF_ANGLE:
        return (coordinate_form){2.0, reference};
    case COLUMN_ANGLE:
        return (coordinate_form){1.0, 0.0};
    case COLUMN_LENGTH:
        return (coordinate_form){0.0, reference};
    case COLUMN_CARRIED_ANGLE:
    case COLUMN_CARRIED_LENGTH:
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

static bool is_short(joint_trace point)
{
    return fabs(point.sin) < 0.125 && point.cos > 0.0;
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
    if (column == COLUMN_CARRIED_ANGLE || column == COLUMN_CARRIED_LENGTH) {
        return to.cos;
    }
    /* an angle that crosses the negative axis completes a turn; zeros have a sign, as for atan2 */
    const bool behind = from.cos + to.cos < 0.0;
    const bool up = copysign(1.0, from.sin) > 0.0, still_up = copysign(1.0, to.sin) > 0.0;
    const bool angle = column == COLUMN_HALF_ANGLE || column == COLUMN_ANGLE;
    return memory + (angle && behind && up != still_up ? (up ? 1.0 : -1.0) : 0.0);
}
