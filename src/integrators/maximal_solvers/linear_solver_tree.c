/* SPDX-License-Identifier: Apache-2.0
 *
 * The Newton direction by the null-space recursion [recursion.md 1.3]. */
#include "integrators/maximal/maximal.h"

static direction tree_solve(sim_state *state, bool factorize)
{
    maximal *x = maximal_of(state);
    recursion *t = &x->tree;
    const int64_t impulse = maximal_impulse_knot(x, state), next = 1 - state->progress->now;
    t->T = x->S[impulse];
    t->S = x->S[next];
    t->d_T = x->lever[impulse];
    t->d_S = x->lever[next];
    if (factorize) {
        ludo_recursion_factor(t);
    } else {
        ludo_recursion_reduce(t);
    }
    ludo_recursion_expand(t);
    const double constrained = x->loops.constraints.smallest_pivot;
    return t->plan == NULL || t->smallest_pivot <= constrained
               ? (direction){t->smallest_pivot, t->weakest}
               : (direction){constrained, -1};
}

static int32_t tree_fill(const sim_state *state)
{
    const constraint_plan *plan = maximal_in(state)->tree.plan;
    return plan != NULL ? ludo_constraint_plan_fill(plan) : 0;
}

const linear_solver_kind ludo_linear_solver_recursion = {
    .name = "recursion", .solve = tree_solve, .fill = tree_fill};
