/* SPDX-License-Identifier: Apache-2.0 */
#include "dynamics/tree_root.h"

tree_root ludo_tree_root(const tree *t, int32_t first)
{
    tree_root root = {.first = first, .ball = first, .end = first};
    while (!t->node[root.ball].has_body) {
        root.ball++;
    }
    for (; root.end < t->nodes && t->root[root.end] == first; root.end++) {
        root.mass += t->node[root.end].has_body ? t->node[root.end].mass : 0.0;
    }
    return root;
}
