/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a stage of a step, by integrator: one line of the list each. */
#ifndef LUDO_DERIVATIVES_LINEAR_KIND_H
#define LUDO_DERIVATIVES_LINEAR_KIND_H

#include "integrators/list.h"

/* Linearises the steps of one integrator. `self` is its own struct with its matrices, from one
 * arena. All variations are in the order of rates, as ludo/linear.h says them; dof is that of the
 * model. Forces of the user's function are refused before it is asked. */
typedef struct linear_kind {
    /* Whether it takes a simulation, at its creation and before each step; *why, which may be NULL,
     * says why not. NULL: it takes all. */
    ludo_status (*accept)(const sim_state *state, ludo_diagnostic *why);

    /* Memory of its own; run twice. Returns it (where the arena only measures: NULL). */
    void *(*layout)(const sim_state *state, arena *a);

    /* Advance as step() does, with its bits, and put A (2 dof x 2 dof) and B (2 dof x actuators) of
     * that, row-major, all of them; `sim` is like the one of layout(), not always the same. The
     * state was saved: where it fails it may leave anything. */
    ludo_status (*step)(void *self, sim_state *state, double h, int32_t stage, double *A, double *B,
                        ludo_step_report *report);

    /* Momenta at the knot, dof; the simulation has been started. */
    ludo_status (*momenta)(sim_state *state, double *p);
} linear_kind;

/* Integrators whose steps have derivatives. */
#define LUDO_LINEAR_LIST(X) X(maximal) X(galerkin)

#define X(name) extern const linear_kind ludo_##name##_linear;
LUDO_LINEAR_LIST(X)
#undef X

#endif
