/* SPDX-License-Identifier: Apache-2.0
 *
 * The point of the difference b - a of two convex shapes that is nearest to the origin, by searches
 * in support points [gilbert1988; bergen2001]. Balls that are summands of the shapes are left out,
 * so that round shapes that touch are apart here. */
#ifndef LUDO_COLLISION_CONVEX_CLOSEST_H
#define LUDO_COLLISION_CONVEX_CLOSEST_H

#include "collision/convex/convex.h"

/* At most four support points, whose hull is a simplex. */
typedef struct simplex {
    ludo_vec3 point[4];
    int32_t count;
    double weight[4]; /* of the points, in the one nearest to the origin */
} simplex;

/* The point of the difference that is least along n; without balls. */
ludo_vec3 ludo_difference_support(const convex_pair *p, ludo_vec3 n);

/* The point of a simplex nearest to the origin; points that it doesn't need are removed. Four
 * points remain if the origin is inside. */
ludo_vec3 ludo_simplex_nearest(simplex *s);

/* The axis of shapes that are apart, their distance and the last simplex. Returns false if they
 * overlap or are so near that n, the best axis of the search, may not be the best one. */
bool ludo_closest_apart(const convex_pair *p, simplex *s, ludo_vec3 *n, double *distance);

/* The axis of shapes that are near: normal to the simplex of nearest points, on the side of the
 * unit vector n. */
ludo_vec3 ludo_simplex_axis(const simplex *s, ludo_vec3 n);

/* The axis of least depth of shapes that overlap or touch, from a simplex near the origin. */
ludo_vec3 ludo_closest_overlap(const convex_pair *p, const simplex *s);

#endif
