/* SPDX-License-Identifier: Apache-2.0
 *
 * The balances of a tree at given r and e: what an exact solution makes zero. */
#include "solver/tree/recursion.h"

/* r_p += B^T r. */
static void transport(double *r_p, const double *r, const double *d)
{
    for (int k = 0; k < 6; k++) {
        r_p[k] += r[k];
    }
    r_p[3] += d[1] * r[2] - d[2] * r[1];
    r_p[4] += d[2] * r[0] - d[0] * r[2];
    r_p[5] += d[0] * r[1] - d[1] * r[0];
}

void ludo_recursion_balance(recursion *t)
{
    for (int32_t i = t->nodes; i-- > 0;) {
        const double *r = t->r + 6 * i;
        for (int32_t c = t->column[i]; c < t->column[i + 1]; c++) {
            const double *T = t->T + 6 * c;
            t->e[c] += (T[0] * r[0] + T[1] * r[1] + T[2] * r[2]) +
                       (T[3] * r[3] + T[4] * r[4] + T[5] * r[5]);
        }
        if (t->parent[i] >= 0) {
            transport(t->r + 6 * t->parent[i], r, t->d_T + 3 * i);
        }
    }
}
