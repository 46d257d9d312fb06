/* SPDX-License-Identifier: Apache-2.0
 *
 * Small dense systems, column after column: an entry is touched once, as one sum, so that what the
 * sum lost by cancellation is known with it. */
#include "solver/dense.h"

#include "math/worst.h"

#include <math.h>

/* A sum, and the sum of the absolute values of its terms. */
typedef struct reduced {
    double value, terms;
} reduced;

/* A_ik - sum over j < count of L_ij U_jk */
static reduced reduce_entry(const double *A, int32_t n, int32_t i, int32_t k, int32_t count)
{
    reduced s = {A[n * i + k], fabs(A[n * i + k])};
    for (int32_t j = 0; j < count; j++) {
        const double term = A[n * i + j] * A[n * j + k];
        s.value -= term;
        s.terms += fabs(term);
    }
    return s;
}

static void swap(double *a, double *b)
{
    const double t = *a;
    *a = *b;
    *b = t;
}

/* Column k of U, then of L before its division. Returns its pivot, the row in *best. A NaN is no
 * larger than anything, nor is anything larger than it: it stays in its row and ends in a pivot. */
static reduced reduce_column(double *A, int32_t n, int32_t k, int32_t *best)
{
    reduced pivot = {0.0, 0.0};
    for (int32_t i = 0; i < n; i++) {
        const reduced s = reduce_entry(A, n, i, k, i < k ? i : k);
        A[n * i + k] = s.value;
        if (i == k || (i > k && fabs(s.value) > fabs(pivot.value))) {
            pivot = s;
            *best = i;
        }
    }
    return pivot;
}

double ludo_dense_factor(double *A, int32_t n, int32_t *pivot)
{
    worst loss = {1.0, -1};
    for (int32_t k = 0; k < n; k++) {
        const reduced U = reduce_column(A, n, k, &pivot[k]);
        worst_take(&loss, U.terms / fabs(U.value), k);
        for (int32_t c = 0; c < n && pivot[k] != k; c++) {
            swap(&A[n * k + c], &A[n * pivot[k] + c]);
        }
        for (int32_t i = k + 1; i < n; i++) {
            A[n * i + k] /= U.value;
        }
    }
    return 1.0 / loss.value;
}

void ludo_dense_solve(const double *A, const int32_t *pivot, int32_t n, double *b)
{
    for (int32_t k = 0; k < n; k++) {
        swap(&b[k], &b[pivot[k]]);
    }
    for (int32_t i = 1; i < n; i++) {
        for (int32_t j = 0; j < i; j++) {
            b[i] -= A[n * i + j] * b[j];
        }
    }
    for (int32_t i = n; i-- > 0;) {
        for (int32_t j = i + 1; j < n; j++) {
            b[i] -= A[n * i + j] * b[j];
        }
        b[i] /= A[n * i + i];
    }
}
