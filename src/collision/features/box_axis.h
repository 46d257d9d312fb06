/* SPDX-License-Identifier: Apache-2.0
 *
 * The best separating axis of two boxes. */
#ifndef LUDO_COLLISION_FEATURES_BOX_AXIS_H
#define LUDO_COLLISION_FEATURES_BOX_AXIS_H

#include "collision/convex/convex.h"

#include <float.h>

/* Rounding of gaps, and of points, in parts of the size. */
static const double box_rounding = 16.0 * DBL_EPSILON;

/* The best of 15 axes: normals of faces, and cross products of an edge of each; or the best of
 * faces if its gap is more than `most`. Of several the first, faces before edges. Of boxes that are
 * apart its gap may be less than their distance, where they are nearest at corners. */
convex_axis ludo_box_axis(const convex_pair *p, double most);

/* Whether one of these axes has a gap of at least a distance. */
bool ludo_box_axis_separates(const convex_pair *p, double distance);

/* Whether that gap is the distance, to rounding: the farthest points lie over the face, or the
 * edges cross. */
bool ludo_box_axis_is_exact(const convex_pair *p, const convex_axis *x);

#endif
