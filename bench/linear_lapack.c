/* SPDX-License-Identifier: Apache-2.0
 *
 * LAPACK on the dense matrix. */
#include "linear.h"

#include <stdlib.h>
#include <string.h>

/* Fortran functions of LAPACK */
void dgetrf_(const int *rows, const int *columns, double *A, const int *stride, int *pivot,
             int *info);
void dgetrs_(const char *transposed, const int *rows, const int *sides, const double *A,
             const int *stride, const int *pivot, double *x, const int *x_stride, int *info,
             size_t length);

typedef struct lapack {
    const ludo_linear_matrix *A;
    double *dense;
    int *pivot;
} lapack;

static void close_lapack(void *solver)
{
    lapack *l = solver;
    free(l->dense);
    free(l->pivot);
    free(l);
}

static void *open_lapack(const ludo_linear_matrix *A)
{
    lapack *l = calloc(1, sizeof *l);
    const size_t n = (size_t)A->rows;
    if (l == NULL) {
        return NULL;
    }
    *l = (lapack){A, malloc(n * n * sizeof(double)), malloc(n * sizeof(int))};
    if (l->dense == NULL || l->pivot == NULL) {
        close_lapack(l);
        return NULL;
    }
    return l;
}

static bool factor(void *solver)
{
    lapack *l = solver;
    const int n = l->A->rows;
    int info = 0;
    memset(l->dense, 0, sizeof *l->dense * (size_t)n * (size_t)n);
    for (int j = 0; j < n; j++) {
        for (int t = l->A->first[j]; t < l->A->first[j + 1]; t++) {
            l->dense[(size_t)n * (size_t)j + (size_t)l->A->row[t]] = l->A->value[t];
        }
    }
    dgetrf_(&n, &n, l->dense, &n, l->pivot, &info);
    return info == 0;
}

static bool solve(void *solver, double *x)
{
    lapack *l = solver;
    const int n = l->A->rows, one = 1;
    int info = 0;
    dgetrs_("N", &n, &one, l->dense, &n, l->pivot, x, &n, &info, 1);
    return info == 0;
}

static double numbers(void *solver)
{
    const lapack *l = solver;
    return (double)l->A->rows * l->A->rows;
}

const ludo_linear_solver ludo_linear_lapack = {"lapack", 3000,  3.0,     open_lapack,
                                               factor,   solve, numbers, close_lapack};
