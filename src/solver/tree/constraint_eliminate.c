/* SPDX-License-Identifier: Apache-2.0
 *
 * Elimination of the multipliers of constraints at their lowest common ancestor [recursion.md
 * 1.5]. */
#include "solver/tree/constraint_assembled.h"
#include "solver/tree/constraint_block.h"

/* Zero the velocity rows of dropped (redundant) rows. */
static void clear_dropped(const constraint_plan *plan, int32_t constraint, real *rows, int m)
{
    for (int j = 0; j < m && j < TIE_ROWS && plan->drop.redundant != NULL; j++) {
        if (plan->drop.redundant[TIE_ROWS * constraint + j]) {
            memset(rows + ROW * j, 0, ROW * sizeof *rows);
        }
    }
}

/* a -= rows b, the first lanes of m columns times m rows */
LUDO_KERNEL_PART void subtract_rows(real *restrict a, const real *restrict columns,
                                    const real *restrict b, int m)
{
    for (int j = 0; j < m; j++) {
        subtract(a, columns[j], b + ROW * j);
    }
}

/* The same with the columns of a block: column `at` of its rows. */
LUDO_KERNEL_PART void subtract_turned(real *restrict a, const real *restrict block, int at,
                                      const real *restrict b, int m)
{
    for (int j = 0; j < m; j++) {
        subtract(a, block[ROW * j + at], b + ROW * j);
    }
}

/* Add the effect of the eliminated multipliers l = N^-1 b - rate u to the node's block. */
LUDO_KERNEL_PART void hand_to_node(constraint_block *b, const arrival *x, real *M, int m)
{
    for (int k = 0; k < 6; k++) {
        for (int j = 0; j < m; j++) {
            add(M + ROW * k, x->F[ROW * k + j], b->rate + ROW * j);
        }
    }
}

/* Update the rows of a later constraint at the node where an earlier one is eliminated. */
LUDO_KERNEL_PART void downdate_place(constraint_place *place, const constraint_couple *c,
                                     const constraint_block *b, const arrival *x, int m)
{
    for (int k = 0; k < 6; k++) {
        subtract_rows(place->F + ROW * k, x->F + ROW * k, c->upper, m);
        subtract_turned(place->R + ROW * k, b->rate, k, c->lower, m);
    }
}

LUDO_KERNEL_PART void downdate_block(constraint_block *later, const constraint_couple *c, int m,
                                     int rows)
{
    for (int r = 0; r < rows; r++) {
        subtract_turned(later->N + ROW * r, c->lower, r, c->upper, m);
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
        subtract_turned(ab->upper + ROW * r, a->lower, r, b->upper, m);
        subtract_turned(ab->lower + ROW * r, a->upper, r, b->lower, m);
    }
}

LUDO_KERNEL_PART void eliminate_couples(constraint_plan *plan, int32_t step, const arrival *x,
                                        int m)
{
    const constraint_order *o = &plan->order;
    const constraint_block *b = &plan->block[o->order[step]];
    const int32_t first = o->first[step], end = o->first[step + 1];
    const int32_t *later = constraint_later(o);
    for (int32_t i = first; i < end; i++) {
        constraint_couple *c = &plan->couple[i];
        real upper[BLOCK];
        memcpy(upper, c->upper, sizeof upper);
        clear_dropped(plan, o->order[step], upper, m);
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
LUDO_KERNEL_PART void turn(real *restrict rows, const real *restrict columns, int m)
{
    for (int j = 0; j < m; j++) {
        for (int k = 0; k < ROW; k++) {
            rows[ROW * j + k] = k < 6 ? columns[ROW * k + j] : 0.0;
        }
    }
}

LUDO_KERNEL_PART void eliminate(constraint_plan *plan, recursion *t, int32_t step, int32_t i, int m)
{
    const int32_t constraint = plan->order.order[step];
    const constraint_lca *meeting = &plan->paths.meeting[constraint];
    constraint_block *b = &plan->block[constraint];
    const arrival x = gather(plan, meeting->place, meeting->end);
    if (plan->drop.redundant != NULL) {
        ludo_constraint_sweep_drop_redundant(plan, constraint);
    }
    factor_block(b, &plan->loss, constraint, m);
    if (i != NOWHERE) {
        real rows[BLOCK];
        turn(rows, x.R, m);
        clear_dropped(plan, constraint, rows, m);
        solve_rows(b, rows, b->rate, m);
        hand_to_node(b, &x, t->M + BLOCK * (size_t)i, m);
    }
    eliminate_couples(plan, step, &x, m);
}

LUDO_KERNEL static void complete(constraint_plan *plan, recursion *t, int32_t i)
{
    for (int32_t s = constraint_first_step(plan, i); s < constraint_end_step(plan, i); s++) {
        FOR_ROWS(plan->t->rows[plan->order.order[s]], eliminate, plan, t, s, i)
    }
}

void ludo_constraint_sweep_eliminate(constraint_plan *plan, recursion *t, int32_t i)
{
    if (constraint_first_step(plan, i) < constraint_end_step(plan, i)) {
        complete(plan, t, i);
    }
}

/* The operations of eliminate() on right-hand sides. */
LUDO_KERNEL_PART void eliminate_rest(constraint_plan *plan, int32_t step, int32_t i, real *r,
                                     int32_t stride, int m)
{
    const constraint_order *o = &plan->order;
    const constraint_lca *meeting = &plan->paths.meeting[o->order[step]];
    const arrival x = arrived(plan, meeting->place, meeting->end);
    constraint_block *b = &plan->block[o->order[step]];
    solve_rest(b, m);
    for (int k = 0; k < 6 && i != NOWHERE; k++) {
        r[stride * k] += dot6(x.F + ROW * k, b->l);
    }
    for (int32_t e = o->first[step]; e < o->first[step + 1]; e++) {
        constraint_block *later = &plan->block[o->order[constraint_later(o)[e]]];
        subtract_rows(later->b, b->l, plan->couple[e].lower, m);
    }
}

LUDO_KERNEL static void complete_rests(constraint_plan *plan, int32_t i, real *r, int32_t stride)
{
    for (int32_t s = constraint_first_step(plan, i); s < constraint_end_step(plan, i); s++) {
        FOR_ROWS(plan->t->rows[plan->order.order[s]], eliminate_rest, plan, s, i, r, stride)
    }
}

void ludo_constraint_sweep_eliminate_rhs(constraint_plan *plan, int32_t i, real *r, int32_t stride)
{
    if (constraint_first_step(plan, i) < constraint_end_step(plan, i)) {
        complete_rests(plan, i, r, stride);
    }
}
