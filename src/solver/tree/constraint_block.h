/* SPDX-License-Identifier: Apache-2.0
 *
 * Factorisation of the diagonal block of one constraint: parts of the kernels of constraints. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_BLOCK_H
#define LUDO_SOLVER_TREE_CONSTRAINT_BLOCK_H

#include "solver/tree/row.h"
#include "solver/tree/constraint_pass.h"

#include <string.h>

/* The row from place j on with the largest pivot for its size. */
LUDO_KERNEL_PART int pick(const constraint_block *b, const double *terms, int j, int m)
{
    int best = j;
    for (int r = j + 1; r < m; r++) {
        const double a = b->N[ROW * r + j], other = b->N[ROW * best + j];
        const bool larger = a * a * terms[b->row[best]] > other * other * terms[b->row[r]];
        best = larger ? r : best;
    }
    return best;
}

LUDO_KERNEL_PART void exchange(double *restrict a, double *restrict b)
{
    FOR_LANES(c)
    {
        const double was = a[c];
        a[c] = b[c];
        b[c] = was;
    }
}

LUDO_KERNEL_PART void exchange_rows(constraint_block *b, int j, int r)
{
    if (r != j) {
        const int32_t row = b->row[j];
        b->row[j] = b->row[r];
        b->row[r] = row;
        exchange(b->N + ROW * j, b->N + ROW * r);
        exchange(b->L + ROW * j, b->L + ROW * r);
    }
}

/* P N = L U of m rows; lanes of U before the diagonal are undefined. */
LUDO_KERNEL_PART void factor_block(constraint_block *b, worst *loss, int32_t constraint, int m)
{
    double terms[ROW];
    for (int j = 0; j < ROW; j++) {
        b->row[j] = j;
        terms[j] = b->terms[j];
    }
    for (int j = 0; j < m; j++) {
        exchange_rows(b, j, pick(b, terms, j, m));
        const double inverse = 1.0 / b->N[ROW * j + j];
        b->inverse[j] = inverse;
        take_loss(loss, sqrt(terms[b->row[j]] * terms[j]) * fabs(inverse), constraint);
        for (int r = j + 1; r < m; r++) {
            const double l = b->N[ROW * r + j] * inverse;
            b->L[ROW * r + j] = l;
            terms[b->row[r]] += fabs(l * b->N[ROW * j + b->row[r]]);
            subtract(b->N + ROW * r, l, b->N + ROW * j);
        }
    }
}

/* out = N^-1 in, rows of lanes; `in` and `out` do not overlap. */
LUDO_KERNEL_PART void solve_rows(const constraint_block *b, const double *restrict in,
                                 double *restrict out, int m)
{
    for (int j = 0; j < m; j++) {
        memcpy(out + ROW * j, in + ROW * b->row[j], ROW * sizeof *out);
        for (int l = 0; l < j; l++) {
            subtract(out + ROW * j, b->L[ROW * j + l], out + ROW * l);
        }
    }
    for (int j = m; j-- > 0;) {
        for (int l = j + 1; l < m; l++) {
            subtract(out + ROW * j, b->N[ROW * j + l], out + ROW * l);
        }
        FOR_LANES(c)
        {
            out[ROW * j + c] *= b->inverse[j];
        }
    }
}

/* l = N^-1 b, with the operations of solve_rows() on one lane. */
LUDO_KERNEL_PART void solve_rhs(constraint_block *b, int m)
{
    double l[ROW] = {0.0};
    for (int j = 0; j < m; j++) {
        l[j] = b->b[b->row[j]];
        for (int k = 0; k < j; k++) {
            l[j] -= b->L[ROW * j + k] * l[k];
        }
    }
    for (int j = m; j-- > 0;) {
        for (int k = j + 1; k < m; k++) {
            l[j] -= b->N[ROW * j + k] * l[k];
        }
        l[j] *= b->inverse[j];
    }
    memcpy(b->l, l, sizeof l);
}

#endif
