/* SPDX-License-Identifier: Apache-2.0
 *
 * Heaps: bodies of random shapes that start in layers of a grid, without overlap, and fall onto a
 * floor, or into a bin of four walls. */
#include "parts.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

enum { HULL_POINTS = 24, TYPES = 6 };

/* Largest half length of a shape, largest shift from the middle of a cell, and the side of a cell,
 * in which a box of that half length fits in any orientation [m]. */
static const double half_most = 0.1, shift_most = 0.02, cell = 0.4;

static const char *const types[TYPES] = {"box",  "capsule",  "sphere",
                                         "mesh", "cylinder", "ellipsoid"};

typedef struct heap_kind {
    const char *name, *type; /* of all bodies: a shape, or "part" (parts.h); NULL: any shape */
    bool walls;
} heap_kind;

static const heap_kind kinds[] = {
    {"heap", NULL, false},
    {"bin", NULL, true},
    {"heap of boxes", "box", false},
    {"heap of capsules", "capsule", false},
    {"heap of spheres", "sphere", false},
    {"heap of hulls", "mesh", false},
    {"heap of cylinders", "cylinder", false},
    {"heap of ellipsoids", "ellipsoid", false},
    {"heap of parts", "part", false},
};

/* A heap under construction. */
typedef struct heap {
    scene s;
    uint64_t random;
    double friction;
} heap;

static double uniform(heap *p, double low, double high)
{
    return ludo_scene_random(&p->random, low, high);
}

static void add_geom(heap *p, const ludo_geom_def *g)
{
    p->s.status = p->s.status == LUDO_OK ? ludo_spec_add_geom(p->s.spec, g, NULL) : p->s.status;
}

/* The hull of random directions at random distances. @return its number */
static int32_t add_hull(heap *p)
{
    double vertex[3 * HULL_POINTS];
    const int32_t count = 6 + (int32_t)uniform(p, 0.0, HULL_POINTS - 5);
    const double least = uniform(p, 0.6, 1.0);
    for (int32_t i = 0; i < count; i++) {
        const ludo_quat q = ludo_scene_random_quat(&p->random);
        const double r = half_most * uniform(p, least, 1.0) / sqrt(1.0 - q.w * q.w);
        vertex[3 * i] = r * q.x;
        vertex[3 * i + 1] = r * q.y;
        vertex[3 * i + 2] = r * q.z;
    }
    return ludo_scene_add_mesh(&p->s, vertex, count);
}

/* A body with the mass of its volume: one shape, or the hulls of a part. @return its number */
static int32_t add_body(heap *p, const char *type)
{
    static const int32_t all[2] = {0, 0};
    const ludo_body_def empty = {.struct_size = sizeof empty, .mass = 1.0};
    const int32_t body = ludo_scene_add_body(&p->s, &empty);
    ludo_geom_def g = ludo_geom_default();
    g.type = type;
    g.body = body;
    g.friction[0] = p->friction;
    for (int i = 0; i < 3; i++) {
        g.size[i] = uniform(p, 0.4, 1.0) * half_most;
    }
    g.size[0] *= strcmp(type, "capsule") == 0 ? 0.5 : 1.0; /* long ones */
    g.mesh = strcmp(type, "mesh") == 0 ? add_hull(p) : 0;
    if (strcmp(type, "part") == 0) {
        const int32_t part = (int32_t)uniform(p, 0.0, LUDO_SCENE_PARTS);
        ludo_scene_add_part(&p->s, body, part, uniform(p, 0.8, 1.6) * half_most, &g);
    } else {
        add_geom(p, &g);
    }
    p->s.status =
        p->s.status == LUDO_OK ? ludo_spec_weigh(p->s.spec, body, all, NULL) : p->s.status;
    return body;
}

/* Place a body in its cell, in any orientation, slowly moving. */
static void place(heap *p, int32_t body, int32_t number, int32_t side)
{
    const int32_t x = number % side, y = number / side % side, z = number / (side * side);
    const double half = 0.5 * (side - 1);
    joint_start start = {.position = {cell * (x - half), cell * (y - half), cell * (z + 0.6)}};
    const ludo_quat q = ludo_scene_random_quat(&p->random);
    memcpy(start.position + 3, &q, sizeof q);
    for (int i = 0; i < 3; i++) {
        start.position[i] += uniform(p, -shift_most, shift_most);
        start.velocity[i] = uniform(p, -0.5, 0.5);
        start.velocity[3 + i] = uniform(p, -3.0, 3.0);
    }
    const ludo_joint_def joint = {
        .struct_size = sizeof joint, .type = "free", .parent = LUDO_WORLD, .child = body};
    ludo_scene_add_joint(&p->s, &joint, &start);
}

static void add_floor(heap *p)
{
    ludo_geom_def g = ludo_geom_default();
    g.type = "plane";
    g.body = LUDO_WORLD;
    g.friction[0] = p->friction;
    add_geom(p, &g);
}

/* Four boxes around the grid, as high as all bodies. */
static void add_walls(heap *p, int32_t side, int32_t layers)
{
    const double thick = 0.1, inner = 0.5 * cell * side, high = cell * layers;
    for (int i = 0; i < 4; i++) {
        const double sign = i % 2 == 0 ? 1.0 : -1.0, at = sign * (inner + thick);
        ludo_geom_def g = ludo_geom_default();
        g.type = "box";
        g.body = LUDO_WORLD;
        g.friction[0] = p->friction;
        g.size[0] = i < 2 ? thick : inner;
        g.size[1] = i < 2 ? inner : thick;
        g.size[2] = high;
        g.frame.position = (ludo_vec3){i < 2 ? at : 0.0, i < 2 ? 0.0 : at, high};
        add_geom(p, &g);
    }
}

const char *ludo_scene_heap_kind(int32_t kind)
{
    const int32_t count = (int32_t)(sizeof kinds / sizeof kinds[0]);
    return kind >= 0 && kind < count ? kinds[kind].name : NULL;
}

ludo_status ludo_scene_random_heap(int32_t kind, int32_t bodies, uint64_t seed,
                                   const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (ludo_scene_heap_kind(kind) == NULL || bodies < 1) {
        return LUDO_BAD_ARGUMENT;
    }
    heap p = {.random = seed};
    p.s = ludo_scene_begin(kinds[kind].name, bodies, allocator);
    p.friction = uniform(&p, 0.1, 1.0);
    const double step = uniform(&p, 0.0, 1.0) < 0.5 ? 0.002 : 0.005;
    const int32_t side = bodies <= 20 ? 2 : bodies <= 45 ? 3 : 4;
    if (p.s.status == LUDO_OK) {
        p.s.status = ludo_spec_set_option(p.s.spec, "timestep", &step, 1);
    }
    add_floor(&p);
    if (kinds[kind].walls) {
        add_walls(&p, side, (bodies - 1) / (side * side) + 1);
    }
    for (int32_t i = 0; i < bodies; i++) {
        const char *any = types[(int)uniform(&p, 0.0, TYPES)];
        place(&p, add_body(&p, kinds[kind].type != NULL ? kinds[kind].type : any), i, side);
    }
    return ludo_scene_end(&p.s, out);
}
