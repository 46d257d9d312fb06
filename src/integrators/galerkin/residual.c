/* SPDX-License-Identifier: Apache-2.0
 *
 * The equations of a step, O(s n): a forward and a backward pass at each control point, then one
 * dot product per column [minimal.md 4.1]. */
#include "integrators/galerkin/root.h"

/* Rates at the control points. */
static void differentiate(galerkin *g, double h)
{
    const lobatto *rule = g->rule;
    const double per_h = 1.0 / h;
    for (int32_t a = 0; a <= g->s; a++) {
        for (int32_t c = 0; c < g->base.tree.columns; c++) {
            double sum = 0.0;
            for (int32_t b = 1; b <= g->s; b++) { /* y^0 = 0 */
                sum += rule->b[a][b] * g->unknown[b][c];
            }
            g->dy[a][c] = per_h * sum;
        }
    }
}

/* The tree at a control point, its forces, and the sums of mu and W over subtrees. */
static ludo_status evaluate_point(galerkin *g, sim_state *state, int32_t a, double time)
{
    joint_space *base = &g->base;
    const tree *t = &base->tree;
    tree_instant *at = &g->at[a];
    acting *acts = &g->acting[a];
    if (a == 0 && g->knot_placed) {
        ludo_tree_move(t, g->y[a], g->dy[a], at);
    } else {
        ludo_tree_down(t, base->q, g->y[a], g->dy[a], at);
    }
    g->knot_placed = true;
    ludo_galerkin_roots_move(g, a);
    const forces_instant now = {state, at, base->q, g->y[a], g->dy[a], time};
    const ludo_status status = ludo_forces_evaluate(&base->forces, &now, acts);
    ludo_galerkin_tendons_store(g, state, a);
    memcpy(g->W[a], acts->wrench, (size_t)t->nodes * sizeof *g->W[a]);
    ludo_galerkin_roots_act(g, a);
    ludo_tree_up(t, at->mu);
    ludo_tree_up(t, g->W[a]);
    return status;
}

/* pi^a, and the part of r^a without momenta. */
static void put_own_terms(galerkin *g, int32_t a, double h)
{
    const tree *t = &g->base.tree;
    const tree_instant *at = &g->at[a];
    const double weight = g->rule->w[a] * h;
    for (int32_t c = 0; c < t->columns; c++) {
        const force mu = at->mu[t->node_at[c]], W = g->W[a][t->node_at[c]];
        g->pi[a][c] = pair_of(mu, at->S[c]) + g->acting[a].p[c];
        g->r[a][c] = weight * ((pair_of(mu, at->Sd[c]) + pair_of(W, at->S[c])) + g->acting[a].e[c]);
    }
}

/* r^a += sum_b a^{ab} pi^b. */
static void add_momenta(galerkin *g, int32_t a)
{
    for (int32_t c = 0; c < g->base.tree.columns; c++) {
        double sum = 0.0;
        for (int32_t b = 0; b <= g->s; b++) {
            sum += lobatto_a(g->rule, a, b) * g->pi[b][c];
        }
        g->r[a][c] += sum;
    }
}

/* Row 0 of a ball: replace a^{0b} pi^b by its chart term. */
static void add_chart_term(galerkin *g, const tree_node *n, double h)
{
    mat3 A[GALERKIN_MAX_POINTS];
    double *r = g->r[0] + n->column;
    ludo_galerkin_chart_term(g, n, h, A);
    for (int i = 0; i < n->kind->dof; i++) {
        double sum = 0.0;
        for (int32_t b = 0; b <= g->s; b++) {
            const double *pi = g->pi[b] + n->column;
            const double straight = lobatto_a(g->rule, 0, b) * pi[i];
            const double *row = &A[b].m[3 * i];
            sum += (row[0] * pi[0] + row[1] * pi[1] + row[2] * pi[2]) - straight;
        }
        r[i] += sum;
    }
}

/* Row 0: add the momenta at the knot and chart terms; roots with laws of their own replace it. */
static void add_knot_terms(galerkin *g, double h)
{
    const tree *t = &g->base.tree;
    for (int32_t c = 0; c < t->columns; c++) {
        g->r[0][c] += g->p[c];
    }
    for (int32_t i = 0; i < t->nodes; i++) {
        if (node_has_chart_term(&t->node[i]) && !node_is_rooted(g, i)) {
            add_chart_term(g, &t->node[i], h);
        }
    }
    for (int32_t k = 0; k < g->roots; k++) {
        g->root[k].kind->balance(g, &g->root[k], h);
    }
}

ludo_status ludo_galerkin_residual(galerkin *g, sim_state *state, double h, double time)
{
    differentiate(g, h);
    ludo_galerkin_roots_place(g);
    for (int32_t a = 0; a <= g->s; a++) {
        const ludo_status status = evaluate_point(g, state, a, time + g->rule->c[a] * h);
        if (status != LUDO_OK) {
            return status;
        }
        put_own_terms(g, a, h);
    }
    for (int32_t a = 0; a <= g->s; a++) {
        add_momenta(g, a);
    }
    add_knot_terms(g, h);
    return LUDO_OK;
}
