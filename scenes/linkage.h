/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of planar linkages: bars in the x-z plane, and pins about +y. A bar's body frame is at its
 * near end, the bar along +x; a positive angle rotates +x towards -z. The reference pose is the
 * assembled one. */
#ifndef LUDO_SCENES_LINKAGE_H
#define LUDO_SCENES_LINKAGE_H

#include "build.h"

/* A point of a body's frame. */
typedef struct ludo_spot {
    int32_t body; /* or LUDO_WORLD */
    double x, z;  /* [m] */
} ludo_spot;

/* A rotation by an angle about +y. */
ludo_quat ludo_scene_turned(double angle);

/* Add a thin uniform bar, its inertia along itself 1e-3 mass length^2. @return its number */
int32_t ludo_scene_add_bar(scene *s, const char *name, double mass, double length);

/* Add a hinge that holds the child's origin at a place of the parent; in the reference pose the
 * child is rotated by `angle` against the parent. `start`: NULL for zeros. @return its number */
int32_t ludo_scene_pin(scene *s, const char *name, ludo_spot at, int32_t child, double angle,
                       const joint_start *start);

/* As ludo_scene_pin(), at any place of the child. @return its number */
int32_t ludo_scene_pin_spots(scene *s, const char *name, ludo_spot parent, ludo_spot child,
                             double angle, const joint_start *start);

/* Close a loop by a joint of a type between places of two bodies, whose frames coincide in the
 * assembled pose if the child is rotated by `angle` against the parent there. Axes: x for types
 * with a line, y for all others. */
void ludo_scene_close(scene *s, const char *type, ludo_spot parent, ludo_spot child, double angle);

#endif
