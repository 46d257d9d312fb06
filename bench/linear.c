/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of solvers. */
#include "linear.h"

#include <stddef.h>

#ifdef LUDO_BENCH_SUITESPARSE
extern const ludo_linear_solver ludo_linear_klu, ludo_linear_klu_again, ludo_linear_klu_colamd;
extern const ludo_linear_solver ludo_linear_umfpack;
#else
static const ludo_linear_solver ludo_linear_klu = {.name = "klu"};
static const ludo_linear_solver ludo_linear_klu_again = {.name = "klu_refactor"};
static const ludo_linear_solver ludo_linear_klu_colamd = {.name = "klu_colamd"};
static const ludo_linear_solver ludo_linear_umfpack = {.name = "umfpack"};
#endif
#ifdef LUDO_BENCH_LAPACK
extern const ludo_linear_solver ludo_linear_lapack;
#else
static const ludo_linear_solver ludo_linear_lapack = {.name = "lapack"};
#endif

const ludo_linear_solver *const ludo_linear_solvers[] = {
    &ludo_linear_klu,     &ludo_linear_klu_again, &ludo_linear_klu_colamd,
    &ludo_linear_umfpack, &ludo_linear_lapack,    NULL,
};
