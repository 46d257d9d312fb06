/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains of spheres that fall on a plane. */
#include "build.h"
#include "scenes.h"

#include <math.h>

static const double radius = 0.25, mass = 1.0, start_height = 0.3;

static void add_shape(scene *s, const char *type, int32_t body, double size)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = type;
    geom.body = body;
    geom.size[0] = size;
    s->status = s->status == LUDO_OK ? ludo_spec_add_geom(s->spec, &geom, NULL) : s->status;
}

/* The sphere k, its centre 1 m up the line of 45 degrees from the sphere before. */
static void add_sphere(scene *s, int32_t k)
{
    const double J = 0.4 * mass * radius * radius, step = sqrt(0.5);
    const ludo_body_def body = {.struct_size = sizeof body, .mass = mass, .inertia = {J, J, J}};
    const joint_start start = k == 0 ? (joint_start){.position = {0.0, 0.0, start_height, 1.0}}
                                     : (joint_start){.position = {1.0}};
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .type = k == 0 ? "free" : "ball",
        .parent = k - 1, /* the first body hangs on the world */
        .child = ludo_scene_add_body(s, &body),
        .in_child.position = k == 0 ? (ludo_vec3){0} : (ludo_vec3){-step, 0.0, -step},
    };
    ludo_scene_add_joint(s, &joint, &start);
    add_shape(s, "sphere", joint.child, radius);
}

ludo_status ludo_scene_sphere_chain(int32_t links, const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (links < 1) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("sphere chain", links, allocator);
    add_shape(&s, "plane", LUDO_WORLD, 0.0);
    for (int32_t k = 0; k < links; k++) {
        add_sphere(&s, k);
    }
    return ludo_scene_end(&s, out);
}
