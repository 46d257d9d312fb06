/* SPDX-License-Identifier: Apache-2.0
 *
 * Unbound roots of the recursion, eight side by side: with S = T = 1, y = 0 and no parent the
 * elimination is that of (M + C) w = r + e, and u = w. The operations are those of factor_node()
 * and reduce_node(), in their order. */
#include "solver/tree/recursion_roots.h"

#include "solver/tree/row.h"

typedef struct root_group root_group;

/* The lanes of a group that are computed, `width` of them. */
#define FOR_ROOTS(l) _Pragma("omp simd") for (int l = 0; l < width; l++)

void ludo_recursion_unbind(recursion *t, int32_t node)
{
    if (t->groups == 0 || t->group[t->groups - 1].count == LANES) {
        root_group *g = &t->group[t->groups++];
        *g = (root_group){.count = 0};
        for (int j = 0; j < 6; j++) {
            FOR_LANES(l)
            {
                g->W[j][j][l] = 1.0;
            }
        }
    }
    root_group *g = &t->group[t->groups - 1];
    g->node[g->count++] = node;
    t->unbound[node] = true;
}

static bool is_idle(const recursion *t, const root_group *g, int l)
{
    return t->idle != NULL && t->idle[g->node[l]];
}

/* Whether all roots of a group are left out. */
static bool are_idle(const recursion *t, const root_group *g)
{
    bool all = true;
    for (int l = 0; l < g->count; l++) {
        all = all && is_idle(t, g, l);
    }
    return all;
}

static void load_block(root_group *g, const recursion *t, int l)
{
    const int32_t i = g->node[l];
    const double *M = t->M + BLOCK * (size_t)i, *C = t->C + t->joint_block[i];
    for (int j = 0; j < 6; j++) {
        for (int c = 0; c < 6; c++) {
            g->W[j][c][l] = M[ROW * j + c] + C[6 * j + c];
        }
        g->terms[j][l] = fabs(M[ROW * j + j]) + fabs(C[7 * j]);
        g->w[j][l] = M[ROW * j + RHS] + t->e[t->column[i] + j];
    }
}

/* Step j of W = L D U, and of L^-1 and D^-1 on w. */
LUDO_KERNEL_PART void eliminate(root_group *g, int j, int width)
{
    FOR_ROOTS(l)
    {
        g->W[j][j][l] = 1.0 / g->W[j][j][l];
    }
    for (int r = j + 1; r < 6; r++) {
        FOR_ROOTS(l)
        {
            g->W[r][j][l] *= g->W[j][j][l];
            g->terms[r][l] += fabs(g->W[r][j][l] * g->W[j][r][l]);
            g->w[r][l] -= g->W[r][j][l] * g->w[j][l];
        }
        for (int c = j + 1; c < 6; c++) {
            FOR_ROOTS(l)
            {
                g->W[r][c][l] -= g->W[r][j][l] * g->W[j][c][l];
            }
        }
    }
    for (int c = j + 1; c < 6; c++) {
        FOR_ROOTS(l)
        {
            g->W[j][c][l] *= g->W[j][j][l];
        }
    }
    FOR_ROOTS(l)
    {
        g->w[j][l] *= g->W[j][j][l];
    }
}

/* U^-1 on w. */
LUDO_KERNEL_PART void substitute(root_group *g, int width)
{
    for (int j = 6; j-- > 0;) {
        for (int c = j + 1; c < 6; c++) {
            FOR_ROOTS(l)
            {
                g->w[j][l] -= g->W[j][c][l] * g->w[c][l];
            }
        }
    }
}

LUDO_KERNEL_PART void factor_roots(root_group *g, int width)
{
    for (int j = 0; j < 6; j++) {
        eliminate(g, j, width);
    }
    substitute(g, width);
}

LUDO_KERNEL static void factor_group(root_group *g)
{
    factor_roots(g, LANES);
}

/* A single root: the divisions of scalars wait for each other for a shorter time. */
static void factor_single(root_group *g)
{
    factor_roots(g, 1);
}

/* L^-1, D^-1 and U^-1 on w. */
LUDO_KERNEL static void solve_group(root_group *g)
{
    for (int j = 0; j < 6; j++) {
        for (int c = 0; c < j; c++) {
            FOR_LANES(l)
            {
                g->w[j][l] -= g->W[j][c][l] * g->w[c][l];
            }
        }
    }
    for (int j = 0; j < 6; j++) {
        FOR_LANES(l)
        {
            g->w[j][l] *= g->W[j][j][l];
        }
    }
    substitute(g, LANES);
}

/* u = w of the roots that aren't idle. */
static void store(recursion *t, const root_group *g)
{
    for (int l = 0; l < g->count; l++) {
        const int32_t i = g->node[l];
        for (int j = 0; j < 6 && !is_idle(t, g, l); j++) {
            t->u[6 * i + j] = t->w[t->column[i] + j] = g->w[j][l];
        }
    }
}

void ludo_recursion_roots_factor(recursion *t, worst *loss)
{
    for (int32_t n = t->groups; n-- > 0;) {
        root_group *g = &t->group[n];
        if (are_idle(t, g)) {
            continue;
        }
        for (int l = 0; l < g->count; l++) {
            load_block(g, t, l);
        }
        if (g->count == 1) {
            factor_single(g);
        } else {
            factor_group(g);
        }
        for (int l = g->count; l-- > 0;) {
            for (int j = 0; j < 6 && !is_idle(t, g, l); j++) {
                take_loss(loss, g->terms[j][l] * fabs(g->W[j][j][l]), g->node[l]);
            }
        }
        store(t, g);
    }
}

void ludo_recursion_roots_reduce(recursion *t)
{
    for (int32_t n = 0; n < t->groups; n++) {
        root_group *g = &t->group[n];
        if (are_idle(t, g)) {
            continue;
        }
        for (int l = 0; l < g->count; l++) {
            const int32_t i = g->node[l];
            for (int j = 0; j < 6; j++) {
                g->w[j][l] = t->r[6 * i + j] + t->e[t->column[i] + j];
            }
        }
        solve_group(g);
        store(t, g);
    }
}
