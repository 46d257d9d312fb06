/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of a pass over the nodes of a tree. */
#ifndef LUDO_SOLVER_TREE_RECURSION_ORDER_H
#define LUDO_SOLVER_TREE_RECURSION_ORDER_H

#include "solver/tree/recursion.h"

/* Take the order from an arena and find it: by level from the roots, in each level by index. Nodes
 * of one level do not depend on each other, so that the processor computes several at a time, while
 * a pass limb by limb waits for each node. Children of one node keep the order of their indices:
 * the sums into it are those of a pass by index, in their order. */
void ludo_recursion_order_layout(recursion *t, arena *a);

#endif
