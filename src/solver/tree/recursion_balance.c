/* SPDX-License-Identifier: Apache-2.0
 *
 * The balances of a tree at given r and e: what an exact solution makes zero. */
#include "solver/tree/row.h"

void ludo_recursion_balance(recursion *t)
{
    for (int32_t i = t->nodes; i-- > 0;) {
        const double *r = t->r + 6 * i;
        for (int32_t c = t->column[i]; c < t->column[i + 1]; c++) {
            t->e[c] += dot6(t->T + 6 * c, r);
        }
        if (t->parent[i] >= 0) {
            transport_rhs(t->r + 6 * t->parent[i], r, t->d_T + 3 * i);
        }
    }
}
