/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes of a single body: the heavy top, the torque-free body, the body in a fluid. */
#include "build.h"
#include "scenes.h"

ludo_status ludo_scene_heavy_top(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("heavy top", 1, allocator);
    const ludo_body_def top = {
        .struct_size = sizeof top,
        .name = "top",
        .mass = 1.0,
        .com = {0.0, 0.0, 0.5},
        .inertia = {0.1, 0.1, 0.04, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def pivot = {
        .struct_size = sizeof pivot,
        .name = "pivot",
        .type = "ball",
        .parent = LUDO_WORLD,
        .child = ludo_scene_add_body(&s, &top),
    };
    /* 0.5 rad about x */
    static const joint_start start = {
        {0.968912421710644784, 0.247403959254522930, 0.0, 0.0},
        {0.0, 0.0, 60.0},
    };
    ludo_scene_add_joint(&s, &pivot, &start);
    return ludo_scene_end(&s, out);
}

ludo_status ludo_scene_torque_free_body(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("torque-free body", 1, allocator);
    const ludo_body_def body = {
        .struct_size = sizeof body,
        .name = "body",
        .mass = 1.0,
        .inertia = {1.0, 2.0, 3.0, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def flight = {
        .struct_size = sizeof flight,
        .name = "flight",
        .type = "free",
        .parent = LUDO_WORLD,
        .child = ludo_scene_add_body(&s, &body),
    };
    ludo_scene_no_gravity(&s);
    ludo_scene_add_joint(&s, &flight,
                         &(joint_start){{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 0.4, 1.0, 0.2}});
    return ludo_scene_end(&s, out);
}

/* The sum with the body's own inertia about the origin of its frame is
 *
 *     diag(0.8, 1.2, 1.5; 2, 3.5, 4)
 *
 * with 0.2 between rotations about x and translations along y, -0.15 between those about z and
 * along x. */
static const ludo_fluid_def fluid = {
    .struct_size = sizeof fluid,
    .added_mass = {{0.49555, -0.0225, -0.006, 0.0, 0.24, 0.025},
                   {-0.0225, 0.7918, 0.028, -0.04, 0.0, 0.05},
                   {-0.006, 0.028, 0.99375, -0.175, -0.05, 0.0},
                   {0.0, -0.04, -0.175, 1.5, 0.0, 0.0},
                   {0.24, 0.0, -0.05, 0.0, 3.0, 0.0},
                   {0.025, 0.05, 0.0, 0.0, 0.0, 3.5}},
    .displaced_mass = 0.4,
    .buoyancy = {0.1, 0.0, 0.2},
};

ludo_status ludo_scene_body_in_fluid(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("body in a fluid", 1, allocator);
    const ludo_body_def body = {
        .struct_size = sizeof body,
        .name = "body",
        .mass = 0.5,
        .com = {0.1, -0.05, 0.08},
        .inertia = {0.3, 0.4, 0.5, 0.02, 0.01, -0.03},
    };
    const ludo_joint_def flight = {
        .struct_size = sizeof flight,
        .name = "flight",
        .type = "free",
        .parent = LUDO_WORLD,
        .child = ludo_scene_add_body(&s, &body),
    };
    ludo_scene_no_gravity(&s);
    ludo_scene_add_joint(&s, &flight,
                         &(joint_start){{0.0, 0.0, 0.0, 1.0}, {1.0, 0.2, -0.3, 0.6, -0.4, 0.9}});
    ludo_scene_add_fluid(&s, &fluid);
    return ludo_scene_end(&s, out);
}
