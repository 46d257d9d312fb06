/* SPDX-License-Identifier: Apache-2.0
 *
 * Coulomb friction as a fixed-point iteration on the speed of slip s of De Saxce's form of the law,
 * a convex problem for each fixed s [acary2011; contact.md 5.6; acary2011.6]. */
#ifndef LUDO_SOLVER_INTERIOR_SLIP_ITERATION_H
#define LUDO_SOLVER_INTERIOR_SLIP_ITERATION_H

#include "solver/interior/interior.h"

/* Solve from system->restart(). Before each of the first rounds `freeze` takes the gradients that
 * the system holds fixed from the iterate; NULL: it holds none. The report counts sequences of
 * rounds as attempts. @return LUDO_OK, LUDO_NOT_CONVERGED, or as evaluate() */
ludo_status ludo_slip_iteration_solve(const interior_system *system, void (*freeze)(void *self),
                                      cone *cones, int32_t count, const interior_settings *settings,
                                      interior_report *report);

/* The end of the iteration alone, from the iterate and its impulses: bounded friction. @return as
 * ludo_slip_iteration_solve() */
ludo_status ludo_slip_iteration_end(const interior_system *system, cone *cones, int32_t count,
                                    const interior_settings *settings, interior_report *report);

#endif
