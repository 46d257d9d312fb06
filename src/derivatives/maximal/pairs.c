/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs: forces between two moving links that no joint needs to connect [maximal.md 8.3]. */
#include "derivatives/maximal/linearize.h"

/* The ends of a pair that a dof carries; of both: its motion does not change the pair. */
enum { AT_A = 1, AT_B = 2 };

static void mark(const maximal_linear *l, const linear_pair *couple)
{
    memset(l->on, 0, (size_t)l->n * sizeof *l->on);
    for (int32_t c = couple->a; c >= 0; c = l->up[c]) {
        l->on[c] |= AT_A;
    }
    for (int32_t c = couple->b; c >= 0; c = l->up[c]) {
        l->on[c] |= AT_B;
    }
}

/* The sign of the relative motion of b and a by a dof: 1, 0 or -1. */
static double side_of(const maximal_linear *l, int32_t c)
{
    return (double)((l->on[c] & AT_B) != 0) - (double)((l->on[c] & AT_A) != 0);
}

void ludo_maximal_linear_pair_row(const maximal_linear *l, const motion *S,
                                  const linear_pair *couple, double *row)
{
    mark(l, couple);
    for (int32_t c = 0; c < l->n; c++) {
        const double side = side_of(l, c);
        row[c] += side != 0.0 ? side * pair_of(couple->at_b, S[c]) : 0.0;
    }
}

/* The derivative of the force along dof c. */
static force change(const maximal_linear *l, const motion *S, const linear_pair *couple, int32_t c)
{
    const force none = force_zero();
    const force a = (l->on[c] & AT_A) != 0 ? stiff_apply(&couple->by[0], S[c]) : none;
    const force b = (l->on[c] & AT_B) != 0 ? stiff_apply(&couple->by[1], S[c]) : none;
    return force_add(a, b);
}

void ludo_maximal_linear_add_pair(maximal_linear *l, linear_knot *k, const linear_pair *couple,
                                  double s, double *D)
{
    mark(l, couple);
    for (int32_t i = 0; i < l->n; i++) {
        const force by = change(l, k->S, couple, i);
        for (int32_t j = 0; j < l->n && l->on[i] != 0; j++) {
            const double side = s * side_of(l, j);
            D[(size_t)l->n * (size_t)j + (size_t)i] +=
                side != 0.0 ? side * pair_of(by, k->S[j]) : 0.0;
        }
    }
    if (couple->b >= 0) {
        k->mu[couple->b] = force_axpy(k->mu[couple->b], s, couple->at_b);
    }
    if (couple->a >= 0) {
        k->mu[couple->a] = force_axpy(k->mu[couple->a], -s, couple->at_b);
    }
}
