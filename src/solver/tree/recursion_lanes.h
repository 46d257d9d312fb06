/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion on eight trees of one structure side by side: one tree per lane. Each
 * lane has the bits of the recursion on its tree alone (recursion.h), without constraints.
 *
 * All arrays are those of recursion.h with a vector in place of each number; blocks have no padding
 * and no right-hand side. */
#ifndef LUDO_SOLVER_TREE_RECURSION_LANES_H
#define LUDO_SOLVER_TREE_RECURSION_LANES_H

#include "core/memory.h"
#include "math/vector.h"

/* Numbers from one S, T or y to the next. The last two of eight are not read: callers keep others
 * there. */
enum { SIX_STRIDE = 8 };

typedef struct recursion_lanes {
    int32_t nodes;
    const int32_t *parent;      /* per node: parent[i] < i, or -1 */
    const int32_t *column;      /* per node + 1: its first dof; at most 6 dofs per node */
    const int32_t *joint_block; /* per node + 1: index of its C */
    const int32_t *order;       /* nodes in the order of the passes (recursion_order.h) */
    const bool *unbound;        /* per node: a root of six dofs whose S and T are 1 and y is 0 */

    /* set by the caller before factorising */
    const vector *S, *T;     /* per dof: SIX_STRIDE */
    const vector *d_S, *d_T; /* per node: 3 */
    vector *M;               /* per node: 36; its own block, becomes that of its subtree */
    vector *C;               /* per node: f x f; not overwritten */
    /* set by the caller before each solve */
    vector *r;       /* per node: 6; becomes that of its subtree */
    const vector *y; /* per node: SIX_STRIDE */
    vector *e;       /* per dof */

    /* results */
    vector *u;    /* per node: 6 */
    vector *w;    /* per dof */
    vector *loss; /* one: the inverse of the smallest pivot; NaN: some value isn't finite */

    /* factors */
    vector *lu; /* per node: f x f like C */
    vector *g;  /* per dof: 6 */
    vector *k;  /* per dof: 7; the last one is the right-hand side's */
} recursion_lanes;

/* Take all arrays that are not constant from an arena, for the tree whose structure is set. */
void ludo_recursion_lanes_layout(recursion_lanes *t, arena *a);

/* Leaf to root: factorise M and reduce r. */
void ludo_recursion_lanes_factor(recursion_lanes *t);

/* Leaf to root: reduce r with the last factors. */
void ludo_recursion_lanes_reduce(recursion_lanes *t);

/* Root to leaf: w and u from what was reduced. */
void ludo_recursion_lanes_expand(recursion_lanes *t);

#endif
