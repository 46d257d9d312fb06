/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of the mechanism: the parent joint of each body, the joints that close loops, and the
 * order of bodies. */
#ifndef LUDO_MODEL_CHECK_BODY_TREE_H
#define LUDO_MODEL_CHECK_BODY_TREE_H

#include "spec/spec.h"

/* A spanning tree of bodies under the world. The caller owns the arrays. */
typedef struct body_tree {
    int32_t *parent_joint; /* per body: its parent joint (of several the first); -1: it floats */
    bool *closes;          /* per joint: true if it closes a loop */
    int32_t *walk;         /* all bodies, parents before children, each subtree contiguous */
    int32_t *first_child, *next_sibling, *stack; /* scratch, per body */
} body_tree;

/* Take the arrays of a tree from an arena. */
void ludo_body_tree_layout(body_tree *tree, const ludo_spec *spec, arena *a);

/* Find the tree. Of several joints with the same child the first is its parent joint, the others
 * close loops. In a cycle of joints that is not connected to the world, the body with the lowest
 * number floats and its parent joint closes a loop. Roots and children keep the order of the spec;
 * a body without a joint is a root. Linear in bodies and joints.
 * @return LUDO_OK, or LUDO_UNSUPPORTED naming a composite or free joint that would close a loop */
ludo_status ludo_body_tree_find(const ludo_spec *spec, body_tree *tree, ludo_diagnostic *why);

/* Report a joint that closes a loop where this is not possible: its label, `problem` (the rest of
 * the sentence) and the remedy, at the joint's place. @return LUDO_UNSUPPORTED */
ludo_status ludo_body_tree_refuse(const ludo_spec *spec, const body_tree *tree, int32_t j,
                                  const char *problem, ludo_diagnostic *why);

/* The other body of the parent joint of body b, or LUDO_WORLD. */
int32_t ludo_body_tree_parent(const ludo_spec *spec, const body_tree *tree, int32_t b);

#endif
