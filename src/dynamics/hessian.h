/* SPDX-License-Identifier: Apache-2.0
 *
 * Second derivatives of a tree's Lagrangian at an instant, all of them: O(columns depth)
 * [minimal.md 7.1]. */
#ifndef LUDO_DYNAMICS_HESSIAN_H
#define LUDO_DYNAMICS_HESSIAN_H

#include "dynamics/tree.h"

/* What is differentiated: an instant whose mu were summed up the tree, where y, dy are its own, and
 * wrenches on bodies. */
typedef struct hessian_point {
    const tree_instant *at;
    const double *y, *dy;
    const force *wrench; /* per node: on its body */
    const double *lean; /* per node 36, row-major, angular first: the derivative of the wrench as it
                           is carried along, d F + ad_eta^T F = lean eta */
} hessian_point;

/* With pi_j = S_j . mu and f_j = Sd_j . mu + S_j . W, mu and W of all that the node of j carries,
 *
 *     dpi = M d(dy) + C dy        df = C^T d(dy) + K dy
 *
 * columns x columns each, row-major. Only pairs of columns one of which carries the other are not
 * zero. */
typedef struct tree_hessian {
    double *M, *C, *K;
    /* scratch, per node: of all that it carries */
    inertia *composite;
    force *W;
    double *lean; /* 36 */
} tree_hessian;

void ludo_tree_hessian_layout(tree_hessian *of, const tree *t, arena *a);

void ludo_tree_hessian(const tree *t, const hessian_point *here, tree_hessian *of);

#endif
