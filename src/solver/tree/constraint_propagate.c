/* SPDX-License-Identifier: Apache-2.0
 *
 * Propagation of constraints past a node [recursion.md 1.5]. */
#include "solver/tree/constraint_assembled.h"

#include <string.h>

/* a += b, or a = b for the first */
LUDO_KERNEL_PART void put(double *restrict a, const double *restrict b, bool first)
{
    FOR_LANES(c)
    {
        a[c] = (first ? 0.0 : a[c]) + b[c];
    }
}

/* A constraint at a node that it passes. */
typedef struct passing {
    const constraint_pass *pass;
    assembled_rows x; /* F, R at the node */
    double *h, *p;    /* rows of the plan */
} passing;

/* p = S^T R + Q, and with z = D^-1 L^-1 (T^T F + E): h = U^-1 z. */
LUDO_KERNEL_PART void project(const constraint_plan *plan, const recursion *t, int32_t i,
                              const passing *at, double *restrict z, int f)
{
    const assembled_rows *x = &at->x;
    double *restrict h = at->h, *restrict p = at->p;
    const double *S = t->S + 6 * t->column[i], *T = t->T + 6 * t->column[i];
    const double *W = t->lu + t->joint_block[i];
    const double *E = end_block(plan->t->F, at->pass->columns),
                 *Q = end_block(plan->t->R, at->pass->columns);
    for (int j = 0; j < f; j++) {
        combine(z + ROW * j, T + 6 * j, x->F);
        add(z + ROW * j, 1.0, E + ROW * j);
        combine(p + ROW * j, S + 6 * j, x->R);
        add(p + ROW * j, 1.0, Q + ROW * j);
    }
    for (int j = 0; j < f; j++) {
        for (int l = 0; l < j; l++) {
            subtract(z + ROW * j, W[f * j + l], z + ROW * l);
        }
    }
    for (int j = f; j-- > 0;) {
        FOR_LANES(c)
        {
            z[ROW * j + c] *= W[f * j + j];
            h[ROW * j + c] = z[ROW * j + c];
        }
        for (int l = j + 1; l < f; l++) {
            subtract(h + ROW * j, W[f * j + l], h + ROW * l);
        }
    }
}

/* Propagate to the parent: F - G z and R - k^T p. */
LUDO_KERNEL_PART void add_to_parent(constraint_plan *plan, const recursion *t, int32_t i,
                                    const passing *at, const double *restrict z, int f)
{
    const constraint_pass *pass = at->pass;
    const double *restrict p = at->p;
    const double *g = t->g + ROW * t->column[i], *k = t->k + ROW * t->column[i];
    constraint_place *to = &plan->place[pass->next];
    double F[BLOCK], R[BLOCK];
    memcpy(F, at->x.F, sizeof F);
    memcpy(R, at->x.R, sizeof R);
    transport(R, t->d_S + 3 * i);
    for (int row = 0; row < 6; row++) {
        for (int j = 0; j < f; j++) {
            subtract(F + ROW * row, g[ROW * j + row], z + ROW * j);
            subtract(R + ROW * row, k[ROW * j + row], p + ROW * j);
        }
    }
    transport(F, t->d_T + 3 * i);
    for (int row = 0; row < 6; row++) {
        put(to->F + ROW * row, F + ROW * row, pass->first);
        put(to->R + ROW * row, R + ROW * row, pass->first);
    }
}

/* N(c, c) += p^T h */
LUDO_KERNEL_PART void update_block(constraint_block *b, const double *restrict h,
                                   const double *restrict p, int m, int f)
{
    for (int j = 0; j < f; j++) {
        for (int r = 0; r < m; r++) {
            add(b->N + ROW * r, p[ROW * j + r], h + ROW * j);
        }
        FOR_LANES(c)
        {
            b->terms[c] += fabs(p[ROW * j + c] * h[ROW * j + c]);
        }
    }
}

LUDO_KERNEL_PART void propagate_one(constraint_plan *plan, const recursion *t, int32_t i, int32_t q,
                                    int f)
{
    const constraint_pass *pass = &constraint_passes(&plan->paths)[q];
    const size_t row = (size_t)plan->row[q];
    const passing at = {pass, gather(plan, pass->place, pass->end), plan->h + ROW * row,
                        plan->p + ROW * row};
    double z[MOST_COLUMNS * ROW];
    project(plan, t, i, &at, z, f);
    update_block(&plan->block[pass->constraint], at.h, at.p, plan->t->rows[pass->constraint], f);
    if (pass->next != NOWHERE) {
        add_to_parent(plan, t, i, &at, z, f);
    }
}

/* N(a, b) += p_a^T h_b and N(b, a) += p_b^T h_a of passes a before b */
LUDO_KERNEL_PART void couple_pair(constraint_plan *plan, constraint_couple *c, int32_t a, int32_t b,
                                  int m, int f)
{
    const double *h_a = plan->h + ROW * (size_t)plan->row[a];
    const double *h_b = plan->h + ROW * (size_t)plan->row[b];
    const double *p_a = plan->p + ROW * (size_t)plan->row[a];
    const double *p_b = plan->p + ROW * (size_t)plan->row[b];
    for (int j = 0; j < f; j++) {
        for (int r = 0; r < m; r++) {
            add(c->upper + ROW * r, p_a[ROW * j + r], h_b + ROW * j);
            add(c->lower + ROW * r, h_a[ROW * j + r], p_b + ROW * j);
        }
    }
}

LUDO_KERNEL static void propagate_node(constraint_plan *plan, const recursion *t, int32_t i)
{
    const int32_t first = plan->paths.first[i + 1], end = plan->paths.first[i];
    const int32_t *pair = plan->pair + plan->pair_first[i];
    const int f = t->column[i + 1] - t->column[i];
    for (int32_t q = first; q < end; q++) {
        if (!constraint_passes_slack(plan, q)) {
            FOR_COLUMNS(f, propagate_one, plan, t, i, q)
        }
    }
    for (int32_t a = first; a < end && f > 0; a++) {
        const int m = plan->t->rows[constraint_passes(&plan->paths)[a].constraint];
        for (int32_t b = a + 1; b < end; b++, pair++) {
            if (!constraint_passes_slack(plan, a) && !constraint_passes_slack(plan, b)) {
                FOR_COLUMNS(f, couple_pair, plan, &plan->couple[*pair], a, b, m)
            }
        }
    }
}

void ludo_constraint_pass_propagate(constraint_plan *plan, const recursion *t, int32_t i)
{
    if (plan->paths.first[i + 1] < plan->paths.first[i]) {
        propagate_node(plan, t, i);
    }
}

/* b -= R^T y + p^T w, w the free coordinates without parent and constraints */
LUDO_KERNEL_PART void propagate_one_rhs(constraint_plan *plan, const recursion *t, int32_t i,
                                        int32_t q, int f)
{
    const constraint_pass *pass = &constraint_passes(&plan->paths)[q];
    const assembled_rows x = assembled(plan, pass->place, pass->end);
    const double *p = plan->p + ROW * (size_t)plan->row[q];
    const double *k = t->k + ROW * t->column[i];
    double known[ROW];
    combine(known, t->y + 6 * i, x.R);
    for (int j = 0; j < f; j++) {
        add(known, k[ROW * j + RHS], p + ROW * j);
    }
    subtract(plan->block[pass->constraint].b, 1.0, known);
}

LUDO_KERNEL static void propagate_node_rhs(constraint_plan *plan, const recursion *t, int32_t i)
{
    const int f = t->column[i + 1] - t->column[i];
    for (int32_t q = plan->paths.first[i + 1]; q < plan->paths.first[i]; q++) {
        if (!constraint_passes_slack(plan, q)) {
            FOR_COLUMNS(f, propagate_one_rhs, plan, t, i, q)
        }
    }
}

void ludo_constraint_pass_propagate_rhs(constraint_plan *plan, const recursion *t, int32_t i)
{
    if (plan->paths.first[i + 1] < plan->paths.first[i]) {
        propagate_node_rhs(plan, t, i);
    }
}
