/* SPDX-License-Identifier: Apache-2.0
 *
 * What planar linkages are made of: bars in the x-z plane, and pins about +y. A bar's body frame
 * is at its near end, the bar along +x; a positive angle turns +x towards -z. The reference pose is
 * the one in which a linkage is assembled. */
#ifndef LUDO_SCENES_LINKAGE_H
#define LUDO_SCENES_LINKAGE_H

#include "build.h"

/* A point of a body's frame. */
typedef struct ludo_spot {
    int32_t body; /* or LUDO_WORLD */
    double x, z;  /* [m] */
} ludo_spot;

/* A turn by an angle about +y. */
ludo_quat ludo_scene_turned(double angle);

/* A thin uniform bar, its inertia along itself 1e-3 mass length^2; its number. */
int32_t ludo_scene_add_bar(scene *s, const char *name, double mass, double length);

/* A hinge that holds the child's origin at a place of the parent; in the reference pose the child
 * is turned by `angle` against the parent. `start`: NULL for zeros. Its number. */
int32_t ludo_scene_pin(scene *s, const char *name, ludo_spot at, int32_t child, double angle,
                       const joint_start *start);

/* The same of a place of the child that need not be its origin. */
int32_t ludo_scene_pin_spots(scene *s, const char *name, ludo_spot parent, ludo_spot child,
                             double angle, const joint_start *start);

/* A closure of a type between places of two bodies, whose frames have the same axes where the
 * linkage is assembled if the child is then turned by `angle` against the parent. Axes: x of
 * types with a line, y of all others. */
void ludo_scene_close(scene *s, const char *type, ludo_spot parent, ludo_spot child, double angle);

#endif
