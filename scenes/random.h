/* SPDX-License-Identifier: Apache-2.0
 *
 * Random numbers, and random bodies: functions of the state alone, which they advance. A scene
 * begins with state = its seed. */
#ifndef LUDO_SCENES_RANDOM_H
#define LUDO_SCENES_RANDOM_H

#include "build.h"

double ludo_scene_random(uint64_t *state, double low, double high);

/* Components from -scale to scale. */
ludo_vec3 ludo_scene_random_vec3(uint64_t *random, double scale);

/* The direction of a random point of the shell between two balls. */
ludo_quat ludo_scene_random_quat(uint64_t *random);

ludo_frame ludo_scene_random_frame(uint64_t *random);

/* Add a body of 0.2 to 2 kg with an inertia that a rigid body can have. @return its number */
int32_t ludo_scene_add_random_body(scene *s, uint64_t *random);

#endif
