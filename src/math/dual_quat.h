/* SPDX-License-Identifier: Apache-2.0
 *
 * Dual quaternions f = a + eps b, eps^2 = 0. For a rigid motion a is the unit quaternion of its
 * rotation and b = l a / 2 with its translation l: f g is first g, then f [dual-quaternions.md 1].
 */
#ifndef LUDO_MATH_DUAL_QUAT_H
#define LUDO_MATH_DUAL_QUAT_H

#include "math/quat.h"

typedef struct dual_quat {
    ludo_quat a, b;
} dual_quat;

static inline ludo_quat q_add(ludo_quat a, ludo_quat b)
{
    return (ludo_quat){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline dual_quat dq_add(dual_quat f, dual_quat g)
{
    return (dual_quat){q_add(f.a, g.a), q_add(f.b, g.b)};
}

static inline dual_quat dq_mul(dual_quat f, dual_quat g)
{
    return (dual_quat){q_mul(f.a, g.a), q_add(q_mul(f.a, g.b), q_mul(f.b, g.a))};
}

/* The conjugate of both parts: the inverse of a motion. */
static inline dual_quat dq_conj(dual_quat f)
{
    return (dual_quat){q_conj(f.a), q_conj(f.b)};
}

/* Both parts exchanged. */
static inline dual_quat dq_swap(dual_quat f)
{
    return (dual_quat){f.b, f.a};
}

/* The motion by a unit quaternion and a translation. */
static inline dual_quat dq_from(ludo_quat q, ludo_vec3 l)
{
    return (dual_quat){q, q_mul(q_make(0.0, v3_scale(0.5, l)), q)};
}

/* The translation of a motion. */
static inline ludo_vec3 dq_translation(dual_quat f)
{
    return v3_scale(2.0, q_vector(q_mul(f.b, q_conj(f.a))));
}

#endif
