/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion on a tree of 6 x 6 blocks [recursion.md 1.3]. Independent of mechanics.
 *
 * The unknown per node i with parent p (absent: u_p = 0) is u_i in R^6, restricted to
 *
 *     u_i = X_i u_p + S_i w_i + y_i,    X = [ 1 , -d x ; 0 , 1 ],  d = d_S
 *
 * with few free coordinates w_i (dofs); the equations are the balances of M_i u_i = r_i, restricted
 * to
 *
 *     T_i^T sum over the subtree of i of B^T (r - M u) + e_i - C_i w_i = 0,    B as X with d = d_T
 *
 * C_i and e_i belong to the free coordinates of one node alone: they act between a node and its
 * parent and so cancel in every other balance. The free coordinates of a node are eliminated as one
 * block; the work is linear in the nodes. Sums run in one fixed order and no branch depends on
 * values, so that every build computes the same bits. */
#ifndef LUDO_SOLVER_TREE_RECURSION_H
#define LUDO_SOLVER_TREE_RECURSION_H

#include "core/memory.h"
#include "math/lanes.h"

/* Rows of 6 x 6 blocks are padded to whole lanes: element (i, c) is at ROW i + c. The first lane of
 * the padding, RHS, carries the right-hand side along. */
enum { ROW = LANES, BLOCK = 6 * ROW, RHS = 6 };

/* A tree, its values and its factors. All arrays belong to the caller's layout. */
typedef struct recursion {
    struct constraint_plan
        *plan; /* rows beyond the tree that are solved with it (constraint_plan.h); or NULL */
    int32_t nodes;
    const int32_t *parent; /* per node: parent[i] < i, or -1 */
    const int32_t *column; /* per node + 1: its first dof; at most 6 dofs per node */
    int32_t *order;        /* nodes in the order of the passes (recursion_order.h) */
    const bool *idle;      /* per node, whole trees: left out, their results stay; NULL: none are */
    int32_t unbound_most;  /* most roots that are declared unbound */

    /* set by the caller before factorising */
    const double *S, *T;        /* per dof: 6 */
    const double *d_S, *d_T;    /* per node: 3 */
    double *M;                  /* per node: BLOCK; its own block, becomes that of its subtree */
    const int32_t *joint_block; /* per node + 1: index of its C; f^2 numbers for f dofs */
    double *C;                  /* per node: f x f, row-major; not overwritten */
    /* set by the caller before each solve */
    double *r; /* per node: 6; overwritten */
    double *y; /* per node: 6 */
    double *e; /* per dof */

    /* results */
    double *u;             /* per node: 6 */
    double *w;             /* per dof */
    double smallest_pivot; /* least |pivot| of all W = T^T M S + C, over the sum of the absolute
                            values of its terms: the part that survived cancellation */
    int32_t weakest;       /* its node */

    /* factors */
    double *lu;    /* per node: f x f like C; W = L D U: L, U without their diagonals, D^-1 */
    double *g;     /* per dof: ROW; a column of M S U^-1 */
    double *k;     /* per dof: ROW; w = k_RHS - k u_p: a row of W^-1 T^T M X */
    bool *unbound; /* per node */
    struct root_group *group; /* the unbound roots with their factors (recursion_roots.h) */
    int32_t groups;
} recursion;

/* Take M, C, r, y, e, u, w, the order and the factors from an arena, for the tree whose nodes,
 * parent, column, joint_block and unbound_most are set. C and e are zero until the caller writes
 * them. */
void ludo_recursion_layout(recursion *t, arena *a);

/* Declare a root of six dofs unbound: its S and T are 1 and its y is 0, in all solves. Without
 * constraints such roots are solved side by side. */
void ludo_recursion_unbind(recursion *t, int32_t node);

/* Leaf to root: factorise M and reduce r. */
void ludo_recursion_factor(recursion *t);

/* Leaf to root: reduce r with the last factors. */
void ludo_recursion_reduce(recursion *t);

/* Leaf to root: e becomes T^T sum over the subtree of B^T r + e, the balance per dof without the
 * terms in u and w, and r that sum over the subtree. Needs no factors. */
void ludo_recursion_balance(recursion *t);

/* Root to leaf: w and u from what was reduced. */
void ludo_recursion_expand(recursion *t);

#endif
