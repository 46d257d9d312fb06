/* SPDX-License-Identifier: Apache-2.0
 *
 * Variations at a knot, in the conventions of ludo/linear.h [minimal.md 7.4].
 *
 * The momentum of a ball in the axes of the knot that varies, p', and the momentum conjugate to the
 * rotation vector of the fixed chart:
 *
 *     dp' = dp - dq x p / 2
 *
 * Of a free body with its origin at c from its centre of mass, X = x + R exp(y) c:
 *
 *     dX = dx - R c^ dy       P_X = P_x       P_y = p_y - c x R^T P
 *     dP_y = dp_y - c^ R^T dP - H dy,   H = ( c f^T + f c^T ) / 2 - (c.f) 1,  f = R^T P */
#include "derivatives/galerkin/linearize.h"

/* ---- balls ---- */

/* Columns: p' from (dq, dp). */
static void enter_ball(galerkin_linear *x, int32_t first)
{
    const mat3 half = m3_scale(0.5, m3_skew(v3_at(x->p + first)));
    ludo_galerkin_linear_add_columns((three_columns){x->map, first},
                                     (three_columns){x->map, x->n + first}, &half, 2 * (size_t)x->n,
                                     linear_width(x));
}

/* Rows: dp from (dq, dp'). */
static void leave_ball(galerkin_linear *x, const double *p, int32_t first)
{
    const mat3 half = m3_scale(-0.5, m3_skew(v3_at(p + first)));
    ludo_galerkin_linear_add_rows(x->map, x->n + first, &half, x->map, first, linear_width(x));
}

/* ---- free bodies ---- */

/* A free body at a knot. */
typedef struct floating {
    int32_t slides, ball; /* dofs */
    mat3 shift, lever, H; /* R c^, c^ R^T, H */
} floating;

static floating view_floating(int32_t ball, const mat3 *R, ludo_vec3 c, const double *p)
{
    const int32_t slides = ball - 3;
    const ludo_vec3 f = m3_apply_t(R, v3_at(p + slides));
    const mat3 c_cross = m3_skew(c), R_t = m3_transpose(R);
    const mat3 less = m3_identity(-v3_dot(c, f));
    const mat3 H = m3_plus_outer(m3_plus_outer(less, 0.5, c, f), 0.5, f, c);
    return (floating){slides, ball, m3_mul(*R, c_cross), m3_mul(c_cross, R_t), H};
}

/* Columns: by (dX, dy, dP, dP_y) instead of (dx, dy, dP, dp_y). */
static void enter_floating(galerkin_linear *x, const floating *b)
{
    const size_t rows = 2 * (size_t)x->n, width = linear_width(x);
    double *A = x->map;
    ludo_galerkin_linear_add_columns((three_columns){A, b->ball}, (three_columns){A, b->slides},
                                     &b->shift, rows, width);
    ludo_galerkin_linear_add_columns((three_columns){A, b->ball},
                                     (three_columns){A, x->n + b->ball}, &b->H, rows, width);
    ludo_galerkin_linear_add_columns((three_columns){A, x->n + b->slides},
                                     (three_columns){A, x->n + b->ball}, &b->lever, rows, width);
}

/* Rows, the inverse transformation. */
static void leave_floating(galerkin_linear *x, const floating *b)
{
    const size_t width = linear_width(x);
    const mat3 shift = m3_scale(-1.0, b->shift), lever = m3_scale(-1.0, b->lever),
               H = m3_scale(-1.0, b->H);
    double *A = x->map;
    ludo_galerkin_linear_add_rows(A, b->slides, &shift, A, b->ball, width);
    ludo_galerkin_linear_add_rows(A, x->n + b->ball, &lever, A, x->n + b->slides, width);
    ludo_galerkin_linear_add_rows(A, x->n + b->ball, &H, A, b->ball, width);
}

/* Whether a node is the ball of a free joint. */
static bool floats(const tree *t, const tree_node *n)
{
    return node_has_chart_term(n) && joint_is_free(&t->model->joint[n->slot]);
}

static void exchange_floating(galerkin_linear *x, const galerkin *g, const sim_state *state,
                              int32_t i)
{
    const tree_node *n = &g->base.tree.node[i];
    const ludo_vec3 c = state->model->joint[n->slot].origin;
    const floating from = view_floating(n->column, &g->at[0].at[i].R, c, x->p);
    const floating to = view_floating(n->column, &state_poses(state)[n->slot].R, c, g->p);
    enter_floating(x, &from);
    leave_floating(x, &to);
}

/* ---- axes ---- */

/* The child's joint frame in the frame of a ball that does not float. */
static mat3 joint_axes(const tree *t, const tree_node *n)
{
    return q_matrix(q_mul(n->q_body, t->model->joint[n->slot].q_b_off));
}

/* Columns and rows in the axes of the child's joint frame. */
static void turn_axes(galerkin_linear *x, const tree *t, const tree_node *n)
{
    const size_t width = linear_width(x);
    const mat3 Q = joint_axes(t, n), Q_t = m3_transpose(&Q);
    for (int32_t half = 0; half < 2; half++) {
        const int32_t at = half * x->n + n->column;
        ludo_galerkin_linear_turn_columns(x->map, at, &Q, 2 * (size_t)x->n, width);
        ludo_galerkin_linear_turn_rows(x->map, at, &Q_t, width);
    }
}

void ludo_galerkin_linear_exchange(galerkin_linear *x, const galerkin *g, const sim_state *state)
{
    const tree *t = &g->base.tree;
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        if (!node_has_chart_term(n)) {
            continue;
        }
        enter_ball(x, n->column);
        leave_ball(x, g->p, n->column);
        if (floats(t, n)) {
            exchange_floating(x, g, state, i);
        } else {
            turn_axes(x, t, n);
        }
    }
}

/* ---- the order of rates ---- */

/* Per rate: its dof in the tree. */
static void find_columns(const galerkin *g, int32_t *column)
{
    const ludo_model *m = g->base.tree.model;
    for (int32_t j = 0; j < m->joint_count; j++) {
        const model_joint *joint = &m->joints[j];
        for (int32_t k = 0; joint->slot >= 0 && k < joint->dof; k++) {
            column[joint->velocity_first + k] = g->base.forces.column[joint->column + k];
        }
    }
}

void ludo_galerkin_linear_order(galerkin_linear *x, const galerkin *g, double *A, double *B)
{
    const size_t n = (size_t)x->n, controls = (size_t)x->controls;
    find_columns(g, x->column);
    for (size_t i = 0; i < 2 * n; i++) {
        const size_t row = i < n ? (size_t)x->column[i] : n + (size_t)x->column[i - n];
        const double *from = x->map + linear_width(x) * row;
        for (size_t j = 0; j < n; j++) {
            A[2 * n * i + j] = from[x->column[j]];
            A[2 * n * i + n + j] = from[x->n + x->column[j]];
        }
        memcpy(B + controls * i, from + 2 * n, controls * sizeof *B);
    }
}

/* p_Y of a free body, whose momenta in the tree's order are p. */
static void shift_momenta(const sim_state *state, const tree_node *n, double *p)
{
    const mat3 R = state_poses(state)[n->slot].R;
    const ludo_vec3 f = m3_apply_t(&R, v3_at(p));
    const ludo_vec3 less = v3_cross(state->model->joint[n->slot].origin, f);
    p[3] -= less.x, p[4] -= less.y, p[5] -= less.z;
}

/* The momenta of a ball in the axes of the child's joint frame. */
static void turn_momenta(const tree *t, const tree_node *n, double *p)
{
    const mat3 Q = joint_axes(t, n);
    const ludo_vec3 turned = m3_apply_t(&Q, v3_at(p));
    p[0] = turned.x, p[1] = turned.y, p[2] = turned.z;
}

ludo_status ludo_galerkin_linear_momenta(sim_state *state, double *p)
{
    galerkin *g = galerkin_of(state);
    const ludo_model *m = state->model;
    const tree *t = &g->base.tree;
    double *own = g->base.e;
    memcpy(own, g->p, (size_t)t->columns * sizeof *own);
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        if (node_has_chart_term(n) && floats(t, n)) {
            shift_momenta(state, n, own + n->column - 3);
        } else if (node_has_chart_term(n)) {
            turn_momenta(t, n, own + n->column);
        }
    }
    for (int32_t j = 0; j < m->joint_count; j++) {
        const model_joint *joint = &m->joints[j];
        for (int32_t k = 0; joint->slot >= 0 && k < joint->dof; k++) {
            p[joint->velocity_first + k] = own[g->base.forces.column[joint->column + k]];
        }
    }
    return LUDO_OK;
}
