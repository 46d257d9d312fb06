/* SPDX-License-Identifier: Apache-2.0
 *
 * Lobatto's rule on [0, 1] and Lagrange's polynomials through its nodes [minimal.md 4.1]. */
#ifndef LUDO_INTEGRATORS_GALERKIN_LOBATTO_H
#define LUDO_INTEGRATORS_GALERKIN_LOBATTO_H

#include <stdint.h>

typedef struct lobatto {
    int32_t s;      /* degree; nodes 0 .. s; exact for polynomials of degree 2 s - 1 */
    double c[4];    /* nodes, 0 and 1 among them */
    double w[4];    /* weights, sum 1 */
    double b[4][4]; /* b[a][b] = l_b'(c_a) */
} lobatto;

/* s = 1, 2, 3; NULL for others. */
const lobatto *ludo_lobatto(int32_t s);

/* a^{ab} = w^b b^{ba} */
static inline double lobatto_a(const lobatto *rule, int32_t a, int32_t b)
{
    return rule->w[b] * rule->b[b][a];
}

#endif
