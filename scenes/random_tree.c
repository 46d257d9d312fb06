/* SPDX-License-Identifier: Apache-2.0
 *
 * Random trees, for properties of all mechanisms. */
#include "random.h"
#include "scenes.h"

#include <string.h>

/* Random coordinates of a type, with a quaternion where the type has one, and random rates. */
static joint_start random_start(const char *type, uint64_t *random)
{
    joint_start start = {{0}, {0}};
    for (int i = 0; i < 7; i++) {
        start.position[i] = ludo_scene_random(random, -1.0, 1.0);
    }
    for (int i = 0; i < 6; i++) {
        start.velocity[i] = ludo_scene_random(random, -1.0, 1.0);
    }
    const ludo_quat q = ludo_scene_random_quat(random);
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
    ludo_joint_def joint = {.struct_size = sizeof joint, .type = type, .child = child};
    joint.parent = child == 0 ? LUDO_WORLD : (int32_t)ludo_scene_random(random, 0.0, child);
    if (!free_root) {
        joint.in_parent = ludo_scene_random_frame(random);
        joint.in_child = ludo_scene_random_frame(random);
        joint.axis = ludo_scene_random_vec3(random, 1.0);
        joint.reference = ludo_scene_random(random, -1.0, 1.0);
    }
    const joint_start start = random_start(type, random);
    ludo_scene_add_joint(s, &joint, &start);
}

ludo_status ludo_scene_random_tree(int32_t bodies, uint64_t seed, bool floating,
                                   const ludo_allocator *allocator, ludo_spec **out)
{
    /* hinges are the most frequent joints of mechanisms */
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
        ludo_scene_add_random_body(&s, &random);
        add_random_joint(&s, b, b == 0 && floating ? "free" : types[type], &random);
    }
    return ludo_scene_end(&s, out);
}
