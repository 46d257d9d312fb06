/* SPDX-License-Identifier: Apache-2.0
 *
 * Two faces of boxes that face each other along an axis. */
#ifndef LUDO_COLLISION_FEATURES_BOX_FACING_H
#define LUDO_COLLISION_FEATURES_BOX_FACING_H

#include "collision/convex/convex.h"

/* The result of a search. */
typedef enum box_faces {
    FACES_UNKNOWN, /* the faces depend on rounding, or there are too many features; none is put */
    FACES_FOUND,   /* features are put */
    FACES_FOUND_NEAREST /* and one of them has two points as near as the axis says */
} box_faces;

/* Put the features of ludo_facing_find() for two boxes, in its order, without that of the axis. */
box_faces ludo_box_facing_find(const convex_pair *p, const convex_axis *x, const pose *z_a,
                               const pose *z_b, double margin, feature_list *out);

#endif
