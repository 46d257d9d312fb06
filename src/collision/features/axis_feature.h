/* SPDX-License-Identifier: Apache-2.0
 *
 * The feature of two convex shapes along their best axis. */
#ifndef LUDO_COLLISION_FEATURES_AXIS_FEATURE_H
#define LUDO_COLLISION_FEATURES_AXIS_FEATURE_H

#include "collision/convex/convex.h"

/* Features nearer to each other than the first, in units of the lesser thickness, are at one place:
 * corners of faces with a common border then stay in spite of rounding. Gaps that differ by the
 * second part of the size are equal; at other poses, and by other axes, they are rounded by the
 * third part at most. Crossings count if their normal is within 25 degrees of the
 * axis, more than a body rotates in a step: one that could let the shapes pass has the axis as
 * normal. */
static const double same_place = 1e-6, equal_gap = 1e-13, gap_rounding = 1e-12,
                    crossing_cosine = 0.9;

/* Below this sine of their angle edges are nearly parallel, and an axis is nearly normal to a rim:
 * their crossing, or the lowest point, moves by more than ten times the motion of a step. */
static const double nearly_parallel = 0.1;

/* The number of the feature along the axis: pairs with others number them below. */
enum { AXIS_FEATURE = FEATURE_PASSED - 1 };

/* The feature whose gap at these poses is that of the axis. What the axis is normal to stays so:
 * the face, the edges, or round parts about the farthest points. */
feature ludo_axis_feature(const convex_pair *p, const convex_axis *x);

/* The least gap that a feature of shapes with this best axis has: their own if they are apart. Of
 * shapes that overlap the faces near the axis may be some deeper; what is much deeper belongs to
 * other sides. */
static inline double axis_least_gap(const convex_axis *x, double size)
{
    return (x->gap > 0.0 ? x->gap : 1.5 * x->gap) - gap_rounding * size;
}

/* Whether no feature of the list has a gap as small as that of the axis. */
bool ludo_axis_feature_is_missing(const convex_pair *p, const convex_axis *x,
                                  const feature_list *list);

/* Whether a feature that is as near as the shapes has a normal, in the frame of a, along which they
 * have that gap, up to an overlap in units of the size. A point on the border of a face has several
 * normals; along that of the face the shapes may overlap. Features that are deeper than the shapes
 * are those of faces that were entered. */
bool ludo_axis_feature_separates(const convex_pair *p, const convex_axis *x, double gap,
                                 ludo_vec3 normal, double overlap);

/* Its two cases: the gap is not that of the shapes; they have theirs along the normal. */
bool ludo_axis_feature_is_elsewhere(const convex_pair *p, const convex_axis *x, double gap);
bool ludo_axis_feature_is_along(const convex_pair *p, const convex_axis *x, ludo_vec3 normal,
                                double overlap);

/* Whether the axis is that of edges which cross between their ends. */
bool ludo_axis_feature_crosses(const convex_pair *p, const convex_axis *x);

#endif
