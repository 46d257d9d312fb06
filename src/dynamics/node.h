/* SPDX-License-Identifier: Apache-2.0
 *
 * What kinds of nodes share. */
#ifndef LUDO_DYNAMICS_NODE_H
#define LUDO_DYNAMICS_NODE_H

#include "dynamics/tree.h"

/* A product of unit quaternions, brought back to unit length: one step of Newton's, as it is near,
 * so that no errors pile up along a chain. */
static inline ludo_quat q_compose(ludo_quat a, ludo_quat b)
{
    const ludo_quat q = q_mul(a, b);
    const double s = 1.5 - 0.5 * q_dot(q, q);
    return (ludo_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

static inline node_place place_at(ludo_vec3 x, ludo_quat q)
{
    return (node_place){q_matrix(q), x, q};
}

/* Its center while its own coordinate is zero, hanging on a frame. */
static inline ludo_vec3 center_on(const tree_node *n, const node_place *parent)
{
    return v3_add(parent->x, m3_apply(&parent->R, n->arm));
}

/* The world, seen from a point. */
static inline node_place place_world(ludo_vec3 origin)
{
    return place_at(v3_scale(-1.0, origin), q_identity());
}

/* The centre of mass of the body that a node at that place carries. */
static inline ludo_vec3 place_com(const tree_node *n, const node_place *at)
{
    return v3_add(at->x, m3_apply(&at->R, n->com));
}

#endif
