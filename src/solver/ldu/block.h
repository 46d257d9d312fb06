/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense kernels on small blocks, row-major, rows padded to whole lanes. Sums run in one fixed
 * order, term by term; vector code runs along rows, where it rounds like scalar code. The padding
 * is never read into a row. */
#ifndef LUDO_SOLVER_LDU_BLOCK_H
#define LUDO_SOLVER_LDU_BLOCK_H

#include "ludo/ldu.h"
#include "math/lanes.h"

#include <float.h>
#include <math.h>

/* Rows of most blocks, those of a body. */
enum { BLK_COMMON = 6 };

/* Numbers from one row of a block of n columns to the next. */
static inline int32_t blk_width(int32_t n)
{
    return (n + LANES - 1) / LANES * LANES;
}

#define BLK_TERM(k) -a[k * stride] * B[k * width + l]
#define BLK_ROW(terms)                                                                             \
    FOR_LANES(l)                                                                                   \
    {                                                                                              \
        c[l] = c[l] terms;                                                                         \
    }                                                                                              \
    break;

/* Lanes of c -= sum over k < n <= 6 of a[k stride] row k of B. Unrolled, so that a row stays in
 * registers until its sum is complete. */
LUDO_KERNEL_PART void blk_subtract_few(double *restrict c, const double *restrict a, int32_t stride,
                                       const double *restrict B, int32_t width, int32_t n)
{
    switch (n) {
    case 1:
        BLK_ROW(BLK_TERM(0))
    case 2:
        BLK_ROW(BLK_TERM(0) BLK_TERM(1))
    case 3:
        BLK_ROW(BLK_TERM(0) BLK_TERM(1) BLK_TERM(2))
    case 4:
        BLK_ROW(BLK_TERM(0) BLK_TERM(1) BLK_TERM(2) BLK_TERM(3))
    case 5:
        BLK_ROW(BLK_TERM(0) BLK_TERM(1) BLK_TERM(2) BLK_TERM(3) BLK_TERM(4))
    case 6:
        BLK_ROW(BLK_TERM(0) BLK_TERM(1) BLK_TERM(2) BLK_TERM(3) BLK_TERM(4) BLK_TERM(5))
    default:
        break;
    }
}

/* Row c -= sum over k < n of a[k stride] row k of B; all rows have `width` numbers. */
LUDO_KERNEL_PART void blk_subtract(double *restrict c, const double *restrict a, int32_t stride,
                                   const double *restrict B, int32_t width, int32_t n)
{
    for (int32_t l = 0; l < width; l += LANES) {
        int32_t k = 0;
        for (; k + 6 < n; k += 6) {
            blk_subtract_few(c + l, a + k * stride, stride, B + k * width + l, width, 6);
        }
        blk_subtract_few(c + l, a + k * stride, stride, B + k * width + l, width, n - k);
    }
}

/* The shape of a product A^T B. */
typedef struct blk_shape {
    int32_t rows;   /* of the product: columns of A */
    int32_t inner;  /* rows of A and B */
    int32_t stride; /* numbers in a row of A */
    int32_t width;  /* numbers in a row of B and of the product */
} blk_shape;

/* C -= A^T B */
LUDO_KERNEL_PART void blk_mul_sub(double *restrict C, const double *restrict A,
                                  const double *restrict B, blk_shape n)
{
    for (int32_t i = 0; i < n.rows; i++) {
        blk_subtract(C + i * n.width, A + i, n.stride, B, n.width, n.inner);
    }
}

/* y -= A x, with A rows x columns, `width` numbers from row to row. */
LUDO_KERNEL_PART void blk_apply_sub(double *y, const double *A, const double *x, int32_t rows,
                                    int32_t columns, int32_t width)
{
    for (int32_t i = 0; i < rows; i++) {
        double s = y[i];
        for (int32_t j = 0; j < columns; j++) {
            s -= A[i * width + j] * x[j];
        }
        y[i] = s;
    }
}

LUDO_KERNEL_PART void blk_row_swap(double *restrict a, double *restrict b, int32_t width)
{
    for (int32_t j = 0; j < width; j += LANES) {
        FOR_LANES(l)
        {
            const double own = a[j + l], other = b[j + l];
            a[j + l] = other;
            b[j + l] = own;
        }
    }
}

/* The row, from k on, with the largest entry in column k; the first of equals. */
LUDO_KERNEL_PART int32_t blk_pivot_row(const double *A, int32_t n, int32_t width, int32_t k)
{
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
        best = fabs(A[i * width + k]) > fabs(A[best * width + k]) ? i : best;
    }
    return best;
}

/* The largest |entry| of n rows; NaN is ignored. */
LUDO_KERNEL_PART double blk_largest(const double *A, int32_t n, int32_t width)
{
    double largest[LANES] = {0.0};
    for (int32_t i = 0; i < n * width; i += LANES) {
        FOR_LANES(l)
        {
            largest[l] = fabs(A[i + l]) > largest[l] ? fabs(A[i + l]) : largest[l];
        }
    }
    for (int l = 1; l < LANES; l++) {
        largest[0] = largest[l] > largest[0] ? largest[l] : largest[0];
    }
    return largest[0];
}

/* Row a -= s b beyond place k, where it gets s. */
LUDO_KERNEL_PART void blk_subtract_beyond(double *restrict a, double s, const double *restrict b,
                                          int32_t width, int32_t k)
{
    for (int32_t j = 0; j < width; j += LANES) {
        FOR_LANES(l)
        {
            const double less = a[j + l] - s * b[j + l];
            a[j + l] = j + l > k ? less : j + l < k ? a[j + l] : s;
        }
    }
}

/* Overwrite A (n x n) with P A = L U: U above the diagonal, L below it (1 on it), 1 / pivot on it;
 * swap[k] is the row that row k was swapped with at step k. *weakest falls to the smallest pivot
 * over the largest entry of A if that is less. False at a pivot that is zero (less than DBL_MIN) or
 * not finite; a NaN anywhere in A reaches a pivot. */
LUDO_KERNEL_PART bool blk_factor(double *A, int32_t n, int32_t width, uint8_t *swap,
                                 double *weakest)
{
    const double largest = blk_largest(A, n, width);
    for (int32_t k = 0; k < n; k++) {
        const int32_t best = blk_pivot_row(A, n, width, k);
        swap[k] = (uint8_t)best;
        if (best != k) {
            blk_row_swap(A + k * width, A + best * width, width);
        }
        const double pivot = fabs(A[k * width + k]);
        if (!(pivot >= DBL_MIN && pivot <= DBL_MAX)) {
            return false;
        }
        *weakest = pivot / largest < *weakest ? pivot / largest : *weakest;

        const double inverse = 1.0 / A[k * width + k];
        for (int32_t i = k + 1; i < n; i++) {
            blk_subtract_beyond(A + i * width, A[i * width + k] * inverse, A + k * width, width, k);
        }
        A[k * width + k] = inverse;
    }
    return true;
}

/* x = A^-1 x, with A as blk_factor() left it. */
LUDO_KERNEL_PART void blk_solve_vector(const double *restrict A, int32_t n, int32_t width,
                                       const uint8_t *swap, double *restrict x)
{
    for (int32_t k = 0; k < n; k++) {
        if (swap[k] != k) {
            const double own = x[k];
            x[k] = x[swap[k]];
            x[swap[k]] = own;
        }
    }
    for (int32_t i = 1; i < n; i++) {
        blk_apply_sub(x + i, A + i * width, x, 1, i, width);
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        blk_apply_sub(x + i, A + i * width + i + 1, x + i + 1, 1, n - 1 - i, width);
        x[i] *= A[i * width + i];
    }
}

#define BLK_AT(i, j) A[LANES * (i) + (j)]

/* x = A^-1 x of n = BLK_COMMON and width = LANES, with x in registers. Rows of U take the terms
 * that are known first. */
LUDO_KERNEL_PART void blk_solve_common_vector(const double *restrict A, const uint8_t *swap,
                                              double *restrict x)
{
    for (int32_t k = 0; k < BLK_COMMON; k++) {
        if (swap[k] != k) {
            const double own = x[k];
            x[k] = x[swap[k]];
            x[swap[k]] = own;
        }
    }
    double a = x[0], b = x[1], c = x[2], d = x[3], e = x[4], f = x[5];
    b = b - BLK_AT(1, 0) * a;
    c = c - BLK_AT(2, 0) * a - BLK_AT(2, 1) * b;
    d = d - BLK_AT(3, 0) * a - BLK_AT(3, 1) * b - BLK_AT(3, 2) * c;
    e = e - BLK_AT(4, 0) * a - BLK_AT(4, 1) * b - BLK_AT(4, 2) * c - BLK_AT(4, 3) * d;
    f = f - BLK_AT(5, 0) * a - BLK_AT(5, 1) * b - BLK_AT(5, 2) * c - BLK_AT(5, 3) * d -
        BLK_AT(5, 4) * e;
    f = f * BLK_AT(5, 5);
    e = (e - BLK_AT(4, 5) * f) * BLK_AT(4, 4);
    d = (d - BLK_AT(3, 5) * f - BLK_AT(3, 4) * e) * BLK_AT(3, 3);
    c = (c - BLK_AT(2, 5) * f - BLK_AT(2, 4) * e - BLK_AT(2, 3) * d) * BLK_AT(2, 2);
    b = (b - BLK_AT(1, 5) * f - BLK_AT(1, 4) * e - BLK_AT(1, 3) * d - BLK_AT(1, 2) * c) *
        BLK_AT(1, 1);
    a = (a - BLK_AT(0, 5) * f - BLK_AT(0, 4) * e - BLK_AT(0, 3) * d - BLK_AT(0, 2) * c -
         BLK_AT(0, 1) * b) *
        BLK_AT(0, 0);
    x[0] = a, x[1] = b, x[2] = c, x[3] = d, x[4] = e, x[5] = f;
}

/* B = A^-1 B, with A as blk_factor() left it; rows of B have `rest` numbers. */
LUDO_KERNEL_PART void blk_solve(const double *restrict A, int32_t n, int32_t width,
                                const uint8_t *swap, double *restrict B, int32_t rest)
{
    for (int32_t k = 0; k < n; k++) {
        if (swap[k] != k) {
            blk_row_swap(B + k * rest, B + swap[k] * rest, rest);
        }
    }
    for (int32_t i = 1; i < n; i++) {
        blk_subtract(B + i * rest, A + i * width, 1, B, rest, i);
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        double *row = B + i * rest;
        const double inverse = A[i * width + i];
        blk_subtract(row, A + i * width + i + 1, 1, row + rest, rest, n - 1 - i);
        for (int32_t j = 0; j < rest; j += LANES) {
            FOR_LANES(l)
            {
                row[j + l] *= inverse;
            }
        }
    }
}

#endif
