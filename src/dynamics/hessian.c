/* SPDX-License-Identifier: Apache-2.0
 *
 * Second derivatives of a tree's Lagrangian [ho2018 propositions 3 and 4], with columns S that
 * depend on their own node's coordinates [minimal.md 2.3, 7.1].
 *
 * With momentum mu, wrench W and geometric stiffness G of the subtree of j's node, its column j
 * changes them by
 *
 *     A_j = Mc S_j                           d mu / d(dy_j)
 *     B_j = Mc Sd_j - ad_{S_j}^T mu          d mu / dy_j
 *     T_j = G S_j - ad_{S_j}^T W          d W / dy_j
 *
 * so that for k above j, or of the same node,
 *
 *     M_kj = S_k . A_j    C_kj = S_k . B_j    K_kj = Sd_k . B_j + S_k . T_j
 *     M_jk = M_kj         C_jk = Sd_k . A_j   K_jk = Sd_k . B_j + S_j . G S_k
 *
 * and within a node, besides, C_kj += D_jk . mu, K_kj += Dd_jk . mu + D_jk . W, where D = dS/dy and
 * Dd = d/dt D come from the kind of node. */
#include "dynamics/hessian.h"

enum { NODE_DOF = 3 };

void ludo_tree_hessian_layout(tree_hessian *of, const tree *t, arena *a)
{
    const size_t n = (size_t)t->columns, nodes = (size_t)t->nodes;
    of->M = TAKE(a, n * n, double);
    of->C = TAKE(a, n * n, double);
    of->K = TAKE(a, n * n, double);
    of->composite = TAKE(a, nodes, inertia);
    of->W = TAKE(a, nodes, force);
    of->stiffness = TAKE(a, 36 * nodes, double);
}

/* Sum inertias, wrenches and geometric stiffness over the subtree of each node. */
static void sum_up(const tree *t, const hessian_point *here, tree_hessian *of)
{
    memcpy(of->composite, here->at->M, (size_t)t->nodes * sizeof *of->composite);
    memcpy(of->W, here->wrench, (size_t)t->nodes * sizeof *of->W);
    memcpy(of->stiffness, here->stiffness, 36 * (size_t)t->nodes * sizeof *of->stiffness);
    ludo_tree_up(t, of->W);
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        const int32_t p = t->node[i].parent;
        if (p < 0) {
            continue;
        }
        of->composite[p] = inertia_add(of->composite[p], of->composite[i]);
        for (int k = 0; k < 36; k++) {
            of->stiffness[36 * p + k] += of->stiffness[36 * i + k];
        }
    }
}

static double row_times(const double *row, motion x)
{
    return (row[0] * x.w.x + row[1] * x.w.y + row[2] * x.w.z) +
           (row[3] * x.v.x + row[4] * x.v.y + row[5] * x.v.z);
}

/* G x */
static force stiffness_times(const double *stiffness, motion x)
{
    return (force){
        v3(row_times(stiffness, x), row_times(stiffness + 6, x), row_times(stiffness + 12, x)),
        v3(row_times(stiffness + 18, x), row_times(stiffness + 24, x),
           row_times(stiffness + 30, x))};
}

/* mu - ad_S^T nu */
static force carried_back(force mu, motion S, force nu)
{
    return force_axpy(mu, -1.0, force_ad(S, nu));
}

/* The changes by a column j. */
typedef struct column_change {
    int32_t j, node;
    motion S;
    force A, B, T;
} column_change;

static column_change change_by(const tree *t, const hessian_point *here, const tree_hessian *of,
                               int32_t j)
{
    const int32_t i = t->node_at[j];
    const motion S = here->at->S[j], Sd = here->at->Sd[j];
    const inertia *M = &of->composite[i];
    const force leaning = stiffness_times(of->stiffness + 36 * i, S);
    return (column_change){.j = j,
                           .node = i,
                           .S = S,
                           .A = inertia_apply(M, S),
                           .B = carried_back(inertia_apply(M, Sd), S, here->at->mu[i]),
                           .T = carried_back(leaning, S, of->W[i])};
}

/* Entries of column j with column k, which is of a node above or of the same node. */
static void pair_columns(const tree *t, const hessian_point *here, const column_change *by,
                         int32_t k, tree_hessian *of)
{
    const size_t n = (size_t)t->columns, kj = n * (size_t)k + (size_t)by->j,
                 jk = n * (size_t)by->j + (size_t)k;
    const motion S = here->at->S[k], Sd = here->at->Sd[k];
    of->M[kj] = pair_of(by->A, S);
    of->C[kj] = pair_of(by->B, S);
    of->K[kj] = pair_of(by->B, Sd) + pair_of(by->T, S);
    if (t->node_at[k] != by->node) {
        of->M[jk] = of->M[kj];
        of->C[jk] = pair_of(by->A, Sd);
        of->K[jk] =
            pair_of(by->B, Sd) + pair_of(stiffness_times(of->stiffness + 36 * by->node, S), by->S);
    }
}

/* The terms D and Dd of a node. Since the parent of a ball rotates D too, ad_v^T mu occurs. */
static void add_dS_terms(const tree *t, const hessian_point *here, int32_t i, tree_hessian *of)
{
    const tree_node *n = &t->node[i];
    const double *y = here->y + n->column, *dy = here->dy + n->column;
    const node_place *place = &here->at->at[i];
    const motion v = n->parent >= 0 ? here->at->v[n->parent] : motion_zero();
    const force mu = here->at->mu[i], turned = force_add(force_ad(v, mu), of->W[i]);
    double D[NODE_DOF * NODE_DOF] = {0.0}, Dd[NODE_DOF * NODE_DOF] = {0.0};
    double unused[NODE_DOF * NODE_DOF] = {0.0};
    n->kind->dS(n, place, y, dy, mu, D, Dd);
    n->kind->dS(n, place, y, dy, turned, Dd, unused);
    for (int32_t j = 0; j < n->kind->dof; j++) {
        for (int32_t k = 0; k < n->kind->dof; k++) {
            const size_t kj =
                (size_t)t->columns * (size_t)(n->column + k) + (size_t)(n->column + j);
            of->C[kj] += D[n->kind->dof * j + k];
            of->K[kj] += Dd[n->kind->dof * j + k];
        }
    }
}

void ludo_tree_hessian(const tree *t, const hessian_point *here, tree_hessian *of)
{
    const size_t size = (size_t)t->columns * (size_t)t->columns;
    memset(of->M, 0, size * sizeof *of->M);
    memset(of->C, 0, size * sizeof *of->C);
    memset(of->K, 0, size * sizeof *of->K);
    sum_up(t, here, of);
    for (int32_t j = 0; j < t->columns; j++) {
        const column_change by = change_by(t, here, of, j);
        for (int32_t i = by.node; i >= 0; i = t->node[i].parent) {
            const int32_t first = t->node[i].column;
            for (int32_t k = first; k < first + t->node[i].kind->dof; k++) {
                pair_columns(t, here, &by, k, of);
            }
        }
    }
    for (int32_t i = 0; i < t->nodes; i++) {
        if (t->node[i].kind->dS != NULL) {
            add_dS_terms(t, here, i, of);
        }
    }
}
