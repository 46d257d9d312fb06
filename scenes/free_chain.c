/* SPDX-License-Identifier: Apache-2.0
 *
 * Three floating boxes in a row. */
#include "build.h"
#include "scenes.h"

static int32_t add_box(scene *s, const char *name)
{
    const double x = 1.0, y = 0.2, z = 0.4; /* its edges [m] */
    const ludo_body_def box = {
        .struct_size = sizeof box,
        .name = name,
        .mass = 1.0,
        .inertia = {(y * y + z * z) / 12.0, (x * x + z * z) / 12.0, (x * x + y * y) / 12.0},
    };
    return ludo_scene_add_body(s, &box);
}

/* A box on the middle one, at x. */
static void add_end(scene *s, const char *name, double x, ludo_vec3 axis, double angle, double rate)
{
    const ludo_joint_def hinge = {
        .struct_size = sizeof hinge,
        .name = name,
        .type = "hinge",
        .parent = 0,
        .child = add_box(s, name),
        .in_parent.position = {x, 0.0, 0.0},
        .in_child.position = {-x, 0.0, 0.0},
        .axis = axis,
    };
    ludo_scene_add_joint(s, &hinge, &(joint_start){{angle}, {rate}});
}

ludo_status ludo_scene_free_chain(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("free chain", 3, allocator);
    const ludo_joint_def flight = {
        .struct_size = sizeof flight,
        .name = "flight",
        .type = "free",
        .parent = LUDO_WORLD,
        .child = add_box(&s, "middle"),
    };
    ludo_scene_no_gravity(&s);
    ludo_scene_add_joint(&s, &flight,
                         &(joint_start){{0.0, 0.0, 0.0, 1.0}, {0.2, -0.1, 0.3, 0.3, 0.8, -0.5}});
    add_end(&s, "left", -0.5, (ludo_vec3){0.0, 0.0, 1.0}, 0.5, 0.6);
    add_end(&s, "right", 0.5, (ludo_vec3){0.0, 1.0, 0.0}, -0.7, -0.9);
    return ludo_scene_end(&s, out);
}
