/* SPDX-License-Identifier: Apache-2.0
 *
 * One interval of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_NEWTON_H
#define LUDO_INTEGRATORS_MAXIMAL_NEWTON_H

#include "integrators/maximal.h"

/* Free motions, levers, half angles and closing displacements (into the tree's y) of all joints
 * at poses [which]; the worst gap is left in x. */
void ludo_maximal_view_joints(maximal *x, const ludo_sim *sim, int32_t which);

/* Solve and accept one interval of length h as stage `stage` (the step of integrator.h). */
ludo_status ludo_maximal_step(ludo_sim *sim, double h, int32_t stage, ludo_step_report *report);

#endif
