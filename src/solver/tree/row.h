/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over rows of lanes, each in one fixed order: parts of the kernels of recursions. */
#ifndef LUDO_SOLVER_TREE_ROW_H
#define LUDO_SOLVER_TREE_ROW_H

#include "solver/tree/recursion.h"

#include "math/worst.h"

#include <math.h>

enum { MOST_COLUMNS = 6 };

/* Call a part with the number f of a node's dofs as its last argument, a constant in each common
 * case: the compiler makes one copy per case, with rows in registers, and one for any f. */
#define FOR_COLUMNS(f, part, ...)                                                                  \
    switch (f) {                                                                                   \
    case 0:                                                                                        \
        part(__VA_ARGS__, 0);                                                                      \
        break;                                                                                     \
    case 1:                                                                                        \
        part(__VA_ARGS__, 1);                                                                      \
        break;                                                                                     \
    case 2:                                                                                        \
        part(__VA_ARGS__, 2);                                                                      \
        break;                                                                                     \
    case 3:                                                                                        \
        part(__VA_ARGS__, 3);                                                                      \
        break;                                                                                     \
    case 6:                                                                                        \
        part(__VA_ARGS__, 6);                                                                      \
        break;                                                                                     \
    default:                                                                                       \
        part(__VA_ARGS__, f);                                                                      \
    }

/* The same for the number of rows of a constraint. */
#define FOR_ROWS(m, part, ...)                                                                     \
    switch (m) {                                                                                   \
    case 1:                                                                                        \
        part(__VA_ARGS__, 1);                                                                      \
        break;                                                                                     \
    case 2:                                                                                        \
        part(__VA_ARGS__, 2);                                                                      \
        break;                                                                                     \
    case 3:                                                                                        \
        part(__VA_ARGS__, 3);                                                                      \
        break;                                                                                     \
    case 4:                                                                                        \
        part(__VA_ARGS__, 4);                                                                      \
        break;                                                                                     \
    case 5:                                                                                        \
        part(__VA_ARGS__, 5);                                                                      \
        break;                                                                                     \
    default:                                                                                       \
        part(__VA_ARGS__, 6);                                                                      \
    }

LUDO_KERNEL_PART double sum6(double a, double b, double c, double d, double e, double f)
{
    return ((a + b) + (c + d)) + (e + f);
}

LUDO_KERNEL_PART double dot6(const double *restrict a, const double *restrict b)
{
    return sum6(a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3], a[4] * b[4], a[5] * b[5]);
}

/* r_p += B^T f */
LUDO_KERNEL_PART void transport_rhs(double *restrict r_p, const double *restrict f,
                                    const double *restrict d)
{
    r_p[0] += f[0];
    r_p[1] += f[1];
    r_p[2] += f[2];
    r_p[3] += f[3] + (d[1] * f[2] - d[2] * f[1]);
    r_p[4] += f[4] + (d[2] * f[0] - d[0] * f[2]);
    r_p[5] += f[5] + (d[0] * f[1] - d[1] * f[0]);
}

/* a^T N, summed as dot6() does */
LUDO_KERNEL_PART void combine(double *restrict row, const double *restrict a,
                              const double *restrict N)
{
    FOR_LANES(c)
    {
        row[c] = sum6(a[0] * N[c], a[1] * N[ROW + c], a[2] * N[2 * ROW + c], a[3] * N[3 * ROW + c],
                      a[4] * N[4 * ROW + c], a[5] * N[5 * ROW + c]);
    }
}

/* a += s b */
LUDO_KERNEL_PART void add(double *restrict a, double s, const double *restrict b)
{
    FOR_LANES(c)
    {
        a[c] += s * b[c];
    }
}

/* a -= s b */
LUDO_KERNEL_PART void subtract(double *restrict a, double s, const double *restrict b)
{
    FOR_LANES(c)
    {
        a[c] -= s * b[c];
    }
}

/* B^T N, rows 3 to 5; on columns instead of rows the same formula makes N X. */
LUDO_KERNEL_PART void transport(double *restrict N, const double *restrict d)
{
    FOR_LANES(c)
    {
        const double x = N[c], y = N[ROW + c], z = N[2 * ROW + c];
        N[3 * ROW + c] += d[1] * z - d[2] * y;
        N[4 * ROW + c] += d[2] * x - d[0] * z;
        N[5 * ROW + c] += d[0] * y - d[1] * x;
    }
}

/* The first loss that is not finite is kept: it makes the losses of all ancestors NaN. */
LUDO_KERNEL_PART void take_loss(worst *loss, double value, int32_t i)
{
    if (loss->value < HUGE_VAL) {
        worst_take(loss, value, i);
    }
}

#endif
