/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that rotates freely about a point c, in the chart of its knot [minimal.md 2.1, 2.3]:
 *
 *     S_j = ( sigma_j , c x sigma_j ),    sigma_j = U J(y) e_j
 *
 * U is the node's orientation at y = 0 on the current frame of its parent. */
#include "dynamics/chart.h"
#include "dynamics/node.h"

static ludo_vec3 vector_at(const double *y)
{
    return v3(y[0], y[1], y[2]);
}

static ludo_quat quat_at(const double *q)
{
    return (ludo_quat){q[0], q[1], q[2], q[3]};
}

static void ball_place(const tree_node *n, const node_place *parent, const double *q,
                       const double *y, half_angle half, node_place *at)
{
    (void)half;
    const ludo_quat turned =
        q_mul(q_mul(n->rotation, quat_at(q)), ludo_chart_rotation(vector_at(y)));
    *at = place_at(center_on(n, parent), q_compose(parent->q, turned));
}

/* U, from the current orientation of the ball. */
static mat3 knot_axes(const node_place *at, const double *y)
{
    return q_matrix(q_mul(at->q, q_conj(ludo_chart_rotation(vector_at(y)))));
}

/* Column j of U A, as a rotation about c. */
static motion turning(const mat3 *U, const mat3 *A, ludo_vec3 c, int j)
{
    return motion_about(c, m3_apply(U, v3(A->m[j], A->m[3 + j], A->m[6 + j])));
}

static void ball_columns(const tree_node *n, const node_place *at, const double *y,
                         const double *dy, motion *S, motion *rate)
{
    (void)n;
    const mat3 U = knot_axes(at, y);
    const mat3 J = ludo_chart_jacobian(vector_at(y));
    const mat3 Jd = ludo_chart_rate(vector_at(y), vector_at(dy));
    for (int j = 0; j < 3; j++) {
        S[j] = turning(&U, &J, at->x, j);
        rate[j] = turning(&U, &Jd, at->x, j);
    }
}

/* Seven parameters: an operation of node_kind, whose two outputs are separate accumulators. */
static void ball_dS(const tree_node *n, const node_place *at, const double *y, const double *dy,
                    force mu, double *dS, double *dS_dot)
{
    (void)n;
    const mat3 U = knot_axes(at, y);
    const ludo_vec3 m = m3_apply_t(&U, force_moment(mu, at->x));
    const mat3 D = ludo_chart_dJ(vector_at(y), m);
    const mat3 Dd = ludo_chart_dJ_dot(vector_at(y), vector_at(dy), m);
    for (int i = 0; i < 9; i++) {
        dS[i] += D.m[i];
        dS_dot[i] += Dd.m[i];
    }
}

static void ball_advance(const double *y, double *q)
{
    const ludo_quat next = q_normalized(q_mul(quat_at(q), ludo_chart_rotation(vector_at(y))));
    q[0] = next.w, q[1] = next.x, q[2] = next.y, q[3] = next.z;
}

const node_kind ludo_node_ball = {
    .name = "ball",
    .dof = 3,
    .position_count = 4,
    .place = ball_place,
    .columns = ball_columns,
    .dS = ball_dS,
    .advance = ball_advance,
};
