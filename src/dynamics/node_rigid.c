/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that is fixed to its parent. */
#include "dynamics/node.h"

static void rigid_place(const tree_node *n, const node_place *parent, const double *q,
                        const double *y, half_angle half, node_place *at)
{
    (void)q, (void)y, (void)half;
    *at = place_at(center_on(n, parent), q_compose(parent->q, n->rotation));
}

static void rigid_columns(const tree_node *n, const node_place *at, const double *y,
                          const double *dy, motion *S, motion *rate)
{
    (void)n, (void)at, (void)y, (void)dy, (void)S, (void)rate;
}

static void rigid_advance(const double *y, double *q)
{
    (void)y, (void)q;
}

const node_kind ludo_node_rigid = {
    .name = "rigid",
    .place = rigid_place,
    .columns = rigid_columns,
    .advance = rigid_advance,
};
