/* SPDX-License-Identifier: Apache-2.0
 *
 * The relative pose of two boxes, in the frame of box a. */
#ifndef LUDO_COLLISION_FEATURES_BOX_PAIR_H
#define LUDO_COLLISION_FEATURES_BOX_PAIR_H

#include "collision/features/box.h"
#include "collision/narrow_phase.h"

typedef struct box_pair {
    const double *a, *b; /* sizes */
    ludo_vec3 t;         /* centre of b */
    mat3 C;              /* from b's axes to a's */
} box_pair;

/* A separating axis of two boxes. */
typedef struct box_axis {
    double gap;  /* of the boxes along it; the largest of all axes */
    ludo_vec3 n; /* unit, from a to b */
} box_axis;

box_pair ludo_box_pair(const collider *a, const collider *b, const pose *z_a, const pose *z_b);

/* The best of 15 axes: normals of faces, and cross products of an edge of each. Of several the
 * first, faces before edges. */
box_axis ludo_box_axis(const box_pair *p);

#endif
