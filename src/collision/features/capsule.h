/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by pairs with capsules: a capsule is the union of balls about all points of its axis. */
#ifndef LUDO_COLLISION_FEATURES_CAPSULE_H
#define LUDO_COLLISION_FEATURES_CAPSULE_H

#include "collision/convex/lines.h"
#include "collision/narrow_phase.h"

/* The ends of the axis, in the frame of the body. */
static inline void capsule_axis(const collider *c, ludo_vec3 end[2])
{
    end[0] = collider_place(c, v3(0.0, 0.0, -c->size[1]));
    end[1] = collider_place(c, v3(0.0, 0.0, c->size[1]));
}

/* Whether two segments are farther apart than a distance along d: never true of those that
 * aren't, whatever d. */
static inline bool segments_are_apart_along(const ludo_vec3 a[2], const ludo_vec3 b[2], ludo_vec3 d,
                                            double distance)
{
    const double a0 = v3_dot(d, a[0]), a1 = v3_dot(d, a[1]);
    const double b0 = v3_dot(d, b[0]), b1 = v3_dot(d, b[1]);
    const double between = (b0 < b1 ? b0 : b1) - (a0 > a1 ? a0 : a1);
    const double most = (1.0 + 1e-9) * distance;
    return between > 0.0 && between * between > most * most * v3_dot(d, d);
}

static inline double part_of_segment(double s)
{
    return s > 0.0 ? s < 1.0 ? s : 1.0 : 0.0;
}

/* The difference of the nearest points of two segments, imprecise where they are nearly parallel.
 */
static inline ludo_vec3 segments_between(const ludo_vec3 a[2], const ludo_vec3 b[2])
{
    const ludo_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]), w = v3_sub(b[0], a[0]);
    const double uu = v3_dot(u, u), vv = v3_dot(v, v), uv = v3_dot(u, v);
    const double uw = v3_dot(u, w), vw = v3_dot(v, w), square = uu * vv - uv * uv;
    const double s = square > 0.0 ? part_of_segment((uw * vv - vw * uv) / square) : 0.0;
    const double t = part_of_segment((s * uv - vw) / vv);
    return v3_sub(v3_axpy(w, t, v), v3_scale(part_of_segment((t * uv + uw) / uu), u));
}

/* Whether two segments are farther apart than a distance, along the line between their centres or
 * that between their nearest points: a test for nearly all that are. */
static inline bool segments_are_apart(const ludo_vec3 a[2], const ludo_vec3 b[2], double distance)
{
    const ludo_vec3 between = v3_add(v3_sub(b[0], a[0]), v3_sub(b[1], a[1]));
    return segments_are_apart_along(a, b, between, distance) ||
           segments_are_apart_along(a, b, segments_between(a, b), distance);
}

#endif
