/* SPDX-License-Identifier: Apache-2.0
 *
 * Helpers that the kinds of nodes share. */
#ifndef LUDO_DYNAMICS_NODE_H
#define LUDO_DYNAMICS_NODE_H

#include "dynamics/tree.h"
#include "math/lanes.h"

/* A product of unit quaternions, renormalised by one step of Newton's method, so that errors do not
 * accumulate along a chain. */
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

/* The center at coordinate zero, attached to a frame. */
static inline ludo_vec3 center_on(const tree_node *n, const node_place *parent)
{
    return v3_add(parent->x, m3_apply(&parent->R, n->arm));
}

/* Sines and cosines of half the angles of the next LANES nodes from `first` on, as far as there are
 * any; q and y of the whole tree (NULL: zeros). Evaluated side by side to overlap latencies. */
void ludo_node_half_angles(const tree *t, int32_t first, const double *q, const double *y,
                           half_angle half[LANES]);

/* Place one node at its own q and y. */
static inline void place_node(const tree_node *n, const node_place *parent, const double *q,
                              const double *y, node_place *at)
{
    half_angle half = {0.0, 1.0};
    if (n->kind->angle != NULL) {
        ludo_sincos(0.5 * n->kind->angle(n, q, y), &half.sine, &half.cosine);
    }
    n->kind->place(n, parent, q, y, half, at);
}

/* The world frame relative to a point. */
static inline node_place place_world(ludo_vec3 origin)
{
    return place_at(v3_scale(-1.0, origin), q_identity());
}

/* The centre of mass of the body of a node at frame `at`. */
static inline ludo_vec3 place_com(const tree_node *n, const node_place *at)
{
    return v3_add(at->x, m3_apply(&at->R, n->com));
}

#endif
