/* SPDX-License-Identifier: Apache-2.0
 *
 * A pile of boxes that falls, beside boxes that rest, all on one plane. */
#include "scenes.h"

#include "build.h"

#include <math.h>

enum { PER_ROW = 10 };

static const double half = 0.1, mass = 8.0;                     /* [m, kg] */
static const double apart = 1.0, first_height = 0.3, up = 0.35; /* [m] */
static const double way = 0.05, turn = 0.6;                     /* per box of the pile [m, rad] */

static void add_shape(scene *s, const char *type, int32_t body)
{
    ludo_geom_def geom = ludo_geom_default();
    geom.type = type;
    geom.body = body;
    geom.friction[0] = 0.6;
    for (int k = 0; k < 3 && body != LUDO_WORLD; k++) {
        geom.size[k] = half;
    }
    s->status = s->status == LUDO_OK ? ludo_spec_add_geom(s->spec, &geom, NULL) : s->status;
}

static void add_box(scene *s, const joint_start *start)
{
    const double J = mass * 8.0 * half * half / 12.0;
    const ludo_body_def body = {.struct_size = sizeof body, .mass = mass, .inertia = {J, J, J}};
    const ludo_joint_def joint = {.struct_size = sizeof joint,
                                  .type = "free",
                                  .parent = LUDO_WORLD,
                                  .child = ludo_scene_add_body(s, &body)};
    ludo_scene_add_joint(s, &joint, start);
    add_shape(s, "box", joint.child);
}

/* Box k of the pile: each is turned against the one below, about two axes. */
static void add_piled(scene *s, int32_t k)
{
    const double a = 0.5 * turn * (k + 1), b = 0.5 * turn * (2 * k + 1);
    const joint_start start = {.position = {way * k - 5.0, -5.0, first_height + up * k,
                                            cos(a) * cos(b), sin(a) * cos(b), cos(a) * sin(b),
                                            sin(a) * sin(b)}};
    add_box(s, &start);
}

static void add_resting(scene *s, int32_t k)
{
    const double x = apart * (k % PER_ROW), y = apart * (int)(k / PER_ROW);
    const joint_start start = {.position = {x, y, half, 1.0}};
    add_box(s, &start);
}

ludo_status ludo_scene_pile_beside(int32_t piled, int32_t resting, const ludo_allocator *allocator,
                                   ludo_spec **out)
{
    *out = NULL;
    if (piled < 0 || resting < 0 || piled + resting < 1) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("pile beside boxes", piled + resting, allocator);
    add_shape(&s, "plane", LUDO_WORLD);
    for (int32_t k = 0; k < piled; k++) {
        add_piled(&s, k);
    }
    for (int32_t k = 0; k < resting; k++) {
        add_resting(&s, k);
    }
    return ludo_scene_end(&s, out);
}
