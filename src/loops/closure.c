/* SPDX-License-Identifier: Apache-2.0
 *
 * Closure: a joint between two frames of bodies that the tree carries already.
 *
 *     g(z_a, z_b),    dg = G_b u_b - G_b X u_a,    X = [ 1 , -(x_b - x_a)x ; 0 , 1 ]
 *
 * with u_a, u_b the twists of what bears the frames [loops.md 2]. That is a body of the tree, or
 * one without mass between the parts of a joint, whose twist is made of that of the body before it
 * and of the rates of these parts: u = X u_parent + S w [robots.md 3]. */
#include "joints/constraint.h"
#include "loops/list.h"

#include <string.h>

/* Rows that tell something of a twist. */
typedef struct twist_rows {
    int32_t count;
    double G[6 * JOINT_MAX_ROWS];
} twist_rows;

/* Put the rows times X: what they tell of the twist at what is fixed to where they are taken and
 * `d` behind. */
static twist_rows rows_from(const twist_rows *rows, ludo_vec3 d)
{
    twist_rows moved = *rows;
    for (int32_t j = 0; j < rows->count; j++) {
        double *row = moved.G + 6 * j;
        const ludo_vec3 turn = v3_cross(d, v3(row[0], row[1], row[2]));
        row[3] += turn.x, row[4] += turn.y, row[5] += turn.z;
    }
    return moved;
}

/* The derivative by a twist += sign times rows; the world has no end. */
static void add_rows(const twist_rows *rows, int32_t end, double sign, loop_view *out)
{
    for (int32_t i = 0; i < 6 * rows->count && end >= 0; i++) {
        out->G[end][i] += sign * rows->G[i];
    }
}

/* The derivative by rates += sign times rows times columns of S. */
static void add_columns(const twist_rows *rows, const double *S, int32_t columns, int32_t end,
                        double sign, loop_view *out)
{
    for (int32_t j = 0; j < rows->count; j++) {
        for (int32_t c = 0; c < columns; c++) {
            double sum = 0.0;
            for (int32_t k = 0; k < 6; k++) {
                sum += rows->G[6 * j + k] * S[6 * c + k];
            }
            out->G[end][6 * j + c] += sign * sum;
        }
    }
}

/* What rows, taken at the bearer `on` that is at z, tell of its ends. */
static void add_bearer(const placement *at, const mount *on, const pose *z, const int32_t ends[2],
                       const twist_rows *rows, double sign, loop_view *out)
{
    if (on->stub < 0) {
        add_rows(rows, ends[0], sign, out);
        return;
    }
    double S[6 * JOINT_MAX_DOF];
    const int32_t columns = ludo_mount_columns(at, on, z, S);
    const int32_t parent = at->model->stub[on->stub].parent;
    const twist_rows of_parent = rows_from(rows, v3_sub(z->x, at->poses[parent].x));
    add_rows(&of_parent, ends[0], sign, out);
    add_columns(rows, S, columns, ends[1], sign, out);
}

/* A way to tell how far a joint is open, of constraint.h. */
typedef int32_t joint_rows(const joint_data *j, const pose *a, const pose *b, const double *memory,
                           double *g, double *G_b);

static void view_by(joint_rows *rows, const loop_data *l, const placement *at, loop_view *out)
{
    const pose a = ludo_mount_bearer(at, &l->on[0]), b = ludo_mount_bearer(at, &l->on[1]);
    twist_rows of_b = {.count = l->rows};
    memset(out->G, 0, (size_t)l->ends * sizeof *out->G);
    (void)rows(&l->joint, &a, &b, NULL, out->g, of_b.G);
    const twist_rows of_a = rows_from(&of_b, v3_sub(b.x, a.x));
    add_bearer(at, &l->on[0], &a, l->parent_ends, &of_a, -1.0, out);
    add_bearer(at, &l->on[1], &b, l->child_ends, &of_b, 1.0, out);
}

static void closure_view(const loop_data *l, const placement *at, const double *phi, loop_view *out)
{
    (void)phi;
    view_by(ludo_joint_constraint, l, at, out);
}

static void closure_far(const loop_data *l, const placement *at, const double *phi, loop_view *out)
{
    (void)phi;
    view_by(ludo_joint_far_constraint, l, at, out);
}

const loop_kind ludo_loop_closure = {.name = "closure", .view = closure_view, .far = closure_far};
