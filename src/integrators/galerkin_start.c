/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the iteration of a step starts: control points as past intervals continue, or as constant
 * velocity has them. Past intervals are told each in the chart of its own knot, so that of a smooth
 * motion they are smooth functions of the knot's time. */
#include "integrators/galerkin.h"

/* Weights of the newest, second newest, ... of `count` equidistant values that a polynomial of
 * degree count - 1 continues. */
static const double continuation[GALERKIN_PAST][GALERKIN_PAST] = {
    {1.0},
    {2.0, -1.0},
    {3.0, -3.0, 1.0},
    {4.0, -6.0, 4.0, -1.0},
    {5.0, -10.0, 10.0, -5.0, 1.0},
    {6.0, -15.0, 20.0, -15.0, 6.0, -1.0},
};

/* y^a of so many intervals ago. */
static double *past_of(const galerkin *g, int32_t age, int32_t a)
{
    const int64_t place = (g->state->newest + age) % GALERKIN_PAST;
    return g->past + (place * g->s + (a - 1)) * g->base.tree.columns;
}

bool ludo_galerkin_extrapolate(galerkin *g, double h)
{
    const galerkin_state *state = g->state;
    const int32_t count = state->h == h ? (int32_t)state->count : 0;
    for (int32_t a = 1; a <= g->s && count > 0; a++) {
        memset(g->y[a], 0, (size_t)g->base.tree.columns * sizeof *g->y[a]);
        for (int32_t age = 0; age < count; age++) {
            const double weight = continuation[count - 1][age];
            const double *past = past_of(g, age, a);
            for (int32_t c = 0; c < g->base.tree.columns; c++) {
                g->y[a][c] += weight * past[c];
            }
        }
    }
    return count > 0;
}

ludo_status ludo_galerkin_coast(galerkin *g, ludo_sim *sim, double h)
{
    const ludo_status status = ludo_minimal_rates(&g->base, sim, g->p);
    for (int32_t a = 1; a <= g->s && status == LUDO_OK; a++) {
        const double time = g->rule->c[a] * h;
        for (int32_t c = 0; c < g->base.tree.columns; c++) {
            g->y[a][c] = time * g->base.rate[c];
        }
    }
    return status;
}

void ludo_galerkin_remember(galerkin *g, double h)
{
    galerkin_state *state = g->state;
    state->count = state->h == h ? state->count : 0;
    state->count += state->count < GALERKIN_PAST;
    state->newest = (state->newest + GALERKIN_PAST - 1) % GALERKIN_PAST;
    state->h = h;
    for (int32_t a = 1; a <= g->s; a++) {
        memcpy(past_of(g, 0, a), g->y[a], (size_t)g->base.tree.columns * sizeof *g->y[a]);
    }
}
