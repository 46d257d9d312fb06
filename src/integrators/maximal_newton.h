/* SPDX-License-Identifier: Apache-2.0
 *
 * One interval of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_NEWTON_H
#define LUDO_INTEGRATORS_MAXIMAL_NEWTON_H

#include "integrators/maximal.h"

/* Solve and accept one interval of length h as stage `stage` (the step of integrator.h). */
ludo_status ludo_maximal_step(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report);

/* The wrenches of joints at the knot, into the simulation (the reactions of integrator.h). */
ludo_status ludo_maximal_reactions(ludo_sim *sim, double h);

#endif
