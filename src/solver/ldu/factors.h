/* SPDX-License-Identifier: Apache-2.0
 *
 * The data of a block matrix: its pattern in the order of elimination, its values and factors.
 *
 * Values have the caller's layout, one block of the pattern after another. Factors have rows padded
 * to whole lanes; each node's diagonal block is followed by a pair for each later neighbour r of
 * the node c: block (c, r), then block (r, c) transposed, so that both have the rows of c and the
 * columns of r, and one kernel updates them all. */
#ifndef LUDO_SOLVER_LDU_FACTORS_H
#define LUDO_SOLVER_LDU_FACTORS_H

#include "core/memory.h"
#include "ludo/ldu.h"

/* A later neighbour r of a node. */
typedef struct slot {
    size_t pair;   /* of factors: index of (c, r) */
    size_t values; /* index of (c, r), (r, c) follows; LDU_FILLED: no edge of the pattern */
    int32_t step;  /* of r in the order */
    int32_t dim;   /* of r */
    int32_t lane;  /* of r */
} slot;

#define LDU_FILLED SIZE_MAX

/* A node c, at its step in the order. */
typedef struct step {
    size_t diagonal;    /* of factors: index of (c, c) */
    size_t values;      /* index of (c, c) */
    int32_t first, end; /* its slots */
    int32_t dim;
    int32_t row;     /* its first one, nodes in their own order */
    int32_t lane;    /* its first one of scratch, in this order, padded */
    int32_t cluster; /* end of the steps around it that are eliminated together: they have the same
                        later neighbours except the eliminated ones */
} step;

struct ludo_ldu {
    ludo_allocator allocator;
    int32_t nodes, rows, fill;
    size_t numbers;  /* of values */
    int32_t *order;  /* per step: node */
    int32_t *place;  /* per node: step */
    step *steps;     /* per step */
    slot *slots;     /* of all steps, one after another */
    double *values;  /* with the caller's layout */
    double *factors; /* L D below, U above, the pivoted factors of D on the diagonal */
    uint8_t *swaps;  /* per row: the row of its block it was swapped with */
    double *vector;  /* per lane: scratch of solutions */
    double *rest;    /* per row: scratch of refinement */
    bool narrow;     /* rows of all blocks are LANES wide */
    bool common;     /* all blocks have BLK_COMMON rows (block.h) */
    bool factored;
};

#endif
