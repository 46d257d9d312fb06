/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by pairs with capsules: a capsule is the union of balls about all points of its axis. */
#ifndef LUDO_COLLISION_FEATURES_CAPSULE_H
#define LUDO_COLLISION_FEATURES_CAPSULE_H

#include "collision/narrow_phase.h"

/* The ends of the axis, in the frame of the body. */
static inline void capsule_axis(const collider *c, ludo_vec3 end[2])
{
    end[0] = collider_place(c, v3(0.0, 0.0, -c->size[1]));
    end[1] = collider_place(c, v3(0.0, 0.0, c->size[1]));
}

#endif
