/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_STEP_H
#define LUDO_INTEGRATORS_MAXIMAL_STEP_H

#include "integrators/maximal/maximal.h"

/* Solve and accept one interval of length h as stage `stage` (the step of integrator.h). */
ludo_status ludo_maximal_step(sim_state *state, double h, int32_t stage, ludo_step_report *report);

/* Solve for the interval that follows the knot and leave the solution in scratch: the residual in
 * the tree's r, the loops' multipliers. */
ludo_status ludo_maximal_step_solve(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report);

/* What the tree's r leaves of the balance of slot s at t_k: force and moment, about where the root
 * of its tree is at the iterate of t_{k+1}. */
twist ludo_maximal_step_residual(const maximal *x, const sim_state *state, int32_t s, int32_t root);

#endif
