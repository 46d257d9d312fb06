/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of the maximal integrator. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_STEP_H
#define LUDO_INTEGRATORS_MAXIMAL_STEP_H

#include "integrators/maximal/maximal.h"

/* Solve and accept one interval of length h as stage `stage` (the step of integrator.h). */
ludo_status ludo_maximal_step(sim_state *state, double h, int32_t stage, ludo_step_report *report);

/* ---- parts of a step ---- */

/* Evaluate momenta, forces and loop rows at t_k, where the interval starts.
 * @return as ludo_maximal_forces_begin() */
ludo_status ludo_maximal_step_begin(sim_state *state, double h);

/* Begin and solve the interval that follows the knot, and leave the solution in scratch: the
 * residual in the tree's r, the loops' multipliers. */
ludo_status ludo_maximal_step_solve(sim_state *state, double h, int32_t stage,
                                    ludo_step_report *report);

/* The residual in the tree's r of the balance of body s at t_k: force and moment, about the
 * position of the root of its tree at the iterate of t_{k+1}. */
twist ludo_maximal_step_residual(const maximal *x, const sim_state *state, int32_t s, int32_t root);

/* The iterate becomes the knot. `solved`: the iterate is a solution, not velocities that the user
 * has set. */
void ludo_maximal_step_accept(sim_state *state, double h, int32_t stage, bool solved);

/* One interval: solve, accept, report contacts and apply restitution. If bodies are held then
 * (maximal.h), state->saved has the kept memory before it was accepted. @return as
 * ludo_maximal_step() */
ludo_status ludo_maximal_step_interval(sim_state *state, double h, int32_t stage,
                                       ludo_step_report *report);

#endif
