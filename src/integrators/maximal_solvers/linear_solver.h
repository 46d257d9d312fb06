/* SPDX-License-Identifier: Apache-2.0
 *
 * The solvers for the Newton direction of the maximal integrator: a table of operations per
 * solver. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_SOLVERS_LINEAR_SOLVER_H
#define LUDO_INTEGRATORS_MAXIMAL_SOLVERS_LINEAR_SOLVER_H

#include "state/state.h"
#include "solver/tree/recursion.h"

struct maximal;

/* Quality of a factorisation. */
typedef struct direction {
    double pivot; /* smallest relative pivot */
    int32_t node; /* its body index; -1: none */
} direction;

typedef struct linear_solver_kind {
    const char *name; /* as written in options */

    /* Create and release memory beyond the integrator's workspace; both may be NULL. */
    ludo_status (*create)(sim_state *state);
    void (*destroy)(sim_state *state);

    /* From body blocks M, joint blocks C, residuals r, closing rates y and efforts e of the
     * integrator's tree compute the rates u and w, with new factors or the last ones. Residuals are
     * overwritten. */
    direction (*solve)(sim_state *state, bool factorize);

    /* Number of fill-in blocks beyond those of the constraint graph. */
    int32_t (*fill)(const sim_state *state);
} linear_solver_kind;

/* The solvers: one line each. The first is the default. */
#define LUDO_DIRECTION_LIST(X)                                                                     \
    X(recursion)                                                                                   \
    X(ldu)

#define X(name) extern const linear_solver_kind ludo_linear_solver_##name;
LUDO_DIRECTION_LIST(X)
#undef X

#endif
