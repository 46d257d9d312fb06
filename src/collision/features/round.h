/* SPDX-License-Identifier: Apache-2.0
 *
 * Features between balls about the nearest points of points and segments. */
#ifndef LUDO_COLLISION_FEATURES_ROUND_H
#define LUDO_COLLISION_FEATURES_ROUND_H

#include "collision/convex/lines.h"
#include "collision/feature.h"

/* The gap of balls about two points. */
static inline double balls_gap(ludo_vec3 p_a, ludo_vec3 p_b, double radius)
{
    return v3_norm(v3_sub(p_b, p_a)) - radius;
}

/* The ball of radius_a about a point of a, and that of the rest of the radius about one of b:
 *
 *     gap = |p_b - p_a| - r,    n = (p_b - p_a) / |p_b - p_a|
 *
 * Points that coincide have the normal z: any direction, but the same each time. */
static inline feature_view round_view(const feature *f, const pose *a, ludo_vec3 p_a, ludo_vec3 p_b)
{
    const ludo_vec3 d = v3_sub(p_b, p_a);
    const double distance = v3_norm(d), gap = distance - f->radius;
    const ludo_vec3 n = v3_has_direction(d) ? v3_scale(1.0 / distance, d) : v3(0.0, 0.0, 1.0);
    const ludo_vec3 place = v3_axpy(p_a, f->radius_a + 0.5 * gap, n);
    return (feature_view){gap, n, v3_add(a->x, place)};
}

#endif
