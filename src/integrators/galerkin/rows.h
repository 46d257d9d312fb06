/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense kernels of the elimination on rows of `width` numbers, a multiple of 12; sizes are
 * constants at each call. Sums run in one fixed order, written out here: equal bits from every
 * compiler and instruction set. */
#ifndef LUDO_INTEGRATORS_GALERKIN_ROWS_H
#define LUDO_INTEGRATORS_GALERKIN_ROWS_H

#include "math/lanes.h"

#include <float.h>
#include <math.h>

enum { ROW_PIECE = 12, ROW_LANES = 4, ROW_TILE = 3 };

/* a . b, in four partial sums. */
LUDO_KERNEL_PART double row_dot(const double *restrict a, const double *restrict b, int width)
{
    double sum[ROW_LANES] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < width; k += ROW_LANES) {
        _Pragma("omp simd") for (int l = 0; l < ROW_LANES; l++)
        {
            sum[l] += a[k + l] * b[k + l];
        }
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/* |a| . |b|, in four partial sums. */
LUDO_KERNEL_PART double row_dot_size(const double *restrict a, const double *restrict b, int width)
{
    double sum[ROW_LANES] = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < width; k += ROW_LANES) {
        _Pragma("omp simd") for (int l = 0; l < ROW_LANES; l++)
        {
            sum[l] += fabs(a[k + l] * b[k + l]);
        }
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/* a += s b. Rows may belong to one matrix: no pointer is `restrict`, which some compilers carry
 * over from one row to the next. */
LUDO_KERNEL_PART void row_add(double *a, double s, const double *b, int width)
{
    _Pragma("omp simd") for (int k = 0; k < width; k++)
    {
        a[k] += s * b[k];
    }
}

LUDO_KERNEL_PART void row_scale(double *a, double s, int width)
{
    _Pragma("omp simd") for (int k = 0; k < width; k++)
    {
        a[k] *= s;
    }
}

LUDO_KERNEL_PART void row_swap(double *a, double *b, int width)
{
    _Pragma("omp simd") for (int k = 0; k < width; k++)
    {
        const double own = a[k], other = b[k];
        a[k] = other;
        b[k] = own;
    }
}

/* One tile of `tile` <= ROW_TILE rows of E P. */
LUDO_KERNEL_PART void rows_product_piece(double *restrict Y, const double *restrict E,
                                         const double *restrict P, int tile, int width)
{
    double sum[ROW_TILE][ROW_PIECE] = {{0.0}};
    for (int k = 0; k < width; k++) {
        for (int q = 0; q < tile; q++) {
            const double e = E[q * width + k];
            _Pragma("omp simd") for (int l = 0; l < ROW_PIECE; l++)
            {
                sum[q][l] += e * P[k * width + l];
            }
        }
    }
    for (int q = 0; q < tile; q++) {
        _Pragma("omp simd") for (int l = 0; l < ROW_PIECE; l++)
        {
            Y[q * width + l] = sum[q][l];
        }
    }
}

/* Y := E P, E and Y having n rows, P `width`. */
LUDO_KERNEL_PART void rows_product(double *restrict Y, const double *restrict E,
                                   const double *restrict P, int n, int width)
{
    for (int q = 0; q < n; q += ROW_TILE) {
        const int tile = n < ROW_TILE ? n : ROW_TILE;
        for (int c = 0; c < width; c += ROW_PIECE) {
            rows_product_piece(Y + q * width + c, E + q * width, P + c, tile, width);
        }
    }
}

/* Row q of U := P times row q of B, for n rows. */
LUDO_KERNEL_PART void rows_image(double *restrict U, const double *restrict P,
                                 const double *restrict B, int n, int width)
{
    for (int r = 0; r < width; r++) {
        for (int q = 0; q < n; q++) {
            U[q * width + r] = row_dot(P + r * width, B + q * width, width);
        }
    }
}

/* P += U^T X, U and X having n rows. */
LUDO_KERNEL_PART void rows_update(double *restrict P, const double *restrict U,
                                  const double *restrict X, int n, int width)
{
    for (int r = 0; r < width; r++) {
        for (int q = 0; q < n; q++) {
            row_add(P + r * width, U[q * width + r], X + q * width, width);
        }
    }
}

/* The row from k on with the largest entry in column k; the first of equals. */
LUDO_KERNEL_PART int pivot_row(const double *A, int k, int n)
{
    int best = k;
    for (int i = k + 1; i < n; i++) {
        best = fabs(A[n * i + k]) > fabs(A[n * best + k]) ? i : best;
    }
    return best;
}

/* Overwrite A (n x n) with its factors L U with row exchanges: U above the diagonal, unit L below,
 * 1 / pivot on the diagonal; swap[k] is the row that row k was exchanged with. Returns the smallest
 * |pivot|; 0 if a pivot is zero or not finite. */
LUDO_KERNEL_PART double lu_factor(double *A, uint8_t *swap, int n)
{
    double smallest = DBL_MAX;
    for (int k = 0; k < n; k++) {
        const int best = pivot_row(A, k, n);
        swap[k] = (uint8_t)best;
        for (int j = 0; j < n; j++) {
            const double own = A[n * k + j];
            A[n * k + j] = A[n * best + j];
            A[n * best + j] = own;
        }
        const double pivot = fabs(A[n * k + k]);
        if (!(pivot >= DBL_MIN && pivot <= DBL_MAX)) {
            return 0.0;
        }
        smallest = pivot < smallest ? pivot : smallest;
        A[n * k + k] = 1.0 / A[n * k + k];
        for (int i = k + 1; i < n; i++) {
            A[n * i + k] *= A[n * k + k];
            for (int j = k + 1; j < n; j++) {
                A[n * i + j] -= A[n * i + k] * A[n * k + j];
            }
        }
    }
    return smallest;
}

/* The n rows of X := A^-1 X, with the factors of lu_factor(). */
LUDO_KERNEL_PART void lu_solve(const double *A, const uint8_t *swap, double *X, int n, int width)
{
    for (int k = 0; k < n; k++) {
        if (swap[k] != k) {
            row_swap(X + k * width, X + swap[k] * width, width);
        }
    }
    for (int i = 1; i < n; i++) {
        for (int k = 0; k < i; k++) {
            row_add(X + i * width, -A[n * i + k], X + k * width, width);
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            row_add(X + i * width, -A[n * i + k], X + k * width, width);
        }
        row_scale(X + i * width, A[n * i + i], width);
    }
}

#endif
