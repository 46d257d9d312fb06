/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops and stiff lines in the equations of an interval: rows and multipliers beside the tree
 * [loops.md 3], [recursion.md 1.5].
 *
 *     (A)  ... - G(z_k)^T lambda = r,      G(z_{k+1}) u + D l = -g(z_{k+1}) / h,    lambda += l
 *
 * r holds the pull of lambda as it stands, D is in the matrix alone: where the iteration ends
 * nothing is softened. A line of slope c with gradients A at t_k, B at the iterate couples bodies
 * that no joint does; its change of impulse is a multiplier too,
 *
 *     r gets + c A l,      B u + l = 0
 *
 * which is not summed: its force is found from its law each time. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LOOPS_H
#define LUDO_INTEGRATORS_MAXIMAL_LOOPS_H

#include "integrators/maximal/maximal.h"

/* Take memory; run twice. */
void ludo_maximal_loops_layout(maximal *x, const sim_state *state, arena *scratch);

/* Plan how the tree eliminates them, and release the plan. @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_maximal_loops_open(maximal *x, sim_state *state);
void ludo_maximal_loops_close(maximal *x);

/* See the loops where the sim starts: their rows become those of the knot. */
void ludo_maximal_start_loops(maximal *x, const sim_state *state);

/* The rows seen last, of the iterate that becomes the knot, become those of the knot. */
void ludo_maximal_accept_loops(maximal *x, const sim_state *state);

/* Start an interval: rows at t_k to pull along, no pull yet. */
void ludo_maximal_begin_loops(maximal *x, const sim_state *state);

/* Rows at the iterate, by how much they are open into the ties' b. How far the worst is open is
 * left in x. */
void ludo_maximal_view_loops(maximal *x, const sim_state *state, double h);

/* The pull of multipliers, of all or of those that don't hold a floating tree to itself alone, into
 * the tree's r and e. */
void ludo_maximal_pull_loops(maximal *x, const ludo_model *m);
void ludo_maximal_pull_outer_loops(maximal *x, const ludo_model *m);

/* Rows and slopes at the iterate for a factorisation. */
void ludo_maximal_linearize_loops(maximal *x, const sim_state *state);

/* Multipliers += part of what the direction says. */
void ludo_maximal_correct_loops(maximal *x, const sim_state *state, double part);

/* Pull along the rows of the iterate from now on, to the end of the interval: where those at t_k
 * have too few directions to close the loops [loops.md 3]. */
void ludo_maximal_project_loops(maximal *x);

/* The tree's u and w for (B): the velocities at the knot nearest to its momenta that joints and
 * loops allow. D is refined away. */
void ludo_maximal_solve_velocities(maximal *x, const sim_state *state);

/* The same from the tree's M, r, C, e as they stand. */
void ludo_maximal_solve_knot(maximal *x, const sim_state *state);

/* From the multipliers of an interval to those at the knot that pull alike and are smallest, each
 * weighted with its row's scale. */
void ludo_maximal_least_multipliers(maximal *x, const sim_state *state);

#endif
