/* SPDX-License-Identifier: Apache-2.0
 *
 * Derivatives of the forces of tendons by the motion of the whole tree [minimal.md 5.5]. A force F
 * along a length L does the work F dL: with g = dL/dy and H = d^2 L/dy^2
 *
 *     Q = F g,    dQ = F H dy + g ( F_L g + F_L' H dy/dt ).dy + g F_L' g.d(dy/dt)
 *
 * A fixed tendon has H = 0. A straight span with ends x_1 and x_0, the unit vector n between them
 * and d_j = dx_1/dy_j - dx_0/dy_j has
 *
 *     g_j  = n.d_j
 *     H_jk = ( d_j.d_k - g_j g_k ) / L + n.d^2 x_1/(dy_j dy_k) - n.d^2 x_0/(dy_j dy_k)
 *
 * The second derivative of an end is w_j x dx/dy_k if the node of column j carries that of k;
 * within a node it is dS_k/dy_j plus w_k x dx/dy_j. Where a tendon wraps around a geom, H is that
 * of its straight spans with ends attached to the geom: an approximation, which directions of
 * Newton's method may use and derivatives of a step may not. */
#include "dynamics/force_laws.h"

/* A tendon whose derivatives are being added. */
typedef struct tendon_curve {
    const tendon_data *tendon;
    const tendon_instant *at;
    const tendon_span *span; /* the straight span in hand */
    double *H;               /* F H is added here; NULL: the gradient alone is wanted */
} tendon_curve;

static tendon_curve curve_of(const generalized_forces *f, int32_t i, double *H)
{
    return (tendon_curve){&f->tree->model->tendon[i], &f->tendon[i], NULL, H};
}

static double *entry(const generalized_forces *f, double *K, int32_t j, int32_t k)
{
    return K + f->tree->columns * j + k;
}

/* Add s, of the length of a span, to H_jk: F s to the matrix, and its share of d/dt g. */
static void add_curvature(generalized_forces *f, const forces_instant *now, const tendon_curve *of,
                          int32_t j, int32_t k, double of_span)
{
    const double s = of->span->share * of_span;
    *entry(f, of->H, j, k) += of->at->F * s;
    f->gradient_rate[j] += s * now->dy[k];
}

/* ---- straight spans ---- */

/* The node that an end of a span is attached to; -1: the world. */
static int32_t node_of_end(const generalized_forces *f, const tendon_span *span, int e)
{
    return span->slot[e] >= 0 ? f->tree->node_of[span->slot[e]] : -1;
}

/* The position of that end, from the origin of its tree. */
static ludo_vec3 point_of_end(const generalized_forces *f, const forces_instant *now,
                              const tendon_span *span, int e)
{
    return v3_add(node_com(f->tree, now->at, node_of_end(f, span, e)), span->arm[e]);
}

/* dx/dy of an end. */
static void find_end_derivatives(generalized_forces *f, const forces_instant *now,
                                 const tendon_span *span, int e)
{
    const tree *t = f->tree;
    ludo_vec3 *way = f->way[e];
    memset(way, 0, (size_t)t->columns * sizeof *way);
    for (int32_t i = node_of_end(f, span, e); i >= 0; i = t->node[i].parent) {
        const ludo_vec3 x = point_of_end(f, now, span, e);
        const int32_t first = t->node[i].column, dof = t->node[i].kind->dof;
        for (int32_t c = first; c < first + dof; c++) {
            way[c] = v3_add(now->at->S[c].v, v3_cross(now->at->S[c].w, x));
        }
    }
}

/* pull.d^2 x/dy^2 for pairs of columns of node i. */
static void add_curvature_within(generalized_forces *f, const forces_instant *now,
                                 const tendon_curve *of, int32_t i, force pull,
                                 const ludo_vec3 *way)
{
    const tree_node *n = &f->tree->node[i];
    const int32_t first = n->column, dof = n->kind->dof;
    double dS[9] = {0.0}, dS_dot[9] = {0.0};
    if (n->kind->dS != NULL) {
        n->kind->dS(n, &now->at->at[i], now->y + first, now->dy + first, pull, dS, dS_dot);
    }
    for (int32_t j = first; j < first + dof; j++) {
        for (int32_t k = first; k < first + dof; k++) {
            const double own = dS[dof * (j - first) + (k - first)];
            const ludo_vec3 turned = v3_cross(now->at->S[k].w, way[j]);
            add_curvature(f, now, of, j, k, own + v3_dot(pull.f, turned));
        }
    }
}

/* pull.d^2 x/dy^2 for pairs of a column of node a and one of its descendant i. */
static void add_curvature_between(generalized_forces *f, const forces_instant *now,
                                  const tendon_curve *of, int32_t a, int32_t i, int e)
{
    const ludo_vec3 pull = v3_scale(e == 0 ? -1.0 : 1.0, of->span->n), *way = f->way[e];
    const tree_node *above = &f->tree->node[a], *n = &f->tree->node[i];
    for (int32_t j = above->column; j < above->column + above->kind->dof; j++) {
        for (int32_t k = n->column; k < n->column + n->kind->dof; k++) {
            const double s = v3_dot(pull, v3_cross(now->at->S[j].w, way[k]));
            add_curvature(f, now, of, j, k, s);
            add_curvature(f, now, of, k, j, s);
        }
    }
}

/* The terms n.d^2 x of H. */
static void add_end_curvatures(generalized_forces *f, const forces_instant *now,
                               const tendon_curve *of)
{
    const tree_node *node = f->tree->node;
    for (int e = 0; e < 2; e++) {
        for (int32_t i = node_of_end(f, of->span, e); i >= 0; i = node[i].parent) {
            const ludo_vec3 n = v3_scale(e == 0 ? -1.0 : 1.0, of->span->n), none = {0.0, 0.0, 0.0};
            const force pull = force_at(point_of_end(f, now, of->span, e), n, none);
            add_curvature_within(f, now, of, i, pull, f->way[e]);
            for (int32_t a = node[i].parent; a >= 0; a = node[a].parent) {
                add_curvature_between(f, now, of, a, i, e);
            }
        }
    }
}

/* The term of H due to the rotation of n: ( d_j.d_k - g_j g_k ) / L. */
static void add_rotation(generalized_forces *f, const forces_instant *now, const tendon_curve *of)
{
    const int32_t columns = f->tree->columns;
    const ludo_vec3 n = of->span->n;
    for (int32_t j = 0; j < columns; j++) {
        const ludo_vec3 d_j = v3_sub(f->way[1][j], f->way[0][j]);
        const ludo_vec3 across = v3_axpy(d_j, -v3_dot(n, d_j), n);
        for (int32_t k = 0; k < columns; k++) {
            const ludo_vec3 d_k = v3_sub(f->way[1][k], f->way[0][k]);
            add_curvature(f, now, of, j, k, v3_dot(across, d_k) / of->span->length);
        }
    }
}

/* The gradient of a span, and its curvature. */
static void add_span(generalized_forces *f, const forces_instant *now, const tendon_curve *of)
{
    const tendon_span *s = of->span;
    find_end_derivatives(f, now, s, 0);
    find_end_derivatives(f, now, s, 1);
    for (int32_t c = 0; c < f->tree->columns; c++) {
        f->gradient[c] += s->share * v3_dot(s->n, v3_sub(f->way[1][c], f->way[0][c]));
    }
    if (of->H != NULL && v3_dot(s->n, s->n) > 0.0) {
        add_end_curvatures(f, now, of);
        add_rotation(f, now, of);
    }
}

/* ---- any tendon ---- */

/* Add the derivative by y of the virtual work of the wrench at an end of a span. */
static void add_wrench_gradient(generalized_forces *f, const forces_instant *now,
                                const tendon_span *span, int e)
{
    const tree *t = f->tree;
    const double *w = span->gradient[e];
    for (int32_t i = node_of_end(f, span, e); i >= 0; i = t->node[i].parent) {
        const ludo_vec3 com = node_com(t, now->at, node_of_end(f, span, e));
        const int32_t first = t->node[i].column, dof = t->node[i].kind->dof;
        for (int32_t c = first; c < first + dof; c++) {
            const ludo_vec3 v = motion_at(now->at->S[c], com);
            f->gradient[c] +=
                v3_dot(v3(w[0], w[1], w[2]), v) + v3_dot(v3(w[3], w[4], w[5]), now->at->S[c].w);
        }
    }
}

/* The gradient; with H also the curvature, which is not known of an opaque type. */
static void add_tendon(generalized_forces *f, const forces_instant *now, tendon_curve of)
{
    const int32_t columns = f->tree->columns;
    memset(f->gradient_rate, 0, (size_t)columns * sizeof *f->gradient_rate);
    memset(f->gradient, 0, (size_t)columns * sizeof *f->gradient);
    for (int32_t i = 0; i < of.tendon->term_count; i++) {
        f->gradient[f->column[of.tendon->term[i].column]] += of.tendon->term[i].weight;
    }
    for (int32_t i = 0; i < of.at->view.spans; i++) {
        of.span = &of.at->view.span[i];
        if (of.tendon->kind->is_opaque) {
            add_wrench_gradient(f, now, of.span, 0);
            add_wrench_gradient(f, now, of.span, 1);
        } else {
            add_span(f, now, &of);
        }
    }
}

/* Derivatives of F by length and rate. */
static void add_law(generalized_forces *f, const tendon_instant *at, coupling *to)
{
    const int32_t columns = f->tree->columns;
    const double *g = f->gradient;
    for (int32_t j = 0; j < columns; j++) {
        for (int32_t k = 0; k < columns; k++) {
            *entry(f, to->K_y, j, k) +=
                g[j] * (at->by_length * g[k] + at->by_rate * f->gradient_rate[k]);
            *entry(f, to->K_dy, j, k) += g[j] * (at->by_rate * g[k]);
        }
    }
}

/* Derivatives by control k of an actuator that acts along the gradient. */
static void add_control(const generalized_forces *f, const forces_instant *now, int32_t k,
                        double length, double rate, coupling *to)
{
    const ludo_model *m = f->tree->model;
    const actuator_instant actuator = ludo_forces_actuator(now, k, length, rate);
    for (int32_t j = 0; j < f->tree->columns; j++) {
        to->B_u[m->actuator_count * j + k] += f->gradient[j] * actuator.by_control;
    }
}

static void add_tendon_controls(const generalized_forces *f, const forces_instant *now,
                                int32_t tendon, coupling *to)
{
    const ludo_model *m = f->tree->model;
    const tendon_instant *at = &f->tendon[tendon];
    for (int32_t k = 0; k < m->actuator_count; k++) {
        if (m->actuator[k].tendon == tendon) {
            add_control(f, now, k, at->view.length, at->rate, to);
        }
    }
}

static void add_column_controls(generalized_forces *f, const forces_instant *now, coupling *to)
{
    const ludo_model *m = f->tree->model;
    memset(f->gradient, 0, (size_t)f->tree->columns * sizeof *f->gradient);
    for (int32_t k = 0; k < m->actuator_count; k++) {
        const int32_t column = m->actuator[k].column;
        if (column >= 0 && !(m->effort_limited && f->drive[column].saturated)) {
            f->gradient[f->column[column]] = 1.0;
            add_control(f, now, k, f->phi[column], f->rate[column], to);
            f->gradient[f->column[column]] = 0.0;
        }
    }
}

void ludo_forces_gradient(generalized_forces *f, sim_state *state, const tree_instant *at,
                          int32_t tendon, double *gradient)
{
    const forces_instant now = {.state = state, .at = at};
    add_tendon(f, &now, curve_of(f, tendon, NULL));
    memcpy(gradient, f->gradient, (size_t)f->tree->columns * sizeof *gradient);
}

void ludo_forces_couple(generalized_forces *f, const forces_instant *now, coupling *to)
{
    for (int32_t i = 0; i < f->tree->model->spring_count; i++) {
        const tendon_curve of = curve_of(f, i, to->K_y);
        add_tendon(f, now, of);
        add_law(f, of.at, to);
        add_tendon_controls(f, now, i, to);
    }
    add_column_controls(f, now, to);
}
