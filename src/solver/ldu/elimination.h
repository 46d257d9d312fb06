/* SPDX-License-Identifier: Apache-2.0
 *
 * The elimination of the nodes of a pattern, in steps. */
#ifndef LUDO_SOLVER_LDU_ELIMINATION_H
#define LUDO_SOLVER_LDU_ELIMINATION_H

#include "solver/ldu/ordering.h"

enum { NONE = -1 };

typedef struct elimination {
    const ludo_ldu_pattern *pattern;
    const ludo_allocator *allocator;
    int32_t *first, *neighbours; /* per node and one more; by edges of the pattern */
    int32_t *order, *place;      /* as in the result; place is NONE for nodes that remain */
    int32_t steps;               /* done so far */
    int32_t *degree;             /* per node: neighbours that remain */
    bool *eligible;              /* per node: to be eliminated as soon as it is ready */
    bool peeling;                /* leaves are to be eliminated */
    bool forced;                 /* all remaining nodes waited: support no longer counts */
    int32_t *stack, height;      /* of nodes that may have become ready */
    /* an eliminated independent node of n rows makes dependent ones regular by n rows in all */
    int32_t *spare;   /* per node: rows not yet used by a dependent node; 0 while it remains */
    int32_t *support; /* per node: spare rows of all neighbours */
    /* of the core, with its own numbering */
    int32_t *node, *number; /* per number: node; per node: number */
    int32_t *core_first, *core, *core_order;
    int32_t *mark, *parent, *count; /* scratch of checks and of closing the pattern */
} elimination;

/* Write the order and the lists of later neighbours of a finished elimination, in memory of their
 * own. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_ordering_fill(elimination *x, ordering *out);

#endif
