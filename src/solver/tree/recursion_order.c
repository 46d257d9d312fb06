/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of a pass over the nodes of a tree: sorted by level, by counting. */
#include "solver/tree/recursion_order.h"

/* `first` of a level: the place of its first node, then of its next one; zero at the start. */
static void find_order(recursion *t, int32_t *level, int32_t *first)
{
    for (int32_t i = 0; i < t->nodes; i++) {
        level[i] = t->parent[i] >= 0 ? level[t->parent[i]] + 1 : 0;
        first[level[i] + 1]++;
    }
    for (int32_t k = 0; k < t->nodes; k++) {
        first[k + 1] += first[k];
    }
    for (int32_t i = 0; i < t->nodes; i++) {
        t->order[first[level[i]]++] = i;
    }
}

void ludo_recursion_order_layout(recursion *t, arena *a)
{
    const size_t nodes = (size_t)t->nodes;
    t->order = TAKE(a, nodes, int32_t);
    int32_t *level = TAKE(a, nodes, int32_t), *first = TAKE(a, nodes + 1, int32_t);
    if (first != NULL) {
        find_order(t, level, first);
    }
}
