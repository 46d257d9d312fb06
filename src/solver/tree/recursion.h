/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion on a tree of 6 x 6 blocks [recursion.md 1.3]. Knows no mechanics.
 *
 * Unknown per node i with parent p (absent: u_p = 0) is u_i in R^6, restricted to
 *
 *     u_i = X_i u_p + S_i w_i + y_i,    X = [ 1 , -d x ; 0 , 1 ],  d = d_S
 *
 * with few free numbers w_i; equations are the balances of M_i u_i = r_i, restricted likewise:
 *
 *     T_i^T sum over the subtree of i of B^T (r - M u) + e_i - C_i w_i = 0,    B as X with d = d_T
 *
 * C_i and e_i belong to the free numbers of one node alone: they act between a node and its parent
 * and so cancel in every other balance.
 * The free numbers of a node are eliminated as one block; the work is linear in the nodes. Sums run
 * in one fixed order and nothing branches on values, so that every build computes the same bits. */
#ifndef LUDO_SOLVER_TREE_RECURSION_H
#define LUDO_SOLVER_TREE_RECURSION_H

#include "core/memory.h"
#include "math/lanes.h"

/* The number that the recursion computes with: a scalar, or later one of several simulations. */
typedef double real;

/* Rows of 6 x 6 blocks are padded to whole lanes: element (i, c) is at ROW i + c. The first lane of
 * the padding, REST, carries the right-hand side along. */
enum { ROW = LANES, BLOCK = 6 * ROW, REST = 6 };

/* A tree, its values and its factors. All arrays belong to the caller's layout. */
typedef struct recursion {
    struct constraint_plan
        *plan; /* rows beyond the tree that are solved with it (constraint_plan.h); or NULL */
    int32_t nodes;
    const int32_t *parent; /* per node: parent[i] < i, or -1 */
    const int32_t *column; /* per node + 1: its first column; 6 columns a node at most */

    /* set by the caller before factorising */
    const real *S, *T;     /* per column: 6 */
    const real *d_S, *d_T; /* per node: 3 */
    real *M;               /* per node: BLOCK; its own block, becomes its subtree's */
    const int32_t *corner; /* per node + 1: where its C starts; f^2 numbers for f columns */
    real *C;               /* per node: f x f, row-major; kept as it is */
    /* set by the caller before each solve */
    real *r; /* per node: 6; overwritten */
    real *y; /* per node: 6 */
    real *e; /* per column */

    /* results */
    real *u;             /* per node: 6 */
    real *w;             /* per column */
    real smallest_pivot; /* least |pivot| of all W = T^T M S + C, over the sum of the absolute
                            values it was made of: how much of it survived cancellation */
    int32_t weakest;     /* the node where */

    /* factors */
    real *lu; /* per node: f x f like C; W = L D U: L, U without their diagonals, D^-1 */
    real *g;  /* per column: ROW; a column of M S U^-1 */
    real *k;  /* per column: ROW; w = k_REST - k u_p: a row of W^-1 T^T M X */
} recursion;

/* Take M, C, r, y, e, u, w and the factors from an arena, for the tree whose nodes, parent, column
 * and corner are set. C and e are zero until the caller writes them. */
void ludo_recursion_layout(recursion *t, arena *a);

/* Leaf to root: factorise M and reduce r. */
void ludo_recursion_factor(recursion *t);

/* Leaf to root: reduce r with the last factors. */
void ludo_recursion_reduce(recursion *t);

/* Root to leaf: w and u from what was reduced. */
void ludo_recursion_expand(recursion *t);

#endif
