/* SPDX-License-Identifier: Apache-2.0
 *
 * A flyball governor. Side +1 is the right one, -1 the left. */
#include "build.h"
#include "scenes.h"

#include <math.h>

/* The start: angle of the arms [rad] and angular velocity of the shaft [rad/s]. */
static const double lean = 0.5, spin = 10.0;

/* The arms' hinges: distance from the axis, height; a rod ends on its arm at the rod's length below
 * the hinge [m]. */
static const double aside = 0.05, top = 0.5, rod = 0.2;

static int32_t add_shaft(scene *s)
{
    const ludo_body_def shaft = {
        .struct_size = sizeof shaft,
        .name = "shaft",
        .mass = 2.0,
        .com = {0.0, 0.0, 0.25},
        .inertia = {0.045, 0.045, 0.002, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def hinge = {
        .struct_size = sizeof hinge,
        .name = "spin",
        .type = "hinge",
        .parent = LUDO_WORLD,
        .child = ludo_scene_add_body(s, &shaft),
        .axis = {0.0, 0.0, 1.0},
    };
    ludo_scene_add_joint(s, &hinge, &(joint_start){.velocity = {spin}});
    return hinge.child;
}

/* An arm, hanging from its hinge, most of its mass at the lower end. */
static int32_t add_arm(scene *s, const char *name, double side, int32_t shaft)
{
    const ludo_body_def arm = {
        .struct_size = sizeof arm,
        .name = name,
        .mass = 1.2,
        .com = {0.0, 0.0, -0.35},
        .inertia = {0.01, 0.01, 0.001, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def hinge = {
        .struct_size = sizeof hinge,
        .name = name,
        .type = "hinge",
        .parent = shaft,
        .child = ludo_scene_add_body(s, &arm),
        .in_parent.position = {side * aside, 0.0, top},
        .axis = {0.0, -side, 0.0},
    };
    ludo_scene_add_joint(s, &hinge, &(joint_start){.position = {lean}});
    return hinge.child;
}

/* The ends of a rod on arm and sleeve have equal offsets, so the rod has the angle of its arm. */
static int32_t add_sleeve(scene *s, int32_t shaft)
{
    const ludo_body_def sleeve = {
        .struct_size = sizeof sleeve,
        .name = "sleeve",
        .mass = 0.5,
        .inertia = {5e-4, 5e-4, 8e-4, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def slide = {
        .struct_size = sizeof slide,
        .name = "lift",
        .type = "slide",
        .parent = shaft,
        .child = ludo_scene_add_body(s, &sleeve),
        .axis = {0.0, 0.0, 1.0},
        .along[0] = {.stiffness = 100.0, .rest = 0.1},
    };
    const joint_start start = {.position = {top - 2.0 * rod * cos(lean)}};
    ludo_scene_add_joint(s, &slide, &start);
    return slide.child;
}

static void add_rod(scene *s, const char *name, double side, int32_t arm, int32_t sleeve)
{
    const ludo_spring_def spring = {
        .struct_size = sizeof spring,
        .name = name,
        .type = "distance",
        .site_a = ludo_scene_add_site(s, NULL, arm, (ludo_vec3){0.0, 0.0, -rod}),
        .site_b = ludo_scene_add_site(s, NULL, sleeve, (ludo_vec3){side * aside, 0.0, 0.0}),
        .stiffness = 1e6,
        .damping = 5e4,
        .rest = {rod, rod},
    };
    ludo_scene_add_spring(s, &spring);
}

ludo_status ludo_scene_governor(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("governor", 4, allocator);
    const int32_t shaft = add_shaft(&s);
    const int32_t left = add_arm(&s, "left", -1.0, shaft);
    const int32_t right = add_arm(&s, "right", 1.0, shaft);
    const int32_t sleeve = add_sleeve(&s, shaft);
    add_rod(&s, "left rod", -1.0, left, sleeve);
    add_rod(&s, "right rod", 1.0, right, sleeve);
    return ludo_scene_end(&s, out);
}
