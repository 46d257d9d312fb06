/* SPDX-License-Identifier: Apache-2.0
 *
 * Hooks of the passes of the recursion for constraints beyond the tree (constraint_pass.h). Without
 * a plan they do nothing, nor where all constraints are slack: the algorithm on the plain tree is
 * that of recursion.c alone. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_HOOKS_H
#define LUDO_SOLVER_TREE_CONSTRAINT_HOOKS_H

#include "solver/tree/constraint_pass.h"
#include "solver/tree/recursion.h"
#include "solver/tree/row.h"

/* Whether the passes have constraints. */
LUDO_KERNEL_PART bool is_constrained(const recursion *t)
{
    return t->plan != NULL && !t->plan->slack;
}

/* ---- a factorisation ---- */

LUDO_KERNEL_PART void begin_constraints(recursion *t)
{
    if (t->plan != NULL) {
        ludo_constraint_pass_begin(t->plan);
        ludo_constraint_pass_begin_rhs(t->plan, t->idle);
    }
}

LUDO_KERNEL_PART void eliminate_constraints(recursion *t, int32_t i)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_eliminate(t->plan, t, i);
        ludo_constraint_pass_eliminate_rhs(t->plan, i, t->M + BLOCK * (size_t)i + RHS, ROW);
    }
}

LUDO_KERNEL_PART void propagate_constraints(recursion *t, int32_t i)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_propagate(t->plan, t, i);
        ludo_constraint_pass_propagate_rhs(t->plan, t, i);
    }
}

LUDO_KERNEL_PART void end_constraints(recursion *t)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_eliminate(t->plan, t, NOWHERE);
        ludo_constraint_pass_eliminate_rhs(t->plan, NOWHERE, NULL, 0);
    }
    if (t->plan != NULL) {
        ludo_constraint_pass_end(t->plan);
    }
}

/* ---- a right-hand side with the last factors ---- */

LUDO_KERNEL_PART void begin_constraints_rhs(recursion *t)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_begin_rhs(t->plan, t->idle);
    }
}

LUDO_KERNEL_PART void eliminate_constraints_rhs(recursion *t, int32_t i)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_eliminate_rhs(t->plan, i, t->r + 6 * (size_t)i, 1);
    }
}

LUDO_KERNEL_PART void propagate_constraints_rhs(recursion *t, int32_t i)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_propagate_rhs(t->plan, t, i);
    }
}

LUDO_KERNEL_PART void end_constraints_rhs(recursion *t)
{
    if (is_constrained(t)) {
        ludo_constraint_pass_eliminate_rhs(t->plan, NOWHERE, NULL, 0);
    }
}

#endif
