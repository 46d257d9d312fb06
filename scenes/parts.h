/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies of one or two hulls: the Platonic solids, and parts of robots. */
#ifndef LUDO_SCENES_PARTS_H
#define LUDO_SCENES_PARTS_H

#include "build.h"

/* The number of parts. */
enum { LUDO_SCENE_PARTS = 8 };

/* Add a part by its number, all points of it within `radius` of the origin, to a body without
 * geoms; the surface is that of `like`. */
void ludo_scene_add_part(scene *s, int32_t body, int32_t part, double radius,
                         const ludo_geom_def *like);

#endif
