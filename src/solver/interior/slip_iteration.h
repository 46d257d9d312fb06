/* SPDX-License-Identifier: Apache-2.0
 *
 * Equations with cones as a sequence of convex ones [contact.md 5]: what makes Coulomb's law none,
 * the speed of slip in it, is held in each, and so is what the system says. */
#ifndef LUDO_SOLVER_INTERIOR_SLIP_ITERATION_H
#define LUDO_SOLVER_INTERIOR_SLIP_ITERATION_H

#include "solver/interior/interior.h"

/* Solve, by system->restart() once and `hold` before the first rounds, which takes what is held
 * from the iterate; NULL: nothing is. The report counts sequences as attempts.
 * @return LUDO_OK, LUDO_NOT_CONVERGED, or what evaluate() says */
ludo_status ludo_slip_iteration_solve(const interior_system *system, void (*hold)(void *self),
                                      cone *cones, int32_t count, const interior_settings *settings,
                                      interior_report *report);

#endif
