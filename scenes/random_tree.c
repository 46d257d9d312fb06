/* SPDX-License-Identifier: Apache-2.0
 *
 * Random trees, for properties that must hold for every mechanism. */
#include "build.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

static ludo_vec3 random_vec3(uint64_t *random, double scale)
{
    const double x = ludo_scene_random(random, -scale, scale);
    const double y = ludo_scene_random(random, -scale, scale);
    return (ludo_vec3){x, y, ludo_scene_random(random, -scale, scale)};
}

/* The direction of a random point of the shell between two balls. */
static ludo_quat random_quat(uint64_t *random)
{
    for (;;) {
        const ludo_vec3 v = random_vec3(random, 1.0);
        const double w = ludo_scene_random(random, -1.0, 1.0);
        const double square = w * w + v.x * v.x + v.y * v.y + v.z * v.z;
        if (square > 0.01 && square < 1.0) {
            const double s = 1.0 / sqrt(square);
            return (ludo_quat){s * w, s * v.x, s * v.y, s * v.z};
        }
    }
}

/* The inertia of a cloud of point masses: whatever they are, a rigid body can have it. */
static void random_inertia(uint64_t *random, double mass, double inertia[6])
{
    enum { POINTS = 4 };
    memset(inertia, 0, 6 * sizeof *inertia);
    for (int i = 0; i < POINTS; i++) {
        const ludo_vec3 r = random_vec3(random, 0.5);
        const double m = mass / POINTS;
        inertia[0] += m * (r.y * r.y + r.z * r.z);
        inertia[1] += m * (r.z * r.z + r.x * r.x);
        inertia[2] += m * (r.x * r.x + r.y * r.y);
        inertia[3] -= m * r.x * r.y;
        inertia[4] -= m * r.x * r.z;
        inertia[5] -= m * r.y * r.z;
    }
}

static int32_t add_random_body(scene *s, uint64_t *random)
{
    ludo_body_def body = {.mass = ludo_scene_random(random, 0.2, 2.0)};
    body.com = random_vec3(random, 0.3);
    random_inertia(random, body.mass, body.inertia);
    return ludo_scene_add_body(s, &body);
}

static ludo_frame random_frame(uint64_t *random)
{
    const ludo_vec3 position = random_vec3(random, 0.7);
    return (ludo_frame){position, random_quat(random)};
}

/* Coordinates that suit the type: a quaternion where one is due, at rest no longer. */
static joint_start random_start(const char *type, uint64_t *random)
{
    joint_start start = {{0}, {0}};
    for (int i = 0; i < 7; i++) {
        start.position[i] = ludo_scene_random(random, -1.0, 1.0);
    }
    for (int i = 0; i < 6; i++) {
        start.velocity[i] = ludo_scene_random(random, -1.0, 1.0);
    }
    const ludo_quat q = random_quat(random);
    if (strcmp(type, "ball") == 0) {
        memcpy(start.position, &q, sizeof q);
    } else if (strcmp(type, "free") == 0) {
        memcpy(start.position + 3, &q, sizeof q);
    }
    return start;
}

static void add_random_joint(scene *s, int32_t child, const char *type, uint64_t *random)
{
    const bool free_root = strcmp(type, "free") == 0;
    ludo_joint_def joint = {.type = type, .child = child};
    joint.parent = child == 0 ? LUDO_WORLD : (int32_t)ludo_scene_random(random, 0.0, child);
    if (!free_root) {
        joint.in_parent = random_frame(random);
        joint.in_child = random_frame(random);
        joint.axis = random_vec3(random, 1.0);
        joint.reference = ludo_scene_random(random, -1.0, 1.0);
    }
    const joint_start start = random_start(type, random);
    ludo_scene_add_joint(s, &joint, &start);
}

ludo_status ludo_scene_random_tree(int32_t bodies, uint64_t seed, bool floating,
                                   const ludo_allocator *allocator, ludo_spec **out)
{
    /* hinges are what mechanisms are mostly made of */
    static const char *const types[] = {"hinge", "hinge", "hinge", "ball", "slide", "fixed"};
    *out = NULL;
    if (bodies < 1) {
        return LUDO_BAD_ARGUMENT;
    }
    uint64_t random = seed;
    scene s = ludo_scene_begin("random tree", bodies, allocator);
    if (floating) {
        ludo_scene_no_gravity(&s);
    }
    for (int32_t b = 0; b < bodies; b++) {
        const int type = (int)ludo_scene_random(&random, 0.0, 6.0);
        add_random_body(&s, &random);
        add_random_joint(&s, b, b == 0 && floating ? "free" : types[type], &random);
    }
    return ludo_scene_end(&s, out);
}
