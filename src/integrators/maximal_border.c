/* SPDX-License-Identifier: Apache-2.0
 *
 * Stiff lines in Newton's equations. */
#include "integrators/maximal_border.h"

#include "solver/dense.h"

#include <math.h>
#include <string.h>

void ludo_maximal_border_layout(maximal *x, const ludo_sim *sim, arena *scratch)
{
    const ludo_model *m = sim->model;
    const size_t lines = (size_t)m->spring_count, slots = (size_t)m->slots;
    maximal_border *b = &x->border;
    b->line = TAKE(scratch, lines, int32_t);
    b->step = TAKE(scratch, lines, line_step);
    b->u = TAKE(scratch, lines * 6 * slots, double);
    b->w = TAKE(scratch, lines * (size_t)m->columns, double);
    b->matrix = TAKE(scratch, lines * lines, double);
    b->pivot = TAKE(scratch, lines, int32_t);
    b->size = TAKE(scratch, lines, double);
    b->r = TAKE(scratch, 6 * slots, double);
    b->y = TAKE(scratch, 6 * slots, double);
    b->e = TAKE(scratch, m->columns, double);
}

/* c_i B_i u, at the iterate that was factorised last. */
static double stiff_rate(const maximal *x, const ludo_sim *sim, int32_t i, const double *u,
                         const double *w)
{
    const line_data *l = &sim->model->line[x->border.line[i]];
    const line_step *s = &x->border.step[i];
    return s->step.slope * l->kind->rate(l, &s->view[1], u, w);
}

/* Where the direction of line i stands. */
static double *line_u(const maximal *x, const ludo_model *m, int32_t i)
{
    return x->border.u + 6 * (size_t)m->slots * (size_t)i;
}

static double *line_w(const maximal *x, const ludo_model *m, int32_t i)
{
    return x->border.w + (size_t)m->columns * (size_t)i;
}

/* K^-1 A_i: the tree's own arrays are lent for it. */
static void solve_line(ludo_sim *sim, int32_t i)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    maximal_border *b = &x->border;
    recursion *t = &x->tree;
    const recursion own = *t;
    const line_data *l = &m->line[b->line[i]];
    memset(b->r, 0, 6 * (size_t)m->slots * sizeof *b->r);
    memset(b->y, 0, 6 * (size_t)m->slots * sizeof *b->y);
    memset(b->e, 0, (size_t)m->columns * sizeof *b->e);
    l->kind->pull(l, &x->forces.line[b->line[i]].view[0], 1.0, b->r, b->e);
    t->r = b->r, t->y = b->y, t->e = b->e;
    t->u = line_u(x, m, i), t->w = line_w(x, m, i);
    (void)x->direction->solve(sim, false);
    t->r = own.r, t->y = own.y, t->e = own.e, t->u = own.u, t->w = own.w;
}

/* The factors of 1 + c B K^-1 A; returns its smallest relative pivot. */
static double factorize_border(ludo_sim *sim)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    maximal_border *b = &x->border;
    b->count = 0;
    for (int32_t i = 0; i < m->spring_count; i++) {
        if (x->forces.acting && x->forces.line[i].step.slope != 0.0) {
            b->step[b->count] = x->forces.line[i];
            b->line[b->count++] = i;
        }
    }
    for (int32_t i = 0; i < b->count; i++) {
        solve_line(sim, i);
    }
    for (int32_t i = 0; i < b->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            b->matrix[b->count * i + j] =
                (i == j ? 1.0 : 0.0) + stiff_rate(x, sim, i, line_u(x, m, j), line_w(x, m, j));
        }
    }
    b->stiffness = 0.0;
    for (int32_t i = 0; i < b->count; i++) {
        const double own = fabs(b->matrix[(b->count + 1) * i] - 1.0);
        b->stiffness = own > b->stiffness ? own : b->stiffness;
    }
    return ludo_dense_factor(b->matrix, b->count, b->pivot);
}

/* From K^-1 r, in the tree, to u and w. */
static void correct(ludo_sim *sim)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    maximal_border *b = &x->border;
    recursion *t = &x->tree;
    for (int32_t i = 0; i < b->count; i++) {
        b->size[i] = stiff_rate(x, sim, i, t->u, t->w);
    }
    ludo_dense_solve(b->matrix, b->pivot, b->count, b->size);
    for (int32_t i = 0; i < b->count; i++) {
        const double *u = line_u(x, m, i), *w = line_w(x, m, i);
        for (int32_t k = 0; k < 6 * m->slots; k++) {
            t->u[k] -= u[k] * b->size[i];
        }
        for (int32_t c = 0; c < m->columns; c++) {
            t->w[c] -= w[c] * b->size[i];
        }
    }
}

direction ludo_maximal_direction(ludo_sim *sim, bool factorize)
{
    maximal *x = maximal_of(sim);
    direction d = x->direction->solve(sim, factorize);
    if (factorize) {
        const double pivot = factorize_border(sim);
        const bool weaker = !(pivot >= d.pivot) && d.pivot == d.pivot; /* NaN stays */
        d.node = weaker ? -1 : d.node;
        d.pivot = weaker ? pivot : d.pivot;
    }
    correct(sim);
    return d;
}
