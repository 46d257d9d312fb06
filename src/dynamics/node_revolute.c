/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that rotates about an axis: S = ( s , c x s ), s the axis, c a point on it
 * [minimal.md 2.1]. */
#include "dynamics/node.h"

static double revolute_angle(const tree_node *n, const double *q, const double *y)
{
    return (q[0] - n->reference) + y[0];
}

static void revolute_place(const tree_node *n, const node_place *parent, const double *q,
                           const double *y, half_angle half, node_place *at)
{
    (void)q, (void)y;
    const ludo_quat turned = q_mul(n->rotation, q_make(half.cosine, v3_scale(half.sine, n->axis)));
    *at = place_at(center_on(n, parent), q_compose(parent->q, turned));
}

static void revolute_columns(const tree_node *n, const node_place *at, const double *y,
                             const double *dy, motion *S, motion *rate)
{
    (void)y, (void)dy;
    S[0] = motion_about(at->x, m3_apply(&at->R, n->axis));
    rate[0] = motion_zero();
}

static void revolute_advance(const double *y, double *q)
{
    q[0] += y[0];
}

const node_kind ludo_node_revolute = {
    .name = "revolute",
    .dof = 1,
    .position_count = 1,
    .angle = revolute_angle,
    .place = revolute_place,
    .columns = revolute_columns,
    .advance = revolute_advance,
};
