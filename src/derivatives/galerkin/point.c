/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of momenta and forces at a control point [minimal.md 7.2]: first by coordinates in
 * the chart of the knot, then by the knot.
 *
 * If a ball's knot is rotated by d, the same motion has coordinates y + P d, P = J(y)^-1, in the
 * fixed chart. So with D = dP/dt, pi and f being its momenta and forces,
 *
 *     g = P^T f + D^T pi          the gradient by d, and n = P^T pi: moments in axes of the knot
 *
 *     dg = P^T df + D^T dpi - ( D^T bend(n)^T + P^T ( sway(n)^T + bend(g)^T ) ) dy
 *                           - P^T bend(n)^T d(dy)
 *
 * and by d all numbers change as by (P d, D d). The numbers of the ball also change by the rotation
 * of its axes,
 *
 *     g^ d  of g     ( J^T n^ - bend(n)^T P ) d  of pi
 *     ( J^T g^ + dJ/dt^T n^ - ( sway(n)^T + bend(g)^T ) P - bend(n)^T D ) d  of f */
#include "derivatives/galerkin/linearize.h"

#include "dynamics/chart.h"

void ludo_galerkin_linear_point_layout(galerkin_linear *x, const tree *t, arena *a)
{
    const size_t n = (size_t)t->columns, square = n * n, controls = (size_t)x->controls;
    ludo_tree_hessian_layout(&x->hessian, t, a);
    x->pi = (linear_slopes){.c = TAKE(a, square, double), .y = x->hessian.C, .dy = x->hessian.M};
    x->f = (linear_slopes){.c = TAKE(a, square, double),
                           .y = x->hessian.K,
                           .dy = TAKE(a, square, double),
                           .u = TAKE(a, n * controls, double)};
    x->g = (linear_slopes){.c = TAKE(a, square, double),
                           .y = TAKE(a, square, double),
                           .dy = TAKE(a, square, double),
                           .u = TAKE(a, n * controls, double)};
}

/* ---- in the chart of the knot ---- */

static void transpose(size_t n, const double *A, double *to)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            to[n * j + i] = A[n * i + j];
        }
    }
}

/* By y, its rate, controls. */
static ludo_status differentiate(galerkin_linear *x, sim_state *state, int32_t a, double h)
{
    galerkin *g = galerkin_of(state);
    const tree *t = &g->base.tree;
    generalized_forces *acts = &g->base.forces;
    const tree_instant *at = &g->at[a];
    const acting *on = &x->acting;
    const double *y = g->y[a], *dy = g->dy[a];
    const double time = state->interval_start + g->rule->c[a] * h;
    const forces_instant now = {state, at, x->q, y, dy, time};
    const ludo_status status = ludo_forces_evaluate(acts, &now, &x->acting);
    if (status != LUDO_OK || acts->opaque) {
        return status != LUDO_OK ? status : LUDO_REFUSED;
    }
    const hessian_point here = {at, y, dy, on->carried, on->stiffness};
    ludo_tree_hessian(t, &here, &x->hessian);
    transpose((size_t)x->n, x->pi.y, x->f.dy);
    memset(x->f.u, 0, (size_t)x->n * (size_t)x->controls * sizeof *x->f.u);
    ludo_forces_add_blocks(t, on->p_y, x->pi.y);
    ludo_forces_add_blocks(t, on->p_dy, x->pi.dy);
    ludo_forces_add_blocks(t, on->e_y, x->f.y);
    ludo_forces_add_blocks(t, on->e_dy, x->f.dy);
    coupling lines = {x->f.y, x->f.dy, x->f.u};
    ludo_forces_couple(acts, &now, &lines);
    return LUDO_OK;
}

/* ---- by the knot ---- */

/* A ball at a control point. */
typedef struct ball_point {
    int32_t first;
    mat3 J, rate, P, D;         /* J, dJ/dt, J^-1, its rate */
    mat3 J_t, rate_t, P_t, D_t; /* transposed */
    ludo_vec3 n, g;
    mat3 bent, swayed; /* bend(n)^T; sway(n)^T + bend(g)^T */
} ball_point;

static ludo_vec3 force_of(const galerkin *g, int32_t a, int32_t first)
{
    double f[3];
    for (int32_t k = 0; k < 3; k++) {
        const int32_t c = first + k, i = g->base.tree.node_at[c];
        f[k] = pair_of(g->at[a].mu[i], g->at[a].Sd[c]) + pair_of(g->W[a][i], g->at[a].S[c]) +
               g->acting[a].e[c];
    }
    return v3_at(f);
}

static ball_point view_ball(const galerkin *g, int32_t a, int32_t first)
{
    const ludo_vec3 y = v3_at(g->y[a] + first), dy = v3_at(g->dy[a] + first);
    const ludo_vec3 pi = v3_at(g->pi[a] + first), f = force_of(g, a, first);
    ball_point b = {.first = first,
                    .J = ludo_chart_jacobian(y),
                    .rate = ludo_chart_rate(y, dy),
                    .P = ludo_chart_inverse(y)};
    b.D = m3_scale(-1.0, m3_mul(b.P, m3_mul(b.rate, b.P)));
    b.J_t = m3_transpose(&b.J), b.rate_t = m3_transpose(&b.rate);
    b.P_t = m3_transpose(&b.P), b.D_t = m3_transpose(&b.D);
    b.n = m3_apply(&b.P_t, pi);
    b.g = v3_add(m3_apply(&b.P_t, f), m3_apply(&b.D_t, pi));
    const mat3 bend = ludo_chart_dJ(y, b.n);
    const mat3 sway = m3_sum(ludo_chart_dJ_dot(y, dy, b.n), ludo_chart_dJ(y, b.g));
    b.bent = m3_transpose(&bend), b.swayed = m3_transpose(&sway);
    return b;
}

static void clear_rows(double *A, int32_t first, size_t width)
{
    memset(A + width * (size_t)first, 0, 3 * width * sizeof *A);
}

/* Rows of g, in place of those of f. */
static void turn_rows(galerkin_linear *x, const ball_point *b)
{
    const size_t n = (size_t)x->n;
    const int32_t at = b->first;
    clear_rows(x->g.y, at, n);
    clear_rows(x->g.dy, at, n);
    clear_rows(x->g.u, at, (size_t)x->controls);
    ludo_galerkin_linear_add_rows(x->g.y, at, &b->P_t, x->f.y, at, n);
    ludo_galerkin_linear_add_rows(x->g.y, at, &b->D_t, x->pi.y, at, n);
    ludo_galerkin_linear_add_rows(x->g.dy, at, &b->P_t, x->f.dy, at, n);
    ludo_galerkin_linear_add_rows(x->g.dy, at, &b->D_t, x->pi.dy, at, n);
    ludo_galerkin_linear_add_rows(x->g.u, at, &b->P_t, x->f.u, at, (size_t)x->controls);
    ludo_galerkin_linear_add_block(x->g.y, n, at, at, -1.0, m3_mul(b->D_t, b->bent));
    ludo_galerkin_linear_add_block(x->g.y, n, at, at, -1.0, m3_mul(b->P_t, b->swayed));
    ludo_galerkin_linear_add_block(x->g.dy, n, at, at, -1.0, m3_mul(b->P_t, b->bent));
}

/* Columns of the knot, in place of those of y. */
static void turn_columns(galerkin_linear *x, const ball_point *b, linear_slopes *of)
{
    const size_t n = (size_t)x->n;
    for (size_t i = 0; i < n; i++) {
        double *c = of->c + n * i + b->first;
        c[0] = c[1] = c[2] = 0.0;
    }
    ludo_galerkin_linear_add_columns((three_columns){of->c, b->first},
                                     (three_columns){of->y, b->first}, &b->P, n, n);
    ludo_galerkin_linear_add_columns((three_columns){of->c, b->first},
                                     (three_columns){of->dy, b->first}, &b->D, n, n);
}

/* The change of the ball's own numbers by the rotation of its axes. */
static void turn_axes(galerkin_linear *x, const ball_point *b)
{
    const size_t n = (size_t)x->n;
    const int32_t at = b->first;
    const mat3 n_cross = m3_skew(b->n), g_cross = m3_skew(b->g);
    ludo_galerkin_linear_add_block(x->g.c, n, at, at, 1.0, g_cross);
    ludo_galerkin_linear_add_block(x->pi.c, n, at, at, 1.0, m3_mul(b->J_t, n_cross));
    ludo_galerkin_linear_add_block(x->pi.c, n, at, at, -1.0, m3_mul(b->bent, b->P));
    ludo_galerkin_linear_add_block(x->f.c, n, at, at, 1.0, m3_mul(b->J_t, g_cross));
    ludo_galerkin_linear_add_block(x->f.c, n, at, at, 1.0, m3_mul(b->rate_t, n_cross));
    ludo_galerkin_linear_add_block(x->f.c, n, at, at, -1.0, m3_mul(b->swayed, b->P));
    ludo_galerkin_linear_add_block(x->f.c, n, at, at, -1.0, m3_mul(b->bent, b->D));
}

ludo_status ludo_galerkin_linear_point(galerkin_linear *x, sim_state *state, int32_t a, double h)
{
    const galerkin *g = galerkin_of(state);
    const tree *t = &g->base.tree;
    const size_t square = (size_t)x->n * (size_t)x->n * sizeof(double);
    const ludo_status status = differentiate(x, state, a, h);
    if (status != LUDO_OK) {
        return status;
    }
    /* a scalar coordinate is the sum of its knot and y */
    memcpy(x->g.y, x->f.y, square);
    memcpy(x->g.dy, x->f.dy, square);
    memcpy(x->g.u, x->f.u, (size_t)x->n * (size_t)x->controls * sizeof(double));
    for (int32_t i = 0; i < t->nodes; i++) {
        if (node_has_chart_term(&t->node[i])) {
            const ball_point b = view_ball(g, a, t->node[i].column);
            turn_rows(x, &b);
        }
    }
    memcpy(x->pi.c, x->pi.y, square);
    memcpy(x->f.c, x->f.y, square);
    memcpy(x->g.c, x->g.y, square);
    for (int32_t i = 0; i < t->nodes; i++) {
        if (node_has_chart_term(&t->node[i])) {
            const ball_point b = view_ball(g, a, t->node[i].column);
            turn_columns(x, &b, &x->pi);
            turn_columns(x, &b, &x->f);
            turn_columns(x, &b, &x->g);
            turn_axes(x, &b);
        }
    }
    return LUDO_OK;
}
