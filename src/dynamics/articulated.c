/* SPDX-License-Identifier: Apache-2.0
 *
 * The inverse of M(q) + armatures by articulated bodies [minimal.md 3.2]. With A_i what a node
 * carries resists its acceleration a_i where all joints below it give way,
 *
 *     F_i = A_i a_i + p_i             what the joint has to transmit
 *     U = A S,  D = S.U + armature    columns of the node
 *     x = D^-1 ( e - S.p - U.(a_parent + drift) )
 *     A_parent += A - U D^-1 U^T,    p_parent += p + A drift + U x
 *
 * On the way up x is that of a parent that stays at rest, on the way down it is put right. A and D
 * are symmetric to the bit: the recursion damps rounding that is, what isn't grows by a factor of
 * about fourteen with every ball of a chain. */
#include "dynamics/tree.h"

enum { BALL = 3 };

void ludo_tree_factors_layout(tree_factors *f, const tree *t, arena *a)
{
    f->A = TAKE(a, t->nodes, articulated);
    f->U = TAKE(a, t->columns, force);
    f->D = TAKE(a, (size_t)t->nodes * BALL * BALL, double);
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

/* |xi|^T |A| |xi|: what xi . A xi is summed up from. */
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

/* A - a b^T of which that is symmetric in the end: the upper half is taken. */
static sym3 s3_less(sym3 A, ludo_vec3 a, ludo_vec3 b)
{
    return (sym3){A.xx - a.x * b.x, A.yy - a.y * b.y, A.zz - a.z * b.z,
                  A.xy - a.x * b.y, A.xz - a.x * b.z, A.yz - a.y * b.z};
}

/* A -= U V^T, likewise. */
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

/* The lower half of an n x n matrix as its upper half has it. */
static void mirror(double *A, int n)
{
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < r; c++) {
            A[n * r + c] = A[n * c + r];
        }
    }
}

/* ---- factors ---- */

/* D := D^-1, dof x dof, positive definite. Returns the smallest of its pivots, each over `size` of
 * its column; NaN where one is. */
static double invert(double *D, int dof, const double *size)
{
    double smallest = 1.0;
    for (int k = 0; k < dof; k++) {
        const double pivot = D[dof * k + k], relative = pivot / size[k];
        smallest = !(relative >= smallest) ? relative : smallest;
        D[dof * k + k] = 1.0;
        for (int c = 0; c < dof; c++) {
            D[dof * k + c] /= pivot;
        }
        for (int r = 0; r < dof; r++) {
            const double factor = r != k ? D[dof * r + k] : 0.0;
            D[dof * r + k] = r != k ? 0.0 : D[dof * r + k];
            for (int c = 0; c < dof; c++) {
                D[dof * r + c] -= factor * D[dof * k + c];
            }
        }
    }
    return smallest;
}

/* U and D^-1 of a node. Pivots are compared with what the body that the joint carries resists to
 * their column, so that one column of a joint that repeats others shows. */
static double factorize_node(const tree *t, const tree_instant *at, const double *armature,
                             int32_t i, tree_factors *f)
{
    const tree_node *n = &t->node[i];
    const int dof = n->kind->dof;
    const articulated *A = &f->A[i], *body = &f->A[t->node_of[n->slot]];
    double *D = f->D + (size_t)i * BALL * BALL, size[BALL];
    for (int k = 0; k < dof; k++) {
        const int32_t c = n->column + k;
        const double extra = armature != NULL ? armature[c] : 0.0;
        f->U[c] = articulated_apply(A, at->S[c]);
        size[k] = articulated_size(body, at->S[c]) + extra;
        for (int j = 0; j < dof; j++) {
            D[dof * j + k] = pair_of(f->U[c], at->S[n->column + j]) + (j == k ? extra : 0.0);
        }
    }
    mirror(D, dof);
    const double pivot = invert(D, dof, size);
    mirror(D, dof);
    return pivot;
}

/* A_parent += A - U D^-1 U^T */
static void project_node(const tree *t, int32_t i, tree_factors *f)
{
    const tree_node *n = &t->node[i];
    const int dof = n->kind->dof;
    const double *D = f->D + (size_t)i * BALL * BALL;
    const force *U = f->U + n->column;
    articulated left = f->A[i];
    for (int j = 0; j < dof; j++) {
        force V = force_zero();
        for (int k = 0; k < dof; k++) {
            V = force_axpy(V, D[dof * j + k], U[k]);
        }
        articulated_give(&left, U[j], V);
    }
    articulated_add(&f->A[n->parent], &left);
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
        const double pivot = factorize_node(t, at, armature, i, f);
        if (!(pivot >= f->smallest_pivot)) {
            f->smallest_pivot = pivot;
            f->weakest = i;
        }
        if (t->node[i].parent >= 0) {
            project_node(t, i, f);
        }
    }
}

/* ---- solving ---- */

/* D^-1 b of a node. */
static void solve_node(const tree_factors *f, int32_t i, int dof, const double *b, double *out)
{
    const double *D = f->D + (size_t)i * BALL * BALL;
    for (int j = 0; j < dof; j++) {
        out[j] = 0.0;
        for (int k = 0; k < dof; k++) {
            out[j] += D[dof * j + k] * b[k];
        }
    }
}

/* x of a node whose parent stays at rest, and what it so transmits to the parent. */
static void solve_up(const tree *t, const tree_instant *at, tree_factors *f, int32_t i,
                     const double *e, motion drift, double *x)
{
    const tree_node *n = &t->node[i];
    const int32_t first = n->column, end = first + n->kind->dof;
    force p = f->p[i];
    double b[BALL] = {0.0};
    for (int32_t c = first; c < end; c++) {
        b[c - first] = e[c] - pair_of(p, at->S[c]) - pair_of(f->U[c], drift);
    }
    solve_node(f, i, n->kind->dof, b, x + first);
    p = force_add(p, articulated_apply(&f->A[i], drift));
    for (int32_t c = first; c < end; c++) {
        p = force_axpy(p, x[c], f->U[c]);
    }
    if (n->parent >= 0) {
        f->p[n->parent] = force_add(f->p[n->parent], p);
    }
}

/* x of a node, and its acceleration, when its parent's is known. */
static void solve_down(const tree *t, const tree_instant *at, tree_factors *f, int32_t i,
                       motion drift, double *x)
{
    const tree_node *n = &t->node[i];
    const int32_t first = n->column, end = first + n->kind->dof;
    const motion parent = n->parent >= 0 ? f->a[n->parent] : motion_zero();
    double b[BALL] = {0.0}, less[BALL] = {0.0};
    for (int32_t c = first; c < end; c++) {
        b[c - first] = pair_of(f->U[c], parent);
    }
    solve_node(f, i, n->kind->dof, b, less);
    f->a[i] = motion_add(parent, drift);
    for (int32_t c = first; c < end; c++) {
        x[c] -= less[c - first];
        f->a[i] = motion_axpy(f->a[i], x[c], at->S[c]);
    }
}

void ludo_tree_solve(const tree *t, const tree_instant *at, tree_factors *f, const double *e,
                     const force *bias, const motion *drift, double *x)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        f->p[i] = bias != NULL ? bias[i] : force_zero();
    }
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        solve_up(t, at, f, i, e, drift != NULL ? drift[i] : motion_zero(), x);
    }
    for (int32_t i = 0; i < t->nodes; i++) {
        solve_down(t, at, f, i, drift != NULL ? drift[i] : motion_zero(), x);
    }
}
