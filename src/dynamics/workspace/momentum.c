/* SPDX-License-Identifier: Apache-2.0
 *
 * Centres of mass with their Jacobians, and the momentum matrix [minimal.md 3.4]. A column C of a
 * rate moves its subtree like one body of inertia M, the composite, with mass m and first moment h:
 *
 *     d(m c)/dv = m v_c + w_c x h            momentum matrix:  M C
 */
#include "dynamics/workspace/workspace.h"

/* Columns and composite inertias at rest. */
static void weigh(ludo_dynamics *d, const double *q)
{
    ludo_workspace_evaluate(d, q, NULL);
    ludo_workspace_view_columns(d, NULL);
    ludo_tree_composites(&d->tree, &d->at, d->composite);
}

/* Mass times position of a composite, world. */
static ludo_vec3 first_moment(const ludo_dynamics *d, int32_t node)
{
    return v3_axpy(d->composite[node].h, d->composite[node].m, d->origin[node]);
}

/* The mass of the bodies that move, and their centre. */
static double find_center(const ludo_dynamics *d, ludo_vec3 *center)
{
    double mass = 0.0;
    ludo_vec3 sum = v3(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < d->tree.nodes; i++) {
        if (d->tree.node[i].parent < 0) {
            mass += d->composite[i].m;
            sum = v3_add(sum, first_moment(d, i));
        }
    }
    *center = v3_scale(1.0 / mass, sum);
    return mass;
}

static void put_column(const ludo_dynamics *d, int32_t c, ludo_vec3 x, double *J)
{
    const size_t dof = (size_t)d->tree.columns;
    double *column = J + d->order.rate[c];
    column[0] = x.x, column[dof] = x.y, column[2 * dof] = x.z;
}

/* ---- centres of mass ---- */

/* Momentum of a composite that moves with a column. */
static ludo_vec3 momentum_of(const ludo_dynamics *d, int32_t node, int32_t c)
{
    return inertia_apply(&d->composite[node], d->columns.C[c]).f;
}

/* The Jacobian of the centre of the subtree at body index s: columns above s move all of it. */
static void fill_subtree(const ludo_dynamics *d, int32_t s, double *J)
{
    const ludo_model *m = d->tree.model;
    const int32_t whole = d->tree.node_of[s];
    const double share = 1.0 / d->composite[whole].m;
    int32_t end = s + 1;
    while (end < m->slots && m->parent[end] >= s) {
        end++;
    }
    for (int32_t c = m->column[s]; c < m->column[end]; c++) {
        const int32_t part = d->tree.node_of[d->tree.node[d->tree.node_at[c]].slot];
        put_column(d, c, v3_scale(share, momentum_of(d, part, c)), J);
    }
    for (int32_t above = m->parent[s]; above >= 0; above = m->parent[above]) {
        for (int32_t c = m->column[above]; c < m->column[above + 1]; c++) {
            put_column(d, c, v3_scale(share, momentum_of(d, whole, c)), J);
        }
    }
}

static void fill_all(const ludo_dynamics *d, double mass, double *J)
{
    for (int32_t c = 0; c < d->tree.columns; c++) {
        put_column(d, c, v3_scale(1.0 / mass, momentum_of(d, d->tree.node_at[c], c)), J);
    }
}

ludo_status ludo_dynamics_center(ludo_dynamics *dynamics, const double *q, int32_t body,
                                 ludo_vec3 *center, double *J)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q) || body < LUDO_WORLD || body >= d->tree.model->body_count) {
        return LUDO_BAD_ARGUMENT;
    }
    if (d->tree.nodes == 0) {
        return LUDO_SINGULAR;
    }
    const int32_t s = body == LUDO_WORLD ? -1 : d->tree.model->body[body].on.slot;
    ludo_vec3 c;
    weigh(d, q);
    const double mass = find_center(d, &c);
    if (center != NULL) {
        const int32_t i = s >= 0 ? d->tree.node_of[s] : -1;
        *center = s >= 0 ? v3_scale(1.0 / d->composite[i].m, first_moment(d, i)) : c;
    }
    if (J != NULL) {
        memset(J, 0, 3 * (size_t)d->tree.columns * sizeof *J);
        if (s >= 0) {
            fill_subtree(d, s, J);
        } else {
            fill_all(d, mass, J);
        }
    }
    return LUDO_OK;
}

/* ---- momentum ---- */

/* The point that angular momenta are about: the given one, or the centre of mass. */
static ludo_vec3 point_of(const ludo_dynamics *d, const ludo_vec3 *about)
{
    ludo_vec3 center = v3(0.0, 0.0, 0.0);
    if (about != NULL) {
        return *about;
    }
    if (d->tree.nodes > 0) {
        (void)find_center(d, &center);
    }
    return center;
}

/* The moment of a force of node i about a point of the world. */
static ludo_vec3 moment_about(const ludo_dynamics *d, int32_t i, force mu, ludo_vec3 point)
{
    return force_moment(mu, v3_sub(point, d->origin[i]));
}

ludo_status ludo_dynamics_momentum(ludo_dynamics *dynamics, const double *q, const ludo_vec3 *about,
                                   double *A)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q) || (about != NULL && !v3_finite(*about)) || A == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    weigh(d, q);
    const ludo_vec3 point = point_of(d, about);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        const int32_t i = d->tree.node_at[c];
        const force mu = inertia_apply(&d->composite[i], d->columns.C[c]);
        put_column(d, c, mu.f, A);
        put_column(d, c, moment_about(d, i, mu, point), A + 3 * (size_t)d->tree.columns);
    }
    return LUDO_OK;
}

ludo_status ludo_dynamics_momentum_bias(ludo_dynamics *dynamics, const double *q, const double *v,
                                        const ludo_vec3 *about, double bias[6])
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || (about != NULL && !v3_finite(*about)) || bias == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    ludo_tree_composites(&d->tree, &d->at, d->composite);
    memset(d->total, 0, (size_t)d->tree.nodes * sizeof *d->total);
    ludo_tree_bias(&d->tree, &d->at, d->u, d->total, d->bias, d->drift);
    const tree_loads loads = {d->a, d->total, d->e};
    ludo_tree_inverse(&d->tree, &d->at, d->order.drift, (tree_terms){d->bias, d->drift}, &loads);
    const ludo_vec3 point = point_of(d, about);
    ludo_vec3 linear = v3(0.0, 0.0, 0.0), angular = linear;
    for (int32_t i = 0; i < d->tree.nodes; i++) {
        if (d->tree.node[i].parent < 0) {
            linear = v3_add(linear, d->total[i].f);
            angular = v3_add(angular, moment_about(d, i, d->total[i], point));
        }
    }
    v3_put(linear, bias);
    v3_put(angular, bias + 3);
    return LUDO_OK;
}
