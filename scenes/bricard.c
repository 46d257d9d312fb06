/* SPDX-License-Identifier: Apache-2.0
 *
 * The Bricard mechanism: six bars along edges of a cube, in a ring; each hinge is orthogonal to the
 * two bars that it joins. The mechanism moves although a count of rows says that it can't. The
 * sixth bar is the ground. In the assembled pose all body frames are parallel to the world's. */
#include "build.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>

/* Inertia of a bar of 1 m and 1 kg with a square section of 0.1 m, across and along [kg m^2]. */
static const double across = 1.01 / 12.0, along = 0.02 / 12.0;

enum { BARS = 5 };

/* Directions of the bars, each from the end of the bar before; the last one is the ground. */
static const ludo_vec3 direction[BARS + 1] = {
    {1.0, 0.0, 0.0},  {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0},
    {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0},  {0.0, 0.0, -1.0},
};

static int32_t add_bar(scene *s, int bar)
{
    const ludo_vec3 d = direction[bar];
    char name[16];
    snprintf(name, sizeof name, "bar%d", bar);
    const ludo_body_def def = {
        .struct_size = sizeof def,
        .name = name,
        .mass = 1.0,
        .com = {0.5 * d.x, 0.5 * d.y, 0.5 * d.z},
        .inertia = {fabs(d.x) > 0.5 ? along : across, fabs(d.y) > 0.5 ? along : across,
                    fabs(d.z) > 0.5 ? along : across, 0.0, 0.0, 0.0},
    };
    return ludo_scene_add_body(s, &def);
}

/* The hinge from the bar before `bar` to that one; the bar before the first is the ground. */
static ludo_joint_def hinge_to(int bar)
{
    const ludo_vec3 a = direction[(bar + BARS) % (BARS + 1)], b = direction[bar];
    return (ludo_joint_def){
        .struct_size = sizeof(ludo_joint_def),
        .type = "hinge",
        .parent = bar - 1,
        .in_parent.position = bar == 0 ? (ludo_vec3){0.0, 0.0, 0.0} : a,
        .axis = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x},
    };
}

ludo_status ludo_scene_bricard(const ludo_allocator *allocator, ludo_spec **out)
{
    scene s = ludo_scene_begin("bricard", BARS, allocator);
    for (int bar = 0; bar < BARS; bar++) {
        ludo_joint_def hinge = hinge_to(bar);
        hinge.child = add_bar(&s, bar);
        ludo_scene_add_joint(&s, &hinge, &(joint_start){{0}, {0}});
    }
    ludo_joint_def last = hinge_to(BARS);
    last.in_child.position = last.in_parent.position;
    last.child = BARS - 1;
    last.parent = LUDO_WORLD;
    last.in_parent.position = (ludo_vec3){0.0, 0.0, 1.0}; /* the ground bar's near end */
    ludo_scene_add_closure(&s, &last);
    if (s.status == LUDO_OK) {
        s.status = ludo_spec_set_option(s.spec, "gravity", (double[3]){0.0, -9.81, 0.0}, 3);
    }
    return ludo_scene_end(&s, out);
}
