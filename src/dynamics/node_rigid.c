/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that doesn't move against its parent. */
#include "dynamics/tree.h"

static node_place rigid_place(const tree_node *n, const node_place *base, const double *q,
                              const double *y)
{
    (void)n, (void)q, (void)y;
    return *base;
}

static void rigid_columns(const tree_node *n, const node_place *base, const node_place *at,
                          const double *q, const double *y, const double *dy, motion *S,
                          motion *rate)
{
    (void)n, (void)base, (void)at, (void)q, (void)y, (void)dy, (void)S, (void)rate;
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
