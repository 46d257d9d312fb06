/* SPDX-License-Identifier: Apache-2.0
 *
 * The first iterate of a step: control points extrapolated from past intervals, or at constant
 * velocity. Each past interval is stored in the chart of its own knot, so that for a smooth motion
 * it is a smooth function of the knot's time. */
#include "integrators/galerkin/root.h"

/* y^a of the interval `age` intervals ago. */
static double *history_of(const galerkin *g, int32_t age, int32_t a)
{
    const int64_t place = (g->state->newest + age) % EXTRAPOLATION_POINTS;
    return g->history + (place * g->s + (a - 1)) * g->base.tree.columns;
}

bool ludo_galerkin_extrapolate(galerkin *g, double h)
{
    const galerkin_state *state = g->state;
    const int32_t count = state->h == h ? (int32_t)state->count : 0;
    for (int32_t a = 1; a <= g->s && count > 0; a++) {
        memset(g->unknown[a], 0, (size_t)g->base.tree.columns * sizeof *g->unknown[a]);
        for (int32_t age = 0; age < count; age++) {
            const double weight = ludo_extrapolate[count - 1][age];
            const double *past = history_of(g, age, a);
            for (int32_t c = 0; c < g->base.tree.columns; c++) {
                g->unknown[a][c] += weight * past[c];
            }
        }
    }
    return count > 0;
}

ludo_status ludo_galerkin_coast(galerkin *g, sim_state *state, double h)
{
    const ludo_status status = ludo_galerkin_rates(g, state);
    for (int32_t a = 1; a <= g->s && status == LUDO_OK; a++) {
        const double time = g->rule->c[a] * h;
        for (int32_t c = 0; c < g->base.tree.columns; c++) {
            g->unknown[a][c] = time * g->base.rate[c];
        }
    }
    if (status == LUDO_OK) {
        ludo_galerkin_roots_coast(g, h);
    }
    return status;
}

void ludo_galerkin_save_history(galerkin *g, double h)
{
    galerkin_state *state = g->state;
    state->count = state->h == h ? state->count : 0;
    state->count += state->count < EXTRAPOLATION_POINTS;
    state->newest = (state->newest + EXTRAPOLATION_POINTS - 1) % EXTRAPOLATION_POINTS;
    state->h = h;
    for (int32_t a = 1; a <= g->s; a++) {
        memcpy(history_of(g, 0, a), g->unknown[a],
               (size_t)g->base.tree.columns * sizeof *g->unknown[a]);
    }
}
