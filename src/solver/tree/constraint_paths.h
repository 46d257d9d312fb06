/* SPDX-License-Identifier: Apache-2.0
 *
 * The nodes that constraints pass on their paths up a tree, and their lowest common ancestors. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_PATHS_H
#define LUDO_SOLVER_TREE_CONSTRAINT_PATHS_H

#include "ludo/status.h"
#include "solver/tree/constraints.h"

enum { NOWHERE = -1 };

/* A constraint that passes a node: its rows there go on to the parent. Rows from children are
 * summed at a place; without children they are those of an end alone. */
typedef struct constraint_pass {
    int32_t constraint;
    int32_t end, columns; /* its ends at the node, at its dofs; or NOWHERE */
    int32_t place;        /* of the sum over children; or NOWHERE */
    int32_t next;         /* the place at the parent; NOWHERE: the world */
    bool first;           /* the first child to write to `next` */
} constraint_pass;

/* The lowest common ancestor of the ends of a constraint. */
typedef struct constraint_lca {
    int32_t node;       /* or NOWHERE: the world */
    int32_t end, place; /* as those of a pass */
} constraint_lca;

typedef struct constraint_paths {
    int32_t *first; /* per node + 1: passes of node i are those from first[i + 1] to first[i] - 1,
                       as nodes are visited from the last one on */
    growing passes; /* constraint_pass */
    constraint_lca *lca; /* per constraint */
    int32_t places;
    void *memory; /* of first and lca */
} constraint_paths;

/* Linear in nodes, ends and passes.
 * @return LUDO_OK, LUDO_NO_MEMORY (then there is nothing to release) */
ludo_status ludo_constraint_paths_find(const recursion *tree, const constraints *t,
                                       const ludo_allocator *allocator, constraint_paths *out);

void ludo_constraint_paths_release(constraint_paths *p, const ludo_allocator *allocator);

static inline constraint_pass *constraint_passes(const constraint_paths *p)
{
    return p->passes.items;
}

#endif
