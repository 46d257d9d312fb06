/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar joint coordinates from their traces. */
#include "joints/coordinate.h"

#include "math/elementary.h"

#include <math.h>

static const double two_pi = 6.28318530717958647692;

double ludo_joint_coordinate(joint_column column, joint_trace trace, double memory,
                             double reference)
{
    switch (column) {
    case COLUMN_HALF_ANGLE:
        return 2.0 * (ludo_atan2(trace.sin, trace.cos) + two_pi * memory) + reference;
    case COLUMN_ANGLE:
        return ludo_atan2(trace.sin, trace.cos) + two_pi * memory;
    case COLUMN_LENGTH:
        return trace.cos + reference;
    case COLUMN_CARRIED_ANGLE:
    case COLUMN_CARRIED_LENGTH:
        return trace.cos;
    case COLUMN_TURN:
        break;
    }
    return 0.0;
}

/* The angle of a point of the unit circle: near 0, where steps end up, by the series of asin to
 * x^17, the next term being below 2^-60 of the sum. */
static double circle_angle(double sine, double cosine)
{
    if (!(fabs(sine) < 0.125 && cosine > 0.0)) {
        return ludo_atan2(sine, cosine);
    }
    const double z = sine * sine;
    double s = 6435.0 / 557056.0;
    s = 143.0 / 10240.0 + z * s;
    s = 231.0 / 13312.0 + z * s;
    s = 63.0 / 2816.0 + z * s;
    s = 35.0 / 1152.0 + z * s;
    s = 5.0 / 112.0 + z * s;
    s = 3.0 / 40.0 + z * s;
    s = 1.0 / 6.0 + z * s;
    return sine + sine * (z * s);
}

/* From the angle of one point of the circle to that of another. */
static double arc(joint_trace from, joint_trace to)
{
    return circle_angle(from.cos * to.sin - from.sin * to.cos,
                        from.cos * to.cos + from.sin * to.sin);
}

double ludo_joint_advance(joint_column column, joint_trace from, joint_trace to)
{
    switch (column) {
    case COLUMN_HALF_ANGLE:
        return 2.0 * arc(from, to);
    case COLUMN_ANGLE:
        return arc(from, to);
    case COLUMN_LENGTH:
    case COLUMN_CARRIED_ANGLE:
    case COLUMN_CARRIED_LENGTH:
        return to.cos - from.cos;
    case COLUMN_TURN:
        break;
    }
    return 0.0;
}

double ludo_joint_memory(joint_column column, joint_trace from, joint_trace to, double memory)
{
    if (column == COLUMN_CARRIED_ANGLE || column == COLUMN_CARRIED_LENGTH) {
        return to.cos;
    }
    /* an angle that crosses the negative axis has made a turn; zeros have a side, as for atan2 */
    const bool behind = from.cos + to.cos < 0.0;
    const bool up = copysign(1.0, from.sin) > 0.0, still_up = copysign(1.0, to.sin) > 0.0;
    const bool angle = column == COLUMN_HALF_ANGLE || column == COLUMN_ANGLE;
    return memory + (angle && behind && up != still_up ? (up ? 1.0 : -1.0) : 0.0);
}
