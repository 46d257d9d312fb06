/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenes of a single body: the heavy top and the torque-free body. */
#include "build.h"
#include "scenes.h"

ludo_status ludo_scene_heavy_top(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("heavy top", allocator);
    const ludo_body_def top = {
        .name = "top",
        .mass = 1.0,
        .com = {0.0, 0.0, 0.5},
        .inertia = {0.1, 0.1, 0.04, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def pivot = {
        .name = "pivot",
        .type = "ball",
        .parent = LUDO_WORLD,
        .child = ludo_scene_add_body(&s, &top),
    };
    const ludo_quat q = ludo_scene_turn(v3(1.0, 0.0, 0.0), 0.5);
    ludo_scene_add_joint(&s, &pivot, &(joint_start){{q.w, q.x, q.y, q.z}, {0.0, 0.0, 60.0}});
    return ludo_scene_end(&s, out);
}

ludo_status ludo_scene_torque_free_body(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("torque-free body", allocator);
    const ludo_body_def body = {
        .name = "body",
        .mass = 1.0,
        .inertia = {1.0, 2.0, 3.0, 0.0, 0.0, 0.0},
    };
    const ludo_joint_def flight = {
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
