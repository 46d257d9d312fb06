/* SPDX-License-Identifier: Apache-2.0
 *
 * Assembly: closing loops that are open at a start by moving joints [loops.md 6]. */
#ifndef LUDO_ASSEMBLY_ASSEMBLY_H
#define LUDO_ASSEMBLY_ASSEMBLY_H

#include "assembly/kinematics.h"

/* Close open loops by the smallest motion found, with as many of the held joints unmoved as
 * possible; joint rates stay. Closed loops change nothing. The report gets `released`, `loop`,
 * `gap` and `tilt`.
 * @return LUDO_OK, LUDO_OPEN_LOOP (state->failed is the loop; the poses of bodies are
 * undefined) */
ludo_status ludo_assembly_close(sim_state *state, ludo_start_report *report);

/* Close loops with coordinates within their limits: coordinates outside, in the given pose or when
 * loops are closed, are set to their limits and held there, before all held joints, if loops can be
 * closed so. The report gets `limited` too. */
ludo_status ludo_assembly_close_within_limits(sim_state *state, ludo_start_report *report);

/* The number of joints outside of their limits at the current poses by more than round-off; parts
 * of a composite joint count separately. 0 where limits are off. Overwrites state->position. */
int32_t ludo_assembly_count_outside(sim_state *state);

/* Make the rates consistent with closed loops: change the rates of joints without held rates by the
 * smallest amount, releasing held rates one by one if there is no solution. Without held rates, or
 * with consistent ones, nothing changes. The report gets `velocity_correction`. */
void ludo_assembly_fit_rates(sim_state *state, ludo_start_report *report);

/* Whether a violation is at the level of rounding. */
bool ludo_assembly_is_closed(worst open);

/* Place bodies at the coordinates in state->position and minimise the violation from there, in
 * steps that move no joint further than most_step [rad, lengths]; return the worst violation at the
 * minimum. */
worst ludo_assembly_descend(sim_state *state, double most_step);

/* Write the coordinates of a start to state->position: the given ones (x->given), with the dofs
 * that may move shifted. The shift grows with the index of the start; that of the first is zero. */
void ludo_assembly_place_start(sim_state *state, int32_t start);

/* Whether the violation of the rows left out, at the current poses, is within their tolerance. */
bool ludo_assembly_relaxed_closed(const sim_state *state);

/* If the smallest violation found is small, leave out the rows that depend on others in all poses
 * near the given one. Returns whether there are any. */
bool ludo_assembly_relax(sim_state *state, double open);

/* Whether rows left out stay satisfied while the others move from the given pose. */
bool ludo_assembly_relaxed_stay(sim_state *state);

/* With loops closed at x->given: leave out, once, rows whose violation is small but grows from zero
 * as soon as joints move, so that rounding of lengths alone cannot lock a mechanism. Nothing else
 * changes. */
void ludo_assembly_relax_rounded(sim_state *state);

/* The number of rows left out. */
int32_t ludo_assembly_relaxed_count(const sim_state *state);

/* Restore all rows; returns whether any were left out. */
bool ludo_assembly_restore_rows(sim_state *state);

/* From an assembly, move towards the given coordinates, as near as loops allow, as long as a step
 * reduces the squared distance by the part `worthwhile`. */
void ludo_assembly_approach_given(sim_state *state, double worthwhile);

#endif
