/* SPDX-License-Identifier: Apache-2.0
 *
 * In which order ties are eliminated, and which of them that couples. A step is a place in the
 * order. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_ORDER_H
#define LUDO_SOLVER_TREE_CONSTRAINT_ORDER_H

#include "solver/tree/constraint_paths.h"

typedef struct constraint_order {
    int32_t *order;   /* per step: the tie */
    int32_t *step;    /* per tie */
    int32_t *first;   /* per step + 1: its first couple */
    growing later;    /* per couple: the later step (int32_t), ascending within a step */
    int64_t products; /* of blocks that a factorisation makes of couples */
    void *memory;     /* of order, step and first */
} constraint_order;

/* Ties that pass a node with columns are coupled there; eliminating one couples those it was
 * coupled with. One is eliminated where its ways meet, nodes from the last to the first, the world
 * behind them; several at the same node go in an order of little fill.
 * Linear in passes and couples.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_REFUSED (too many are coupled: 2^24, or 2^28 products of
 * blocks per factorisation; known before they are listed); then nothing is to be released */
ludo_status ludo_constraint_order_find(const recursion *tree, const constraints *t,
                                       const constraint_paths *paths,
                                       const ludo_allocator *allocator, constraint_order *out);

void ludo_constraint_order_release(constraint_order *o, const ludo_allocator *allocator);

/* The couple of two steps, the earlier one first; they are coupled. O(log couples) */
int32_t ludo_constraint_order_couple(const constraint_order *o, int32_t step, int32_t later);

static inline const int32_t *constraint_later(const constraint_order *o)
{
    return o->later.items;
}

#endif
