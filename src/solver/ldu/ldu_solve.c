/* SPDX-License-Identifier: Apache-2.0
 *
 * Solutions with the factors of a block matrix [S0 Algorithm 4], and their refinement. */
#include "solver/ldu/block.h"
#include "solver/ldu/factors.h"

#include <math.h>
#include <string.h>

/* x = (L D D^-1)^-1 x, leaves first; `dim` unknowns per node, 0: nodes have their own. */
LUDO_KERNEL_PART void solve_lower(const ludo_ldu *l, double *x, int32_t dim)
{
    const double *F = l->factors;
    for (const step *c = l->steps; c < l->steps + l->nodes; c++) {
        const int32_t n = dim > 0 ? dim : c->dim;
        double *own = x + c->lane;
        if (dim == BLK_COMMON) {
            blk_solve_common_vector(F + c->diagonal, l->swaps + c->row, own);
        } else {
            blk_solve_vector(F + c->diagonal, n, blk_width(n), l->swaps + c->row, own);
        }
        for (const slot *p = l->slots + c->first; p < l->slots + c->end; p++) {
            const int32_t width = blk_width(dim > 0 ? dim : p->dim);
            blk_subtract(x + p->lane, own, 1, F + p->pair + n * width, width, n);
        }
    }
}

/* x = U^-1 x, leaves last. */
LUDO_KERNEL_PART void solve_upper(const ludo_ldu *l, double *x, int32_t dim)
{
    for (const step *c = l->steps + l->nodes; c-- > l->steps;) {
        const int32_t n = dim > 0 ? dim : c->dim;
        for (const slot *r = l->slots + c->first; r < l->slots + c->end; r++) {
            const int32_t columns = dim > 0 ? dim : r->dim;
            blk_apply_sub(x + c->lane, l->factors + r->pair, x + r->lane, n, columns,
                          blk_width(columns));
        }
    }
}

LUDO_KERNEL_SHORT static void solve_common(const ludo_ldu *l, double *x)
{
    solve_lower(l, x, BLK_COMMON);
    solve_upper(l, x, BLK_COMMON);
}

LUDO_KERNEL_SHORT static void solve_any(const ludo_ldu *l, double *x)
{
    solve_lower(l, x, 0);
    solve_upper(l, x, 0);
}

void ludo_ldu_solve(ludo_ldu *ldu, const double *b, double *x)
{
    if (ldu == NULL || b == NULL || x == NULL) {
        return;
    }
    if (!ldu->factored) {
        for (int32_t i = 0; i < ldu->rows; i++) {
            x[i] = (double)NAN;
        }
        return;
    }
    const step *end = ldu->steps + ldu->nodes;
    for (const step *c = ldu->steps; c < end; c++) {
        memcpy(ldu->vector + c->lane, b + c->row, sizeof *b * (size_t)c->dim);
    }
    if (ldu->common) {
        solve_common(ldu, ldu->vector);
    } else {
        solve_any(ldu, ldu->vector);
    }
    for (const step *c = ldu->steps; c < end; c++) {
        memcpy(x + c->row, ldu->vector + c->lane, sizeof *x * (size_t)c->dim);
    }
}

/* r -= A x, with the values. */
static void subtract_product(const ludo_ldu *l, const double *x, double *r)
{
    for (const step *c = l->steps; c < l->steps + l->nodes; c++) {
        blk_apply_sub(r + c->row, l->values + c->values, x + c->row, c->dim, c->dim, c->dim);
        for (const slot *s = l->slots + c->first; s < l->slots + c->end; s++) {
            if (s->values != LDU_FILLED) {
                const double *A = l->values + s->values;
                const int32_t row = l->steps[s->step].row;
                blk_apply_sub(r + c->row, A, x + row, c->dim, s->dim, s->dim);
                blk_apply_sub(r + row, A + c->dim * s->dim, x + c->row, s->dim, c->dim, c->dim);
            }
        }
    }
}

double ludo_ldu_refine(ludo_ldu *ldu, const double *b, double *x)
{
    if (ldu == NULL || b == NULL || x == NULL) {
        return (double)NAN;
    }
    double *r = ldu->rest, largest = 0.0;
    memcpy(r, b, sizeof *r * (size_t)ldu->rows);
    subtract_product(ldu, x, r);
    for (int32_t i = 0; i < ldu->rows; i++) {
        largest = fabs(r[i]) > largest || isnan(r[i]) ? fabs(r[i]) : largest; /* a NaN stays */
    }
    ludo_ldu_solve(ldu, r, r);
    for (int32_t i = 0; i < ldu->rows; i++) {
        x[i] += r[i];
    }
    return largest;
}
