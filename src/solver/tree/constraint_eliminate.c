/* SPDX-License-Identifier: Apache-2.0
 *
 * Elimination of the multipliers of constraints at their lowest common ancestor [recursion.md
 * 1.5]. */
#include "solver/tree/constraint_assembled.h"
#include "solver/tree/constraint_block.h"

/* Zero the velocity rows of dropped (redundant) rows. */
static void clear_redundant(const constraint_plan *plan, int32_t constraint, double *rows, int m)
{
    for (int j = 0; j < m && j < CONSTRAINT_ROWS && plan->drop.redundant != NULL; j++) {
        if (plan->drop.redundant[CONSTRAINT_ROWS * constraint + j]) {
            memset(rows + ROW * j, 0, ROW * sizeof *rows);
        }
    }
}

/* a -= rows b, the first lanes of m columns times m rows */
LUDO_KERNEL_PART void subtract_rows(double *restrict a, const double *restrict columns,
                                    const double *restrict b, int m)
{
    for (int j = 0; j < m; j++) {
        subtract(a, columns[j], b + ROW * j);
    }
}

/* The same with the columns of a block: column `at` of its rows. */
LUDO_KERNEL_PART void subtract_transposed(double *restrict a, const double *restrict block, int at,
                                          const double *restrict b, int m)
{
    for (int j = 0; j < m; j++) {
        subtract(a, block[ROW * j + at], b + ROW * j);
    }
}

/* Add the effect of the eliminated multipliers l = N^-1 b - rate u to the node's block. */
LUDO_KERNEL_PART void add_to_node(constraint_block *b, const assembled_rows *x, double *M, int m)
{
    for (int k = 0; k < 6; k++) {
        for (int j = 0; j < m; j++) {
            add(M + ROW * k, x->F[ROW * k + j], b->rate + ROW * j);
        }
    }
}

/* Update the rows of a later constraint at the node where an earlier one is eliminated. */
LUDO_KERNEL_PART void downdate_place(constraint_place *place, const constraint_couple *c,
                                     const constraint_block *b, const assembled_rows *x, int m)
{
    for (int k = 0; k < 6; k++) {
        subtract_rows(place->F + ROW * k, x->F + ROW * k, c->upper, m);
        subtract_transposed(place->R + ROW * k, b->rate, k, c->lower, m);
    }
}

LUDO_KERNEL_PART void downdate_block(constraint_block *later, const constraint_couple *c, int m,
                                     int rows)
{
    for (int r = 0; r < rows; r++) {
        subtract_transposed(later->N + ROW * r, c->lower, r, c->upper, m);
    }
    for (int j = 0; j < m; j++) {
        FOR_LANES(k)
        {
            later->terms[k] += fabs(c->lower[ROW * j + k] * c->upper[ROW * j + k]);
        }
    }
}

/* Update the couple of two later constraints: rows of a, lanes of b. */
LUDO_KERNEL_PART void downdate_couple(constraint_couple *ab, const constraint_couple *a,
                                      const constraint_couple *b, int m, int rows)
{
    for (int r = 0; r < rows; r++) {
        subtract_transposed(ab->upper + ROW * r, a->lower, r, b->upper, m);
        subtract_transposed(ab->lower + ROW * r, a->upper, r, b->lower, m);
    }
}

LUDO_KERNEL_PART void eliminate_couples(constraint_plan *plan, int32_t step,
                                        const assembled_rows *x, int m)
{
    const constraint_order *o = &plan->order;
    const constraint_block *b = &plan->block[o->order[step]];
    const int32_t first = o->first[step], end = o->first[step + 1];
    const int32_t *later = constraint_later(o);
    for (int32_t i = first; i < end; i++) {
        constraint_couple *c = &plan->couple[i];
        double upper[BLOCK];
        memcpy(upper, c->upper, sizeof upper);
        clear_redundant(plan, o->order[step], upper, m);
        solve_rows(b, upper, c->upper, m);
        if (plan->beside[i] != NOWHERE) {
            downdate_place(&plan->place[plan->beside[i]], c, b, x, m);
        }
    }
    for (int32_t i = first; i < end; i++) {
        const int32_t a = o->order[later[i]];
        downdate_block(&plan->block[a], &plan->couple[i], m, plan->t->rows[a]);
        /* all constraints behind are coupled with this one, maybe among others */
        for (int32_t k = i + 1, ab = o->first[later[i]]; k < end; k++, ab++) {
            while (later[ab] != later[k]) {
                ab++;
            }
            downdate_couple(&plan->couple[ab], &plan->couple[i], &plan->couple[k], m,
                            plan->t->rows[a]);
        }
    }
}

/* Transpose: rows of lanes from the lanes of rows */
LUDO_KERNEL_PART void transpose_rows(double *restrict rows, const double *restrict columns, int m)
{
    for (int j = 0; j < m; j++) {
        for (int k = 0; k < ROW; k++) {
            rows[ROW * j + k] = k < 6 ? columns[ROW * k + j] : 0.0;
        }
    }
}

/* --- redundant rows --------------------------------------------------------------------------- */

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

void ludo_constraint_pass_drop_redundant(constraint_plan *plan, int32_t constraint)
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

/* --- elimination ------------------------------------------------------------------------------ */

LUDO_KERNEL_PART void eliminate_one(constraint_plan *plan, recursion *t, int32_t step, int32_t i,
                                    int m)
{
    const int32_t constraint = plan->order.order[step];
    const constraint_lca *lca = &plan->paths.lca[constraint];
    constraint_block *b = &plan->block[constraint];
    const assembled_rows x = gather(plan, lca->place, lca->end);
    if (plan->drop.redundant != NULL) {
        ludo_constraint_pass_drop_redundant(plan, constraint);
    }
    factor_block(b, &plan->loss, constraint, m);
    if (i != NOWHERE) {
        double rows[BLOCK];
        transpose_rows(rows, x.R, m);
        clear_redundant(plan, constraint, rows, m);
        solve_rows(b, rows, b->rate, m);
        add_to_node(b, &x, t->M + BLOCK * (size_t)i, m);
    }
    eliminate_couples(plan, step, &x, m);
}

LUDO_KERNEL static void eliminate_node(constraint_plan *plan, recursion *t, int32_t i)
{
    for (int32_t s = constraint_first_step(plan, i); s < constraint_end_step(plan, i); s++) {
        if (constraint_is_idle(plan, plan->order.order[s])) {
            continue;
        }
        FOR_ROWS(plan->t->rows[plan->order.order[s]], eliminate_one, plan, t, s, i)
    }
}

void ludo_constraint_pass_eliminate(constraint_plan *plan, recursion *t, int32_t i)
{
    if (constraint_first_step(plan, i) < constraint_end_step(plan, i)) {
        eliminate_node(plan, t, i);
    }
}

/* The operations of eliminate_one() on right-hand sides. */
LUDO_KERNEL_PART void eliminate_one_rhs(constraint_plan *plan, int32_t step, int32_t i, double *r,
                                        int32_t stride, int m)
{
    const constraint_order *o = &plan->order;
    const constraint_lca *lca = &plan->paths.lca[o->order[step]];
    const assembled_rows x = assembled(plan, lca->place, lca->end);
    constraint_block *b = &plan->block[o->order[step]];
    solve_rhs(b, m);
    for (int k = 0; k < 6 && i != NOWHERE; k++) {
        r[stride * k] += dot6(x.F + ROW * k, b->l);
    }
    for (int32_t e = o->first[step]; e < o->first[step + 1]; e++) {
        constraint_block *later = &plan->block[o->order[constraint_later(o)[e]]];
        subtract_rows(later->b, b->l, plan->couple[e].lower, m);
    }
}

LUDO_KERNEL static void eliminate_node_rhs(constraint_plan *plan, int32_t i, double *r,
                                           int32_t stride)
{
    for (int32_t s = constraint_first_step(plan, i); s < constraint_end_step(plan, i); s++) {
        if (constraint_is_idle(plan, plan->order.order[s])) {
            continue;
        }
        FOR_ROWS(plan->t->rows[plan->order.order[s]], eliminate_one_rhs, plan, s, i, r, stride)
    }
}

void ludo_constraint_pass_eliminate_rhs(constraint_plan *plan, int32_t i, double *r, int32_t stride)
{
    if (constraint_first_step(plan, i) < constraint_end_step(plan, i)) {
        eliminate_node_rhs(plan, i, r, stride);
    }
}
