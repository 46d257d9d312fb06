/* SPDX-License-Identifier: Apache-2.0
 *
 * Jacobians of points and frames of a tree, their rates and bias accelerations [minimal.md 3.4].
 * With a column C = (w_c, v_c) of a rate, a point p of its link and the axes R of a frame there
 *
 *     linear    v_c + w_c x p                rate:  Cd at p  +  w_c x dp/dt
 *     angular   R^T w_c                      rate:  R^T ( Cd.w  +  w_c x w )
 */
#include "dynamics/workspace/workspace.h"

/* A frame that moves with an attached frame. */
typedef struct moving_frame {
    const attached_frame *on;
    ludo_vec3 point, velocity; /* of its origin, from the origin of its tree; d/dt of it */
    ludo_vec3 w;               /* angular velocity, world */
    mat3 R;
    ludo_vec3 world; /* its origin, world */
    ludo_quat q;     /* of R */
} moving_frame;

static const attached_frame fixed_to_world = {
    .slot = -1, .intermediate = -1, .frame = {.orientation = {1.0, 0.0, 0.0, 0.0}}};

static bool body_known(const ludo_dynamics *d, int32_t body)
{
    return body >= LUDO_WORLD && body < d->tree.model->body_count;
}

static const attached_frame *frame_of_body(const ludo_dynamics *d, int32_t body)
{
    return body == LUDO_WORLD ? &fixed_to_world : &d->tree.model->body[body].on;
}

/* ---- the frame at the instant ---- */

/* The frame of the attached frame `on`, its origin at the point p there; v NULL: at rest. */
static moving_frame view_frame(ludo_dynamics *d, const attached_frame *on, ludo_vec3 p,
                               const double *v)
{
    const placement at = dynamics_placement(d);
    const pose z = ludo_attached_frame_pose(&at, on);
    moving_frame f = {.on = on, .q = z.q, .R = z.R};
    f.world = f.point = v3_add(z.x, m3_apply(&z.R, p));
    ludo_workspace_view_columns(d, v);
    if (on->slot >= 0) {
        f.point = v3_sub(f.world, d->origin[d->tree.node_of[on->slot]]);
    }
    if (v != NULL) {
        const motion xi = ludo_columns_velocity(&d->order, &d->columns, on, v);
        f.velocity = motion_at(xi, f.point);
        f.w = xi.w;
    }
    return f;
}

/* A column of a Jacobian: linear rows, then angular ones. */
static twist jacobian_column(const ludo_dynamics *d, const moving_frame *f, int32_t c)
{
    const motion C = d->columns.C[c];
    return (twist){motion_at(C, f->point), m3_apply_t(&f->R, C.w)};
}

/* Its rate of change. */
static twist jacobian_rate(const ludo_dynamics *d, const moving_frame *f, int32_t c)
{
    const motion C = d->columns.C[c], Cd = d->columns.Cd[c];
    return (twist){v3_add(motion_at(Cd, f->point), v3_cross(C.w, f->velocity)),
                   m3_apply_t(&f->R, v3_add(Cd.w, v3_cross(C.w, f->w)))};
}

/* ---- matrices ---- */

typedef twist column_of(const ludo_dynamics *d, const moving_frame *f, int32_t c);

/* A matrix of 3 (linear) or 6 rows, zero in columns that do not move the frame. */
static void fill(const ludo_dynamics *d, const moving_frame *f, column_of *column, int rows,
                 double *J)
{
    const ludo_model *m = d->tree.model;
    const size_t dof = (size_t)d->tree.columns;
    memset(J, 0, (size_t)rows * dof * sizeof *J);
    for (int32_t s = f->on->slot; s >= 0; s = m->parent[s]) {
        const int32_t first = m->column[s], end = first + columns_of(m, f->on, s);
        for (int32_t c = first; c < end; c++) {
            const twist x = column(d, f, c);
            const double numbers[] = {x.v.x, x.v.y, x.v.z, x.w.x, x.w.y, x.w.z};
            for (int r = 0; r < rows; r++) {
                J[dof * (size_t)r + (size_t)d->order.rate[c]] = numbers[r];
            }
        }
    }
}

/* The rate of change of the velocity and the angular velocity at constant rates v. */
static twist bias_of(const ludo_dynamics *d, const moving_frame *f, const double *v)
{
    const motion xi_d = ludo_columns_bias(&d->order, &d->columns, f->on, v);
    return (twist){v3_add(motion_at(xi_d, f->point), v3_cross(f->w, f->velocity)),
                   m3_apply_t(&f->R, xi_d.w)};
}

/* ---- points ---- */

/* Position and Jacobian of the point p of an attached frame. */
static void view_point(ludo_dynamics *d, const double *q, const attached_frame *on, ludo_vec3 p,
                       ludo_vec3 *position, double *J)
{
    ludo_workspace_evaluate(d, q, NULL);
    const moving_frame f = view_frame(d, on, p, NULL);
    if (position != NULL) {
        *position = f.world;
    }
    if (J != NULL) {
        fill(d, &f, jacobian_column, 3, J);
    }
}

ludo_status ludo_dynamics_site(ludo_dynamics *dynamics, const double *q, int32_t site,
                               ludo_vec3 *position, double *J)
{
    if (!coordinates_usable(dynamics, q) || site < 0 || site >= dynamics->tree.model->site_count) {
        return LUDO_BAD_ARGUMENT;
    }
    view_point(dynamics, q, &dynamics->tree.model->site_on[site], v3(0.0, 0.0, 0.0), position, J);
    return LUDO_OK;
}

static bool point_usable(const ludo_dynamics *d, int32_t body, ludo_vec3 point)
{
    return body_known(d, body) && v3_finite(point);
}

ludo_status ludo_dynamics_point(ludo_dynamics *dynamics, const double *q, int32_t body,
                                ludo_vec3 point, ludo_vec3 *position, double *J)
{
    if (!coordinates_usable(dynamics, q) || !point_usable(dynamics, body, point)) {
        return LUDO_BAD_ARGUMENT;
    }
    view_point(dynamics, q, frame_of_body(dynamics, body), point, position, J);
    return LUDO_OK;
}

ludo_status ludo_dynamics_point_rate(ludo_dynamics *dynamics, const double *q, const double *v,
                                     int32_t body, ludo_vec3 point, double *J_dot)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !point_usable(d, body, point) || J_dot == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    const moving_frame f = view_frame(d, frame_of_body(d, body), point, v);
    fill(d, &f, jacobian_rate, 3, J_dot);
    return LUDO_OK;
}

ludo_status ludo_dynamics_point_bias(ludo_dynamics *dynamics, const double *q, const double *v,
                                     int32_t body, ludo_vec3 point, ludo_vec3 *bias)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !point_usable(d, body, point) || bias == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    const moving_frame f = view_frame(d, frame_of_body(d, body), point, v);
    *bias = bias_of(d, &f, v).v;
    return LUDO_OK;
}

/* ---- bodies ---- */

static const ludo_vec3 body_origin = {0.0, 0.0, 0.0};

ludo_status ludo_dynamics_body(ludo_dynamics *dynamics, const double *q, int32_t body,
                               ludo_frame *frame, double *J)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q) || !body_known(d, body)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, NULL);
    const moving_frame f = view_frame(d, frame_of_body(d, body), body_origin, NULL);
    if (frame != NULL) {
        *frame = (ludo_frame){f.world, f.q};
    }
    if (J != NULL) {
        fill(d, &f, jacobian_column, 6, J);
    }
    return LUDO_OK;
}

ludo_status ludo_dynamics_body_rate(ludo_dynamics *dynamics, const double *q, const double *v,
                                    int32_t body, double *J_dot)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !body_known(d, body) || J_dot == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    const moving_frame f = view_frame(d, frame_of_body(d, body), body_origin, v);
    fill(d, &f, jacobian_rate, 6, J_dot);
    return LUDO_OK;
}

ludo_status ludo_dynamics_body_bias(ludo_dynamics *dynamics, const double *q, const double *v,
                                    int32_t body, double bias[6])
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !body_known(d, body) || bias == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    const moving_frame f = view_frame(d, frame_of_body(d, body), body_origin, v);
    const twist sum = bias_of(d, &f, v);
    v3_put(sum.v, bias);
    v3_put(sum.w, bias + 3);
    return LUDO_OK;
}
