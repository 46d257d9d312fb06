/* SPDX-License-Identifier: Apache-2.0
 *
 * The best axis of two points with round parts,
 *
 *     gap(n) = n . d - sigma_a(n) - sigma_b(n),     sigma(n) = |diag(r) R^T n|
 *
 * over the unit vectors n, or those normal to an edge. */
#ifndef LUDO_COLLISION_CONVEX_ROUND_AXIS_H
#define LUDO_COLLISION_CONVEX_ROUND_AXIS_H

#include "math/vec3.h"

/* A round part: half axes r along the columns of R. */
typedef struct round_part {
    ludo_vec3 r;
    mat3 R;
} round_part;

typedef struct round_axis {
    ludo_vec3 d; /* from the point of a to that of b */
    round_part a, b;
    bool has_edge;
    ludo_vec3 edge; /* unit: n is normal to it */
} round_axis;

double ludo_round_axis_gap(const round_axis *p, ludo_vec3 n);

/* The gradient of sigma at n: the farthest point of the round part; 0 where n is normal to a flat
 * one. */
ludo_vec3 ludo_round_point(const round_part *s, ludo_vec3 n);

/* The local maximum of the gap near the unit vector n, by Newton's method with halved steps. */
ludo_vec3 ludo_round_axis_best(const round_axis *p, ludo_vec3 n);

#endif
