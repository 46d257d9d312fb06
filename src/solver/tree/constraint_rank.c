/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a constraint that depend on rows eliminated before. */
#include "solver/tree/constraint_sweep.h"

#include <string.h>

/* The row with the largest pivot relative to its scale, of the rows that are not `done`. */
static int pick_symmetric(const double *A, const double *scale, const bool *done, int m)
{
    int best = -1;
    for (int r = 0; r < m; r++) {
        if (!done[r] &&
            (best < 0 || A[(ROW + 1) * r] * scale[best] > A[(ROW + 1) * best] * scale[r])) {
            best = r;
        }
    }
    return best;
}

void ludo_constraint_sweep_drop_redundant(constraint_plan *plan, int32_t constraint)
{
    const int m = plan->t->rows[constraint];
    constraint_block *b = &plan->block[constraint];
    const double *scale = plan->drop.scale + ROW * (size_t)constraint;
    bool done[ROW] = {false},
         *redundant = plan->drop.redundant + CONSTRAINT_ROWS * (size_t)constraint;
    double A[BLOCK];
    memcpy(A, b->N, sizeof A);
    for (int k = 0; k < m; k++) {
        const int r = pick_symmetric(A, scale, done, m);
        const double pivot = A[(ROW + 1) * r];
        done[r] = true;
        redundant[r] = !(pivot > plan->drop.least * scale[r]);
        plan->drop.rank += redundant[r] ? 0 : 1;
        for (int i = 0; i < m && !redundant[r]; i++) {
            const double l = A[ROW * i + r] / pivot;
            for (int j = 0; j < m && !done[i]; j++) {
                A[ROW * i + j] -= l * A[ROW * r + j];
            }
        }
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m && redundant[i]; j++) {
            b->N[ROW * i + j] = b->N[ROW * j + i] = i == j ? 1.0 : 0.0;
        }
    }
}
