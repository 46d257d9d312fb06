/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly: closing loops that a start left open by moving joints [loops.md 6]. */
#ifndef LUDO_ASSEMBLY_ASSEMBLY_H
#define LUDO_ASSEMBLY_ASSEMBLY_H

#include "assembly/kinematics.h"

/* Close what is open by the smallest motion that is found, with as many of the joints kept that
 * stay as possible; rates of joints are left. Where nothing is open nothing is changed. The report
 * gets `released`, `loop`, `gap` and `tilt`.
 * @return LUDO_OK, LUDO_OPEN_LOOP (state->fault is the loop; bodies are anywhere) */
ludo_status ludo_assembly_close(sim_state *state, ludo_start_report *report);

/* The same with coordinates within their limits: those outside, in the pose given or when loops are
 * closed, go onto their limits and stay there, before all joints that are kept, as long as loops
 * can be closed so. The report gets `limited` too. */
ludo_status ludo_assembly_close_within_limits(sim_state *state, ludo_start_report *report);

/* Where loops are closed and joints keep their rates: change those of other joints by as little as
 * lets loops stay closed, letting joints go one after the other if that is not possible. Where none
 * keeps its rates, and where they fit, nothing is changed. The report gets `velocity_correction`.
 */
void ludo_assembly_fit_rates(sim_state *state, ludo_start_report *report);

/* Whether loops that are open so far are closed, as far as rounding lets them. */
bool ludo_assembly_closed(worst open);

/* Put bodies at the coordinates in state->position and go from there downhill to where the gaps are
 * smallest; returns how far the worst loop is open there. */
worst ludo_assembly_settle(sim_state *state);

/* Put the coordinates of a start into state->position: those given (x->given), columns that aren't
 * still shifted, the further the later the start; the first one's are not. */
void ludo_assembly_begin(sim_state *state, int32_t start);

/* Whether rows that are left to others are open, where bodies are, by no more than those may miss
 * them. */
bool ludo_assembly_left_shut(const sim_state *state);

/* Where loops that are open so far at best miss each other by little: leave those rows out that
 * others hold in any pose near the one given. Returns whether there are any. */
bool ludo_assembly_leave(sim_state *state, double open);

/* Whether rows left out stay shut where the others move from the pose given. */
bool ludo_assembly_left_stay(sim_state *state);

/* Where loops are closed at x->given: the same once for rows that are missed by little as soon as
 * joints move, so that what rounding alone holds moves. But for that nothing is changed. */
void ludo_assembly_look_around(sim_state *state);

/* How many rows are left out. */
int32_t ludo_assembly_count_left(const sim_state *state);

/* Leave no rows out; returns whether any were. */
bool ludo_assembly_take_back(sim_state *state);

/* From an assembly towards the coordinates that were given, as near to them as loops let it. */
void ludo_assembly_draw_back(sim_state *state);

#endif
