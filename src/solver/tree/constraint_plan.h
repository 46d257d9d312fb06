/* SPDX-License-Identifier: Apache-2.0
 *
 * Elimination of loop constraints by the recursion on a tree [recursion.md 1.5].
 *
 * Force columns and velocity rows of a constraint are propagated from its ends towards the root, in
 * the pass that factorises the tree. At the lowest common ancestor of all ends its rows are
 * complete, and its multipliers are eliminated there, before the node's own free coordinates; so
 * disjoint loops in series cost as much as they would alone. Constraints that pass the same node
 * are coupled; constraints with the same lowest common ancestor go in an order of little fill. A
 * constraint with the world is eliminated after all nodes. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_PLAN_H
#define LUDO_SOLVER_TREE_CONSTRAINT_PLAN_H

#include "ludo/status.h"
#include "solver/tree/constraints.h"

/* The nodes that constraints pass, their order of elimination, and their factors. */
typedef struct constraint_plan constraint_plan;

/* Plan for a tree (nodes, parent, column, joint_block are read) and constraints (count, rows,
 * first, end are read); both must outlive it. Linear in the nodes that constraints pass and in the
 * blocks filled.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_REFUSED (too many constraints pass the same nodes); on
 * failure *out is NULL */
ludo_status ludo_constraint_plan_create(const recursion *tree, constraints *t,
                                        const ludo_allocator *allocator, constraint_plan **out);

void ludo_constraint_plan_destroy(constraint_plan *plan);

/* Number of fill-in blocks: nodes that constraints pass beyond their ends, and pairs of constraints
 * that become coupled. */
int32_t ludo_constraint_plan_fill(const constraint_plan *plan);

/* Number of block products of coupled constraints in a factorisation. */
int64_t ludo_constraint_plan_products(const constraint_plan *plan);

/* The constraints in their order of elimination. */
const int32_t *ludo_constraint_plan_order(const constraint_plan *plan);

/* Find the rows (per constraint CONSTRAINT_ROWS flags) that depend on rows eliminated before: those
 * whose pivot, the largest left of the constraint, is no more than `least` times the row's entry of
 * `scale` (per constraint ROW). For trees with S = T, d_S = d_T, symmetric M, C and F = R only; D
 * is ignored. Overwrites the factors. Returns the rank. */
int32_t ludo_constraint_plan_rank(constraint_plan *plan, recursion *tree, const double *scale,
                                  double least, bool *redundant);

#endif
