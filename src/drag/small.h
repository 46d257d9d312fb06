/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with diagonal matrices, and 6 x 6 matrices of four blocks, for the laws of drag. */
#ifndef LUDO_DRAG_SMALL_H
#define LUDO_DRAG_SMALL_H

#include "math/quat.h"

/* The product element by element: diag(a) b. */
static inline ludo_vec3 each(ludo_vec3 a, ludo_vec3 b)
{
    return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

/* A += diag(s d) */
static inline void add_diagonal(mat3 *A, double s, ludo_vec3 d)
{
    A->m[0] += s * d.x, A->m[4] += s * d.y, A->m[8] += s * d.z;
}

static inline void add_identity(mat3 *A, double s)
{
    add_diagonal(A, s, v3(1.0, 1.0, 1.0));
}

/* A += s B diag(d) */
static inline void add_columns(mat3 *A, double s, mat3 B, ludo_vec3 d)
{
    const double by[3] = {d.x, d.y, d.z};
    for (int i = 0; i < 9; i++) {
        A->m[i] += s * B.m[i] * by[i % 3];
    }
}

static inline void put_six(double *to, ludo_vec3 a, ludo_vec3 b)
{
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
    to[3] = b.x, to[4] = b.y, to[5] = b.z;
}

/* D = [ A B ; C E ], row-major. */
static inline void put_blocks(double *D, const mat3 *A, const mat3 *B, const mat3 *C, const mat3 *E)
{
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            D[6 * r + c] = A->m[3 * r + c];
            D[6 * r + 3 + c] = B->m[3 * r + c];
            D[6 * (3 + r) + c] = C->m[3 * r + c];
            D[6 * (3 + r) + 3 + c] = E->m[3 * r + c];
        }
    }
}

#endif
