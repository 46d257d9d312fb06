/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotation vectors: axis times angle [rad], the logarithm of a rotation and back. */
#ifndef LUDO_MATH_ROTATION_VECTOR_H
#define LUDO_MATH_ROTATION_VECTOR_H

#include "math/quat.h"

/* The rotation by a vector of any length. */
static inline ludo_quat q_turn(ludo_vec3 phi)
{
    return v3_has_direction(phi) ? q_about(v3_unit(phi), v3_norm(phi)) : q_identity();
}

/* The one of q and -q, which are equal rotations, with w >= 0; at half a turn (w = 0) the one whose
 * first nonzero component is positive. */
static inline ludo_quat q_shorter(ludo_quat q)
{
    const double first = q.w != 0.0 ? q.w : q.x != 0.0 ? q.x : q.y != 0.0 ? q.y : q.z;
    return first < 0.0 ? (ludo_quat){-q.w, -q.x, -q.y, -q.z} : q;
}

/* The shortest vector of a rotation: 2 atan2(|v|, w) v / |v|. */
static inline ludo_vec3 q_rotation_vector(ludo_quat rotation)
{
    const ludo_quat q = q_shorter(rotation);
    const double sine = v3_norm(q_vector(q));
    return v3_scale(sine > 0.0 ? 2.0 * ludo_atan2(sine, q.w) / sine : 2.0, q_vector(q));
}

#endif
