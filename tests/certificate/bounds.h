/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of the distance of two convex shapes. For any unit vector n, with support functions h,
 *
 *     F(n) = n . (c_b - c_a) - h_a(n) - h_b(-n)  <=  distance  <=  |p_b - p_a|
 *
 * for any points of both; where shapes overlap, max F is minus the depth. So both bounds hold
 * however n and the points were found. */
#ifndef LUDO_TESTS_CERTIFICATE_BOUNDS_H
#define LUDO_TESTS_CERTIFICATE_BOUNDS_H

#include "certificate/solid.h"

typedef struct solid_pair {
    solid a, b;
} solid_pair;

typedef struct distance_bounds {
    extended least; /* the largest F that was found */
    vec3x n;        /* its direction */
    extended most;  /* the distance of two points; where shapes overlap 0 or less */
} distance_bounds;

/* F(n) */
extended separation_along(const solid_pair *p, vec3x n);

/* Take a direction if its F is larger. */
void bounds_try(distance_bounds *best, const solid_pair *p, vec3x n);

/* Find bounds by: normals of faces and products of edges; the nearest points of the shapes, and of
 * the shapes taken apart along the best direction, by several lengths, down to 1e-6 of `size`. */
distance_bounds bounds_find(const solid_pair *p, extended size);

/* The largest F over the normals of flat faces and the products of straight edges that meet at more
 * than this sine. */
distance_bounds bounds_of_axes(const solid_pair *p, extended parallel);

#endif
