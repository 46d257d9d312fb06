/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains of rods. */
#include "chain.h"
#include "linkage.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The seed of the random rates: any constant will do. */
enum { STIR_SEED = 20 };

int32_t ludo_scene_add_rod(scene *s, int32_t k)
{
    char name[16];
    snprintf(name, sizeof name, "b%d", (int)k);
    return ludo_scene_add_bar(s, name, 1.0, 1.0);
}

/* The first joint rotates the whole chain to its start; the chain is straight. */
static joint_start start_of(const char *type, double lowered, double stir, uint64_t *random)
{
    joint_start start = {{0}, {0}};
    const ludo_quat q = {cos(0.5 * lowered), 0.0, sin(0.5 * lowered), 0.0};
    if (strcmp(type, "hinge") == 0) {
        start.position[0] = lowered;
    } else {
        const int first = strcmp(type, "free") == 0 ? 3 : 0;
        memcpy(start.position + first, &q, sizeof q);
    }
    for (int i = 0; i < 6; i++) {
        start.velocity[i] = ludo_scene_random(random, -stir, stir);
    }
    return start;
}

static void add_joint(scene *s, const ludo_scene_chain_options *o, int32_t k, uint64_t *random)
{
    const bool root = k == 0, sideways = o->spatial && k % 2 == 1;
    char name[16];
    snprintf(name, sizeof name, "j%d", (int)k);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .name = name,
        .type = root && o->floating ? "free" : o->joint,
        .parent = root ? LUDO_WORLD : k - 1,
        .child = k,
        .in_parent.position.x = root ? 0.0 : 1.0,
        .axis = {0.0, sideways ? 0.0 : 1.0, sideways ? 1.0 : 0.0},
    };
    const joint_start start = start_of(joint.type, root ? o->lowered : 0.0, o->stir, random);
    ludo_scene_add_joint(s, &joint, &start);
}

ludo_status ludo_scene_chain(const ludo_scene_chain_options *options,
                             const ludo_allocator *allocator, ludo_spec **out)
{
    *out = NULL;
    if (options->links < 1 || options->joint == NULL || !isfinite(options->lowered) ||
        !isfinite(options->stir) ||
        (strcmp(options->joint, "hinge") != 0 && strcmp(options->joint, "ball") != 0)) {
        return LUDO_BAD_ARGUMENT;
    }
    scene s = ludo_scene_begin("chain", options->links, allocator);
    if (options->floating) {
        ludo_scene_no_gravity(&s);
    }
    uint64_t random = STIR_SEED;
    for (int32_t k = 0; k < options->links; k++) {
        ludo_scene_add_rod(&s, k);
        add_joint(&s, options, k, &random);
    }
    ludo_scene_add_site(&s, "tip", options->links - 1, (ludo_vec3){1.0, 0.0, 0.0});
    return ludo_scene_end(&s, out);
}
