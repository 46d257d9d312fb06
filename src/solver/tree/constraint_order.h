/* SPDX-License-Identifier: Apache-2.0
 *
 * The order in which constraints are eliminated, and the couples that elimination creates. A step
 * is an index in the order. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_ORDER_H
#define LUDO_SOLVER_TREE_CONSTRAINT_ORDER_H

#include "solver/tree/constraint_paths.h"

typedef struct constraint_order {
    int32_t *order;   /* per step: the constraint */
    int32_t *step;    /* per constraint */
    int32_t *first;   /* per step + 1: its first couple */
    growing later;    /* per couple: the later step (int32_t), ascending within a step */
    int64_t products; /* number of block products of couples in a factorisation */
    void *memory;     /* of order, step and first */
} constraint_order;

/* Constraints that pass a node with degrees of freedom are coupled there; eliminating one couples
 * the constraints it was coupled with. Each is eliminated at its lowest common ancestor, nodes from
 * the last to the first, the world last; several constraints of one node go in an order of little
 * fill. Linear in passes and couples.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_REFUSED (too many couples: 2^24, or 2^28 products of blocks
 * per factorisation; counted before they are listed); on failure there is nothing to release */
ludo_status ludo_constraint_order_find(const recursion *tree, const constraints *t,
                                       const constraint_paths *paths,
                                       const ludo_allocator *allocator, constraint_order *out);

void ludo_constraint_order_release(constraint_order *o, const ludo_allocator *allocator);

/* The couple of two coupled steps, the earlier one first. O(log couples) */
int32_t ludo_constraint_order_couple(const constraint_order *o, int32_t step, int32_t later);

static inline const int32_t *constraint_later(const constraint_order *o)
{
    return o->later.items;
}

#endif
