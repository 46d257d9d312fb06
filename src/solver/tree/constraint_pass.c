/* SPDX-License-Identifier: Apache-2.0
 *
 * Beginning and end of an elimination pass for constraints, and the way down. */
#include "solver/tree/constraint_pass.h"

#include "solver/tree/row.h"

#include <string.h>

/* Whether all constraints are slack; their multipliers become zero then. */
static bool all_slack(const constraints *t)
{
    bool slack = true;
    for (int32_t c = 0; c < t->count && slack; c++) {
        slack = t->slack[c];
    }
    if (slack) {
        memset(t->l, 0, ROW * (size_t)t->count * sizeof *t->l);
    }
    return slack;
}

void ludo_constraint_pass_begin(constraint_plan *plan)
{
    const constraints *t = plan->t;
    const bool own = plan->drop.redundant == NULL;
    plan->loss = (worst){1.0, NOWHERE};
    plan->slack = all_slack(t);
    for (int32_t c = 0; c < t->count && !plan->slack; c++) {
        constraint_block *b = &plan->block[c];
        memset(b->N, 0, sizeof b->N);
        for (int j = 0; j < ROW; j++) {
            const double D = own ? t->D[ROW * c + j] : 0.0;
            b->terms[j] = fabs(D);
            if (j < 6) {
                b->N[(ROW + 1) * j] = D;
            }
        }
    }
    const int32_t couples = plan->slack ? 0 : plan->order.later.count;
    memset(plan->couple, 0, (size_t)couples * sizeof *plan->couple);
}

void ludo_constraint_pass_begin_rhs(constraint_plan *plan, const bool *idle)
{
    plan->idle = idle;
    for (int32_t c = 0; c < plan->t->count; c++) {
        memcpy(plan->block[c].b, plan->t->b + ROW * (size_t)c, sizeof plan->block[c].b);
    }
}

void ludo_constraint_pass_end(constraint_plan *plan)
{
    plan->t->smallest_pivot = 1.0 / plan->loss.value;
    plan->t->weakest = plan->loss.at;
}

/* --- down ------------------------------------------------------------------------------------- */

void ludo_constraint_pass_solve(constraint_plan *plan, int32_t i, const double *u)
{
    const constraint_order *o = &plan->order;
    for (int32_t s = constraint_end_step(plan, i); s-- > constraint_first_step(plan, i);) {
        const int32_t constraint = o->order[s];
        const constraint_block *b = &plan->block[constraint];
        double *l = plan->t->l + ROW * (size_t)constraint;
        if (constraint_is_idle(plan, constraint)) {
            memset(l, 0, ROW * sizeof *l);
            continue;
        }
        for (int j = 0; j < plan->t->rows[constraint]; j++) {
            l[j] = b->l[j] - (i == NOWHERE ? 0.0 : dot6(b->rate + ROW * j, u));
            for (int32_t e = o->first[s]; e < o->first[s + 1]; e++) {
                const int32_t later = o->order[constraint_later(o)[e]];
                l[j] -= dot6(plan->couple[e].upper + ROW * j, plan->t->l + ROW * (size_t)later);
            }
        }
    }
}

void ludo_constraint_pass_move(const constraint_plan *plan, const recursion *t, int32_t i,
                               double *w)
{
    const int f = t->column[i + 1] - t->column[i];
    for (int32_t q = plan->paths.first[i + 1]; q < plan->paths.first[i]; q++) {
        const double *l = plan->t->l + ROW * (size_t)constraint_passes(&plan->paths)[q].constraint;
        const double *h = plan->h + ROW * (size_t)plan->row[q];
        for (int j = 0; j < f && !constraint_passes_slack(plan, q); j++) {
            w[j] += dot6(h + ROW * j, l);
        }
    }
}
