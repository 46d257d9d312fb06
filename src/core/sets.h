/* SPDX-License-Identifier: Apache-2.0
 *
 * Disjoint sets of numbers. root[i] leads from i to the lowest number of its set, which is its own
 * root: at first all are. */
#ifndef LUDO_CORE_SETS_H
#define LUDO_CORE_SETS_H

#include <stdint.h>

/* The lowest number of the set of i. */
static inline int32_t sets_root(int32_t *root, int32_t i)
{
    while (root[i] != i) {
        root[i] = root[root[i]];
        i = root[i];
    }
    return i;
}

/* Unite the sets of a and b. */
static inline void sets_unite(int32_t *root, int32_t a, int32_t b)
{
    const int32_t p = sets_root(root, a), q = sets_root(root, b);
    root[p < q ? q : p] = p < q ? p : q;
}

#endif
