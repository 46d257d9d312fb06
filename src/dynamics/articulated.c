/* SPDX-License-Identifier: Apache-2.0
 *
 * The inverse of M(q) + armatures by articulated bodies [minimal.md 3.2]. With the articulated
 * inertia A_i of the subtree of node i, whose joints below i move freely,
 *
 *     F_i = A_i a_i + p_i             the force that the joint transmits
 *     U = A S,  D = S.U + armature    a column of the node
 *     x = ( e - S.p - U.a ) / D       p includes A drift; a includes all columns before this one
 *     A -= U U^T / D,    p += U x
 *
 * column after column, the last one first; the remainder is added to the parent. The backward pass
 * computes x for a = 0, the forward pass corrects it. A is kept symmetric to the bit: the recursion
 * damps symmetric rounding errors, but amplifies asymmetric ones about fourteenfold with every ball
 * of a chain. And no column is eliminated with the inverse of a matrix: the inverse for a ball far
 * out on a heavy body is wrong by more than the inertia of a light parent. */
#include "dynamics/tree.h"

void ludo_tree_factors_layout(tree_factors *f, const tree *t, arena *a)
{
    f->A = TAKE(a, t->nodes, articulated);
    f->U = TAKE(a, t->columns, force);
    f->inverse = TAKE(a, t->columns, double);
    f->p = TAKE(a, t->nodes, force);
    f->a = TAKE(a, t->nodes, motion);
}

/* ---- articulated inertias ---- */

static articulated articulated_rigid(const inertia *M)
{
    return (articulated){s3_from(M->I), {M->m, M->m, M->m, 0.0, 0.0, 0.0}, m3_skew(M->h)};
}

/* A xi */
static force articulated_apply(const articulated *A, motion xi)
{
    return (force){v3_add(s3_apply(A->I, xi.w), m3_apply(&A->H, xi.v)),
                   v3_add(m3_apply_t(&A->H, xi.w), s3_apply(A->M, xi.v))};
}

static ludo_vec3 v3_size(ludo_vec3 a)
{
    return v3(fabs(a.x), fabs(a.y), fabs(a.z));
}

static sym3 s3_size(sym3 A)
{
    return (sym3){fabs(A.xx), fabs(A.yy), fabs(A.zz), fabs(A.xy), fabs(A.xz), fabs(A.yz)};
}

/* |xi|^T |A| |xi|: the size of the terms in the sum xi . A xi. */
static double articulated_size(const articulated *A, motion xi)
{
    const motion x = {v3_size(xi.w), v3_size(xi.v)};
    articulated size = {s3_size(A->I), s3_size(A->M), A->H};
    for (int k = 0; k < 9; k++) {
        size.H.m[k] = fabs(A->H.m[k]);
    }
    return pair_of(articulated_apply(&size, x), x);
}

static sym3 s3_add(sym3 A, sym3 B)
{
    return (sym3){A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.xy + B.xy, A.xz + B.xz, A.yz + B.yz};
}

static void articulated_add(articulated *A, const articulated *B)
{
    A->I = s3_add(A->I, B->I);
    A->M = s3_add(A->M, B->M);
    A->H = m3_sum(A->H, B->H);
}

/* A - a b^T, known to be symmetric: computed from the upper half. */
static sym3 s3_less(sym3 A, ludo_vec3 a, ludo_vec3 b)
{
    return (sym3){A.xx - a.x * b.x, A.yy - a.y * b.y, A.zz - a.z * b.z,
                  A.xy - a.x * b.y, A.xz - a.x * b.z, A.yz - a.y * b.z};
}

/* A -= U V^T, known to be symmetric. */
static void articulated_give(articulated *A, force U, force V)
{
    const double n[3] = {U.n.x, U.n.y, U.n.z};
    A->I = s3_less(A->I, U.n, V.n);
    A->M = s3_less(A->M, U.f, V.f);
    for (int r = 0; r < 3; r++) {
        A->H.m[3 * r] -= n[r] * V.f.x;
        A->H.m[3 * r + 1] -= n[r] * V.f.y;
        A->H.m[3 * r + 2] -= n[r] * V.f.z;
    }
}

/* ---- factors ---- */

/* The smaller of two pivots. A pivot that is not above zero is kept: it invalidates all later
 * ones. */
static double smaller_pivot(double smallest, double pivot)
{
    return smallest > 0.0 && !(pivot >= smallest) ? pivot : smallest;
}

/* U and 1 / D of a node's columns, the last one first, each with the columns after it eliminated;
 * *left = A with all columns eliminated. Returns the smallest D relative to the inertia of the
 * joint's body along its column, which reveals linearly dependent columns of a joint; NaN if a D is
 * NaN. */
static double factorize_node(const tree *t, const tree_instant *at, const double *armature,
                             int32_t i, tree_factors *f, articulated *left)
{
    const tree_node *n = &t->node[i];
    const articulated *body = &f->A[t->node_of[n->slot]];
    double smallest = 1.0;
    *left = f->A[i];
    for (int32_t c = n->column + n->kind->dof - 1; c >= n->column; c--) {
        const double extra = armature != NULL ? armature[c] : 0.0;
        f->U[c] = articulated_apply(left, at->S[c]);
        const double D = pair_of(f->U[c], at->S[c]) + extra;
        const double relative = D / (articulated_size(body, at->S[c]) + extra);
        smallest = smaller_pivot(smallest, relative);
        f->inverse[c] = 1.0 / D;
        articulated_give(left, f->U[c], force_axpy(force_zero(), f->inverse[c], f->U[c]));
    }
    return smallest;
}

void ludo_tree_factorize(const tree *t, const tree_instant *at, const double *armature,
                         tree_factors *f)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        f->A[i] = articulated_rigid(&at->M[i]);
    }
    f->smallest_pivot = 1.0;
    f->weakest = -1;
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        articulated left;
        const double pivot = factorize_node(t, at, armature, i, f, &left);
        if (f->smallest_pivot > 0.0 && !(pivot >= f->smallest_pivot)) {
            f->smallest_pivot = pivot;
            f->weakest = i;
        }
        if (t->node[i].parent >= 0) {
            articulated_add(&f->A[t->node[i].parent], &left);
        }
    }
}

/* ---- solving ---- */

/* A solve, with the arguments of ludo_tree_solve(). */
typedef struct solve_pass {
    const tree *t;
    const tree_instant *at;
    tree_factors *f;
    const double *e;
    double *x;
} solve_pass;

/* x of a node with a resting parent, and the force that it transmits to the parent. */
static void solve_up(const solve_pass *by, int32_t i, motion drift)
{
    tree_factors *f = by->f;
    const tree_node *n = &by->t->node[i];
    force p = force_add(f->p[i], articulated_apply(&f->A[i], drift));
    for (int32_t c = n->column + n->kind->dof - 1; c >= n->column; c--) {
        by->x[c] = (by->e[c] - pair_of(p, by->at->S[c])) * f->inverse[c];
        p = force_axpy(p, by->x[c], f->U[c]);
    }
    if (n->parent >= 0) {
        f->p[n->parent] = force_add(f->p[n->parent], p);
    }
}

/* x of a node and its acceleration, from the parent's acceleration. */
static void solve_down(const solve_pass *by, int32_t i, motion drift)
{
    tree_factors *f = by->f;
    const tree_node *n = &by->t->node[i];
    motion a = n->parent >= 0 ? f->a[n->parent] : motion_zero(); /* x includes the drift */
    for (int32_t c = n->column; c < n->column + n->kind->dof; c++) {
        by->x[c] -= pair_of(f->U[c], a) * f->inverse[c];
        a = motion_axpy(a, by->x[c], by->at->S[c]);
    }
    f->a[i] = motion_add(a, drift);
}

void ludo_tree_solve(const tree *t, const tree_instant *at, tree_factors *f, const double *e,
                     tree_terms terms, double *x)
{
    const solve_pass by = {t, at, f, e, x};
    for (int32_t i = 0; i < t->nodes; i++) {
        f->p[i] = terms.bias != NULL ? terms.bias[i] : force_zero();
    }
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        solve_up(&by, i, terms.drift != NULL ? terms.drift[i] : motion_zero());
    }
    for (int32_t i = 0; i < t->nodes; i++) {
        solve_down(&by, i, terms.drift != NULL ? terms.drift[i] : motion_zero());
    }
}
