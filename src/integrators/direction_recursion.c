/* SPDX-License-Identifier: Apache-2.0
 *
 * The Newton direction by the null-space recursion [recursion.md 1.3]. */
#include "integrators/maximal.h"

#include <math.h>

static direction solve(ludo_sim *sim, double h, bool factorize)
{
    maximal *x = maximal_of(sim);
    const ludo_model *m = sim->model;
    recursion *t = &x->tree;
    const int32_t now = sim->progress->now;
    t->T = x->S[now];
    t->S = x->S[1 - now];
    t->d_T = x->lever[now];
    t->d_S = x->lever[1 - now];
    if (factorize) {
        ludo_recursion_factor(t);
    } else {
        ludo_recursion_reduce(t);
    }
    ludo_recursion_expand(t);

    direction d = {.move = {0.0, -1}, .pivot = t->smallest_pivot, .node = t->weakest};
    for (int32_t s = 0; s < m->slots; s++) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            worst_take(&d.move, fabs(h * t->w[c]) * m->column_scale[c], s);
        }
    }
    return d;
}

const direction_kind ludo_direction_recursion = {.name = "recursion", .solve = solve};
