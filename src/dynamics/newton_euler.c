/* SPDX-License-Identifier: Apache-2.0
 *
 * Inverse dynamics by the Newton-Euler recursion [minimal.md 3.1]: accelerations in the forward
 * pass, forces in the backward pass. */
#include "dynamics/tree.h"

/* a = a_parent + S x + drift */
static motion node_acceleration(const tree *t, const tree_instant *at, int32_t i, const double *x,
                                const motion *drift, const motion *a)
{
    const tree_node *n = &t->node[i];
    motion sum = n->parent >= 0 ? a[n->parent] : motion_zero();
    for (int32_t c = n->column; c < n->column + n->kind->dof; c++) {
        sum = motion_axpy(sum, x[c], at->S[c]);
    }
    return drift != NULL ? motion_add(sum, drift[i]) : sum;
}

void ludo_tree_inverse(const tree *t, const tree_instant *at, const double *x, tree_terms terms,
                       const tree_loads *out)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        out->a[i] = node_acceleration(t, at, i, x, terms.drift, out->a);
        const force own = inertia_apply(&at->M[i], out->a[i]);
        out->total[i] = terms.bias != NULL ? force_add(own, terms.bias[i]) : own;
    }
    ludo_tree_up(t, out->total);
    for (int32_t c = 0; c < t->columns; c++) {
        out->e[c] = pair_of(out->total[t->node_at[c]], at->S[c]);
    }
}

void ludo_tree_bias(const tree *t, const tree_instant *at, const double *dy, const force *wrench,
                    force *bias, motion *drift)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        const force wanted = force_add(force_ad(at->v[i], at->mu[i]), wrench[i]);
        bias[i] = force_axpy(force_zero(), -1.0, wanted);
        drift[i] = motion_zero();
    }
    for (int32_t c = 0; c < t->columns; c++) {
        motion *sum = &drift[t->node_at[c]];
        *sum = motion_axpy(*sum, dy[c], at->Sd[c]);
    }
}
