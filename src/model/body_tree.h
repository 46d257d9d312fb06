/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of the mechanism: which joint carries which body, which joints close loops, and in what
 * order bodies stand. */
#ifndef LUDO_MODEL_BODY_TREE_H
#define LUDO_MODEL_BODY_TREE_H

#include "spec/spec.h"

/* A tree of bodies under the world. Arrays are the caller's. */
typedef struct body_tree {
    int32_t *carrier; /* per body: the (first) joint that carries it; -1: it floats */
    bool *closes;     /* per joint: whether it closes a loop */
    int32_t *walk;    /* all bodies, parents before children, subtrees in one piece */
    int32_t *first_child, *next_sibling, *stack; /* scratch, per body */
} body_tree;

/* Find the tree. Of several joints with the same child the first carries it, the others close
 * loops. Where joints lead round in a circle that hangs on nothing, its body with the lowest number
 * floats and the joint that would carry it closes a loop. Roots and children keep the order of the
 * spec; a body without a joint is a root. Linear in bodies and joints.
 * @return LUDO_OK, or LUDO_UNSUPPORTED naming a composite or free joint that would close a loop */
ludo_status ludo_body_tree_find(const ludo_spec *spec, body_tree *tree, ludo_diagnostic *why);

/* Refuse a joint that closes a loop because of a problem with that, in words: say so at its place,
 * and what to do. */
ludo_status ludo_body_tree_refuse(const ludo_spec *spec, const body_tree *tree, int32_t j,
                                  const char *problem, ludo_diagnostic *why);

/* The other body of the joint that carries body b, or LUDO_WORLD. */
int32_t ludo_body_tree_parent(const ludo_spec *spec, const body_tree *tree, int32_t b);

#endif
