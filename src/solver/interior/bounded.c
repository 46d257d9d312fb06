/* SPDX-License-Identifier: Apache-2.0
 *
 * A few steps of the fixed-point iteration on the bounds of friction [contact.md 5.6]: each is a
 * convex problem with a solution whenever rest is admissible. */
#include "solver/interior/bounded.h"

/* One round: near the iterate or, if that fails, from the system's start. */
static ludo_status solve_round(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, interior_report *report)
{
    interior_system near = *system;
    near.restart = ludo_interior_stay;
    for (int32_t i = 0; i < count; i++) {
        ludo_cone_bounded_begin(&cones[i]);
    }
    ludo_status status = ludo_interior_solve_next(&near, cones, count, settings, report);
    if (status != LUDO_OK) {
        status = ludo_interior_solve_next(system, cones, count, settings, report);
    }
    for (int32_t i = 0; i < count; i++) {
        ludo_cone_bounded_end(&cones[i]);
    }
    return status;
}

ludo_status ludo_bounded_solve(const interior_system *system, cone *cones, int32_t count,
                               const interior_settings *settings, int32_t rounds,
                               interior_report *report)
{
    ludo_status status = LUDO_OK;
    for (int32_t k = 0; k < rounds && status == LUDO_OK; k++) {
        status = solve_round(system, cones, count, settings, report);
    }
    report->relaxed = report->bounded = true;
    return status;
}
