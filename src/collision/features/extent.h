/* SPDX-License-Identifier: Apache-2.0
 *
 * Choice of a few of many points of a face: what stands on the points chosen keeps its extent. */
#ifndef LUDO_COLLISION_FEATURES_EXTENT_H
#define LUDO_COLLISION_FEATURES_EXTENT_H

#include "math/vec3.h"

/* Mark as many points as there are directions, spread evenly over the plane normal to the unit
 * vector n: along each the farthest point that is not marked yet. The farthest of all points are
 * marked, so that a choice among the marked ones of a part and further points is that of all. */
void ludo_extent_mark(const ludo_vec3 *point, int32_t count, ludo_vec3 n, int32_t directions,
                      bool *marked);

#endif
