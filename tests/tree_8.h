/* SPDX-License-Identifier: Apache-2.0
 *
 * The random tree of eight joints of the reference data. */
#ifndef LUDO_TESTS_TREE_8_H
#define LUDO_TESTS_TREE_8_H

#include "data/random_tree_8.h"
#include "support.h"

#include <string.h>

static inline void add_tree_8_body(ludo_spec *spec, int32_t i)
{
    const double *f = tree_8_frame[i], *c = tree_8_com[i], *n = tree_8_axis[i];
    ludo_body_def body = {
        .struct_size = sizeof body, .mass = tree_8_mass[i], .com = {c[0], c[1], c[2]}};
    memcpy(body.inertia, tree_8_inertia[i], sizeof body.inertia);
    const ludo_joint_def joint = {
        .struct_size = sizeof joint,
        .type = tree_8_slides[i] ? "slide" : "hinge",
        .parent = tree_8_parent[i] < 0 ? LUDO_WORLD : tree_8_parent[i],
        .child = i,
        .in_parent = {{f[0], f[1], f[2]}, {f[3], f[4], f[5], f[6]}},
        .axis = {n[0], n[1], n[2]},
    };
    assert_int_equal(ludo_spec_add_body(spec, &body, NULL), LUDO_OK);
    assert_int_equal(ludo_spec_add_joint(spec, &joint, NULL), LUDO_OK);
}

/* Its description; keyframe "start" is the state of the reference data. */
static inline ludo_spec *describe_tree_8(void)
{
    ludo_spec *spec = NULL;
    const ludo_keyframe_def start = {.struct_size = sizeof start,
                                     .name = "start",
                                     .position = tree_8_q,
                                     .position_count = TREE_8,
                                     .velocity = tree_8_v,
                                     .velocity_count = TREE_8};
    assert_int_equal(ludo_spec_create(NULL, &spec), LUDO_OK);
    for (int32_t i = 0; i < TREE_8; i++) {
        add_tree_8_body(spec, i);
    }
    assert_int_equal(ludo_spec_add_keyframe(spec, &start, NULL), LUDO_OK);
    return spec;
}

#endif
