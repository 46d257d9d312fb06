/* SPDX-License-Identifier: Apache-2.0
 *
 * A scissor lift. Each stage is two bars pinned together in the middle: "rising" from its left foot
 * to the right, "falling" from its right foot to the left. A rising bar hangs on the left end of
 * the stage below and carries the falling bar, whose foot closes a loop. */
#include "linkage.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>

/* Length of a bar [m], its angle to the horizontal at the start [rad]. */
static const double length = 1.0, lean = 0.5;

/* A foot that slides along the ground, pulled in by a spring that is strong enough for all stages
 * and their load. */
static int32_t add_foot(scene *s, int32_t stages)
{
    const ludo_body_def foot = {.struct_size = sizeof foot,
                                .name = "foot",
                                .mass = 0.5,
                                .inertia = {1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0}};
    const ludo_joint_def drive = {
        .struct_size = sizeof drive,
        .name = "drive",
        .type = "slide",
        .parent = LUDO_WORLD,
        .child = ludo_scene_add_body(s, &foot),
        .in_parent.position.x = length * cos(lean),
        .axis = {1.0, 0.0, 0.0},
        .along[0] = {.stiffness = 60.0 * stages * (stages + 5.0), .rest = -0.4},
    };
    ludo_scene_add_joint(s, &drive, &(joint_start){{0}, {0}});
    return drive.child;
}

/* A rising bar, its left foot at a place of a body that is inclined by `under`. */
static int32_t add_rising(scene *s, int32_t stage, ludo_spot at, double under)
{
    char name[24];
    snprintf(name, sizeof name, "rising%d", (int)stage);
    const int32_t bar = ludo_scene_add_bar(s, name, 1.0, length);
    ludo_scene_pin(s, name, at, bar, -lean - under, NULL);
    return bar;
}

static int32_t add_falling(scene *s, int32_t stage, int32_t rising)
{
    char name[24];
    snprintf(name, sizeof name, "falling%d", (int)stage);
    const int32_t bar = ludo_scene_add_bar(s, name, 1.0, length);
    const ludo_spot middle = {bar, 0.5 * length, 0.0};
    ludo_scene_pin_spots(s, name, (ludo_spot){rising, 0.5 * length, 0.0}, middle, 2.0 * lean - pi,
                         NULL);
    return bar;
}

/* The platform, pinned to the left end of the last stage and rolling on the right one. */
static void add_platform(scene *s, int32_t falling, int32_t rising)
{
    const ludo_body_def platform = {
        .struct_size = sizeof platform,
        .name = "platform",
        .mass = 5.0,
        .com = {0.5 * length, 0.0, 0.05},
        .inertia = {0.2, 0.5, 0.6, 0.0, 0.0, 0.0},
    };
    const int32_t body = ludo_scene_add_body(s, &platform);
    ludo_scene_pin(s, "platform", (ludo_spot){falling, length, 0.0}, body, pi - lean, NULL);
    ludo_scene_close(s, "point-on-line", (ludo_spot){body, length * cos(lean), 0.0},
                     (ludo_spot){rising, length, 0.0}, -lean);
}

ludo_status ludo_scene_scissor_lift(int32_t stages, const ludo_allocator *allocator,
                                    ludo_spec **out)
{
    *out = NULL;
    if (stages < 1) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("scissor lift", 2 * stages + 2, allocator);
    ludo_spot left = {LUDO_WORLD, 0.0, 0.0}, right = {add_foot(&s, stages), 0.0, 0.0};
    double left_leans = 0.0, right_leans = 0.0;
    for (int32_t k = 0; k < stages; k++) {
        const int32_t rising = add_rising(&s, k, left, left_leans);
        const int32_t falling = add_falling(&s, k, rising);
        ludo_scene_close(&s, "hinge", right, (ludo_spot){falling, 0.0, 0.0},
                         lean - pi - right_leans);
        left = (ludo_spot){falling, length, 0.0};
        right = (ludo_spot){rising, length, 0.0};
        left_leans = lean - pi;
        right_leans = -lean;
    }
    add_platform(&s, left.body, right.body);
    return ludo_scene_end(&s, out);
}
