/* SPDX-License-Identifier: Apache-2.0
 *
 * Small dense systems of any size, A x = b with A n x n, row-major: P A = L U, rows exchanged for
 * the largest pivot, the upper one of equals. Sums run in one fixed order. */
#ifndef LUDO_SOLVER_DENSE_H
#define LUDO_SOLVER_DENSE_H

#include <stdint.h>

/* Overwrite A with L (1 on its diagonal) and U; row k was exchanged with row pivot[k] >= k at step
 * k. Returns the least |pivot| over the sum of the absolute values it was made of: 1 at best, and
 * for n = 0; a rounding error where A is singular; 0 or NaN where nothing can be solved. A number
 * in A that isn't finite gives NaN. */
double ludo_dense_factor(double *A, int32_t n, int32_t *pivot);

/* Overwrite b with A^-1 b, A and pivot as ludo_dense_factor() left them. */
void ludo_dense_solve(const double *A, const int32_t *pivot, int32_t n, double *b);

#endif
