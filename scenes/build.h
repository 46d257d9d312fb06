/* SPDX-License-Identifier: Apache-2.0
 *
 * Building a scene without a check after every line: the first failure sticks, what follows does
 * nothing, and the end of the scene tells. */
#ifndef LUDO_SCENES_BUILD_H
#define LUDO_SCENES_BUILD_H

#include "core/memory.h"
#include "ludo/spec.h"
#include "math/quat.h"

/* A scene under construction. Where it starts is collected joint by joint. */
typedef struct scene {
    ludo_allocator allocator;
    ludo_spec *spec;
    ludo_status status;
    growing position, velocity; /* double: the keyframe "start" */
} scene;

/* Where a joint starts: as many numbers as its type has (model.h), the rest zero. */
typedef struct joint_start {
    double position[7], velocity[6];
} joint_start;

scene ludo_scene_begin(const char *name, const ludo_allocator *allocator);

/* The number of the new body. */
int32_t ludo_scene_add_body(scene *s, const ludo_body_def *def);

void ludo_scene_add_joint(scene *s, const ludo_joint_def *def, const joint_start *start);
void ludo_scene_add_site(scene *s, const char *name, int32_t body, ludo_vec3 position);
void ludo_scene_no_gravity(scene *s);

/* Add the keyframe "start" and hand the description out, or the reason why there is none. */
ludo_status ludo_scene_end(scene *s, ludo_spec **out);

/* Random numbers: a function of the state alone. A scene begins with state = its seed. */
double ludo_scene_random(uint64_t *state, double low, double high);
ludo_vec3 ludo_scene_random_vec3(uint64_t *state, double scale); /* in [-scale, scale]^3 */
ludo_quat ludo_scene_random_quat(uint64_t *state);               /* unit */

/* The rotation by an angle [rad] about an axis of unit length. */
ludo_quat ludo_scene_turn(ludo_vec3 axis, double angle);

#endif
