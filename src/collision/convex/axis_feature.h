/* SPDX-License-Identifier: Apache-2.0
 *
 * The feature of two convex shapes along their best axis. */
#ifndef LUDO_COLLISION_CONVEX_AXIS_FEATURE_H
#define LUDO_COLLISION_CONVEX_AXIS_FEATURE_H

#include "collision/convex/convex.h"

/* The number of the feature along the axis: pairs with others number them below. */
enum { AXIS_FEATURE = FEATURE_PASSED - 1 };

/* The feature whose gap at these poses is that of the axis. What the axis is normal to stays so:
 * the face, the edges, or round parts about the farthest points. */
feature ludo_axis_feature(const convex_pair *p, const convex_axis *x);

/* Put that feature onto a list of features of shapes that overlap, unless one is as deep: a round
 * of the search that adds features then always adds one that is violated. */
void ludo_axis_feature_complete(const convex_pair *p, const convex_axis *x, const pose *z_a,
                                const pose *z_b, feature_list *out);

#endif
