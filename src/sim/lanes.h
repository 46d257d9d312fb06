/* SPDX-License-Identifier: Apache-2.0
 *
 * Simulations of one model and options side by side, one per lane, with the bits of ludo_step(). */
#ifndef LUDO_SIM_LANES_H
#define LUDO_SIM_LANES_H

#include "sim/sim.h"

typedef struct sim_lanes sim_lanes;

/* Create the lanes for simulations as this one, which must outlive them; *out is NULL where model
 * and options do not allow it. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_sim_lanes_create(const ludo_sim *sim, sim_lanes **out);

/* NULL is allowed. */
void ludo_sim_lanes_destroy(sim_lanes *lanes);

/* Their memory [bytes]; 0 for NULL. */
size_t ludo_sim_lanes_size(const sim_lanes *lanes);

/* The lane becomes a simulation, for steps of length h; false: its next step must be made alone. */
bool ludo_sim_lanes_enter(sim_lanes *lanes, int lane, const ludo_sim *sim, double h);

/* A simulation as it entered becomes that of the lane. `report`: of the step that the lane has made
 * last; NULL: not needed. */
void ludo_sim_lanes_leave(sim_lanes *lanes, int lane, ludo_sim *sim, ludo_step_report *report);

/* Solve a step in some lanes, one bit each; `reports`: a lane may leave after it with a report.
 * Returns those that are solved; the others must leave from their knot before, and enter again
 * after ludo_sim_lanes_accept(). */
unsigned ludo_sim_lanes_solve(sim_lanes *lanes, unsigned which, bool reports);

/* Make the step that was solved. */
void ludo_sim_lanes_accept(sim_lanes *lanes);

#endif
