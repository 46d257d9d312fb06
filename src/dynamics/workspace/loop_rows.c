/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of loops in joint coordinates: rows on the twist of a body times the columns that move
 * the body, rows on rates of joints as they are. */
#include "dynamics/workspace/loop_rows.h"

int32_t ludo_loop_rows_count(const ludo_model *m)
{
    int32_t rows = 0;
    for (int32_t i = 0; i < m->loop_count; i++) {
        rows += m->loop[i].rows;
    }
    return rows;
}

void ludo_loop_rows_layout(loop_rows *x, const tree *t, arena *a)
{
    x->phi = TAKE(a, t->columns, double);
    x->rate = TAKE(a, t->columns, double);
}

static placement placement_of(const loop_rows *x)
{
    return (placement){x->order->tree->model, x->order->poses, x->order->memory};
}

/* Scalar coordinates of all columns; quaternions count as 0. */
static void read_scalars(const loop_rows *x)
{
    const ludo_model *m = x->order->tree->model;
    for (int32_t s = 0; s < m->slots; s++) {
        const int32_t first = m->column[s], scalars = joint_scalars(&m->joint[s]);
        for (int32_t c = 0; c < m->joint[s].dof; c++) {
            x->phi[first + c] = c < scalars ? x->order->position[m->position[s] + c] : 0.0;
        }
    }
}

/* ---- G ---- */

/* Row j of an end at the twist of a body: times the columns that move the body. */
static void add_twist_row(const loop_rows *x, int32_t slot, const double *row, double *G)
{
    const tree *t = x->order->tree;
    const ludo_model *m = t->model;
    const tree_node *n = &t->node[t->node_of[slot]];
    const ludo_vec3 com = place_com(n, &x->at->at[t->node_of[slot]]);
    const force F = force_at(com, v3_at(row), v3_at(row + 3));
    for (int32_t s = slot; s >= 0; s = m->parent[s]) {
        for (int32_t c = m->column[s]; c < m->column[s + 1]; c++) {
            G[x->order->rate[c]] += pair_of(F, x->columns->C[c]);
        }
    }
}

static void add_rate_row(const loop_rows *x, int32_t slot, const double *row, double *G)
{
    const ludo_model *m = x->order->tree->model;
    for (int32_t c = m->column[slot]; c < m->column[slot + 1]; c++) {
        G[x->order->rate[c]] += row[c - m->column[slot]];
    }
}

static void add_loop(const loop_rows *x, const loop_data *l, const loop_view *view, double *G)
{
    const size_t dof = (size_t)x->order->tree->columns;
    memset(G, 0, (size_t)l->rows * dof * sizeof *G);
    for (int32_t e = 0; e < l->ends; e++) {
        for (int32_t j = 0; j < l->rows; j++) {
            const double *row = view->G + loop_row(l, e, j);
            (l->end[e].columns ? add_rate_row : add_twist_row)(x, l->end[e].slot, row,
                                                               G + dof * (size_t)j);
        }
    }
}

void ludo_loop_rows_view(const loop_rows *x, double *g, double *G)
{
    const ludo_model *m = x->order->tree->model;
    const placement at = placement_of(x);
    int32_t row = 0;
    read_scalars(x);
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        loop_view view;
        l->kind->view(l, &at, x->phi, &view);
        if (g != NULL) {
            memcpy(g + row, view.g, (size_t)l->rows * sizeof *g);
        }
        if (G != NULL) {
            add_loop(x, l, &view, G + (size_t)x->order->tree->columns * (size_t)row);
        }
        row += l->rows;
    }
}

/* ---- G_dot v ---- */

/* The motion of the link of an attached frame with constant rates. */
static moving_link link_motion_of(const loop_rows *x, const attached_frame *on, const double *v)
{
    moving_link moves = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    if (on->slot < 0) {
        return moves;
    }
    const placement at = placement_of(x);
    const tree *t = x->order->tree;
    const ludo_vec3 origin = x->at->origin[t->node_of[on->slot]];
    const ludo_vec3 p = v3_sub(ludo_attached_frame_link(&at, on).x, origin);
    const motion xi = ludo_columns_velocity(x->order, x->columns, on, v);
    const motion xi_d = ludo_columns_bias(x->order, x->columns, on, v);
    const ludo_vec3 p_d = motion_at(xi, p);
    moves.velocity = (twist){p_d, xi.w};
    moves.acceleration = (twist){v3_add(motion_at(xi_d, p), v3_cross(xi.w, p_d)), xi_d.w};
    return moves;
}

/* The rows and rates of a motion. */
typedef struct row_motion {
    const loop_rows *x;
    const double *v;
} row_motion;

static moving_link body_motion_of(const void *of, int32_t slot)
{
    const row_motion *r = of;
    const attached_frame on = {.slot = slot, .intermediate = -1, .frame = frame_identity()};
    return link_motion_of(r->x, &on, r->v);
}

void ludo_loop_rows_rate(const loop_rows *x, const double *v, double *g_dd)
{
    const ludo_model *m = x->order->tree->model;
    const placement at = placement_of(x);
    read_scalars(x);
    for (int32_t c = 0; c < x->order->tree->columns; c++) {
        x->rate[c] = v[x->order->rate[c]];
    }
    for (int32_t i = 0; i < m->loop_count; i++) {
        const loop_data *l = &m->loop[i];
        const row_motion of = {x, v};
        loop_motion moves = {.phi = x->phi, .rate = x->rate, .body = body_motion_of, .of = &of};
        for (int k = 0; k < 2 && l->kind->joins_bodies; k++) {
            moves.link[k] = link_motion_of(x, &l->on[k], v);
        }
        l->kind->rate(l, &at, &moves, g_dd);
        g_dd += l->rows;
    }
}
