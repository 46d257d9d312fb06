/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_STEP_H
#define LUDO_INTEGRATORS_MAXIMAL_STEP_H

#include "integrators/maximal.h"

/* Solve and accept one interval of length h as stage `stage` (the step of integrator.h). */
ludo_status ludo_maximal_step(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report);

/* Solve for the interval that follows the knot and leave the solution in scratch: the residual in
 * the tree's r, the loops' multipliers. */
ludo_status ludo_maximal_solve_interval(ludo_sim *sim, double h, int32_t stage,
                                        ludo_step_report *report);

#endif
