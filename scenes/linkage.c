/* SPDX-License-Identifier: Apache-2.0
 *
 * Bars and pins of planar linkages. */
#include "linkage.h"

#include <math.h>
#include <string.h>

ludo_quat ludo_scene_turned(double angle)
{
    return (ludo_quat){cos(0.5 * angle), 0.0, sin(0.5 * angle), 0.0};
}

int32_t ludo_scene_add_bar(scene *s, const char *name, double mass, double length)
{
    const double across = mass * length * length / 12.0;
    const ludo_body_def bar = {
        .struct_size = sizeof bar,
        .name = name,
        .mass = mass,
        .com = {0.5 * length, 0.0, 0.0},
        .inertia = {1e-3 * mass * length * length, across, across, 0.0, 0.0, 0.0},
    };
    return ludo_scene_add_body(s, &bar);
}

int32_t ludo_scene_pin(scene *s, const char *name, ludo_spot at, int32_t child, double angle,
                       const joint_start *start)
{
    return ludo_scene_pin_spots(s, name, at, (ludo_spot){child, 0.0, 0.0}, angle, start);
}

int32_t ludo_scene_pin_spots(scene *s, const char *name, ludo_spot parent, ludo_spot child,
                             double angle, const joint_start *start)
{
    static const joint_start rest = {{0}, {0}};
    const ludo_joint_def pin = {
        .struct_size = sizeof pin,
        .name = name,
        .type = "hinge",
        .parent = parent.body,
        .child = child.body,
        .in_parent = {{parent.x, 0.0, parent.z}, ludo_scene_turned(angle)},
        .in_child.position = {child.x, 0.0, child.z},
        .axis = {0.0, 1.0, 0.0},
    };
    return ludo_scene_add_joint(s, &pin, start != NULL ? start : &rest);
}

void ludo_scene_close(scene *s, const char *type, ludo_spot parent, ludo_spot child, double angle)
{
    const bool line = strcmp(type, "slide") == 0 || strcmp(type, "point-on-line") == 0;
    const ludo_joint_def closure = {
        .struct_size = sizeof closure,
        .type = type,
        .parent = parent.body,
        .child = child.body,
        .in_parent.position = {parent.x, 0.0, parent.z},
        .in_child = {{child.x, 0.0, child.z}, ludo_scene_turned(-angle)},
        .axis = {line ? 1.0 : 0.0, line ? 0.0 : 1.0, 0.0},
    };
    ludo_scene_add_closure(s, &closure);
}
