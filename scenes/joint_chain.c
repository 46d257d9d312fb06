/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains of one type of joint. */
#include "chain.h"
#include "random.h"
#include "scenes.h"

/* The seed of the random rates: any constant will do. */
enum { RATES_SEED = 21 };

static joint_start random_rates(const char *type, uint64_t *random)
{
    const joint_shape shape = ludo_scene_joint_shape(type);
    joint_start start = {{0}, {0}};
    if (shape.quaternion) {
        start.position[shape.scalars] = 1.0;
    }
    for (int i = 0; i < 6; i++) {
        start.velocity[i] = ludo_scene_random(random, -0.02, 0.02);
    }
    return start;
}

static void add_joint(scene *s, const char *types, int32_t child, uint64_t *random)
{
    static const ludo_vec3 axes[3] = {{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}};
    char type[LUDO_SCENE_TYPE_MAX];
    for (int k = 0; types != NULL; k++) {
        types = ludo_scene_next_type(types, type);
        const ludo_joint_def joint = {
            .struct_size = sizeof joint,
            .type = type,
            .parent = child - 1, /* the first body hangs on the world */
            .child = child,
            .continues = k > 0,
            .in_parent.position.x = child == 0 ? 0.0 : 1.0,
            .axis = axes[k % 3],
            .axis2 = axes[1],
        };
        const joint_start start = random_rates(type, random);
        ludo_scene_add_joint(s, &joint, &start);
    }
}

static int parts_of(const char *types)
{
    char type[LUDO_SCENE_TYPE_MAX];
    int parts = 0;
    for (; types != NULL; parts++) {
        types = ludo_scene_next_type(types, type);
    }
    return parts;
}

ludo_status ludo_scene_joint_chain(const char *type, int32_t links, const ludo_allocator *allocator,
                                   ludo_spec **out)
{
    *out = NULL;
    if (links < 1 || type == NULL || parts_of(type) > LUDO_MAX_DOF) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("joint chain", links * parts_of(type), allocator);
    ludo_scene_no_gravity(&s);
    uint64_t random = RATES_SEED;
    for (int32_t k = 0; k < links; k++) {
        ludo_scene_add_rod(&s, k);
        add_joint(&s, type, k, &random);
    }
    return ludo_scene_end(&s, out);
}
