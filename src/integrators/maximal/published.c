/* SPDX-License-Identifier: Apache-2.0
 *
 * The maximal integrator of order 1, exactly as published [S4 section 3.2]. */
#include "integrators/maximal/published.h"

#include "integrators/maximal/bodies.h"
#include "integrators/maximal/forces.h"
#include "integrators/maximal/newton.h"
#include "integrators/maximal/step.h"

ludo_status ludo_maximal_published_step(sim_state *state, double h, ludo_step_report *report)
{
    maximal *x = maximal_of(state);
    ludo_maximal_bodies_load_velocities(x, state);
    ludo_status status = ludo_maximal_step_begin(state, h);
    if (status == LUDO_OK) {
        status = ludo_maximal_newton_evaluate(state, h, report);
    }
    if (status == LUDO_OK) {
        status = ludo_maximal_forces_end(x, state, h);
    }
    if (status != LUDO_OK) {
        return status;
    }
    ludo_maximal_step_accept(state, h, 0, x->state->last >= 0);
    state->interval_start += h;
    status = ludo_maximal_step_solve(state, h, 0, report);
    ludo_maximal_bodies_store_velocities(x, state);
    state->progress->twists_known = 1;
    return status;
}
