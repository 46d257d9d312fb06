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

/* out = a^T b, of elements of b that are `stride` apart. */
LUDO_KERNEL_PART void dot(vector *out, const vector *a, const vector *b, int stride)
{
    *out = SUM(a[0] * b[0], a[1] * b[stride], a[2] * b[2 * stride], a[3] * b[3 * stride],
               a[4] * b[4 * stride], a[5] * b[5 * stride]);
}

/* out = the sum of the absolute values of the terms of dot(). */
LUDO_KERNEL_PART void sum_terms(vector *out, const vector *a, const vector *b)
{
    *out = SUM(VECTOR_ABS(a[0] * b[0]), VECTOR_ABS(a[1] * b[1]), VECTOR_ABS(a[2] * b[2]),
               VECTOR_ABS(a[3] * b[3]), VECTOR_ABS(a[4] * b[4]), VECTOR_ABS(a[5] * b[5]));
}

/* z[3..5] += d x z[0..2] for numbers that are `stride` apart. */
LUDO_KERNEL_PART void carry(vector *z, const vector *d, int stride)
{
    const vector x = z[0], y = z[stride], w = z[2 * stride];
    z[3 * stride] += d[1] * w - d[2] * y;
    z[4 * stride] += d[2] * x - d[0] * w;
    z[5 * stride] += d[0] * y - d[1] * x;
}

/* ---- up ---- */

/* W = L D U of a node in the course of its elimination; `terms` of its diagonal (recursion.c). */
typedef struct node_factors {
    vector W[MOST_COLUMNS][MOST_COLUMNS], terms[MOST_COLUMNS];
    vector *G; /* M S U^-1, the part of the tree's g */
} node_factors;

/* G = M S, W = T^T G + C, and the absolute values of its diagonal terms. */
LUDO_KERNEL_PART void project(const recursion_lanes *t, int32_t i, node_factors *b, int f)
{
    vector *G = b->G;
    const vector *M = t->M + 36 * (size_t)i, *C = t->C + t->joint_block[i];
    const vector *S = t->S + SIX_STRIDE * (size_t)t->column[i],
                 *T = t->T + SIX_STRIDE * (size_t)t->column[i];
    for (int j = 0; j < f; j++) {
        for (int c = 0; c < 6; c++) {
            dot(&G[6 * j + c], S + SIX_STRIDE * j, M + 6 * c, 1);
        }
    }
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < f; l++) {
            dot(&b->W[j][l], T + SIX_STRIDE * j, G + 6 * l, 1);
            b->W[j][l] += C[f * j + l];
        }
        sum_terms(&b->terms[j], T + SIX_STRIDE * j, G + 6 * j);
        b->terms[j] += VECTOR_ABS(C[f * j + j]);
    }
}

/* Step j of W = L D U; the columns G get U^-1. */
LUDO_KERNEL_PART void eliminate(node_factors *b, int j, int f)
{
    vector *G = b->G;
    const vector inverse = VECTOR_OF(1.0) / b->W[j][j];
    b->W[j][j] = inverse;
    for (int r = j + 1; r < f; r++) {
        const vector l = b->W[r][j] * inverse;
        b->terms[r] += VECTOR_ABS(l * b->W[j][r]);
        for (int c = j + 1; c < f; c++) {
            b->W[r][c] -= l * b->W[j][c];
        }
        b->W[r][j] = l;
    }
    for (int c = j + 1; c < f; c++) {
        b->W[j][c] *= inverse;
        for (int q = 0; q < 6; q++) {
            G[6 * c + q] -= b->W[j][c] * G[6 * j + q];
        }
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
        dot(&n[q], y, M + 6 * q, 1);
        n[q] = t->r[6 * (size_t)i + (size_t)q] - n[q];
    }
}

/* With the column n of N: k = W^-1 T^T n, e added for the right-hand side; the parent's column gets
 * B^T ( n - G k ). */
LUDO_KERNEL_PART void eliminate_column(recursion_lanes *t, int32_t i, const node_factors *b,
                                       vector *n, int c, int f)
{
    const size_t first = (size_t)t->column[i];
    vector k[MOST_COLUMNS];
    for (int j = 0; j < f; j++) {
        dot(&k[j], t->T + SIX_STRIDE * (first + (size_t)j), n, 1);
        /* a row of recursion.c adds e times a unit vector */
        k[j] += c == RIGHT ? t->e[first + (size_t)j] : t->e[first + (size_t)j] * VECTOR_OF(0.0);
    }
    for (int j = 0; j < f; j++) {
        for (int r = j + 1; r < f; r++) {
            k[r] -= b->W[r][j] * k[j];
        }
        k[j] *= b->W[j][j];
    }
    if (t->parent[i] >= 0) {
        for (int j = 0; j < f; j++) {
            for (int q = 0; q < 6; q++) {
                n[q] -= b->G[6 * j + q] * k[j];
            }
        }
        carry(n, t->d_T + 3 * (size_t)i, 1);
        for (int q = 0; q < 6; q++) {
            vector *to = c < RIGHT ? t->M + 36 * (size_t)t->parent[i] + 6 * q + c
                                   : t->r + 6 * (size_t)t->parent[i] + q;
            *to += n[q];
        }
    }
    for (int j = f; j-- > 0;) {
        for (int l = j + 1; l < f; l++) {
            k[j] -= b->W[j][l] * k[l];
        }
        t->k[WIDTH * (first + (size_t)j) + (size_t)c] = k[j];
    }
}

LUDO_KERNEL_PART void factor_node(recursion_lanes *t, int32_t i, vector *loss, int f)
{
    node_factors b;
    vector n[6], *lu = t->lu + t->joint_block[i];
    b.G = t->g + 6 * (size_t)t->column[i];
    project(t, i, &b, f);
    for (int j = 0; j < f; j++) {
        eliminate(&b, j, f);
    }
    for (int j = 0; j < f; j++) {
        b.terms[j] *= VECTOR_ABS(b.W[j][j]);
        vector_take_worst(loss, &b.terms[j]);
        for (int l = 0; l < f; l++) {
            lu[f * j + l] = b.W[j][l];
        }
    }
    for (int c = 0; c < 6; c++) {
        moved_column(t, i, c, n);
        eliminate_column(t, i, &b, n, c, f);
    }
    residual_column(t, i, n);
    eliminate_column(t, i, &b, n, RIGHT, f);
}

/* ---- unbound roots ---- */

/* U^-1 on w, and u = w. */
LUDO_KERNEL_PART void finish_root(recursion_lanes *t, int32_t i, const vector *W, vector *w)
{
    for (int j = 6; j-- > 0;) {
        for (int c = j + 1; c < 6; c++) {
            w[j] -= W[6 * j + c] * w[c];
        }
        t->u[6 * (size_t)i + (size_t)j] = t->w[t->column[i] + j] = w[j];
    }
}

LUDO_KERNEL_PART void factor_root(recursion_lanes *t, int32_t i, vector *loss)
{
    const vector *M = t->M + 36 * (size_t)i, *C = t->C + t->joint_block[i];
    vector W[6][6], terms[6], w[6], *lu = t->lu + t->joint_block[i];
    for (int j = 0; j < 6; j++) {
        for (int c = 0; c < 6; c++) {
            W[j][c] = M[6 * j + c] + C[6 * j + c];
        }
        terms[j] = VECTOR_ABS(M[7 * j]) + VECTOR_ABS(C[7 * j]);
        w[j] = t->r[6 * (size_t)i + (size_t)j] + t->e[t->column[i] + j];
    }
    for (int j = 0; j < 6; j++) {
        const vector inverse = W[j][j] = VECTOR_OF(1.0) / W[j][j];
        for (int r = j + 1; r < 6; r++) {
            const vector l = W[r][j] *= inverse;
            terms[r] += VECTOR_ABS(l * W[j][r]);
            w[r] -= l * w[j];
            for (int c = j + 1; c < 6; c++) {
                W[r][c] -= l * W[j][c];
            }
        }
        for (int c = j + 1; c < 6; c++) {
            W[j][c] *= inverse;
        }
        w[j] *= inverse;
        terms[j] *= VECTOR_ABS(inverse);
        vector_take_worst(loss, &terms[j]);
    }
    for (int j = 0; j < 36; j++) {
        lu[j] = W[j / 6][j % 6];
    }
    finish_root(t, i, lu, w);
}

LUDO_KERNEL_PART void reduce_root(recursion_lanes *t, int32_t i)
{
    const vector *W = t->lu + t->joint_block[i];
    vector w[6];
    for (int j = 0; j < 6; j++) {
        w[j] = t->r[6 * (size_t)i + (size_t)j] + t->e[t->column[i] + j];
        for (int c = 0; c < j; c++) {
            w[j] -= W[6 * j + c] * w[c];
        }
    }
    for (int j = 0; j < 6; j++) {
        w[j] *= W[7 * j];
    }
    finish_root(t, i, W, w);
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

LUDO_KERNEL_PART void reduce_node(recursion_lanes *t, int32_t i, int f)
{
    const size_t first = (size_t)t->column[i];
    const vector *W = t->lu + t->joint_block[i], *M = t->M + 36 * (size_t)i;
    vector rhs[6], w[MOST_COLUMNS];
    for (int q = 0; q < 6; q++) {
        dot(&rhs[q], M + 6 * q, t->y + SIX_STRIDE * (size_t)i, 1);
        rhs[q] = t->r[6 * (size_t)i + (size_t)q] - rhs[q];
    }
    for (int j = 0; j < f; j++) {
        dot(&w[j], t->T + SIX_STRIDE * (first + (size_t)j), rhs, 1);
        w[j] += t->e[first + (size_t)j];
    }
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < j; l++) {
            w[j] -= W[f * j + l] * w[l];
        }
    }
    for (int j = 0; j < f; j++) {
        w[j] *= W[f * j + j];
        for (int q = 0; q < 6; q++) {
            rhs[q] -= t->g[6 * (first + (size_t)j) + (size_t)q] * w[j];
        }
    }
    if (t->parent[i] >= 0) {
        vector *r_p = t->r + 6 * (size_t)t->parent[i];
        carry(rhs, t->d_T + 3 * (size_t)i, 1);
        for (int q = 0; q < 6; q++) {
            r_p[q] += rhs[q];
        }
    }
    for (int j = f; j-- > 0;) {
        for (int l = j + 1; l < f; l++) {
            w[j] -= W[f * j + l] * w[l];
        }
        t->k[WIDTH * (first + (size_t)j) + RIGHT] = w[j];
    }
}

LUDO_KERNEL static void reduce_lanes(recursion_lanes *t)
{
    for (int32_t n = t->nodes; n-- > 0;) {
        const int32_t i = t->order[n];
        if (t->unbound[i]) {
            reduce_root(t, i);
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
        dot(&w, t->k + WIDTH * j, v, 1);
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
