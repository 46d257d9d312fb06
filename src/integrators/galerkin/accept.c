/* SPDX-License-Identifier: Apache-2.0
 *
 * From the solution of a step to the next knot: momenta, charts, energy bookkeeping
 * [minimal.md 2.4, 4.2]. */
#include "integrators/galerkin/root.h"

#include "dynamics/chart.h"
#include "model/attached_frame.h"

/* J(y^a)^-T times three numbers conjugate to y^a of a ball: the moment in the axes of the knot. */
static ludo_vec3 moment_of(const galerkin *g, const tree_node *n, int32_t a, const double *numbers)
{
    const mat3 inverse = ludo_chart_inverse(v3_at(g->y[a] + n->column));
    return m3_apply_t(&inverse, v3_at(numbers + n->column));
}

/* Momentum of a world slide after a step: p_k plus the impulse of forces. The sum of all r^a equals
 * it up to the rounding of sum_a a^{ab} = 0, which recurs in each step and would accumulate. */
static double slide_momentum(const galerkin *g, int32_t i, int32_t c, double h)
{
    double sum = 0.0;
    for (int32_t a = 0; a <= g->s; a++) {
        sum += g->rule->w[a] * (pair_of(g->W[a][i], g->at[a].S[c]) + g->acting[a].e[c]);
    }
    return g->p[c] + h * sum;
}

/* Transfer the remaining residual of a floating tree to the momentum of its root (ball `i`, after
 * three slides), so that total momentum is conserved to round-off at any tolerance. Slides get
 * their balanced momentum; returns the moment to add, in axes of the knot. */
static ludo_vec3 transfer_residual(galerkin *g, int32_t i, double h)
{
    const tree *t = &g->base.tree;
    const tree_node *n = &t->node[i];
    const int32_t slides = n->column - 3;
    const node_place *end = &g->at[g->s].at[i], *knot = &g->at[0].at[i];
    ludo_vec3 moment = v3(0.0, 0.0, 0.0);
    for (int32_t a = 0; a < g->s; a++) {
        const motion *S = g->at[a].S + slides;
        ludo_vec3 left = v3(0.0, 0.0, 0.0);
        for (int k = 0; k < 3; k++) {
            left = v3_axpy(left, g->r[a][slides + k], S[k].v);
        }
        const ludo_vec3 about_end = v3_cross(v3_sub(g->at[a].at[i].x, end->x), left);
        moment = v3_add(moment, m3_apply_t(&knot->R, about_end));
        moment = v3_add(moment, moment_of(g, n, a, g->r[a]));
    }
    for (int32_t c = slides; c < n->column; c++) {
        g->r[g->s][c] = slide_momentum(g, t->node_at[c], c, h);
    }
    return moment;
}

/* Whether a ball belongs to a free joint on the world. */
static bool floats(const galerkin *g, int32_t i)
{
    const tree *t = &g->base.tree;
    const tree_node *n = &t->node[i];
    return n->has_body && t->model->parent[n->slot] < 0 && joint_is_free(&t->model->joint[n->slot]);
}

/* Transform the momentum of a ball to the chart of the new knot. */
static void advance_momentum(galerkin *g, int32_t i, double h)
{
    const tree_node *n = &g->base.tree.node[i];
    double *p = g->p + n->column;
    const ludo_vec3 left = floats(g, i) ? transfer_residual(g, i, h) : v3(0.0, 0.0, 0.0);
    const ludo_vec3 moment = v3_add(moment_of(g, n, g->s, g->r[g->s]), left);
    const ludo_quat turn = ludo_chart_rotation(v3_at(g->y[g->s] + n->column));
    const ludo_vec3 turned = q_rotate(q_conj(turn), moment);
    p[0] = turned.x, p[1] = turned.y, p[2] = turned.z;
}

void ludo_galerkin_accept(galerkin *g, sim_state *state, double h)
{
    const tree *t = &g->base.tree;
    for (int32_t i = 0; i < t->nodes; i++) {
        if (node_has_chart_term(&t->node[i]) && !node_is_rooted(g, i)) {
            advance_momentum(g, i, h); /* before the slides, whose residuals it replaces */
        }
    }
    for (int32_t c = 0; c < t->columns; c++) {
        const int32_t i = t->node_at[c];
        if (!node_has_chart_term(&t->node[i]) && !node_is_rooted(g, i)) {
            g->p[c] = g->r[g->s][c];
        }
    }
    for (int32_t k = 0; k < g->roots; k++) {
        g->root[k].kind->accept(g, &g->root[k], h);
    }
    ludo_forces_begin_work(state);
    for (int32_t a = 0; a <= g->s; a++) {
        ludo_forces_add_work(state, &g->acting[a], g->rule->w[a] * h, h);
    }
    ludo_joint_space_advance(&g->base, state, g->y[g->s], h);
    ludo_galerkin_save_history(g, h);
}
