/* SPDX-License-Identifier: Apache-2.0
 *
 * The public interface ludo_dynamics: mass matrix, inverse and forward dynamics, sites, in the
 * coordinates of keyframes [minimal.md 3]. */
#include "ludo/dynamics.h"

#include "dynamics/keyframe.h"
#include "model/attached_frame.h"

struct ludo_dynamics {
    ludo_allocator allocator;
    tree tree;
    keyframe_order order;
    tree_instant at;
    tree_factors factors;
    double *q;         /* per coordinate of the tree */
    double *zero, *u;  /* per column: zeros; rates */
    double *x, *e;     /* per column: accelerations; efforts */
    double *armature;  /* per column */
    ludo_vec3 *origin; /* per node */
    force *bias, *total;
    motion *drift, *a;
    inertia *composite;
};

/* ---- a workspace ---- */

static size_t dynamics_layout(ludo_dynamics *d, const ludo_model *model, char *block)
{
    arena a = {block, 0, false};
    (void)TAKE(&a, 1, ludo_dynamics);
    ludo_tree_layout(&d->tree, model, &a);
    ludo_keyframe_layout(&d->order, &d->tree, &a);
    ludo_tree_instant_layout(&d->at, &d->tree, &a);
    ludo_tree_factors_layout(&d->factors, &d->tree, &a);
    const int32_t columns = d->tree.columns, nodes = d->tree.nodes;
    d->q = TAKE(&a, d->tree.positions, double);
    d->zero = TAKE(&a, columns, double);
    d->u = TAKE(&a, columns, double);
    d->x = TAKE(&a, columns, double);
    d->e = TAKE(&a, columns, double);
    d->armature = TAKE(&a, columns, double);
    d->at.origin = d->origin = TAKE(&a, nodes, ludo_vec3);
    d->bias = TAKE(&a, nodes, force);
    d->total = TAKE(&a, nodes, force);
    d->drift = TAKE(&a, nodes, motion);
    d->a = TAKE(&a, nodes, motion);
    d->composite = TAKE(&a, nodes, inertia);
    return a.overflow ? 0 : a.used;
}

ludo_status ludo_dynamics_create(const ludo_model *model, const ludo_allocator *allocator,
                                 ludo_dynamics **out)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (model == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    if (model->fluids > 0) {
        return LUDO_UNSUPPORTED;
    }
    ludo_dynamics measured;
    const ludo_allocator memory = ludo_allocator_or_default(allocator);
    const size_t size = dynamics_layout(&measured, model, NULL);
    ludo_dynamics *d = size > 0 ? memory_take(&memory, size) : NULL;
    if (d == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)dynamics_layout(d, model, (char *)d);
    d->allocator = memory;
    ludo_tree_open(&d->tree);
    ludo_keyframe_open(&d->order);
    ludo_tree_armatures(&d->tree, d->armature);
    *out = d;
    return LUDO_OK;
}

void ludo_dynamics_destroy(ludo_dynamics *dynamics)
{
    if (dynamics != NULL) {
        const ludo_allocator memory = dynamics->allocator;
        memory_give(&memory, dynamics);
    }
}

/* ---- evaluating an instant ---- */

/* Forward pass at coordinates and rates of a keyframe; v NULL: at rest. */
static void evaluate_at(ludo_dynamics *d, const double *q, const double *v)
{
    ludo_keyframe_place(&d->order, q, v, d->q);
    if (v != NULL) {
        ludo_keyframe_to_tree(&d->order, v, d->u);
    }
    ludo_tree_place_origins(&d->tree, d->q, d->origin);
    ludo_tree_down(&d->tree, d->q, d->zero, v != NULL ? d->u : d->zero, &d->at);
}

/* Velocity terms and gravity. */
static void find_bias(ludo_dynamics *d)
{
    ludo_tree_gravity(&d->tree, &d->at, d->bias);
    ludo_tree_bias(&d->tree, &d->at, d->u, d->bias, d->bias, d->drift);
}

static bool rates_usable(const ludo_dynamics *d, const double *v)
{
    return v != NULL && all_finite(v, d->tree.columns);
}

static bool coordinates_usable(const ludo_dynamics *d, const double *q)
{
    return d != NULL && q != NULL && ludo_keyframe_usable(&d->order, q);
}

/* ---- matrices and dynamics ---- */

/* A := T^T A T, in the order of keyframes: rows, then columns, each transformed as efforts. */
static void transform(ludo_dynamics *d, double *A)
{
    const size_t n = (size_t)d->tree.columns;
    for (size_t r = 0; r < n; r++) {
        memcpy(d->e, A + n * r, n * sizeof *d->e);
        ludo_keyframe_from_efforts(&d->order, d->e, A + n * r);
    }
    for (size_t c = 0; c < n; c++) {
        for (size_t r = 0; r < n; r++) {
            d->e[r] = A[n * r + c];
        }
        ludo_keyframe_from_efforts(&d->order, d->e, d->x);
        for (size_t r = 0; r < n; r++) {
            A[n * r + c] = d->x[r];
        }
    }
}

ludo_status ludo_dynamics_mass_matrix(ludo_dynamics *dynamics, const double *q, double *M)
{
    if (!coordinates_usable(dynamics, q) || M == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const size_t n = (size_t)dynamics->tree.columns;
    evaluate_at(dynamics, q, NULL);
    ludo_tree_mass_matrix(&dynamics->tree, &dynamics->at, dynamics->composite, M);
    for (size_t c = 0; c < n; c++) {
        M[(n + 1) * c] += dynamics->armature[c];
    }
    transform(dynamics, M);
    return LUDO_OK;
}

ludo_status ludo_dynamics_inverse(ludo_dynamics *dynamics, const double *q, const double *v,
                                  const double *a, double *effort)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q) || !rates_usable(d, v) || !rates_usable(d, a) || effort == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    evaluate_at(d, q, v);
    find_bias(d);
    ludo_keyframe_to_tree(&d->order, a, d->x);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->x[c] += d->order.drift[c];
    }
    const tree_loads loads = {d->a, d->total, d->e};
    ludo_tree_inverse(&d->tree, &d->at, d->x, (tree_terms){d->bias, d->drift}, &loads);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->e[c] += d->armature[c] * d->x[c];
    }
    ludo_keyframe_from_efforts(&d->order, d->e, effort);
    return LUDO_OK;
}

ludo_status ludo_dynamics_forward(ludo_dynamics *dynamics, const double *q, const double *v,
                                  const double *effort, double *a)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q) || !rates_usable(d, v) || !rates_usable(d, effort) || a == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    evaluate_at(d, q, v);
    find_bias(d);
    ludo_tree_factorize(&d->tree, &d->at, d->armature, &d->factors);
    if (!ludo_keyframe_to_efforts(&d->order, effort, d->e) || !tree_is_regular(&d->factors)) {
        return LUDO_SINGULAR;
    }
    ludo_tree_solve(&d->tree, &d->at, &d->factors, d->e, (tree_terms){d->bias, d->drift}, d->x);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        d->x[c] -= d->order.drift[c];
    }
    return ludo_keyframe_from_tree(&d->order, d->x, a) ? LUDO_OK : LUDO_SINGULAR;
}

/* ---- sites ---- */

/* Jacobian columns of the joint at body index s for the point p; the first `columns` columns in the
 * order of keyframes. */
static void fill_columns(ludo_dynamics *d, int32_t s, int32_t columns, ludo_vec3 p, double *J)
{
    const ludo_model *m = d->tree.model;
    const int32_t first = m->column[s], dof = m->joint[s].dof;
    const bool mapped = m->joint[s].kind->link_rates != NULL;
    const double *T = d->order.T + m->joint_block[s];
    for (int32_t c = 0; c < columns; c++) {
        ludo_vec3 v = v3(0.0, 0.0, 0.0);
        for (int32_t k = 0; k < dof; k++) {
            const motion S = d->at.S[first + k];
            const double share = mapped ? T[dof * k + c] : k == c ? 1.0 : 0.0;
            v = v3_axpy(v, share, motion_at(S, p));
        }
        double *column = J + d->order.rate[first + c];
        column[0] = v.x, column[d->tree.columns] = v.y, column[2 * d->tree.columns] = v.z;
    }
}

/* J of a point of the world that moves with the attached frame `on`. */
static void fill_jacobian(ludo_dynamics *d, const attached_frame *on, ludo_vec3 point, double *J)
{
    const ludo_model *m = d->tree.model;
    memset(J, 0, 3 * (size_t)d->tree.columns * sizeof *J);
    for (int32_t s = on->slot; s >= 0; s = m->parent[s]) {
        const bool whole = s != on->slot || on->intermediate < 0;
        const ludo_vec3 p = v3_sub(point, d->origin[d->tree.node_of[s]]);
        fill_columns(d, s, whole ? m->joint[s].dof : m->intermediate[on->intermediate].dof, p, J);
    }
}

ludo_status ludo_dynamics_site(ludo_dynamics *dynamics, const double *q, int32_t site,
                               ludo_vec3 *position, double *J)
{
    if (!coordinates_usable(dynamics, q) || site < 0 || site >= dynamics->tree.model->site_count) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_model *m = dynamics->tree.model;
    evaluate_at(dynamics, q, NULL);
    const placement at = {m, dynamics->order.poses, dynamics->order.memory};
    const ludo_vec3 point = ludo_attached_frame_point(&at, &m->site_on[site], v3(0.0, 0.0, 0.0));
    if (position != NULL) {
        *position = point;
    }
    if (J != NULL) {
        fill_jacobian(dynamics, &m->site_on[site], point, J);
    }
    return LUDO_OK;
}
