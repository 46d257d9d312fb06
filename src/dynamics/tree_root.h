/* SPDX-License-Identifier: Apache-2.0
 *
 * The body that a tree begins with, where it floats or hangs on the world by a ball. */
#ifndef LUDO_DYNAMICS_TREE_ROOT_H
#define LUDO_DYNAMICS_TREE_ROOT_H

#include "dynamics/tree.h"

typedef struct tree_root {
    int32_t first, ball, end; /* its first node, a slide where it floats; the ball that bears it;
                                 the first node of the next tree */
    double mass;              /* of all of the tree */
} tree_root;

/* That of the tree whose first node that is. */
tree_root ludo_tree_root(const tree *t, int32_t first);

#endif
