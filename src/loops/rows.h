/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of a model as constraints of its tree: loop i is constraint i. */
#ifndef LUDO_LOOPS_ROWS_H
#define LUDO_LOOPS_ROWS_H

#include "state/state.h"
#include "math/worst.h"
#include "model/loop.h"
#include "solver/tree/constraints.h"

/* The number of ends of all loops. */
int32_t ludo_loops_count_ends(const ludo_model *m);

/* Lay out the pattern and values of the constraints of all loops and, if `tendons`, after them one
 * for each tendon of the model (its ends from tendon_kind); and memory for the values of `spare`
 * more with two ends each. Runs twice. */
void ludo_loops_layout(constraints *t, const ludo_model *m, bool tendons, int32_t spare, arena *a);

/* Evaluate all loops at poses (per body), stored coordinates and scalar coordinates phi (per dof);
 * `far`: rotations by their logarithm. Rows that are left out are zero. */
void ludo_loops_view(const sim_state *state, const placement *at, const double *phi, bool far,
                     loop_view *view);

/* The largest violation of the rows that are left out [rad, lengths]. */
double ludo_loops_relaxed_violation(const sim_state *state, const placement *at, const double *phi);

/* Write the derivatives of all loops to the blocks of the ends of their constraints, F or R. */
void ludo_loops_write(const ludo_model *m, const loop_view *view, double *blocks);

/* Per constraint ROW: the scale of a row, sum over ends of G D^-1 G^T of its blocks, with the
 * bodies' masses and inertias (of dofs: with armatures, or without them with the inertia of the
 * joint's body) [loops.md 3.2]. [1/kg; rad^2/(kg m^2)] */
void ludo_loops_scale(const ludo_model *m, const constraints *t, const pose *poses,
                      const double *blocks, double *scale);

/* The largest violation and its loop. Position errors count relative to the loop's length, and as
 * zero below the rounding of positions; tolerances are compared with this number. */
worst ludo_loops_violation(const ludo_model *m, const pose *poses, const loop_view *view);

#endif
