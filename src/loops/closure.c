/* SPDX-License-Identifier: Apache-2.0
 *
 * Closure: a joint between two frames of bodies that are already in the tree.
 *
 *     g(z_a, z_b),    dg = G_b u_b - G_b X u_a,    X = [ 1 , -(x_b - x_a)x ; 0 , 1 ]
 *
 * with u_a, u_b the twists of the links of the frames [loops.md 2]. A link is a body of the tree,
 * or a massless intermediate link between the parts of a joint, whose twist follows from that of
 * the body before it and the rates of these parts: u = X u_parent + S w [robots.md 3]. */
#include "joints/constraint.h"
#include "loops/list.h"

#include <string.h>

/* Rows of derivatives by the twist of a link, 6 numbers each, times `sign`. */
typedef struct twist_rows {
    int32_t count;
    double G[6 * JOINT_MAX_ROWS];
    ludo_vec3 d; /* from the link to the point that the rows belong to */
    double sign;
} twist_rows;

/* The derivative by the twist of a link += rows at distance d from the link, i.e. rows times X; the
 * world has no end. */
static void add_rows(const twist_rows *rows, ludo_vec3 d, int32_t end, loop_view *out)
{
    const double sign = rows->sign;
    for (int32_t j = 0; j < rows->count && end >= 0; j++) {
        const double *row = rows->G + 6 * j;
        double *to = out->G + 6 * (rows->count * end + j);
        const ludo_vec3 turn = v3_cross(d, v3(row[0], row[1], row[2]));
        to[0] += sign * row[0], to[1] += sign * row[1], to[2] += sign * row[2];
        to[3] += sign * (row[3] + turn.x);
        to[4] += sign * (row[4] + turn.y);
        to[5] += sign * (row[5] + turn.z);
    }
}

/* The derivative by rates += rows times columns of S. */
static void add_columns(const twist_rows *rows, const double *S, int32_t columns, int32_t end,
                        loop_view *out)
{
    for (int32_t j = 0; j < rows->count; j++) {
        const double *row = rows->G + 6 * j;
        const ludo_vec3 v = v3(row[0], row[1], row[2]);
        const ludo_vec3 w = v3_add(v3(row[3], row[4], row[5]), v3_cross(rows->d, v));
        for (int32_t c = 0; c < columns; c++) {
            const double *s = S + 6 * c;
            out->G[6 * (rows->count * end + j) + c] +=
                rows->sign * (v3_dot(v, v3(s[0], s[1], s[2])) + v3_dot(w, v3(s[3], s[4], s[5])));
        }
    }
}

/* Add the derivative of rows of the link of frame `on` at pose z to the ends of the frame. */
static void add_link(const placement *at, const attached_frame *on, const pose *z,
                     const int32_t ends[2], const twist_rows *rows, loop_view *out)
{
    if (on->intermediate < 0) {
        add_rows(rows, rows->d, ends[0], out);
        return;
    }
    double S[6 * JOINT_MAX_DOF];
    const int32_t columns = ludo_attached_frame_columns(at, on, z, S);
    const int32_t parent = at->model->intermediate[on->intermediate].parent;
    const ludo_vec3 lever = v3_sub(z->x, at->poses[parent].x);
    add_rows(rows, v3_add(rows->d, lever), ends[0], out);
    add_columns(rows, S, columns, ends[1], out);
}

/* A form of the joint constraint, of constraint.h. */
typedef int32_t joint_rows(const joint_data *j, const pose *a, const pose *b, const double *memory,
                           double *g, double *G_b);

static void view_by(joint_rows *constraint, const loop_data *l, const placement *at, loop_view *out)
{
    const pose a = ludo_attached_frame_link(at, &l->on[0]),
               b = ludo_attached_frame_link(at, &l->on[1]);
    twist_rows rows;
    rows.count = l->rows;
    memset(out->G, 0, loop_row(l, l->ends, 0) * sizeof *out->G);
    (void)constraint(&l->joint, &a, &b, NULL, out->g, rows.G);
    rows.d = v3_sub(b.x, a.x), rows.sign = -1.0;
    add_link(at, &l->on[0], &a, l->parent_ends, &rows, out);
    rows.d = v3(0.0, 0.0, 0.0), rows.sign = 1.0;
    add_link(at, &l->on[1], &b, l->child_ends, &rows, out);
}

static void closure_view(const loop_data *l, const placement *at, const double *phi, loop_view *out)
{
    (void)phi;
    view_by(ludo_joint_constraint, l, at, out);
}

static void closure_rate(const loop_data *l, const placement *at, const loop_motion *moves,
                         double *g_dd)
{
    const pose a = ludo_attached_frame_link(at, &l->on[0]),
               b = ludo_attached_frame_link(at, &l->on[1]);
    ludo_joint_constraint_rate(&l->joint, &a, &b, &moves->link[0], &moves->link[1], g_dd);
}

static void closure_far(const loop_data *l, const placement *at, const double *phi, loop_view *out)
{
    (void)phi;
    view_by(ludo_joint_far_constraint, l, at, out);
}

const loop_kind ludo_loop_closure = {.name = "closure",
                                     .joins_bodies = true,
                                     .view = closure_view,
                                     .far = closure_far,
                                     .rate = closure_rate};
