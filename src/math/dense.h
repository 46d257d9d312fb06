/* SPDX-License-Identifier: Apache-2.0
 *
 * Dense matrices, row-major, for small or rare problems: products, L U with row exchanges, Q R with
 * column exchanges that reveals the rank. Sums run in one fixed order. */
#ifndef LUDO_MATH_DENSE_H
#define LUDO_MATH_DENSE_H

#include <stdbool.h>
#include <stdint.h>

/* C += A B: A is n x k, B is k x m. */
void ludo_dense_multiply(int32_t n, int32_t k, int32_t m, const double *A, const double *B,
                         double *C);

/* C += A^T B: A is k x n, B is k x m. */
void ludo_dense_multiply_t(int32_t n, int32_t k, int32_t m, const double *A, const double *B,
                           double *C);

/* Solve A X = B in place: A is n x n and becomes its factors, B is n x m and becomes X. Returns
 * false if a pivot is zero or NaN; then B is invalid. */
bool ludo_dense_solve(int32_t n, int32_t m, double *A, double *B);

/* A = Q R of an n x m matrix by Householder reflections, with columns ordered by the size of their
 * remainder orthogonal to the earlier ones. */
typedef struct dense_span {
    int32_t n, m;
    int32_t rank;
    double *A;      /* n x m: reflections (below and on the diagonal) and R (above it) */
    double *end;    /* m: the diagonal of R */
    double *beta;   /* m: reflection k is 1 - beta v v^T */
    int32_t *order; /* m: the column at place k; the first `rank` columns are independent */
} dense_span;

/* Factorise the matrix in s->A; a column is independent if its remainder exceeds `least`. */
void ludo_dense_span(dense_span *s, double least);

/* x := Q x and x := Q^T x, n numbers. The first `rank` columns of Q span those of A. */
void ludo_dense_span_apply(const dense_span *s, double *x);
void ludo_dense_span_apply_t(const dense_span *s, double *x);

/* The least-squares coefficients x (m) of the columns for b (n, overwritten); zero for dependent
 * columns. */
void ludo_dense_span_nearest(const dense_span *s, double *b, double *x);

/* The smallest x (n) with A^T x = b (m) in the independent columns. */
void ludo_dense_span_smallest(const dense_span *s, const double *b, double *x);

#endif
