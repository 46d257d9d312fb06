/* SPDX-License-Identifier: Apache-2.0
 *
 * Balls against boxes: spheres, and the ends of capsules. */
#ifndef LUDO_COLLISION_FEATURES_POINT_BOX_H
#define LUDO_COLLISION_FEATURES_POINT_BOX_H

#include "collision/convex/box.h"
#include "collision/narrow_phase.h"

/* The feature of a ball of a (a sphere, a capsule: size[0] is its radius) on the box b, found at
 * two poses; the center of the ball is given in the frame of the body. */
feature ludo_point_box(const collider *a, const collider *b, ludo_vec3 center, const pose *z_a,
                       const pose *z_b);

#endif
