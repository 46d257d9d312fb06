/* SPDX-License-Identifier: Apache-2.0
 *
 * The root body of a tree that floats or is attached to the world by a ball. */
#ifndef LUDO_DYNAMICS_TREE_ROOT_H
#define LUDO_DYNAMICS_TREE_ROOT_H

#include "dynamics/tree.h"

typedef struct tree_root {
    int32_t first, ball, end; /* its first node (a slide if it floats); its ball, which carries the
                                 body; the first node of the next tree */
    double mass;              /* of the whole tree */
} tree_root;

/* The root of the tree whose first node is `first`. */
tree_root ludo_tree_root(const tree *t, int32_t first);

#endif
