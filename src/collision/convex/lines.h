/* SPDX-License-Identifier: Apache-2.0
 *
 * Nearest points of points, segments and lines. Points are relative to the centre of mass of body
 * a, in world axes, so that rounding doesn't grow with the distance from the origin. */
#ifndef LUDO_COLLISION_CONVEX_LINES_H
#define LUDO_COLLISION_CONVEX_LINES_H

#include "model/joint.h"

/* A point of body b, from the centre of mass of body a. */
static inline ludo_vec3 seen_from(const pose *a, const pose *b, ludo_vec3 p)
{
    return v3_add(v3_sub(b->x, a->x), m3_apply(&b->R, p));
}

/* The point of a segment (or of a point) that is nearest to p. */
static inline ludo_vec3 segment_nearest(const ludo_vec3 end[2], ludo_vec3 p)
{
    const ludo_vec3 d = v3_sub(end[1], end[0]);
    const double along = v3_dot(v3_sub(p, end[0]), d), whole = v3_dot(d, d);
    if (!(along > 0.0)) {
        return end[0];
    }
    return along < whole ? v3_axpy(end[0], along / whole, d) : end[1];
}

/* Whether the projection of a point onto the line of a segment lies between its ends. */
static inline bool segment_passes(const ludo_vec3 end[2], ludo_vec3 p)
{
    const ludo_vec3 d = v3_sub(end[1], end[0]);
    const double along = v3_dot(v3_sub(p, end[0]), d);
    return along > 0.0 && along < v3_dot(d, d);
}

/* The nearest points of two segments. Of several, for parallel segments, the first among the ends
 * of a, those of b, the crossing. */
void ludo_segments_nearest(const ludo_vec3 a[2], const ludo_vec3 b[2], ludo_vec3 nearest[2]);

/* Parameters of the crossing of two lines, projected along their common normal u x v:
 * 0 at its start, 1 at its end. */
typedef struct crossing {
    double s, t;
} crossing;

/* The sine of the angle below which lines count as parallel: the gap at the ends of the segments is
 * then exact to the square of it. */
#define PARALLEL 1e-6

/* @return false where they are parallel, or one has no length */
bool ludo_lines_cross(const ludo_vec3 a[2], const ludo_vec3 b[2], crossing *x);

static inline bool crossing_inside(crossing x)
{
    return x.s >= 0.0 && x.s <= 1.0 && x.t >= 0.0 && x.t <= 1.0;
}

#endif
