/* SPDX-License-Identifier: Apache-2.0
 *
 * The null-space recursion on a tree of 6 x 6 blocks. */
#include "solver/recursion.h"

#include <math.h>
#include <string.h>

void ludo_recursion_layout(recursion *t, int32_t nodes, int32_t columns, arena *a)
{
    t->nodes = nodes;
    t->M = TAKE(a, BLOCK * (size_t)nodes, real);
    t->r = TAKE(a, 6 * (size_t)nodes, real);
    t->y = TAKE(a, 6 * (size_t)nodes, real);
    t->u = TAKE(a, 6 * (size_t)nodes, real);
    t->w = TAKE(a, columns, real);
    t->g = TAKE(a, 6 * (size_t)columns, real);
    t->t = TAKE(a, ROW * (size_t)columns, real);
    t->inverse = TAKE(a, columns, real);
    t->rest = TAKE(a, columns, real);
}

LUDO_KERNEL_PART real dot6(const real *restrict a, const real *restrict b)
{
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) +
           (a[4] * b[4] + a[5] * b[5]);
}

/* f = r - M y */
LUDO_KERNEL_PART void subtract_known(const real *restrict M, const real *restrict r,
                                     const real *restrict y, real *restrict f)
{
    for (int i = 0; i < 6; i++) {
        f[i] = r[i] - dot6(M + ROW * i, y);
    }
}

/* g = N S,  t^T = T^T N,  and U = T^T N S */
LUDO_KERNEL_PART real project(const real *restrict N, const real *restrict S,
                              const real *restrict T, real *restrict g, real *restrict t)
{
    for (int i = 0; i < 6; i++) {
        g[i] = dot6(N + ROW * i, S);
    }
    FOR_LANES(c)
    {
        t[c] =
            ((T[0] * N[c] + T[1] * N[ROW + c]) + (T[2] * N[2 * ROW + c] + T[3] * N[3 * ROW + c])) +
            (T[4] * N[4 * ROW + c] + T[5] * N[5 * ROW + c]);
    }
    return dot6(T, g);
}

/* N -= g t^T / U */
LUDO_KERNEL_PART void downdate(real *restrict N, const real *restrict g, const real *restrict t,
                               real inverse)
{
    for (int i = 0; i < 6; i++) {
        const real s = g[i] * inverse;
        FOR_LANES(c)
        {
            N[ROW * i + c] -= s * t[c];
        }
    }
}

/* f -= g (T^T f) / U; returns T^T f */
LUDO_KERNEL_PART real strip(real *restrict f, const real *restrict g, const real *restrict T,
                            real inverse)
{
    const real rest = dot6(T, f), s = rest * inverse;
    for (int i = 0; i < 6; i++) {
        f[i] -= s * g[i];
    }
    return rest;
}

/* M_p += B^T N X; N becomes B^T N. */
LUDO_KERNEL_PART void transport_block(real *restrict M_p, real *restrict N,
                                      const real *restrict d_S, const real *restrict d_T)
{
    FOR_LANES(c)
    {
        const real x = N[c], y = N[ROW + c], z = N[2 * ROW + c];
        N[3 * ROW + c] += d_T[1] * z - d_T[2] * y;
        N[4 * ROW + c] += d_T[2] * x - d_T[0] * z;
        N[5 * ROW + c] += d_T[0] * y - d_T[1] * x;
    }
    for (int i = 0; i < 6; i++) {
        const real *n = N + ROW * i;
        real *m = M_p + ROW * i;
        m[0] += n[0];
        m[1] += n[1];
        m[2] += n[2];
        m[3] += n[3] - (n[1] * d_S[2] - n[2] * d_S[1]);
        m[4] += n[4] - (n[2] * d_S[0] - n[0] * d_S[2]);
        m[5] += n[5] - (n[0] * d_S[1] - n[1] * d_S[0]);
    }
}

/* r_p += B^T f */
LUDO_KERNEL_PART void transport_rest(real *restrict r_p, const real *restrict f,
                                     const real *restrict d_T)
{
    r_p[0] += f[0];
    r_p[1] += f[1];
    r_p[2] += f[2];
    r_p[3] += f[3] + (d_T[1] * f[2] - d_T[2] * f[1]);
    r_p[4] += f[4] + (d_T[2] * f[0] - d_T[0] * f[2]);
    r_p[5] += f[5] + (d_T[0] * f[1] - d_T[1] * f[0]);
}

/* How much of U = sum T_i g_i survived cancellation. */
LUDO_KERNEL_PART real survival(const real *restrict T, const real *restrict g, real U)
{
    return fabs(U) /
           (((fabs(T[0] * g[0]) + fabs(T[1] * g[1])) + (fabs(T[2] * g[2]) + fabs(T[3] * g[3]))) +
            (fabs(T[4] * g[4]) + fabs(T[5] * g[5])));
}

/* Eliminate column c of node i from N and f. */
LUDO_KERNEL_PART void eliminate(recursion *t, int32_t i, int32_t c, real *restrict N,
                                real *restrict f)
{
    real *g = t->g + 6 * c, *row = t->t + ROW * c;
    const real *T = t->T + 6 * c;
    const real U = project(N, t->S + 6 * c, T, g, row);
    const real kept = survival(T, g, U);
    const bool weaker = !(kept >= t->smallest_pivot) && t->smallest_pivot == t->smallest_pivot;
    t->smallest_pivot = weaker ? kept : t->smallest_pivot; /* NaN stays */
    t->weakest = weaker ? i : t->weakest;
    t->inverse[c] = 1.0 / U;
    t->rest[c] = strip(f, g, T, t->inverse[c]);
    downdate(N, g, row, t->inverse[c]);
}

LUDO_KERNEL static void factor(recursion *t)
{
    t->smallest_pivot = 1.0;
    t->weakest = -1;
    for (int32_t i = t->nodes; i-- > 0;) {
        real N[BLOCK], f[6];
        const int32_t p = t->parent[i];
        memcpy(N, t->M + BLOCK * i, sizeof N);
        subtract_known(N, t->r + 6 * i, t->y + 6 * i, f);
        for (int32_t c = t->column[i]; c < t->column[i + 1]; c++) {
            eliminate(t, i, c, N, f);
        }
        if (p >= 0) {
            transport_block(t->M + BLOCK * p, N, t->d_S + 3 * i, t->d_T + 3 * i);
            transport_rest(t->r + 6 * p, f, t->d_T + 3 * i);
        }
    }
}

void ludo_recursion_factor(recursion *t)
{
    factor(t);
}

void ludo_recursion_reduce(recursion *t)
{
    for (int32_t i = t->nodes; i-- > 0;) {
        real f[6];
        const int32_t p = t->parent[i];
        subtract_known(t->M + BLOCK * i, t->r + 6 * i, t->y + 6 * i, f);
        for (int32_t c = t->column[i]; c < t->column[i + 1]; c++) {
            t->rest[c] = strip(f, t->g + 6 * c, t->T + 6 * c, t->inverse[c]);
        }
        if (p >= 0) {
            transport_rest(t->r + 6 * p, f, t->d_T + 3 * i);
        }
    }
}

void ludo_recursion_expand(recursion *t)
{
    static const real nothing[6] = {0.0};
    for (int32_t i = 0; i < t->nodes; i++) {
        const int32_t p = t->parent[i];
        const real *v = p >= 0 ? t->u + 6 * p : nothing, *d = t->d_S + 3 * i;

        /* carried along by the parent */
        real a[6] = {v[0] - (d[1] * v[5] - d[2] * v[4]),
                     v[1] - (d[2] * v[3] - d[0] * v[5]),
                     v[2] - (d[0] * v[4] - d[1] * v[3]),
                     v[3],
                     v[4],
                     v[5]};

        /* its own free motions, last eliminated first */
        for (int32_t c = t->column[i + 1]; c-- > t->column[i];) {
            const real w = (t->rest[c] - dot6(t->t + ROW * c, a)) * t->inverse[c];
            t->w[c] = w;
            for (int k = 0; k < 6; k++) {
                a[k] += t->S[6 * c + k] * w;
            }
        }
        for (int k = 0; k < 6; k++) {
            t->u[6 * i + k] = a[k] + t->y[6 * i + k];
        }
    }
}
