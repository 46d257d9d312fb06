/* SPDX-License-Identifier: Apache-2.0
 *
 * Symmetric matrices, dense, row-major, for small or rare problems: Cholesky's factor, eigenvalues,
 * norms; lengths of vectors. */
#ifndef LUDO_MATH_SPECTRUM_H
#define LUDO_MATH_SPECTRUM_H

#include <stdbool.h>
#include <stdint.h>

/* A = L L^T of a symmetric n x n matrix in place: L below and on the diagonal, zeros above. False
 * if A is not positive definite or has a NaN; then A is invalid. */
bool ludo_cholesky(int32_t n, double *A);

/* B := L^-1 B and B := L^-T B, L as above, B n x m. */
void ludo_cholesky_solve(int32_t n, int32_t m, const double *L, double *B);
void ludo_cholesky_solve_t(int32_t n, int32_t m, const double *L, double *B);

/* Eigenvalues of a symmetric n x n matrix (overwritten), the smallest first; column k of V (n x n,
 * or NULL) becomes the unit eigenvector of value[k]. To round-off of the largest. O(n^3). */
void ludo_symmetric_eigen(int32_t n, double *A, double *value, double *V);

/* An upper bound of the 2-norm of an n x n matrix: the root of the largest row sum times the
 * largest column sum of magnitudes. Exact for diagonal matrices, close for nearly diagonal ones. */
double ludo_norm_bound(int32_t n, const double *A);

/* |x| of n numbers. */
double ludo_length(int32_t n, const double *x);

/* x := x / |x|, zero vectors unchanged; returns |x|. */
double ludo_make_unit(int32_t n, double *x);

#endif
