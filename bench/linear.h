/* SPDX-License-Identifier: Apache-2.0
 *
 * The solvers that Ludo's is compared with, on the same matrices: KLU and UMFPACK of SuiteSparse,
 * and LAPACK on dense matrices; each if it is installed. */
#ifndef LUDO_BENCH_LINEAR_H
#define LUDO_BENCH_LINEAR_H

#include <stdbool.h>

/* A sparse matrix, column by column, rows ascending. */
typedef struct ludo_linear_matrix {
    int rows;
    int *first; /* columns + 1 offsets */
    int *row;
    double *value;
} ludo_linear_matrix;

/* A solver. open() does all work that depends on the pattern alone. */
typedef struct ludo_linear_solver {
    const char *name;
    /* larger matrices would take too long; 0: not installed */
    int rows_most;
    double seconds_most; /* skip matrices that Ludo factorises in more than this */
    void *(*open)(const ludo_linear_matrix *A); /* NULL: the solver refuses the matrix */
    bool (*factor)(void *solver);
    bool (*solve)(void *solver, double *x); /* x = A^-1 x */
    double (*numbers)(void *solver);        /* stored in the factors */
    void (*close)(void *solver);
} ludo_linear_solver;

/* All solvers, including those that are not installed; ends with NULL. */
extern const ludo_linear_solver *const ludo_linear_solvers[];

#endif
