/* SPDX-License-Identifier: Apache-2.0
 *
 * The solvers that Ludo's is measured against, on the same matrices: KLU and UMFPACK of SuiteSparse
 * and LAPACK on dense ones, as far as they are installed. */
#ifndef LUDO_BENCH_LINEAR_H
#define LUDO_BENCH_LINEAR_H

#include <stdbool.h>

/* A sparse matrix, column by column, rows ascending. */
typedef struct ludo_linear_matrix {
    int rows;
    int *first; /* per column and one more */
    int *row;
    double *value;
} ludo_linear_matrix;

/* A solver. All that depends on the pattern alone is done when it is opened. */
typedef struct ludo_linear_solver {
    const char *name;
    /* larger matrices would take too long; 0: not installed */
    int rows_most;
    double seconds_most;                        /* that Ludo takes to factorise them */
    void *(*open)(const ludo_linear_matrix *A); /* NULL: doesn't take the matrix */
    bool (*factor)(void *solver);
    bool (*solve)(void *solver, double *x); /* x = A^-1 x */
    double (*numbers)(void *solver);        /* in the factors */
    void (*close)(void *solver);
} ludo_linear_solver;

/* All of them, those that are not installed too; the last one is NULL. */
extern const ludo_linear_solver *const ludo_linear_solvers[];

#endif
