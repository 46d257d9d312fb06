/* SPDX-License-Identifier: Apache-2.0
 *
 * Which solvers there are. */
#include "linear.h"

#include <stddef.h>

#ifdef LUDO_BENCH_SUITESPARSE
extern const ludo_linear_solver ludo_linear_klu, ludo_linear_klu_again, ludo_linear_klu_colamd;
extern const ludo_linear_solver ludo_linear_umfpack;
#endif
#ifdef LUDO_BENCH_LAPACK
extern const ludo_linear_solver ludo_linear_lapack;
#endif

const ludo_linear_solver *const ludo_linear_solvers[] = {
#ifdef LUDO_BENCH_SUITESPARSE
    &ludo_linear_klu,
    &ludo_linear_klu_again,
    &ludo_linear_klu_colamd,
    &ludo_linear_umfpack,
#endif
#ifdef LUDO_BENCH_LAPACK
    &ludo_linear_lapack,
#endif
    NULL,
};
