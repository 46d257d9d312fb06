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
 * are kept symmetric to the bit: the recursion damps rounding that is, what isn't grows by a factor
 * of about fourteen with every ball of a chain. */
#include "dynamics/tree.h"

enum { SIX = 6, BALL = 3 };

void ludo_tree_factors_layout(tree_factors *f, const tree *t, arena *a)
{
    f->A = TAKE(a, (size_t)t->nodes * SIX * SIX, double);
    f->U = TAKE(a, t->columns, force);
    f->D = TAKE(a, (size_t)t->nodes * BALL * BALL, double);
    f->p = TAKE(a, t->nodes, force);
    f->a = TAKE(a, t->nodes, motion);
}

/* ---- 6 x 6 matrices of spatial vectors ---- */

static void force_to(force mu, double to[SIX])
{
    to[0] = mu.n.x, to[1] = mu.n.y, to[2] = mu.n.z;
    to[3] = mu.f.x, to[4] = mu.f.y, to[5] = mu.f.z;
}

/* A xi */
static force matrix_apply(const double *A, motion xi)
{
    const double x[SIX] = {xi.w.x, xi.w.y, xi.w.z, xi.v.x, xi.v.y, xi.v.z};
    double y[SIX];
    for (int r = 0; r < SIX; r++) {
        const double *row = A + SIX * r;
        y[r] = row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3] * x[3] + row[4] * x[4] +
               row[5] * x[5];
    }
    return (force){v3(y[0], y[1], y[2]), v3(y[3], y[4], y[5])};
}

/* |xi|^T |A| |xi|: what xi . A xi is summed up from. */
static double matrix_size(const double *A, motion xi)
{
    const double x[SIX] = {xi.w.x, xi.w.y, xi.w.z, xi.v.x, xi.v.y, xi.v.z};
    double sum = 0.0;
    for (int r = 0; r < SIX; r++) {
        for (int c = 0; c < SIX; c++) {
            sum += fabs(x[r] * A[SIX * r + c] * x[c]);
        }
    }
    return sum;
}

/* A rigid inertia as a matrix. */
static void matrix_of(const inertia *M, double *A)
{
    const mat3 I = s3_matrix(s3_from(M->I)), h = m3_skew(M->h);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            A[SIX * r + c] = I.m[3 * r + c];
            A[SIX * r + c + 3] = h.m[3 * r + c];
            A[SIX * (r + 3) + c] = h.m[3 * c + r];
            A[SIX * (r + 3) + c + 3] = r == c ? M->m : 0.0;
        }
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
    const double *A = f->A + (size_t)i * SIX * SIX;
    const double *body = f->A + (size_t)t->node_of[n->slot] * SIX * SIX;
    double *D = f->D + (size_t)i * BALL * BALL, size[BALL];
    for (int k = 0; k < dof; k++) {
        const int32_t c = n->column + k;
        const double extra = armature != NULL ? armature[c] : 0.0;
        f->U[c] = matrix_apply(A, at->S[c]);
        size[k] = matrix_size(body, at->S[c]) + extra;
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
    const double *A = f->A + (size_t)i * SIX * SIX, *D = f->D + (size_t)i * BALL * BALL;
    double *parent = f->A + (size_t)n->parent * SIX * SIX, U[BALL][SIX];
    for (int k = 0; k < dof; k++) {
        force_to(f->U[n->column + k], U[k]);
    }
    for (int e = 0; e < SIX * SIX; e++) {
        double given_way = 0.0;
        for (int j = 0; j < dof; j++) {
            for (int k = 0; k < dof; k++) {
                given_way += U[j][e / SIX] * D[dof * j + k] * U[k][e % SIX];
            }
        }
        parent[e] += A[e] - given_way;
    }
    mirror(parent, SIX);
}

void ludo_tree_factorize(const tree *t, const tree_instant *at, const double *armature,
                         tree_factors *f)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        matrix_of(&at->M[i], f->A + (size_t)i * SIX * SIX);
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
    p = force_add(p, matrix_apply(f->A + (size_t)i * SIX * SIX, drift));
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
