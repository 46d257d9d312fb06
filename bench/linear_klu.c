/* SPDX-License-Identifier: Apache-2.0
 *
 * KLU: with its default order (AMD) and with COLAMD; full factorisation, and klu_refactor with the
 * pivots of the first, which corresponds to Ludo's fixed order. */
#include "linear.h"

#include <klu.h>
#include <limits.h>
#include <stdlib.h>

enum { AMD = 0, COLAMD = 1 };

typedef struct klu {
    const ludo_linear_matrix *A;
    klu_common common;
    klu_symbolic *symbolic;
    klu_numeric *numeric;
} klu;

static void close_klu(void *solver)
{
    klu *k = solver;
    klu_free_numeric(&k->numeric, &k->common);
    klu_free_symbolic(&k->symbolic, &k->common);
    free(k);
}

static klu *open_ordered(const ludo_linear_matrix *A, int ordering)
{
    klu *k = calloc(1, sizeof *k);
    if (k == NULL) {
        return NULL;
    }
    klu_defaults(&k->common);
    k->common.ordering = ordering;
    k->A = A;
    k->symbolic = klu_analyze(A->rows, A->first, A->row, &k->common);
    if (k->symbolic == NULL) {
        close_klu(k);
        return NULL;
    }
    return k;
}

static void *open_amd(const ludo_linear_matrix *A)
{
    return open_ordered(A, AMD);
}

static void *open_colamd(const ludo_linear_matrix *A)
{
    return open_ordered(A, COLAMD);
}

static bool factor(void *solver)
{
    klu *k = solver;
    klu_free_numeric(&k->numeric, &k->common);
    k->numeric = klu_factor(k->A->first, k->A->row, k->A->value, k->symbolic, &k->common);
    return k->numeric != NULL;
}

static bool factor_again(void *solver)
{
    klu *k = solver;
    return k->numeric == NULL ? factor(solver)
                              : klu_refactor(k->A->first, k->A->row, k->A->value, k->symbolic,
                                             k->numeric, &k->common);
}

static bool solve(void *solver, double *x)
{
    klu *k = solver;
    return klu_solve(k->symbolic, k->numeric, k->A->rows, 1, x, &k->common);
}

static double numbers(void *solver)
{
    const klu *k = solver;
    return (double)k->numeric->lnz + k->numeric->unz;
}

const ludo_linear_solver ludo_linear_klu = {"klu",  INT_MAX, 3.0,     open_amd,
                                            factor, solve,   numbers, close_klu};
const ludo_linear_solver ludo_linear_klu_again = {"klu_refactor", INT_MAX, 0.5,     open_amd,
                                                  factor_again,   solve,   numbers, close_klu};
const ludo_linear_solver ludo_linear_klu_colamd = {"klu_colamd", INT_MAX, 0.02,    open_colamd,
                                                   factor,       solve,   numbers, close_klu};
