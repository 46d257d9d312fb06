/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_ldu: block LDU factorisation of a square matrix with a symmetric block pattern, without
 * pivoting between blocks. Knows nothing of mechanics: rows and columns are grouped into nodes,
 * an edge between two nodes is the pair of blocks (i, j) and (j, i).
 *
 * The order of elimination and the fill are found once, at creation. Blocks are dense, row-major
 * and laid out in elimination order. Source: [S0 Algorithms 1 to 4], [S4 section 3]. */
#ifndef LUDO_LDU_H
#define LUDO_LDU_H

#include "ludo/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A block matrix: its pattern, its values, its factors. */
typedef struct ludo_ldu ludo_ldu;

/** The largest block dimension. */
#define LUDO_LDU_MAX_DIM 16

/** The pattern of a block matrix. Read at creation only. */
typedef struct ludo_ldu_pattern {
    size_t struct_size;
    int32_t nodes;         /* >= 1 */
    const int32_t *dim;    /* nodes numbers, 1 .. LUDO_LDU_MAX_DIM: rows = columns of each node */
    int32_t edges;         /* >= 0 */
    const int32_t *edge;   /* 2 * edges numbers: pairs of different nodes, each pair once */
    const int32_t *order;  /* nodes numbers, the order of elimination; NULL: found here */
    const bool *dependent; /* nodes flags: the diagonal block may be singular until neighbours are
                              eliminated; the order found here eliminates the neighbours that make
                              it regular first; NULL: none */
} ludo_ldu_pattern;

/** A pattern without nodes. Set its nodes and their dimensions. */
static inline ludo_ldu_pattern ludo_ldu_pattern_default(void)
{
    ludo_ldu_pattern pattern = LUDO_ZERO;
    pattern.struct_size = sizeof pattern;
    return pattern;
}

/** Create a zero matrix of a pattern.
 * @param why  the error in the pattern; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a number out of range, an edge twice, no permutation, or
 *         dependent nodes joined to dependent ones only), LUDO_NO_MEMORY; *out is NULL unless
 *         LUDO_OK
 * Time: that of one factorisation, in order of magnitude. */
LUDO_API ludo_status ludo_ldu_create(const ludo_ldu_pattern *pattern,
                                     const ludo_allocator *allocator, ludo_ldu **out,
                                     ludo_diagnostic *why);

/** Release a matrix; NULL is allowed. */
LUDO_API void ludo_ldu_destroy(ludo_ldu *ldu);

/** Rows of the whole matrix. */
LUDO_API int32_t ludo_ldu_rows(const ludo_ldu *ldu);

/** Fill-in: pairs of blocks of the factors beyond the edges of the pattern. */
LUDO_API int32_t ludo_ldu_fill(const ludo_ldu *ldu);

/** The order of elimination: nodes numbers, first eliminated first. */
LUDO_API const int32_t *ludo_ldu_order(const ludo_ldu *ldu);

/** Index of the first row of a node in a right-hand side or solution (nodes in their own order); -1
 * where the number is out of range. */
LUDO_API int32_t ludo_ldu_first_row(const ludo_ldu *ldu, int32_t node);

/** The values of block (i, j), dim[i] x dim[j], row-major, to be filled by the caller; NULL where
 * i and j are neither equal nor joined by an edge. Values survive ludo_ldu_factor(). O(log edges
 * of i): keep the pointers, they never change. */
LUDO_API double *ludo_ldu_block(ludo_ldu *ldu, int32_t i, int32_t j);

/** Set all values to zero. */
LUDO_API void ludo_ldu_clear(ludo_ldu *ldu);

/** Factorise the values.
 * @param smallest_pivot  the smallest pivot met, relative to its block's largest entry before the
 *                        block was factorised; 0 on LUDO_SINGULAR; may be NULL
 * @param node            the singular node on LUDO_SINGULAR, else -1; may be NULL
 * @return LUDO_OK, LUDO_SINGULAR (a diagonal block has a zero or non-finite pivot)
 * Allocates nothing. O(sum over nodes of (later neighbours)^2). */
LUDO_API ludo_status ludo_ldu_factor(ludo_ldu *ldu, double *smallest_pivot, int32_t *node);

/** Solve A x = b with the last factors; b and x have ludo_ldu_rows() numbers and may be the same
 * array. x is NaN where the last factorisation failed. Allocates nothing. O(blocks). */
LUDO_API void ludo_ldu_solve(ludo_ldu *ldu, const double *b, double *x);

/** One step of iterative refinement: x += A^-1 (b - A x), with the values and the last factors.
 * Returns the largest |b - A x| found before the correction, NaN for NULL. b and x are different
 * arrays. Allocates nothing. O(blocks). */
LUDO_API double ludo_ldu_refine(ludo_ldu *ldu, const double *b, double *x);

#ifdef __cplusplus
}
#endif
#endif
