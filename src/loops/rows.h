/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of a model as ties of its tree: loop i is tie i. */
#ifndef LUDO_LOOPS_ROWS_H
#define LUDO_LOOPS_ROWS_H

#include "state/state.h"
#include "math/worst.h"
#include "model/loop.h"
#include "solver/tree/constraints.h"

/* The ends of all loops. */
int32_t ludo_loops_count_ends(const ludo_model *m);

/* The pattern and room for the values of ties for all loops and, where `lines` says so, behind them
 * one for each line of the model (its ends from tendon_kind); room for the values of `spare` more
 * with two ends each. Run twice. */
void ludo_loops_layout(constraints *t, const ludo_model *m, bool lines, int32_t spare, arena *a);

/* All loops where poses (per slot), carried coordinates and scalar coordinates (per column) are
 * such; `far`: rotations by their logarithm. Rows that are left to others are zero. */
void ludo_loops_view(const sim_state *state, const placement *at, const double *phi, bool far,
                     loop_view *view);

/* How far the worst of the rows that are left to others is open there [rad, lengths]. */
double ludo_loops_left(const sim_state *state, const placement *at, const double *phi);

/* Derivatives of all loops into blocks of their ties' ends, F or R. */
void ludo_loops_write(const ludo_model *m, const loop_view *view, double *blocks);

/* Per tie ROW: what rows are measured in, sum over ends of G D^-1 G^T of their blocks, with the
 * bodies' masses and inertias (of columns: with armatures, or where there are none with the inertia
 * of the body that the joint carries) [loops.md 3]. [1/kg; rad^2/(kg m^2)] */
void ludo_loops_scale(const ludo_model *m, const constraints *t, const pose *poses,
                      const double *blocks, double *scale);

/* The loop that is farthest open, gaps counting relative to its length and from where positions are
 * rounded: the number that tolerances are compared with, and the loop. */
worst ludo_loops_open(const ludo_model *m, const pose *poses, const loop_view *view);

#endif
