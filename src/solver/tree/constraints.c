/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints: their memory, their impulses and their rates. */
#include "solver/tree/constraints.h"

#include "solver/tree/row.h"

void ludo_constraints_layout(constraints *t, arena *a)
{
    const size_t count = (size_t)t->count, ends = (size_t)t->ends;
    t->F = TAKE(a, BLOCK * ends, double);
    t->R = TAKE(a, BLOCK * ends, double);
    t->D = TAKE(a, ROW * count, double);
    t->slack = TAKE(a, count, bool);
    t->b = TAKE(a, ROW * count, double);
    t->l = TAKE(a, ROW * count, double);
    for (size_t k = 0; k < ROW * count && t->D != NULL; k++) {
        t->D[k] = 1.0;
    }
}

void ludo_constraints_apply(const constraints *t, const int32_t *column, const double *l, double *r,
                            double *e)
{
    for (int32_t c = 0; c < t->count; c++) {
        for (int32_t i = t->first[c]; i < t->first[c + 1]; i++) {
            const double *F = t->F + BLOCK * (size_t)i;
            double *out = constraint_end_numbers(&t->end[i], column, r, e);
            for (int32_t k = 0; k < constraint_end_size(&t->end[i], column); k++) {
                out[k] += dot6(F + ROW * k, l + ROW * (size_t)c);
            }
        }
    }
}

void ludo_constraints_rate(const constraints *t, const int32_t *column, const double *u,
                           const double *w, double *out)
{
    for (int32_t c = 0; c < t->count; c++) {
        double *sum = out + ROW * (size_t)c;
        for (int32_t j = 0; j < ROW; j++) {
            sum[j] = 0.0;
        }
        for (int32_t i = t->first[c]; i < t->first[c + 1]; i++) {
            const constraint_end *end = &t->end[i];
            const double *R = t->R + BLOCK * (size_t)i;
            const double *in = end->columns ? w + column[end->node] : u + 6 * (size_t)end->node;
            for (int32_t k = 0; k < constraint_end_size(end, column); k++) {
                add(sum, in[k], R + ROW * k);
            }
        }
    }
}
