/* SPDX-License-Identifier: Apache-2.0
 *
 * The mass matrix by composite bodies [minimal.md 3.1]: the subtree of a node has the inertia of
 * one body, and its momentum due to one column is paired with the columns above. */
#include "dynamics/tree.h"

void ludo_tree_composites(const tree *t, const tree_instant *at, inertia *composite)
{
    memcpy(composite, at->M, (size_t)t->nodes * sizeof *composite);
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        const int32_t p = t->node[i].parent;
        if (p >= 0) {
            composite[p] = inertia_add(composite[p], composite[i]);
        }
    }
}

/* Row c up to the diagonal, and its mirror image: momentum mu paired with the columns of c's node
 * up to c, and with those of the nodes above. */
static void fill_row(const tree *t, const tree_instant *at, int32_t c, force mu, double *M)
{
    const size_t n = (size_t)t->columns, row = (size_t)c;
    for (int32_t i = t->node_at[c]; i >= 0; i = t->node[i].parent) {
        const int32_t first = t->node[i].column, end = first + t->node[i].kind->dof;
        for (int32_t d = first; d < end && d <= c; d++) {
            M[n * row + (size_t)d] = M[n * (size_t)d + row] = pair_of(mu, at->S[d]);
        }
    }
}

void ludo_tree_mass_matrix(const tree *t, const tree_instant *at, inertia *composite, double *M)
{
    memset(M, 0, (size_t)t->columns * (size_t)t->columns * sizeof *M);
    ludo_tree_composites(t, at, composite);
    for (int32_t c = 0; c < t->columns; c++) {
        fill_row(t, at, c, inertia_apply(&composite[t->node_at[c]], at->S[c]), M);
    }
}
