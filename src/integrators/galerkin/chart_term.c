/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart term of a ball: the relation of its momentum at the knot, the centre of its chart, to
 * momenta within the step [minimal.md 4.1]. With J^-T at control point b and n = J^-T pi,
 *
 *     d/dt J^-T pi = -J^-T dJ/dt^T n =: -u
 *     du / d(dy) = J^-T dJ(n)^T
 *     du / dy    = J^-T ( dJ_dot(n)^T - dJ/dt^T J^-T dJ(n)^T - dJ(u)^T ) */
#include "integrators/galerkin/galerkin.h"

#include "dynamics/chart.h"

/* J^-T, and dJ/dt^T, at a control point. */
typedef struct chart_point {
    ludo_vec3 y, dy;
    mat3 back, rate;
} chart_point;

static chart_point view_point(const galerkin *g, const tree_node *n, int32_t a)
{
    const ludo_vec3 y = v3_at(g->y[a] + n->column), dy = v3_at(g->dy[a] + n->column);
    const mat3 inverse = ludo_chart_inverse(y), rate = ludo_chart_rate(y, dy);
    return (chart_point){y, dy, m3_transpose(&inverse), m3_transpose(&rate)};
}

void ludo_galerkin_chart_term(const galerkin *g, const tree_node *n, double h, mat3 *A)
{
    const lobatto *rule = g->rule;
    chart_point at[GALERKIN_MAX_POINTS];
    for (int32_t b = 0; b <= g->s; b++) {
        at[b] = view_point(g, n, b);
    }
    for (int32_t b = 0; b <= g->s; b++) {
        const mat3 turned = m3_mul(at[b].back, m3_mul(at[b].rate, at[b].back));
        A[b] = (mat3){{0.0}};
        A[b] = m3_axpy(A[b], -rule->w[b] * h, turned);
        for (int32_t k = 1; k <= g->s; k++) {
            A[b] = m3_axpy(A[b], -rule->w[b] * rule->b[b][k], at[k].back);
        }
    }
}

/* -d(J^-T pi)/dy: J^-T dJ(J^-T pi)^T, which also equals du / d(dy). */
static mat3 slope_of_back(const chart_point *at, ludo_vec3 pi)
{
    const mat3 dJ = ludo_chart_dJ(at->y, m3_apply(&at->back, pi));
    return m3_mul_t(at->back, dJ);
}

/* du / dy */
static mat3 slope_of_turning(const chart_point *at, ludo_vec3 pi)
{
    const ludo_vec3 n = m3_apply(&at->back, pi);
    const ludo_vec3 u = m3_apply(&at->back, m3_apply(&at->rate, n));
    const mat3 dJ_dot = ludo_chart_dJ_dot(at->y, at->dy, n), dJ = ludo_chart_dJ(at->y, u);
    const mat3 back = slope_of_back(at, pi), turned = m3_mul(at->rate, back);
    mat3 sum = m3_transpose(&dJ_dot);
    const mat3 bent = m3_transpose(&dJ);
    sum = m3_axpy(sum, -1.0, turned);
    sum = m3_axpy(sum, -1.0, bent);
    return m3_mul(at->back, sum);
}

void ludo_galerkin_chart_term_slope(const galerkin *g, const tree_node *n, double h, mat3 *slope)
{
    const lobatto *rule = g->rule;
    chart_point at[GALERKIN_MAX_POINTS];
    mat3 along[GALERKIN_MAX_POINTS]; /* du / d(dy) */
    for (int32_t b = 0; b <= g->s; b++) {
        at[b] = view_point(g, n, b);
        along[b] = slope_of_back(&at[b], v3_at(g->pi[b] + n->column));
    }
    for (int32_t k = 1; k <= g->s; k++) {
        /* through d/dt J^-T at y^k, through every dy, through J(y^k)^-T */
        const mat3 own = slope_of_turning(&at[k], v3_at(g->pi[k] + n->column));
        ludo_vec3 sum = v3(0.0, 0.0, 0.0);
        slope[k] = (mat3){{0.0}};
        slope[k] = m3_axpy(slope[k], -rule->w[k] * h, own);
        for (int32_t b = 0; b <= g->s; b++) {
            const double weight = rule->w[b] * rule->b[b][k];
            slope[k] = m3_axpy(slope[k], -weight, along[b]);
            sum = v3_axpy(sum, weight, v3_at(g->pi[b] + n->column));
        }
        const mat3 back = slope_of_back(&at[k], sum);
        slope[k] = m3_axpy(slope[k], 1.0, back);
    }
}
