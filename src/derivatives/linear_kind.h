/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a stage of a step, per integrator: one line of the list each. */
#ifndef LUDO_DERIVATIVES_LINEAR_KIND_H
#define LUDO_DERIVATIVES_LINEAR_KIND_H

#include "integrators/list.h"

/* The derivative of a stage, row-major. */
typedef struct stage_map {
    double *A; /* 2 dof x 2 dof */
    double *B; /* 2 dof x actuators */
} stage_map;

/* Linearises the steps of one integrator. `self` is its own struct with its matrices, from one
 * arena. All variations are in the order of rates of ludo/linear.h; dof is that of the model.
 * Simulations with forces from the user's function are refused beforehand. */
typedef struct linear_kind {
    /* Whether a simulation is supported, at creation and before each step; *why, which may be NULL,
     * gets the reason if not. NULL: all are supported. */
    ludo_status (*accept)(const sim_state *state, ludo_diagnostic *why);

    /* Lay out its own memory; runs twice. Returns it (NULL while the arena only measures). */
    void *(*layout)(const sim_state *state, arena *a);

    /* Advance as step() does, with the same bits, and write all of A (2 dof x 2 dof) and B (2 dof x
     * actuators) of the stage, row-major; the model is that of layout(), the simulation may be
     * another one. The caller has saved the state: on failure it is undefined. */
    ludo_status (*step)(void *self, sim_state *state, double h, int32_t stage, stage_map out,
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
