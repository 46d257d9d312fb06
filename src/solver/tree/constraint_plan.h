/* SPDX-License-Identifier: Apache-2.0
 *
 * How the recursion on a tree eliminates ties [recursion.md 1.5].
 *
 * Force columns and velocity rows of a tie travel from its ends towards the root with the sweep
 * that factorises the tree. Where they have met, at the lowest node above all ends, its rows are
 * complete and its multipliers are eliminated at once, before that node's own free numbers; so
 * disjoint loops in series cost what one costs, each. Ties that pass through the same node are
 * coupled; those that are complete at the same node go in an order of little fill. What a tie holds
 * to the world is complete there, after all nodes. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_PLAN_H
#define LUDO_SOLVER_TREE_CONSTRAINT_PLAN_H

#include "ludo/status.h"
#include "solver/tree/constraints.h"

/* Which ties pass which nodes, in what order they are eliminated, and their factors. */
typedef struct constraint_plan constraint_plan;

/* Plan for a tree (nodes, parent, column, corner are read) and ties (count, rows, first, end are
 * read); both must outlive it. Linear in the nodes passed by ties and in the blocks filled.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_REFUSED (too many ties pass the same nodes); then *out is
 * NULL */
ludo_status ludo_constraint_plan_create(const recursion *tree, constraints *t,
                                        const ludo_allocator *allocator, constraint_plan **out);

void ludo_constraint_plan_destroy(constraint_plan *plan);

/* Blocks that elimination fills: nodes that ties pass beyond their ends, and pairs of ties that
 * become coupled. */
int32_t ludo_constraint_plan_fill(const constraint_plan *plan);

/* Products of blocks that a factorisation makes of coupled ties. */
int64_t ludo_constraint_plan_products(const constraint_plan *plan);

/* The ties in the order of their elimination. */
const int32_t *ludo_constraint_plan_order(const constraint_plan *plan);

/* Which rows (per tie TIE_ROWS flags) depend on rows eliminated before: those whose pivot, the
 * largest left of its tie, is no more than `least` times the row's entry of `scale` (per tie ROW).
 * For trees with S = T, d_S = d_T, symmetric M, C and F = R alone; D is not looked at. Overwrites
 * the factors. Returns the rank. */
int32_t ludo_constraint_plan_rank(constraint_plan *plan, recursion *tree, const double *scale,
                                  double least, bool *redundant);

#endif
