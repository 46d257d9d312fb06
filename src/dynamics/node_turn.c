/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that turns about an axis: S = ( s , c x s ), s the axis, c a point of it [minimal.md 2.1].
 */
#include "dynamics/node.h"

static node_place turn_place(const tree_node *n, const node_place *base, const double *q,
                             const double *y)
{
    const double angle = (q[0] - n->reference) + y[0];
    return place_at(base->x, q_compose(base->q, q_about(n->axis, angle)));
}

static void turn_columns(const tree_node *n, const node_place *base, const node_place *at,
                         const double *q, const double *y, const double *dy, motion *S,
                         motion *rate)
{
    (void)base, (void)q, (void)y, (void)dy;
    S[0] = motion_about(at->x, m3_apply(&at->R, n->axis));
    rate[0] = motion_zero();
}

static void turn_advance(const double *y, double *q)
{
    q[0] += y[0];
}

const node_kind ludo_node_turn = {
    .name = "turn",
    .dof = 1,
    .position_count = 1,
    .place = turn_place,
    .columns = turn_columns,
    .advance = turn_advance,
};
