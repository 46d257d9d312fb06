/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's method on the interval of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_NEWTON_H
#define LUDO_INTEGRATORS_MAXIMAL_NEWTON_H

#include "integrators/maximal/maximal.h"

/* Most iterations after a factorisation; what a contraction is that asks for another one, or that
 * is unsafe for moves that are large [rad, lengths] (newton.c). */
enum { MAXIMAL_CHORDS = 3 };
static const double maximal_poor_contraction = 0.1, maximal_unsafe_contraction = 0.25,
                    maximal_large_move = 1e-6;

static inline bool maximal_is_unsafe(double contraction, double move)
{
    return contraction > maximal_unsafe_contraction && move > maximal_large_move;
}

/* Iterate from V, after the start of the interval is evaluated, and leave the solution in scratch:
 * the residual in the tree's r, the loops' multipliers. Contacts, limits and dry friction are
 * excluded.
 * @return as ludo_maximal_newton_evaluate(), or LUDO_SINGULAR */
ludo_status ludo_maximal_newton_solve(sim_state *state, double h, ludo_step_report *report);

/* The same from an iterate that was evaluated. */
ludo_status ludo_maximal_newton_continue(sim_state *state, double h, ludo_step_report *report);

/* ---- parts of an iteration ---- */

/* Evaluate everything at the iterate V: z_{k+1}, residuals into the tree's r, e, y and into b of
 * the constraints.
 * @return LUDO_OK, LUDO_STEP_TOO_LARGE, LUDO_NOT_CONVERGED (the iterate is not finite) */
ludo_status ludo_maximal_newton_evaluate(sim_state *state, double h, ludo_step_report *report);

/* The largest motion of a joint that the direction predicts, in units of the tolerance. */
worst ludo_maximal_newton_largest_motion(const maximal *x, const ludo_model *m, double h);

/* V, stored coordinates and multipliers += the direction. */
void ludo_maximal_newton_advance(maximal *x, const sim_state *state, double h);

#endif
