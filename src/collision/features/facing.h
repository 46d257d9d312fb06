/* SPDX-License-Identifier: Apache-2.0
 *
 * Two faces of polytopes that face each other along an axis: the features by which they touch. */
#ifndef LUDO_COLLISION_FEATURES_FACING_H
#define LUDO_COLLISION_FEATURES_FACING_H

#include "collision/convex/convex.h"

/* Most features of two faces. */
enum { MOST_FACING = 8 };

/* Numbers of features: corners by their vertices, crossings by their edges. */
enum { FACING_CORNERS_OF_B = 0, FACING_CORNERS_OF_A = 1 << 21, FACING_CROSSINGS = 1 << 22 };

/* A face can bear contacts along directions within 60 degrees of its normal. */
static const double least_facing = 0.5;

/* Put the features of two polytopes (boxes, meshes), whose best axis has a gap <= margin, onto an
 * empty list: corners of one face over the other, and crossings of their sides, of gap <= margin;
 * at most MOST_FACING. Of more, the deepest, and those that are farthest along directions of the
 * face of a: what stands on many corners keeps its extent. Where these faces leave out an
 * overlap, or edges that cross, the axis is a feature, too. Polytopes that are nearest at corners
 * have none until they overlap. */
void ludo_facing_find(const convex_pair *p, const convex_axis *x, const pose *z_a, const pose *z_b,
                      double margin, feature_list *out);

/* Put the feature of the axis if those of the faces leave it out, unless shapes that are apart are
 * nearest at corners: the direction between these turns with the next motion. */
void ludo_facing_complete(const convex_pair *p, const convex_axis *x, const pose *z_a,
                          const pose *z_b, double margin, feature_list *out);

#endif
