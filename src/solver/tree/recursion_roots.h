/* SPDX-License-Identifier: Apache-2.0
 *
 * Unbound roots of the recursion, eight side by side. */
#ifndef LUDO_SOLVER_TREE_RECURSION_ROOTS_H
#define LUDO_SOLVER_TREE_RECURSION_ROOTS_H

#include "math/worst.h"
#include "solver/tree/recursion.h"

/* A group of unbound roots. Lanes beyond the last root have the matrix 1 and w = 0. */
struct root_group {
    int32_t node[LANES], count;
    double W[6][6][LANES];  /* M + C, then L, D^-1, U */
    double w[6][LANES];     /* r + e, then w */
    double terms[6][LANES]; /* per pivot: the sum of the absolute values of its terms */
};

/* Factorise the blocks of the roots, which have those of their subtrees, and solve; u and w are the
 * results. *loss takes the terms over the pivots, as in factor_node(). */
void ludo_recursion_roots_factor(recursion *t, worst *loss);

/* Solve with the last factors, from the r of the subtrees. */
void ludo_recursion_roots_reduce(recursion *t);

#endif
