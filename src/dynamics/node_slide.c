/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that slides along an axis: S = ( 0 , s ) [minimal.md 2.1]. */
#include "dynamics/node.h"

/* The knot's coordinate first: far from the world's origin the sum so far is small after it, and y
 * is added without loss of digits. */
static void slide_place(const tree_node *n, const node_place *parent, const double *q,
                        const double *y, half_angle half, node_place *at)
{
    (void)half;
    *at = place_at(center_on(n, parent), q_compose(parent->q, n->rotation));
    const ludo_vec3 s = m3_apply(&at->R, n->axis);
    at->x = v3_axpy(v3_axpy(at->x, q[0] - n->reference, s), y[0], s);
}

static void slide_columns(const tree_node *n, const node_place *at, const double *y,
                          const double *dy, motion *S, motion *rate)
{
    (void)y, (void)dy;
    S[0] = (motion){v3(0.0, 0.0, 0.0), m3_apply(&at->R, n->axis)};
    rate[0] = motion_zero();
}

static void slide_advance(const double *y, double *q)
{
    q[0] += y[0];
}

const node_kind ludo_node_slide = {
    .name = "slide",
    .dof = 1,
    .position_count = 1,
    .place = slide_place,
    .columns = slide_columns,
    .advance = slide_advance,
};
