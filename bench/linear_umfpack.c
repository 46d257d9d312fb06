/* SPDX-License-Identifier: Apache-2.0
 *
 * UMFPACK with its defaults: frontal matrices with dense BLAS kernels. */
#include "linear.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <umfpack.h>

typedef struct umfpack {
    const ludo_linear_matrix *A;
    void *symbolic, *numeric;
    double *x;
} umfpack;

static void close_umfpack(void *solver)
{
    umfpack *u = solver;
    umfpack_di_free_numeric(&u->numeric);
    umfpack_di_free_symbolic(&u->symbolic);
    free(u->x);
    free(u);
}

static void *open_umfpack(const ludo_linear_matrix *A)
{
    umfpack *u = calloc(1, sizeof *u);
    if (u == NULL) {
        return NULL;
    }
    u->A = A;
    u->x = malloc((size_t)A->rows * sizeof *u->x);
    if (u->x == NULL || umfpack_di_symbolic(A->rows, A->rows, A->first, A->row, A->value,
                                            &u->symbolic, NULL, NULL) != UMFPACK_OK) {
        close_umfpack(u);
        return NULL;
    }
    return u;
}

static bool factor(void *solver)
{
    umfpack *u = solver;
    umfpack_di_free_numeric(&u->numeric);
    return umfpack_di_numeric(u->A->first, u->A->row, u->A->value, u->symbolic, &u->numeric, NULL,
                              NULL) == UMFPACK_OK;
}

static bool solve(void *solver, double *x)
{
    umfpack *u = solver;
    const int status = umfpack_di_solve(UMFPACK_A, u->A->first, u->A->row, u->A->value, u->x, x,
                                        u->numeric, NULL, NULL);
    memcpy(x, u->x, (size_t)u->A->rows * sizeof *x);
    return status == UMFPACK_OK;
}

static double numbers(void *solver)
{
    umfpack *u = solver;
    int lower = 0, upper = 0, rows, columns, diagonal;
    (void)umfpack_di_get_lunz(&lower, &upper, &rows, &columns, &diagonal, u->numeric);
    return (double)lower + upper;
}

const ludo_linear_solver ludo_linear_umfpack = {"umfpack", INT_MAX, 3.0,     open_umfpack,
                                                factor,    solve,   numbers, close_umfpack};
