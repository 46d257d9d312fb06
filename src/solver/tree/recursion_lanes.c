/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion on eight trees side by side. The operations are those of recursion.c and
 * recursion_roots.c, in their order; the right-hand side is column RIGHT of a node's block. A
 * node's block is eliminated column by column, so that each stays in registers. */
#include "solver/tree/recursion_lanes.h"

#include "solver/tree/row.h"

#include <math.h>

enum { RIGHT = 6, WIDTH = 7 };

void ludo_recursion_lanes_layout(recursion_lanes *t, arena *a)
{
    const size_t nodes = (size_t)t->nodes, columns = (size_t)t->column[nodes];
    t->M = TAKE(a, 36 * nodes, vector);
    t->C = TAKE(a, t->joint_block[nodes], vector);
    t->r = TAKE(a, 6 * nodes, vector);
    t->e = TAKE(a, columns, vector);
    t->u = TAKE(a, 6 * nodes, vector);
    t->w = TAKE(a, columns, vector);
    t->loss = TAKE(a, 1, vector);
    t->lu = TAKE(a, t->joint_block[nodes], vector);
    t->g = TAKE(a, 6 * columns, vector);
    t->k = TAKE(a, WIDTH * columns, vector);
}

/* ---- sums ---- */

/* In the order of sum6(). */
#define SUM(a, b, c, d, e, f) ((((a) + (b)) + ((c) + (d))) + ((e) + (f)))

/* out = a^T b */
LUDO_KERNEL_PART void dot(vector *out, const vector *a, const vector *b)
{
    *out = SUM(a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3], a[4] * b[4], a[5] * b[5]);
}

/* out = the sum of the absolute values of the terms of dot(). */
LUDO_KERNEL_PART void sum_terms(vector *out, const vector *a, const vector *b)
{
    *out = SUM(VECTOR_ABS(a[0] * b[0]), VECTOR_ABS(a[1] * b[1]), VECTOR_ABS(a[2] * b[2]),
               VECTOR_ABS(a[3] * b[3]), VECTOR_ABS(a[4] * b[4]), VECTOR_ABS(a[5] * b[5]));
}

/* z[3..5] += d x z[0..2] */
LUDO_KERNEL_PART void carry(vector *z, const vector *d)
{
    const vector x = z[0], y = z[1], w = z[2];
    z[3] += d[1] * w - d[2] * y;
    z[4] += d[2] * x - d[0] * w;
    z[5] += d[0] * y - d[1] * x;
}

/* ---- elimination within a node ---- */

/* W = L D U of a node with f dofs, f x f, in the course of its elimination; `terms` of its diagonal
 * (recursion.c). */
typedef struct node_factors {
    vector W[MOST_COLUMNS * MOST_COLUMNS], terms[MOST_COLUMNS];
    vector *G; /* M S U^-1, the part of the tree's g; NULL: of an unbound root, which needs none */
} node_factors;

/* Step j of W = L D U; the columns G get U^-1. */
LUDO_KERNEL_PART void eliminate(node_factors *b, int j, int f)
{
    vector *W = b->W;
    const vector inverse = VECTOR_OF(1.0) / W[f * j + j];
    W[f * j + j] = inverse;
    for (int r = j + 1; r < f; r++) {
        const vector l = W[f * r + j] * inverse;
        b->terms[r] += VECTOR_ABS(l * W[f * j + r]);
        for (int c = j + 1; c < f; c++) {
            W[f * r + c] -= l * W[f * j + c];
        }
        W[f * r + j] = l;
    }
    for (int c = j + 1; c < f; c++) {
        W[f * j + c] *= inverse;
        for (int q = 0; q < 6 && b->G != NULL; q++) {
            b->G[6 * c + q] -= W[f * j + c] * b->G[6 * j + q];
        }
    }
}

/* All steps; the factors go to lu, the pivots into the loss. */
LUDO_KERNEL_PART void factorise(node_factors *b, vector *lu, vector *loss, int f)
{
    for (int j = 0; j < f; j++) {
        eliminate(b, j, f);
    }
    for (int j = 0; j < f; j++) {
        b->terms[j] *= VECTOR_ABS(b->W[f * j + j]);
        vector_take_worst(loss, &b->terms[j]);
    }
    for (int j = 0; j < f * f; j++) {
        lu[j] = b->W[j];
    }
}

/* k = D^-1 L^-1 k, then k = U^-1 k. */
LUDO_KERNEL_PART void solve_lower(const vector *W, vector *k, int f)
{
    for (int j = 0; j < f; j++) {
        for (int r = j + 1; r < f; r++) {
            k[r] -= W[f * r + j] * k[j];
        }
        k[j] *= W[f * j + j];
    }
}

LUDO_KERNEL_PART void solve_upper(const vector *W, vector *k, int f)
{
    for (int j = f; j-- > 0;) {
        for (int l = j + 1; l < f; l++) {
            k[j] -= W[f * j + l] * k[l];
        }
    }
}

/* ---- up ---- */

/* G = M S, W = T^T G + C, and the absolute values of its diagonal terms. */
LUDO_KERNEL_PART void project(const recursion_lanes *t, int32_t i, node_factors *b, int f)
{
    const vector *M = t->M + 36 * (size_t)i, *C = t->C + t->joint_block[i];
    const vector *S = t->S + SIX_STRIDE * (size_t)t->column[i],
                 *T = t->T + SIX_STRIDE * (size_t)t->column[i];
    for (int j = 0; j < f; j++) {
        for (int c = 0; c < 6; c++) {
            dot(&b->G[6 * j + c], S + SIX_STRIDE * j, M + 6 * c);
        }
    }
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < f; l++) {
            dot(&b->W[f * j + l], T + SIX_STRIDE * j, b->G + 6 * l);
            b->W[f * j + l] += C[f * j + l];
        }
        sum_terms(&b->terms[j], T + SIX_STRIDE * j, b->G + 6 * j);
        b->terms[j] += VECTOR_ABS(C[f * j + j]);
    }
}

/* Column c of N = M X, X of the node. */
LUDO_KERNEL_PART void moved_column(const recursion_lanes *t, int32_t i, int c, vector *n)
{
    const vector *M = t->M + 36 * (size_t)i, *d = t->d_S + 3 * (size_t)i;
    const int k_1 = (c + 1) % 3, k_2 = (c + 2) % 3;
    for (int q = 0; q < 6; q++) {
        n[q] = M[6 * q + c];
        if (c >= 3) {
            n[q] += d[k_1] * M[6 * q + k_2] - d[k_2] * M[6 * q + k_1];
        }
    }
}

/* f = r - M y. */
LUDO_KERNEL_PART void residual_column(const recursion_lanes *t, int32_t i, vector *n)
{
    const vector *M = t->M + 36 * (size_t)i, *y = t->y + SIX_STRIDE * (size_t)i;
    for (int q = 0; q < 6; q++) {
        dot(&n[q], y, M + 6 * q);
        n[q] = t->r[6 * (size_t)i + (size_t)q] - n[q];
    }
}

/* The parent's column c gets B^T ( n - G k ). */
LUDO_KERNEL_PART void add_to_parent(recursion_lanes *t, int32_t i, const vector *k, vector *n,
                                    int c, int f)
{
    const vector *G = t->g + 6 * (size_t)t->column[i];
    const size_t p = (size_t)t->parent[i];
    for (int j = 0; j < f; j++) {
        for (int q = 0; q < 6; q++) {
            n[q] -= G[6 * j + q] * k[j];
        }
    }
    carry(n, t->d_T + 3 * (size_t)i);
    for (int q = 0; q < 6; q++) {
        vector *to = c < RIGHT ? t->M + 36 * p + 6 * q + c : t->r + 6 * p + q;
        *to += n[q];
    }
}

/* With the column n of N and the node's factors: k = W^-1 T^T n, e added for the right-hand side.
 */
LUDO_KERNEL_PART void eliminate_column(recursion_lanes *t, int32_t i, const vector *W, vector *n,
                                       int c, int f)
{
    const size_t first = (size_t)t->column[i];
    vector k[MOST_COLUMNS];
    for (int j = 0; j < f; j++) {
        dot(&k[j], t->T + SIX_STRIDE * (first + (size_t)j), n);
        /* a row of recursion.c adds e times a unit vector */
        k[j] += c == RIGHT ? t->e[first + (size_t)j] : t->e[first + (size_t)j] * VECTOR_OF(0.0);
    }
    solve_lower(W, k, f);
    if (t->parent[i] >= 0) {
        add_to_parent(t, i, k, n, c, f);
    }
    solve_upper(W, k, f);
    for (int j = 0; j < f; j++) {
        t->k[WIDTH * (first + (size_t)j) + (size_t)c] = k[j];
    }
}

LUDO_KERNEL_PART void factor_node(recursion_lanes *t, int32_t i, vector *loss, int f)
{
    node_factors b;
    vector n[6];
    b.G = t->g + 6 * (size_t)t->column[i];
    project(t, i, &b, f);
    factorise(&b, t->lu + t->joint_block[i], loss, f);
    for (int c = 0; c < 6; c++) {
        moved_column(t, i, c, n);
        eliminate_column(t, i, b.W, n, c, f);
    }
    residual_column(t, i, n);
    eliminate_column(t, i, b.W, n, RIGHT, f);
}

LUDO_KERNEL_PART void reduce_node(recursion_lanes *t, int32_t i, int f)
{
    vector n[6];
    residual_column(t, i, n);
    eliminate_column(t, i, t->lu + t->joint_block[i], n, RIGHT, f);
}

/* ---- unbound roots ---- */

/* u = w = W^-1 ( r + e ). */
LUDO_KERNEL_PART void solve_root(recursion_lanes *t, int32_t i, const vector *W)
{
    vector w[6];
    for (int j = 0; j < 6; j++) {
        w[j] = t->r[6 * (size_t)i + (size_t)j] + t->e[t->column[i] + j];
    }
    solve_lower(W, w, 6);
    solve_upper(W, w, 6);
    for (int j = 0; j < 6; j++) {
        t->u[6 * (size_t)i + (size_t)j] = t->w[t->column[i] + j] = w[j];
    }
}

LUDO_KERNEL_PART void factor_root(recursion_lanes *t, int32_t i, vector *loss)
{
    const vector *M = t->M + 36 * (size_t)i, *C = t->C + t->joint_block[i];
    node_factors b;
    b.G = NULL;
    for (int j = 0; j < 6; j++) {
        for (int c = 0; c < 6; c++) {
            b.W[6 * j + c] = M[6 * j + c] + C[6 * j + c];
        }
        b.terms[j] = VECTOR_ABS(M[7 * j]) + VECTOR_ABS(C[7 * j]);
    }
    factorise(&b, t->lu + t->joint_block[i], loss, 6);
    solve_root(t, i, b.W);
}

/* ---- passes ---- */

LUDO_KERNEL static void factor_lanes(recursion_lanes *t)
{
    vector loss = VECTOR_OF(1.0);
    for (int32_t n = t->nodes; n-- > 0;) {
        const int32_t i = t->order[n];
        if (t->unbound[i]) {
            factor_root(t, i, &loss);
        } else {
            FOR_COLUMNS(t->column[i + 1] - t->column[i], factor_node, t, i, &loss)
        }
    }
    *t->loss = loss;
}

void ludo_recursion_lanes_factor(recursion_lanes *t)
{
    factor_lanes(t);
}

LUDO_KERNEL static void reduce_lanes(recursion_lanes *t)
{
    for (int32_t n = t->nodes; n-- > 0;) {
        const int32_t i = t->order[n];
        if (t->unbound[i]) {
            solve_root(t, i, t->lu + t->joint_block[i]);
        } else {
            FOR_COLUMNS(t->column[i + 1] - t->column[i], reduce_node, t, i)
        }
    }
}

void ludo_recursion_lanes_reduce(recursion_lanes *t)
{
    reduce_lanes(t);
}

LUDO_KERNEL_PART void expand_node(recursion_lanes *t, int32_t i, int f)
{
    const int32_t p = t->parent[i];
    const size_t first = (size_t)t->column[i];
    const vector zero = VECTOR_OF(0.0), *d = t->d_S + 3 * (size_t)i,
                 *y = t->y + SIX_STRIDE * (size_t)i;
    vector v[6], u[6];
    for (int q = 0; q < 6; q++) {
        v[q] = p >= 0 ? t->u[6 * (size_t)p + (size_t)q] : zero;
    }
    u[0] = v[0] - (d[1] * v[5] - d[2] * v[4]) + y[0];
    u[1] = v[1] - (d[2] * v[3] - d[0] * v[5]) + y[1];
    u[2] = v[2] - (d[0] * v[4] - d[1] * v[3]) + y[2];
    u[3] = v[3] + y[3];
    u[4] = v[4] + y[4];
    u[5] = v[5] + y[5];
    for (size_t j = first; j < first + (size_t)f; j++) {
        vector w;
        dot(&w, t->k + WIDTH * j, v);
        t->w[j] = w = t->k[WIDTH * j + RIGHT] - w;
        for (int q = 0; q < 6; q++) {
            u[q] += t->S[SIX_STRIDE * j + (size_t)q] * w;
        }
    }
    for (int q = 0; q < 6; q++) {
        t->u[6 * (size_t)i + (size_t)q] = u[q];
    }
}

LUDO_KERNEL static void expand_lanes(recursion_lanes *t)
{
    for (int32_t n = 0; n < t->nodes; n++) {
        const int32_t i = t->order[n];
        if (!t->unbound[i]) {
            FOR_COLUMNS(t->column[i + 1] - t->column[i], expand_node, t, i)
        }
    }
}

void ludo_recursion_lanes_expand(recursion_lanes *t)
{
    expand_lanes(t);
}
