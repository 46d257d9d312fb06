/* SPDX-License-Identifier: Apache-2.0
 *
 * Effort limits of degrees of freedom. The drive of a dof is the sum of its servo, of actuators
 * along it and of actuators along tendons through joints, by their weights. Beyond the effort limit
 * a correction takes the excess away:
 *
 *     F = clamp(drive, -effort, effort),    correction = F - drive
 *
 * Its slope is minus that of the drive at the limit and 0 below it. Of actuators along tendons the
 * slope along the dof itself is used; the others make Newton's method slower, not its result
 * different. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_FORCES_DRIVES_H
#define LUDO_INTEGRATORS_MAXIMAL_FORCES_DRIVES_H

#include "integrators/maximal/maximal.h"

void ludo_maximal_drives_layout(maximal *x, const sim_state *state, arena *scratch);

/* No drive is at its limit at the start of an interval. */
void ludo_maximal_drives_begin(maximal *x, const sim_state *state);

/* Add the corrections, after servos and actuators at the iterate. */
void ludo_maximal_drives_add(maximal *x, const sim_state *state, double h);

/* Work of the corrections over the interval [J]. */
double ludo_maximal_drives_work(const maximal_forces *f, const ludo_model *m);

#endif
