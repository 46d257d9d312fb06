/* SPDX-License-Identifier: Apache-2.0
 *
 * Residuals of inverse kinematics and their normal equations [minimal.md 3.6]. A frame at x, R with
 * its goal at x', R' has the errors
 *
 *     x' - x,                  d = -(C at x) dv
 *     phi = log(R^T R'),       d = -J(phi)^-1 R^T w_c dv
 *
 * J of the chart of rotations. */
#include "dynamics/workspace/ik.h"

#include "dynamics/chart.h"
#include "math/dense.h"
#include "math/rotation_vector.h"

static const attached_frame fixed_to_world = {
    .slot = -1, .intermediate = -1, .frame = {.orientation = {1.0, 0.0, 0.0, 0.0}}};

/* A target at the instant. */
typedef struct target_view {
    const attached_frame *on;
    ludo_vec3 x; /* of the frame, world */
    mat3 R;
    ludo_vec3 way, phi; /* errors */
} target_view;

static target_view view_target(const ludo_dynamics *d, const ludo_ik_target *t)
{
    const ludo_model *m = d->tree.model;
    const bool of_site = t->site >= 0;
    const attached_frame *on = of_site                 ? &m->site_on[t->site]
                               : t->body == LUDO_WORLD ? &fixed_to_world
                                                       : &m->body[t->body].on;
    const placement at = dynamics_placement(d);
    const pose z = ludo_attached_frame_pose(&at, on);
    const ludo_frame own = of_site ? frame_identity() : frame_clean(t->frame);
    const ludo_frame frame = frame_mul((ludo_frame){z.x, z.q}, own), goal = frame_clean(t->goal);
    return (target_view){
        .on = on,
        .x = frame.position,
        .R = q_matrix(frame.orientation),
        .way = v3_sub(goal.position, frame.position),
        .phi = q_rotation_vector(q_mul(q_conj(frame.orientation), goal.orientation)),
    };
}

/* ---- errors ---- */

static void measure_target(const ik_problem *p, int32_t i, double *most, ik_errors *e)
{
    const ludo_ik_target t = ludo_ik_target_at(p->target, i);
    const target_view view = view_target(p->d, &t);
    const double way = v3_norm(view.way), angle = v3_norm(view.phi);
    const double far = t.position_weight * way, turned = t.orientation_weight * angle;
    const double square = far * far + turned * turned;
    e->targets += square;
    e->position = t.position_weight > 0.0 ? fmax(e->position, way) : e->position;
    e->orientation = t.orientation_weight > 0.0 ? fmax(e->orientation, angle) : e->orientation;
    if (square > *most) {
        *most = square;
        e->worst = i;
    }
}

ik_errors ludo_ik_measure(const ik_problem *p, const double *q)
{
    ludo_dynamics *d = p->d;
    ik_errors e = {.worst = -1};
    double most = 0.0;
    ludo_workspace_evaluate(d, q, NULL);
    for (int32_t i = 0; i < p->count; i++) {
        measure_target(p, i, &most, &e);
    }
    ludo_loop_rows_view(&d->loops.rows, d->ik.g, NULL);
    for (int32_t r = 0; r < d->loops.count; r++) {
        const double g = p->loop_weight * d->ik.g[r];
        e.loops += g * g;
        e.violation = fmax(e.violation, fabs(d->ik.g[r]));
    }
    return e;
}

/* ---- normal equations ---- */

double ludo_ik_scale(const ludo_dynamics *d, int32_t column)
{
    return d->tree.model->column_scale[d->tree.column_of[column]];
}

/* Add rows J, rows x n in scaled units, and their errors e. */
static void add_rows(ludo_dynamics *d, int32_t rows, const double *J, const double *e)
{
    const int32_t n = d->tree.columns;
    ludo_dense_multiply_t(n, rows, n, J, J, d->ik.A);
    ludo_dense_multiply_t(n, rows, 1, J, e, d->ik.b);
}

/* The column of the six rows of a target at the point for the motion C, without weights. */
static twist target_column(const target_view *view, motion C, ludo_vec3 point)
{
    const mat3 D = ludo_chart_inverse(view->phi);
    return (twist){motion_at(C, point), m3_apply(&D, m3_apply_t(&view->R, C.w))};
}

/* Write a column whose rows are `n` numbers apart. */
static void put_column(const ludo_ik_target *t, twist x, double scale, double *J, size_t n)
{
    const double far = t->position_weight / scale, turned = t->orientation_weight / scale;
    J[0] = far * x.v.x, J[n] = far * x.v.y, J[2 * n] = far * x.v.z;
    J[3 * n] = turned * x.w.x, J[4 * n] = turned * x.w.y, J[5 * n] = turned * x.w.z;
}

static void assemble_target(const ik_problem *p, const ludo_ik_target *t)
{
    ludo_dynamics *d = p->d;
    const ludo_model *m = d->tree.model;
    const size_t n = (size_t)d->tree.columns;
    const target_view view = view_target(d, t);
    const ludo_vec3 far = v3_scale(t->position_weight, view.way);
    const ludo_vec3 turned = v3_scale(t->orientation_weight, view.phi);
    const double e[] = {far.x, far.y, far.z, turned.x, turned.y, turned.z};
    memset(d->ik.J, 0, 6 * n * sizeof *d->ik.J);
    for (int32_t s = view.on->slot; s >= 0; s = m->parent[s]) {
        const ludo_vec3 point = v3_sub(view.x, d->origin[d->tree.node_of[s]]);
        const int32_t first = m->column[s], end = first + columns_of(m, view.on, s);
        for (int32_t c = first; c < end; c++) {
            const twist x = target_column(&view, d->columns.C[c], point);
            put_column(t, x, ludo_ik_scale(d, c), d->ik.J + d->order.rate[c], n);
        }
    }
    add_rows(d, 6, d->ik.J, e);
}

static void assemble_loops(const ik_problem *p)
{
    ludo_dynamics *d = p->d;
    loop_memory *l = &d->loops;
    const int32_t n = d->tree.columns;
    if (l->count == 0) {
        return;
    }
    ludo_loop_rows_view(&l->rows, d->ik.g, l->G);
    for (int32_t r = 0; r < l->count; r++) {
        l->b[r] = -p->loop_weight * d->ik.g[r];
        for (int32_t c = 0; c < n; c++) {
            l->G[(size_t)n * (size_t)r + (size_t)d->order.rate[c]] *=
                p->loop_weight / ludo_ik_scale(d, c);
        }
    }
    add_rows(d, l->count, l->G, l->b);
}

void ludo_ik_assemble(const ik_problem *p)
{
    ludo_dynamics *d = p->d;
    const size_t n = (size_t)d->tree.columns;
    ludo_workspace_view_columns(d, NULL);
    memset(d->ik.A, 0, n * n * sizeof *d->ik.A);
    memset(d->ik.b, 0, n * sizeof *d->ik.b);
    for (int32_t i = 0; i < p->count; i++) {
        const ludo_ik_target t = ludo_ik_target_at(p->target, i);
        assemble_target(p, &t);
    }
    assemble_loops(p);
}
