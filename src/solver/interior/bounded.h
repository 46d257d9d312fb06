/* SPDX-License-Identifier: Apache-2.0
 *
 * Signorini's law with friction bounded by impulses that are known: the end of a solve whose
 * iterations are spent [contact.md 5.6]. */
#ifndef LUDO_SOLVER_INTERIOR_BOUNDED_H
#define LUDO_SOLVER_INTERIOR_BOUNDED_H

#include "solver/interior/interior.h"

/* Solve near the iterate, with the bounds that the normal impulses p[0] of the cones allow; then
 * again with those of the solution, in so many rounds. A round that fails is repeated from
 * system->restart(). The report's iterations are added to; it says that the solution is relaxed and
 * bounded.
 * @return LUDO_OK, LUDO_NOT_CONVERGED, or as evaluate() */
ludo_status ludo_bounded_solve(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, int32_t rounds,
                               interior_report *report);

#endif
