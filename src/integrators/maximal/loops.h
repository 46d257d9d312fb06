/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops and stiff tendons in the equations of an interval: rows and multipliers beside the tree
 * [loops.md 3.4], [recursion.md 1.5].
 *
 *     (A)  ... - G(z_k)^T lambda = r,      G(z_{k+1}) u + D l = -g(z_{k+1}) / h,    lambda += l
 *
 * r contains the impulse of the current lambda; D is in the matrix alone and does not change the
 * solution. A tendon of slope c with gradients A at t_k, B at the iterate couples bodies that no
 * joint couples; its change of impulse is a multiplier too,
 *
 *     r gets + c A l,      B u + l = 0
 *
 * which is not accumulated: the force is evaluated from its law at each iterate. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LOOPS_H
#define LUDO_INTEGRATORS_MAXIMAL_LOOPS_H

#include "integrators/maximal/maximal.h"

/* Lay out the memory of loops; runs twice. */
void ludo_maximal_loops_layout(maximal *x, const sim_state *state, arena *scratch);

/* Plan their elimination by the tree, and release the plan.
 * @return LUDO_OK, LUDO_NO_MEMORY */
ludo_status ludo_maximal_loops_create(maximal *x, sim_state *state);
void ludo_maximal_loops_destroy(maximal *x);

/* Evaluate the loops at the start of the simulation: their rows become those of the knot. */
void ludo_maximal_loops_start(maximal *x, const sim_state *state);

/* The rows evaluated last, at the iterate that becomes the knot, become the rows of the knot. */
void ludo_maximal_loops_accept(maximal *x, const sim_state *state);

/* Start an interval: rows at t_k, multipliers zero. */
void ludo_maximal_loops_begin(maximal *x, const sim_state *state);

/* Evaluate rows at the iterate, their violation into b of the constraints, the worst violation into
 * x. */
void ludo_maximal_loops_evaluate(maximal *x, const sim_state *state, double h);

/* Add the impulses of the multipliers to the tree's r and e: of all loops, or of all but those
 * within one floating tree. */
void ludo_maximal_loops_apply(maximal *x, const ludo_model *m);
void ludo_maximal_loops_apply_outer(maximal *x, const ludo_model *m);

/* Rows and slopes at the iterate for a factorisation. */
void ludo_maximal_loops_linearize(maximal *x, const sim_state *state);

/* Multipliers += the direction. */
void ludo_maximal_loops_correct(maximal *x, const sim_state *state);

/* Apply impulses along the rows of the iterate from now on, to the end of the interval: for rows at
 * t_k that are too nearly dependent to close the loops [loops.md 3.4]. */
void ludo_maximal_loops_project(maximal *x);

/* Solve (B) for the tree's u and w: the velocities at the knot nearest to its momenta that joints
 * and loops allow. The effect of D is removed by iterative refinement. */
void ludo_maximal_loops_solve_velocities(maximal *x, const sim_state *state);

/* The rows of joints in the tree are those at the knot, on both sides, as every solve at a knot has
 * them. */
void ludo_maximal_loops_place_knot(maximal *x, const sim_state *state);

/* Solve (B) with the tree's M, r, C, e as the caller has set them. */
void ludo_maximal_loops_solve_knot(maximal *x, const sim_state *state);

/* Replace the multipliers of an interval by the smallest ones, weighted with the scale of each row,
 * that exert the same impulses at the knot. */
void ludo_maximal_loops_least_multipliers(maximal *x, const sim_state *state);

#endif
