/* SPDX-License-Identifier: Apache-2.0
 *
 * Solutions with the factors of a block matrix [S0 Algorithm 4], and their refinement. */
#include "solver/ldu/block.h"
#include "solver/ldu/factors.h"

#include <math.h>
#include <string.h>

/* x = (L D D^-1)^-1 x, leaves first. */
LUDO_KERNEL static void forward(const ludo_ldu *l, double *x)
{
    const double *F = l->factors;
    for (const step *c = l->steps; c < l->steps + l->nodes; c++) {
        double *own = x + c->lane;
        blk_solve_vector(F + c->diagonal, c->dim, blk_width(c->dim), l->swaps + c->row, own);
        for (const slot *p = l->slots + c->first; p < l->slots + c->end; p++) {
            const int32_t width = blk_width(p->dim);
            blk_subtract(x + p->lane, own, 1, F + p->pair + c->dim * width, width, c->dim);
        }
    }
}

/* x = U^-1 x, leaves last. */
static void backward(const ludo_ldu *l, double *x)
{
    for (const step *c = l->steps + l->nodes; c-- > l->steps;) {
        for (const slot *r = l->slots + c->first; r < l->slots + c->end; r++) {
            blk_apply_sub(x + c->lane, l->factors + r->pair, x + r->lane, c->dim, r->dim,
                          blk_width(r->dim));
        }
    }
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
    forward(ldu, ldu->vector);
    backward(ldu, ldu->vector);
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
