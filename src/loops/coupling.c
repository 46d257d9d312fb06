/* SPDX-License-Identifier: Apache-2.0
 *
 * Coupling: a coordinate is a polynomial of another one, or a constant [loops.md 2].
 *
 *     g = q - ref - p(x),    x = q' - ref',    p(x) = sum over k of c_k x^k
 *
 *     dg = dq - p'(x) dq' */
#include "loops/list.h"
#include "loops/polynomial.h"

#include <string.h>

/* The derivative by the rate of a dof += slope. The followed coordinate has the last end, which may
 * also be that of the other coordinate. */
static void add_slope(const loop_data *l, const ludo_model *m, int32_t end, int32_t column,
                      double slope, loop_view *out)
{
    out->G[loop_row(l, end, 0) + (size_t)(column - m->column[l->end[end].slot])] += slope;
}

static void coupling_view(const loop_data *l, const placement *at, const double *phi,
                          loop_view *out)
{
    const int32_t q = l->column[0], followed = l->column[1];
    const double x = followed >= 0 ? phi[followed] - l->reference[1] : 0.0;
    double slope;
    memset(out->G, 0, loop_row(l, l->ends, 0) * sizeof *out->G);
    out->g[0] = phi[q] - l->reference[0] - polynomial(l->coefficient, x, &slope);
    add_slope(l, at->model, 0, q, 1.0, out);
    if (followed >= 0) {
        add_slope(l, at->model, l->ends - 1, followed, -slope, out);
    }
}

/* -p''(x) (dx/dt)^2 */
static void coupling_rate(const loop_data *l, const placement *at, const loop_motion *moves,
                          double *g_dd)
{
    (void)at;
    const int32_t followed = l->column[1];
    g_dd[0] = 0.0;
    if (followed >= 0) {
        const double x = moves->phi[followed] - l->reference[1], dx = moves->rate[followed];
        g_dd[0] = -polynomial_curvature(l->coefficient, x) * dx * dx;
    }
}

const loop_kind ludo_loop_coupling = {
    .name = "coupling", .view = coupling_view, .far = coupling_view, .rate = coupling_rate};
