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

/* Whether two segments are farther apart than a distance along the line between their centres: a
 * test for most of those that are. */
static inline bool segments_are_apart(const ludo_vec3 a[2], const ludo_vec3 b[2], double distance)
{
    const ludo_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]);
    const ludo_vec3 d = v3_scale(0.5, v3_add(v3_sub(b[0], a[0]), v3_sub(b[1], a[1])));
    const double dd = v3_dot(d, d), most = (1.0 + 1e-9) * distance;
    const double between = dd - 0.5 * (fabs(v3_dot(d, u)) + fabs(v3_dot(d, v)));
    return between > 0.0 && between * between > most * most * dd;
}

#endif
