/* SPDX-License-Identifier: Apache-2.0
 *
 * Rims of cylinders: points on them by number, and arcs about such points.
 *
 * Directions across the axis are numbered by their point on a square, so that the same point has
 * the same number whenever it is found, within 1/2048 of the radius. Side 0 of the square is x = 1,
 * the others follow by quarter turns. */
#ifndef LUDO_COLLISION_FEATURES_RIM_H
#define LUDO_COLLISION_FEATURES_RIM_H

#include "collision/narrow_phase.h"

/* Numbers of a rim: RIM_SIDES sides of RIM_SIDE numbers each. */
enum {
    RIM_STEPS = 1024,
    RIM_SIDE = 2 * RIM_STEPS,
    RIM_SIDES = 4,
    RIM_PLACES = RIM_SIDES * RIM_SIDE
};

/* The angle of a cylinder on a face by its sine: leaning on a rim or lying, above the first;
 * standing, below the second: then the lowest point of a rim is ill-conditioned. Below the third
 * rounding decides which point is lowest. */
static const double rim_leaning = 0.2, rim_rounded = 1e-3, rim_level = 1e-8;

/* The cosine of half the angle of an arc, 40 degrees. */
static const double rim_arc = 0.76604444311897804;

/* (x, y) rotated by quarter turns, backwards for negative ones. */
static inline ludo_vec3 rim_quarter(int32_t turns, double x, double y)
{
    static const double cosine[] = {1.0, 0.0, -1.0, 0.0}, sine[] = {0.0, 1.0, 0.0, -1.0};
    const double c = cosine[turns & 3], s = sine[turns & 3];
    return v3(c * x - s * y, s * x + c * y, 0.0);
}

static inline int32_t rim_side(double x, double y)
{
    return fabs(x) >= fabs(y) ? (x < 0.0 ? 2 : 0) : (y < 0.0 ? 3 : 1);
}

/* The number of a direction. */
static inline int32_t rim_number(double x, double y)
{
    const int32_t side = rim_side(x, y);
    const ludo_vec3 p = rim_quarter(-side, x, y);
    return (side * RIM_SIDE + (int32_t)floor(RIM_STEPS * (1.0 + p.y / p.x) + 0.5)) % RIM_PLACES;
}

/* The unit vector of a number. */
static inline ludo_vec3 rim_direction(int32_t number)
{
    const double t = (double)(number % RIM_SIDE) / RIM_STEPS - 1.0, c = 1.0 / sqrt(1.0 + t * t);
    return rim_quarter(number / RIM_SIDE, c, c * t);
}

/* The number of the lowest point of a rim that is lower along (x, y), with this sine of its tilt. A
 * rim so level that rounding decides has always the same one. */
static inline int32_t rim_lowest(double tilt, double x, double y)
{
    return tilt > rim_level ? rim_number(x, y) : RIM_STEPS;
}

/* The number of point i of RIM_SIDES, which are 90 degrees apart: 0 is the lowest. */
static inline int32_t rim_place(int32_t lowest, int32_t i)
{
    return (lowest + i * RIM_SIDE) % RIM_PLACES;
}

/* The number of the middle of the side that has a number. */
static inline int32_t rim_quarter_about(int32_t number)
{
    return number / RIM_SIDE * RIM_SIDE + RIM_STEPS;
}

/* A part of a rim: the unit vector of its middle, the cosine of half its angle, and the sine of the
 * tilt below which its reach is smoothed (rim_plane.c). */
typedef struct rim_part {
    ludo_vec3 middle;
    double cosine, smooth;
} rim_part;

/* The half of a rim about the middle of a side. */
static inline rim_part rim_half(int32_t side)
{
    return (rim_part){rim_direction(side * RIM_SIDE + RIM_STEPS), 0.0, rim_rounded};
}

/* An arc about the lowest point of a rim: unit vectors to that point and to the ends. */
typedef struct rim_span {
    ludo_vec3 lowest, end[2];
} rim_span;

/* The span of an arc where the rim is lower along (x, y). */
static inline rim_span rim_span_about(double x, double y)
{
    const double s = sqrt(x * x + y * y), sine = sqrt(1.0 - rim_arc * rim_arc);
    const ludo_vec3 e = v3(x / s, y / s, 0.0), c = v3_scale(rim_arc, e);
    const ludo_vec3 across = v3(-sine * e.y, sine * e.x, 0.0);
    return (rim_span){e, {v3_sub(c, across), v3_add(c, across)}};
}

/* End a span at the direction of a point, if the span contains it. */
static inline void rim_span_cut(rim_span *span, ludo_vec3 point)
{
    const ludo_vec3 x = v3_unit(v3(point.x, point.y, 0.0));
    const int32_t side = span->lowest.x * x.y < span->lowest.y * x.x ? 0 : 1;
    if (v3_dot(x, span->lowest) > v3_dot(span->end[side], span->lowest)) {
        span->end[side] = x;
    }
}

static inline rim_part rim_span_part(const rim_span *span)
{
    const ludo_vec3 middle = v3_unit(v3_add(span->end[0], span->end[1]));
    const double cosine = v3_dot(middle, span->end[1]);
    return (rim_part){middle, cosine < 1.0 ? cosine : 1.0, 0.0};
}

/* Set the frame and the size of a feature to a part of a rim; the center of the rim is given on the
 * body. */
static inline void rim_set_part(feature *f, const collider *c, ludo_vec3 center, rim_part part)
{
    static const double half = 0.70710678118654752;
    static const ludo_quat turn[] = {{1.0, 0.0, 0.0, 0.0},
                                     {half, 0.0, 0.0, half},
                                     {0.0, 0.0, 0.0, 1.0},
                                     {half, 0.0, 0.0, -half}};
    // the middle from the middle of its side: half the angle by its cosine and its sine
    const int32_t side = rim_side(part.middle.x, part.middle.y);
    const ludo_vec3 middle = rim_quarter(-side, part.middle.x, part.middle.y);
    const double cosine = sqrt(0.5 * (1.0 + middle.x));
    const ludo_quat rest = {cosine, 0.0, 0.0, 0.5 * middle.y / cosine};
    f->frame.position = center;
    f->frame.orientation = q_mul(c->frame.orientation, q_mul(turn[side], rest));
    f->size[0] = c->size[0];
    f->size[1] = part.smooth;
    f->size[2] = part.cosine;
}

#endif
