/* SPDX-License-Identifier: Apache-2.0
 *
 * The symbolic half of a block factorisation: the order of elimination of nodes, and the blocks
 * filled by it. Eliminating a node connects its remaining neighbours to each other; these are its
 * list of later neighbours. Source: [S0 section 4.2], extended to loops. */
#ifndef LUDO_SOLVER_LDU_ORDERING_H
#define LUDO_SOLVER_LDU_ORDERING_H

#include "core/memory.h"
#include "ludo/ldu.h"

/* The order of elimination and the pattern with fill-in. A step is an index in the order. */
typedef struct ordering {
    int32_t *order; /* per step: the node that is eliminated */
    int32_t *place; /* per node: the step that eliminates it */
    int32_t *first; /* per step, and one more: index of its first later neighbour */
    int32_t *later; /* steps, ascending in each list, fill included */
    void *memory;   /* the block that holds these arrays */
} ordering;

/* Check a pattern, find an order if it gives none, and close the pattern.
 *
 * Trees are eliminated from their leaves without fill; the cyclic rest is ordered by its degrees
 * (least_fill.h). Dependent nodes wait until eliminated neighbours have made their diagonal blocks
 * regular, as far as the number of rows can decide.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY; as ludo_ldu_create()
 * O(blocks of the factors). */
ludo_status ludo_ordering_find(const ludo_ldu_pattern *pattern, const ludo_allocator *allocator,
                               ordering *out, ludo_diagnostic *why);

void ludo_ordering_release(ordering *o, const ludo_allocator *allocator);

#endif
