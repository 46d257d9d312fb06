/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar joint coordinates from their traces (joint.h): one by one, and side by side with the same
 * bits. */
#ifndef LUDO_JOINTS_COORDINATE_H
#define LUDO_JOINTS_COORDINATE_H

#include "math/arc.h"
#include "model/joint.h"

/* How a coordinate follows from its trace: scale times the angle of the point (cos, sin), or the
 * number cos if scale is 0; plus offset. */
typedef struct coordinate_form {
    double scale, offset;
} coordinate_form;

/* The traces of the first `count` lanes; of a whole block side by side. */
LUDO_KERNEL_PART void gather_traces(trace_lanes *to, const joint_trace *from, int count)
{
    if (count == LANES) {
        FOR_LANES(l)
        {
            to->cos.at[l] = from[l].cos;
            to->sin.at[l] = from[l].sin;
        }
        return;
    }
    for (int l = 0; l < count; l++) {
        to->cos.at[l] = from[l].cos;
        to->sin.at[l] = from[l].sin;
    }
}

typedef struct form_lanes {
    lanes1 scale, offset;
} form_lanes;

coordinate_form ludo_joint_form(joint_column column, double reference);

/* The coordinate of a column, from its trace, its memory (joint.h) and the joint's reference. 0 for
 * a ball's rotation, which has no coordinate. */
double ludo_joint_coordinate(joint_column column, joint_trace trace, double memory,
                             double reference);

/* The change of a coordinate from one trace to the next, if that is less than half the period of
 * the trace. As accurate as the traces for any number of turns. */
double ludo_joint_advance(joint_column column, joint_trace from, joint_trace to);

/* The memory of a coordinate after it moved from one trace to the next. */
double ludo_joint_memory(joint_column column, joint_trace from, joint_trace to, double memory);

/* --- side by side ----------------------------------------------------------------------------- */

LUDO_KERNEL_PART double coordinate_at(coordinate_form form, double cosine, double angle,
                                      double memory)
{
    return (form.scale != 0.0 ? form.scale * (angle + 2.0 * PI * memory) : cosine) + form.offset;
}

/* Whether any lane is marked by a number other than zero. */
LUDO_KERNEL_PART bool any_marked(const lanes1 *marks)
{
    bool any = false;
    for (int l = 0; l < LANES; l++) {
        any |= marks->at[l] != 0.0;
    }
    return any;
}

/* Recompute coordinates whose trace is not a point of the unit circle. */
void ludo_joint_far_coordinates(const form_lanes *form, const trace_lanes *at, const lanes1 *memory,
                                lanes1 *phi);

/* ludo_joint_coordinate() of columns side by side. */
LUDO_KERNEL_PART void coordinate_lanes(const form_lanes *form, const trace_lanes *at,
                                       const lanes1 *memory, lanes1 *phi)
{
    lanes1 far;
    FOR_LANES(l)
    {
        const coordinate_form f = {form->scale.at[l], form->offset.at[l]};
        const double angle = atan2_near(at->sin.at[l], at->cos.at[l]);
        const bool near = arc_is_near(at->sin.at[l], at->cos.at[l]);
        phi->at[l] = coordinate_at(f, at->cos.at[l], angle, memory->at[l]);
        far.at[l] = near ? 0.0 : f.scale;
    }
    if (any_marked(&far)) {
        ludo_joint_far_coordinates(form, at, memory, phi);
    }
}

/* The point of the unit circle at the angle from one trace to another. */
LUDO_KERNEL_PART joint_trace trace_between(joint_trace from, joint_trace to)
{
    return (joint_trace){.cos = from.cos * to.cos + from.sin * to.sin,
                         .sin = from.cos * to.sin - from.sin * to.cos};
}

/* Whether short_angle() is the angle of a point of the unit circle. */
LUDO_KERNEL_PART bool is_short(joint_trace point)
{
    return fabs(point.sin) < 0.125 && point.cos > 0.0;
}

/* The angle of a point of the unit circle near angle 0, the usual case in a step: the series of
 * asin to x^17; the next term is below 2^-60 of the sum. */
LUDO_KERNEL_PART double short_angle(joint_trace point)
{
    const double z = point.sin * point.sin;
    double s = 6435.0 / 557056.0;
    s = 143.0 / 10240.0 + z * s;
    s = 231.0 / 13312.0 + z * s;
    s = 63.0 / 2816.0 + z * s;
    s = 35.0 / 1152.0 + z * s;
    s = 5.0 / 112.0 + z * s;
    s = 3.0 / 40.0 + z * s;
    s = 1.0 / 6.0 + z * s;
    return point.sin + point.sin * (z * s);
}

/* Whole turns after an angle moved from one trace to the next: one that crosses the negative axis
 * completes a turn; zeros have a sign, as for atan2. */
LUDO_KERNEL_PART double turns_after(joint_trace from, joint_trace to, double turns)
{
    const bool behind = from.cos + to.cos < 0.0;
    const bool up = copysign(1.0, from.sin) > 0.0, still_up = copysign(1.0, to.sin) > 0.0;
    return turns + (behind && up != still_up ? (up ? 1.0 : -1.0) : 0.0);
}

/* Recompute advances by angles that are not short. */
void ludo_joint_far_advances(const form_lanes *form, const trace_lanes *from, const trace_lanes *to,
                             lanes1 *delta);

/* ludo_joint_advance() of columns side by side. */
LUDO_KERNEL_PART void advance_lanes(const form_lanes *form, const trace_lanes *from,
                                    const trace_lanes *to, lanes1 *delta)
{
    lanes1 far;
    FOR_LANES(l)
    {
        const joint_trace a = {from->cos.at[l], from->sin.at[l]};
        const joint_trace b = {to->cos.at[l], to->sin.at[l]};
        const joint_trace between = trace_between(a, b);
        const double angle = short_angle(between), scale = form->scale.at[l];
        delta->at[l] = scale != 0.0 ? scale * angle : b.cos - a.cos;
        far.at[l] = is_short(between) ? 0.0 : scale;
    }
    if (any_marked(&far)) {
        ludo_joint_far_advances(form, from, to, delta);
    }
}

/* --- a pair of poses -------------------------------------------------------------------------- */

/* Write the scalar coordinates, the first of q: the operation `position` of types without other
 * coordinates. */
void ludo_joint_scalars(const joint_data *j, const pose *a, const pose *b, const double *memory,
                        double *q);

/* Write the memory of a joint whose child was placed at b for coordinates q: whole turns, which b
 * does not determine; 0 for a length. Turns that are too many to be counted are lost. */
void ludo_joint_store(const joint_data *j, const pose *a, const pose *b, const double *q,
                      double *memory);

#endif
