/* SPDX-License-Identifier: Apache-2.0
 *
 * Summary of the steps since the previous knot. */
#include "trajectory/knot_steps.h"

#include "math/worst.h"

#include <math.h>

ludo_knot ludo_knot_begin(double time)
{
    return (ludo_knot){.time = time, .substeps = 1};
}

void ludo_knot_add_step(ludo_knot *k, const ludo_step_report *report)
{
    k->steps++;
    if (report == NULL) {
        return;
    }
    k->residual = worst_of(k->residual, report->residual);
    k->iterations = report->iterations_max > k->iterations ? report->iterations_max : k->iterations;
    k->substeps = report->substeps > k->substeps ? report->substeps : k->substeps;
}

ludo_status ludo_knot_measure(ludo_knot *k, ludo_sim *sim, const ludo_energy *start)
{
    ludo_energy energy;
    ludo_violation violation;
    ludo_status status = ludo_sim_energy(sim, &energy);
    status = status == LUDO_OK ? ludo_sim_violation(sim, &violation) : status;
    if (status != LUDO_OK) {
        return status;
    }
    const double error = ludo_energy_error(start, &energy);
    if (is_worse(fabs(error), fabs(k->energy_error))) {
        k->energy_error = error;
    }
    k->position_violation = worst_of(k->position_violation, violation.position);
    k->velocity_violation = worst_of(k->velocity_violation, violation.velocity);
    return LUDO_OK;
}
