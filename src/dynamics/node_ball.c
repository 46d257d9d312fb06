/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that turns as it likes about a point c, in the chart of its knot [minimal.md 2.1, 2.3]:
 *
 *     S_j = ( sigma_j , c x sigma_j ),    sigma_j = U J(y) e_j
 *
 * U is its orientation at y = 0 where its parent is now. */
#include "dynamics/chart.h"
#include "dynamics/node.h"

static ludo_vec3 vector_at(const double *y)
{
    return v3(y[0], y[1], y[2]);
}

static ludo_quat knot_orientation(const node_place *base, const double *q)
{
    return q_compose(base->q, (ludo_quat){q[0], q[1], q[2], q[3]});
}

static node_place ball_place(const tree_node *n, const node_place *base, const double *q,
                             const double *y)
{
    (void)n;
    const ludo_quat turn = ludo_chart_turn(vector_at(y));
    return place_at(base->x, q_compose(knot_orientation(base, q), turn));
}

static void ball_columns(const tree_node *n, const node_place *base, const node_place *at,
                         const double *q, const double *y, const double *dy, motion *S,
                         motion *rate)
{
    (void)n;
    const mat3 U = q_matrix(knot_orientation(base, q));
    const mat3 J = ludo_chart_jacobian(vector_at(y));
    const mat3 Jd = ludo_chart_rate(vector_at(y), vector_at(dy));
    for (int j = 0; j < 3; j++) {
        const ludo_vec3 of_J = v3(J.m[j], J.m[3 + j], J.m[6 + j]);
        const ludo_vec3 of_Jd = v3(Jd.m[j], Jd.m[3 + j], Jd.m[6 + j]);
        S[j] = motion_about(at->x, m3_apply(&U, of_J));
        rate[j] = motion_about(at->x, m3_apply(&U, of_Jd));
    }
}

static void ball_bend(const tree_node *n, const node_place *base, const double *q, const double *y,
                      const double *dy, force mu, double *bend, double *sway)
{
    (void)n;
    const mat3 U = q_matrix(knot_orientation(base, q));
    const ludo_vec3 m = m3_apply_t(&U, force_moment(mu, base->x));
    const mat3 D = ludo_chart_bend(vector_at(y), m);
    const mat3 Dd = ludo_chart_sway(vector_at(y), vector_at(dy), m);
    for (int i = 0; i < 9; i++) {
        bend[i] += D.m[i];
        sway[i] += Dd.m[i];
    }
}

static void ball_advance(const double *y, double *q)
{
    const ludo_quat knot = {q[0], q[1], q[2], q[3]};
    const ludo_quat next = q_normalized(q_mul(knot, ludo_chart_turn(vector_at(y))));
    q[0] = next.w, q[1] = next.x, q[2] = next.y, q[3] = next.z;
}

const node_kind ludo_node_ball = {
    .name = "ball",
    .dof = 3,
    .position_count = 4,
    .place = ball_place,
    .columns = ball_columns,
    .bend = ball_bend,
    .advance = ball_advance,
};
