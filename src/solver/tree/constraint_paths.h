/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes ties pass on their way up a tree, and where their ways meet. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_PATHS_H
#define LUDO_SOLVER_TREE_CONSTRAINT_PATHS_H

#include "ludo/status.h"
#include "solver/tree/constraints.h"

enum { NOWHERE = -1 };

/* A tie that passes a node: what arrives there goes on to the parent. What arrives from children
 * is summed up at a place; without one it is an end's alone. */
typedef struct constraint_pass {
    int32_t constraint;
    int32_t end, columns; /* its ends at the node, at its columns; or NOWHERE */
    int32_t place;        /* of what children hand on; or NOWHERE */
    int32_t next;         /* the place at the parent; NOWHERE: the world */
    bool first;           /* no other child hands anything on to `next` before */
} constraint_pass;

/* Where all ways of a tie have met. */
typedef struct constraint_lca {
    int32_t node;       /* or NOWHERE: the world */
    int32_t end, place; /* as those of a pass */
} constraint_lca;

typedef struct constraint_paths {
    int32_t *first; /* per node + 1: passes of node i are those from first[i + 1] to first[i] - 1,
                       for nodes are visited from the last one on */
    growing passes; /* constraint_pass */
    constraint_lca *meeting; /* per tie */
    int32_t places;
    void *memory; /* of first and meeting */
} constraint_paths;

/* Linear in nodes, ends and passes.
 * @return LUDO_OK, LUDO_NO_MEMORY (then nothing is to be released) */
ludo_status ludo_constraint_paths_find(const recursion *tree, const constraints *t,
                                       const ludo_allocator *allocator, constraint_paths *out);

void ludo_constraint_paths_release(constraint_paths *p, const ludo_allocator *allocator);

static inline constraint_pass *constraint_passes(const constraint_paths *p)
{
    return p->passes.items;
}

#endif
