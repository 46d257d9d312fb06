/* SPDX-License-Identifier: Apache-2.0
 *
 * Single loops of bars: a ring that hangs on one of its corners, three bars between two fixed
 * pivots, and two bars that are too short to meet. */
#include "linkage.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Bar k of a ring starts at the end of the bar before, rotated by the outer angle of the
 * polygon. */
static void add_side(scene *s, const ludo_scene_ring_options *o, int32_t k)
{
    const double turn = 2.0 * pi / o->links;
    const bool ball = strcmp(o->joint, "ball") == 0;
    char name[16];
    snprintf(name, sizeof name, "b%d", (int)k);
    const int32_t bar = ludo_scene_add_bar(s, name, 1.0, 1.0);
    const double angle = k == 0 ? 0.5 * pi + 0.5 * turn : turn;
    snprintf(name, sizeof name, "j%d", (int)k);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .name = name,
        .type = o->joint,
        .parent = k == 0 ? LUDO_WORLD : bar - 1,
        .child = bar,
        .in_parent = {{k == 0 ? 0.0 : 1.0, 0.0, 0.0}, ludo_scene_turned(angle)},
        .axis = {0.0, 1.0, 0.0},
    };
    /* the ring rotates about its corner as a rigid body */
    joint_start start = {.position = {ball ? 1.0 : 0.0}};
    start.velocity[ball ? 1 : 0] = k == 0 ? 1.0 : 0.0;
    start.velocity[ball ? 2 : 1] = k == 0 ? 0.3 : 0.0;
    ludo_scene_add_joint(s, &joint, &start);
}

ludo_status ludo_scene_ring(const ludo_scene_ring_options *options, const ludo_allocator *allocator,
                            ludo_spec **out)
{
    *out = NULL;
    if (options->links < 3 || options->joint == NULL ||
        (strcmp(options->joint, "hinge") != 0 && strcmp(options->joint, "ball") != 0)) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("ring", options->links, allocator);
    for (int32_t k = 0; k < options->links; k++) {
        add_side(&s, options, k);
    }
    const ludo_spot last = {options->links - 1, 1.0, 0.0}, first = {0, 0.0, 0.0};
    ludo_scene_close(&s, options->joint, last, first, 2.0 * pi / options->links);
    return ludo_scene_end(&s, out);
}

/* The coupler has sqrt(2) / 2 [m, kg]; the distance of the pivots is the length of the other bars,
 * so that the loop has no singular configuration: 1 + sqrt(2) / 2 < 2. */
ludo_status ludo_scene_three_links(const ludo_allocator *allocator, ludo_spec **out)
{
    const double middle = 0.70710678118654752440;
    /* the first bar points up from the left pivot; the coupler's end and the last bar, seen from
     * the right pivot, form a triangle with the sides 1, middle and the diagonal */
    const double diagonal = sqrt(2.0);
    const double corner =
        acos((diagonal * diagonal + middle * middle - 1.0) / (2.0 * diagonal * middle));
    const double first = -0.5 * pi, second = 0.25 * pi - corner; /* from +x, towards -z */
    const double end_x = middle * cos(second), end_z = 1.0 - middle * sin(second);
    const double third = atan2(-end_z, end_x - 1.0);
    scene s = ludo_scene_begin("three-link loop", 3, allocator);
    const int32_t left = ludo_scene_add_bar(&s, "left", 1.0, 1.0);
    const int32_t coupler = ludo_scene_add_bar(&s, "coupler", middle, middle);
    const int32_t right = ludo_scene_add_bar(&s, "right", 1.0, 1.0);
    ludo_scene_pin(&s, "left", (ludo_spot){LUDO_WORLD, 0.0, 0.0}, left, first, NULL);
    ludo_scene_pin(&s, "coupler", (ludo_spot){left, 1.0, 0.0}, coupler, second - first, NULL);
    ludo_scene_pin(&s, "right", (ludo_spot){LUDO_WORLD, 1.0, 0.0}, right, third, NULL);
    ludo_scene_close(&s, "hinge", (ludo_spot){coupler, middle, 0.0}, (ludo_spot){right, 1.0, 0.0},
                     third - second);
    return ludo_scene_end(&s, out);
}

ludo_status ludo_scene_unreachable(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("unreachable", 2, allocator);
    const int32_t a = ludo_scene_add_bar(&s, "a", 1.0, 1.0);
    const int32_t b = ludo_scene_add_bar(&s, "b", 1.0, 1.0);
    ludo_scene_pin(&s, "a", (ludo_spot){LUDO_WORLD, 0.0, 0.0}, a, 0.7, NULL);
    ludo_scene_pin(&s, "b", (ludo_spot){LUDO_WORLD, 3.0, 0.0}, b, 2.5, NULL);
    ludo_scene_close(&s, "ball", (ludo_spot){a, 1.0, 0.0}, (ludo_spot){b, 1.0, 0.0}, 0.0);
    return ludo_scene_end(&s, out);
}
