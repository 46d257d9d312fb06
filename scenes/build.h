/* SPDX-License-Identifier: Apache-2.0
 *
 * Building a scene without a check after every line: after the first failure all calls do nothing,
 * and ludo_scene_end() returns the failure. */
#ifndef LUDO_SCENES_BUILD_H
#define LUDO_SCENES_BUILD_H

#include "ludo/spec.h"

static const double pi = 3.14159265358979323846;

/* A scene under construction. The start is collected joint by joint. */
typedef struct scene {
    const ludo_allocator *allocator;
    ludo_spec *spec;
    ludo_status status;
    double *position, *velocity; /* the keyframe "start"; one block of memory */
    int32_t position_count, velocity_count;
} scene;

/* The start of a joint: as many numbers as its type has (model.h), the rest zero. */
typedef struct joint_start {
    double position[7], velocity[6];
} joint_start;

/* The coordinates of a joint: scalars, then a quaternion or none. */
typedef struct joint_shape {
    int scalars;
    bool quaternion;
} joint_shape;

/* No coordinates if the type is unknown, or fixed. */
joint_shape ludo_scene_joint_shape(const char *type);

enum { LUDO_SCENE_TYPE_MAX = 24 };

/* Joints in series as one text: "hinge+slide". Writes the first type, returns the rest or NULL. */
const char *ludo_scene_next_type(const char *types, char type[LUDO_SCENE_TYPE_MAX]);

/* Begin a scene of at most joints_max joints. */
scene ludo_scene_begin(const char *name, int32_t joints_max, const ludo_allocator *allocator);

/* @return the number of the new body */
int32_t ludo_scene_add_body(scene *s, const ludo_body_def *def);

/* @return the number of the new joint, site, spring */
int32_t ludo_scene_add_joint(scene *s, const ludo_joint_def *def, const joint_start *start);
int32_t ludo_scene_add_site(scene *s, const char *name, int32_t body, ludo_vec3 position);
int32_t ludo_scene_add_spring(scene *s, const ludo_spring_def *def);

/* Add a mesh of points, for its hull. @return its number */
int32_t ludo_scene_add_mesh(scene *s, const double *vertex, int32_t count);

void ludo_scene_add_fluid(scene *s, const ludo_fluid_def *def);
void ludo_scene_add_actuator(scene *s, const ludo_actuator_def *def);
void ludo_scene_add_closure(scene *s, const ludo_joint_def *def);
void ludo_scene_no_gravity(scene *s);

/* Add the keyframe "start" and return the description, or the status of the first failure. */
ludo_status ludo_scene_end(scene *s, ludo_spec **out);

#endif
