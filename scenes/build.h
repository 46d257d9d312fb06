/* SPDX-License-Identifier: Apache-2.0
 *
 * Building a scene without a check after every line: the first failure sticks, what follows does
 * nothing, and the end of the scene tells. */
#ifndef LUDO_SCENES_BUILD_H
#define LUDO_SCENES_BUILD_H

#include "ludo/spec.h"

/* A scene under construction. Where it starts is collected joint by joint. */
typedef struct scene {
    const ludo_allocator *allocator;
    ludo_spec *spec;
    ludo_status status;
    double *position, *velocity; /* the keyframe "start"; one piece of memory */
    int32_t position_count, velocity_count;
} scene;

/* Where a joint starts: as many numbers as its type has (model.h), the rest zero. */
typedef struct joint_start {
    double position[7], velocity[6];
} joint_start;

/* Begin a scene of so many joints at most. */
scene ludo_scene_begin(const char *name, int32_t joints_max, const ludo_allocator *allocator);

/* The number of the new body. */
int32_t ludo_scene_add_body(scene *s, const ludo_body_def *def);

void ludo_scene_add_joint(scene *s, const ludo_joint_def *def, const joint_start *start);
void ludo_scene_add_site(scene *s, const char *name, int32_t body, ludo_vec3 position);
void ludo_scene_no_gravity(scene *s);

/* Add the keyframe "start" and hand the description out, or the reason why there is none. */
ludo_status ludo_scene_end(scene *s, ludo_spec **out);

/* Random numbers: a function of the state alone. A scene begins with state = its seed. */
double ludo_scene_random(uint64_t *state, double low, double high);

#endif
