/* SPDX-License-Identifier: Apache-2.0
 *
 * Quaternions: Hamilton's, scalar first; a unit quaternion rotates body vectors to world vectors.
 */
#ifndef LUDO_MATH_QUAT_H
#define LUDO_MATH_QUAT_H

#include "math/elementary.h"
#include "math/vec3.h"

static inline ludo_quat q_make(double w, ludo_vec3 v)
{
    return (ludo_quat){w, v.x, v.y, v.z};
}

static inline ludo_quat q_identity(void)
{
    return (ludo_quat){1.0, 0.0, 0.0, 0.0};
}

/* Whether a quaternion is 1 to the bit. */
static inline bool q_is_identity(ludo_quat q)
{
    return q.w == 1.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

/* The rotation by an angle [rad] about a unit vector. */
static inline ludo_quat q_about(ludo_vec3 axis, double angle)
{
    double sine, cosine;
    ludo_sincos(0.5 * angle, &sine, &cosine);
    return q_make(cosine, v3_scale(sine, axis));
}

static inline ludo_vec3 q_vector(ludo_quat q)
{
    return v3(q.x, q.y, q.z);
}

/* The conjugate: the inverse rotation. */
static inline ludo_quat q_conj(ludo_quat q)
{
    return (ludo_quat){q.w, -q.x, -q.y, -q.z};
}

/* a b: first b, then a. */
static inline ludo_quat q_mul(ludo_quat a, ludo_quat b)
{
    return (ludo_quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                       a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                       a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                       a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline double q_dot(ludo_quat a, ludo_quat b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Whether a quaternion is a nonzero finite multiple of a rotation. */
static inline bool q_has_rotation(ludo_quat q)
{
    return q_dot(q, q) > 0.0 && isfinite(q_dot(q, q));
}

/* q / |q|; a zero or non-finite quaternion gives non-finite numbers. */
static inline ludo_quat q_normalized(ludo_quat q)
{
    const double s = 1.0 / sqrt(q_dot(q, q));
    return (ludo_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

static inline bool q_finite(ludo_quat q)
{
    return isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z);
}

/* The rotation matrix of a unit quaternion. */
static inline mat3 q_matrix(ludo_quat q)
{
    const double x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const double xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const double xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return (mat3){{1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx, xz - wy,
                   yz + wx, 1.0 - (xx + yy)}};
}

/* R(q) a of a unit quaternion. */
static inline ludo_vec3 q_rotate(ludo_quat q, ludo_vec3 a)
{
    const ludo_vec3 u = q_vector(q);
    const ludo_vec3 t = v3_scale(2.0, v3_cross(u, a));
    return v3_add(v3_axpy(a, q.w, t), v3_cross(u, t));
}

/* The frame `inner`, given in the frame `outer`, converted to the frame in which `outer` is given.
 */
static inline ludo_frame frame_mul(ludo_frame outer, ludo_frame inner)
{
    return (ludo_frame){
        v3_add(outer.position, q_rotate(outer.orientation, inner.position)),
        q_normalized(q_mul(outer.orientation, inner.orientation)),
    };
}

/* The frame `outer` in the frame `inner`, which is given in it. */
static inline ludo_frame frame_inverse(ludo_frame inner)
{
    const ludo_quat back = q_conj(inner.orientation);
    return (ludo_frame){q_rotate(back, v3_scale(-1.0, inner.position)), back};
}

static inline ludo_frame frame_identity(void)
{
    return (ludo_frame){v3(0.0, 0.0, 0.0), q_identity()};
}

/* A valid frame: the quaternion normalized, or 1 if it is zero. */
static inline ludo_frame frame_clean(ludo_frame f)
{
    f.orientation =
        q_dot(f.orientation, f.orientation) > 0.0 ? q_normalized(f.orientation) : q_identity();
    return f;
}

#endif
