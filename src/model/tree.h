/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of the mechanism: which joint carries which body, and in what order bodies stand. */
#ifndef LUDO_MODEL_TREE_H
#define LUDO_MODEL_TREE_H

#include "model/spec.h"

/* A tree of bodies under the world. Arrays are the caller's, body_count numbers each. */
typedef struct body_tree {
    int32_t *carrier; /* per body: the (first) joint whose child it is; -1: it floats */
    int32_t *walk;    /* all bodies, parents before children, subtrees in one piece */
    bool *reached;    /* scratch, as the following */
    int32_t *first_child, *next_sibling, *stack;
} body_tree;

/* Find the tree. Roots and children keep the order of the spec; a body without a joint is a root.
 * @return LUDO_OK, or LUDO_UNSUPPORTED naming the joint that closes a loop */
ludo_status ludo_tree_find(const ludo_spec *spec, body_tree *tree, ludo_diagnostic *why);

/* The other body of the joint that carries body b, or LUDO_WORLD. */
int32_t ludo_tree_parent(const ludo_spec *spec, const body_tree *tree, int32_t b);

#endif
