/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense kernels on small blocks, row-major without gaps. Sums run in one fixed order; inner loops
 * run along rows, where vector code rounds like scalar code. */
#ifndef LUDO_SOLVER_BLOCK_H
#define LUDO_SOLVER_BLOCK_H

#include "ludo/ldu.h"

#include <float.h>
#include <math.h>

/* Kernels are compiled once for each common number of columns (a vector, joints, bodies), with the
 * row at work in registers, and once for any: two thirds of the time of plain loops. */
#if defined(__GNUC__)
#define BLK_INLINE static inline __attribute__((always_inline))
#else
#define BLK_INLINE static inline
#endif

#define BLK_FOR_COLUMNS(columns, kernel, ...)                                                      \
    switch (columns) {                                                                             \
    case 1:                                                                                        \
        kernel(__VA_ARGS__, 1);                                                                    \
        break;                                                                                     \
    case 3:                                                                                        \
        kernel(__VA_ARGS__, 3);                                                                    \
        break;                                                                                     \
    case 5:                                                                                        \
        kernel(__VA_ARGS__, 5);                                                                    \
        break;                                                                                     \
    case 6:                                                                                        \
        kernel(__VA_ARGS__, 6);                                                                    \
        break;                                                                                     \
    default:                                                                                       \
        kernel(__VA_ARGS__, columns);                                                              \
    }

BLK_INLINE void blk_row_copy(double *restrict a, const double *restrict b, int n)
{
    for (int j = 0; j < n; j++) {
        a[j] = b[j];
    }
}

/* a -= s b */
BLK_INLINE void blk_row_sub(double *restrict a, double s, const double *restrict b, int n)
{
    for (int j = 0; j < n; j++) {
        a[j] -= s * b[j];
    }
}

static inline void blk_row_swap(double *restrict a, double *restrict b, int n)
{
    for (int j = 0; j < n; j++) {
        const double t = a[j];
        a[j] = b[j];
        b[j] = t;
    }
}

BLK_INLINE void blk_mul_sub_columns(double *restrict C, const double *A, const double *B, int rows,
                                    int inner, int columns)
{
    for (int i = 0; i < rows; i++) {
        double row[LUDO_LDU_MAX_DIM];
        blk_row_copy(row, C + i * columns, columns);
        for (int k = 0; k < inner; k++) {
            blk_row_sub(row, A[i * inner + k], B + k * columns, columns);
        }
        blk_row_copy(C + i * columns, row, columns);
    }
}

/* C -= A B, with A rows x inner and B inner x columns. */
static inline void blk_mul_sub(double *restrict C, const double *A, const double *B, int rows,
                               int inner, int columns)
{
    BLK_FOR_COLUMNS(columns, blk_mul_sub_columns, C, A, B, rows, inner)
}

/* y -= A x, with A rows x columns. */
static inline void blk_apply_sub(double *restrict y, const double *A, const double *x, int rows,
                                 int columns)
{
    for (int i = 0; i < rows; i++) {
        double s = y[i];
        for (int j = 0; j < columns; j++) {
            s -= A[i * columns + j] * x[j];
        }
        y[i] = s;
    }
}

/* The row, from k on, with the largest entry in column k; the first of equals. */
static inline int blk_pivot_row(const double *A, int n, int k)
{
    int best = k;
    for (int i = k + 1; i < n; i++) {
        best = fabs(A[i * n + k]) > fabs(A[best * n + k]) ? i : best;
    }
    return best;
}

static inline double blk_largest(const double *A, int count)
{
    double largest = 0.0;
    for (int i = 0; i < count; i++) {
        largest = fabs(A[i]) > largest ? fabs(A[i]) : largest;
    }
    return largest;
}

/* Overwrite A (n x n) with P A = L U: U above the diagonal, L below it (1 on it), 1 / pivot on it;
 * swap[k] is the row that row k was swapped with at step k. *weakest falls to the smallest pivot
 * over the largest entry of A where that is less. False at a pivot that is zero (less than
 * DBL_MIN) or not finite; a NaN anywhere ends up in a pivot. */
static inline bool blk_factor(double *A, int n, uint8_t *swap, double *weakest)
{
    const double largest = blk_largest(A, n * n);
    for (int k = 0; k < n; k++) {
        const int best = blk_pivot_row(A, n, k);
        swap[k] = (uint8_t)best;
        if (best != k) {
            blk_row_swap(A + k * n, A + best * n, n);
        }
        const double pivot = fabs(A[k * n + k]);
        if (!(pivot >= DBL_MIN && pivot <= DBL_MAX)) {
            return false;
        }
        *weakest = pivot / largest < *weakest ? pivot / largest : *weakest;

        const double inverse = 1.0 / A[k * n + k];
        A[k * n + k] = inverse;
        for (int i = k + 1; i < n; i++) {
            const double l = A[i * n + k] *= inverse;
            blk_row_sub(A + i * n + k + 1, l, A + k * n + k + 1, n - k - 1);
        }
    }
    return true;
}

BLK_INLINE void blk_solve_columns(const double *A, int n, const uint8_t *swap, double *B,
                                  int columns)
{
    for (int k = 0; k < n; k++) {
        if (swap[k] != k) {
            blk_row_swap(B + k * columns, B + swap[k] * columns, columns);
        }
    }
    double row[LUDO_LDU_MAX_DIM];
    for (int i = 1; i < n; i++) {
        blk_row_copy(row, B + i * columns, columns);
        for (int k = 0; k < i; k++) {
            blk_row_sub(row, A[i * n + k], B + k * columns, columns);
        }
        blk_row_copy(B + i * columns, row, columns);
    }
    for (int i = n - 1; i >= 0; i--) {
        blk_row_copy(row, B + i * columns, columns);
        for (int k = i + 1; k < n; k++) {
            blk_row_sub(row, A[i * n + k], B + k * columns, columns);
        }
        for (int j = 0; j < columns; j++) {
            B[i * columns + j] = row[j] * A[i * n + i];
        }
    }
}

/* B = A^-1 B, with B n x columns and A as blk_factor() left it. */
static inline void blk_solve(const double *A, int n, const uint8_t *swap, double *B, int columns)
{
    BLK_FOR_COLUMNS(columns, blk_solve_columns, A, n, swap, B)
}

#endif
