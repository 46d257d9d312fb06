/* SPDX-License-Identifier: Apache-2.0
 *
 * Two faces of polytopes that face each other along an axis: the features by which they touch. */
#ifndef LUDO_COLLISION_FEATURES_FACING_H
#define LUDO_COLLISION_FEATURES_FACING_H

#include "collision/convex/convex.h"
#include "geometry/polytope.h"

/* The polytopes of two colliders, and their best axis. */
typedef struct facing {
    const convex_pair *pair;
    const polytope *a, *b;
    const convex_axis *axis;
    const pose *z_a, *z_b;
    double margin;
} facing;

/* Put features of gap <= margin onto the list: corners of one face over the other, and crossings of
 * their sides; at most MOST_FACING. Of more, the deepest, and those that are farthest along
 * directions of the face of a: what stands on many corners keeps its extent. */
void ludo_facing_find(const facing *f, feature_list *out);

enum { MOST_FACING = 8 };

#endif
