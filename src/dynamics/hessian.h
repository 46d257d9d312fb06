/* SPDX-License-Identifier: Apache-2.0
 *
 * All second derivatives of a tree's Lagrangian at an instant, O(columns depth) [minimal.md 7.1].
 */
#ifndef LUDO_DYNAMICS_HESSIAN_H
#define LUDO_DYNAMICS_HESSIAN_H

#include "dynamics/tree.h"

/* The point of differentiation: an instant after the backward pass of mu, its y and dy, and
 * wrenches on bodies. */
typedef struct hessian_point {
    const tree_instant *at;
    const double *y, *dy;
    const force *wrench;     /* per node: on its body */
    const double *stiffness; /* per node 36, row-major, angular first: geometric stiffness of
                           `wrench`, d F + ad_eta^T F = stiffness eta */
} hessian_point;

/* With pi_j = S_j . mu and f_j = Sd_j . mu + S_j . W, mu and W summed over the subtree of j's node,
 *
 *     dpi = M d(dy) + C dy        df = C^T d(dy) + K dy
 *
 * columns x columns each, row-major. An entry is zero unless one column's node carries the
 * other's. */
typedef struct tree_hessian {
    double *M, *C, *K;
    /* scratch, per node: of its subtree */
    inertia *composite;
    force *W;
    double *stiffness; /* 36 */
} tree_hessian;

void ludo_tree_hessian_layout(tree_hessian *of, const tree *t, arena *a);

void ludo_tree_hessian(const tree *t, const hessian_point *here, tree_hessian *of);

#endif
