/* SPDX-License-Identifier: Apache-2.0
 *
 * Cayley's map of rotations and of rigid motions, and its momentum maps [groups.md 1, 3.3].
 *
 *     cay(x) = 1 + 4/(4 + |x|^2) ( x^ + x^ x^ / 2 )        rotation by 2 atan(|x|/2) about x
 *     B(x) = 1 + x^/2 + x x^T/4 = (dcay_x^-1)^T             cay(x) B(-x) = B(x)
 *
 * For motions xi = (w, v), with b = f + w x f/2 and d = 4 + |w|^2,
 *
 *     cay(xi) = ( cay(w) , (1/d) ( 4 v + 2 w x v + w (w.v) ) )
 *     (dcay_xi^-1)^T (n, f) = ( B(w) n + v x b/2 , b )
 *
 * Only + - * / and one root, except for the rotation vector. */
#ifndef LUDO_MATH_CAYLEY_H
#define LUDO_MATH_CAYLEY_H

#include "math/quat.h"

/* cay(x) as a quaternion: (2, x) / sqrt(4 + |x|^2). */
static inline ludo_quat cayley_turn(ludo_vec3 x)
{
    const double s = 1.0 / sqrt(4.0 + v3_dot(x, x));
    return q_make(2.0 * s, v3_scale(s, x));
}

/* Its rotation vector: 2 atan(|x|/2) along x. */
static inline ludo_vec3 cayley_vector(ludo_vec3 x)
{
    const double size = v3_norm(x);
    return v3_scale(size > 0.0 ? 2.0 * ludo_atan2(size, 2.0) / size : 1.0, x);
}

/* n + x^ n / 2: B(x) without its last term, and b of the linear part of a momentum. */
static inline ludo_vec3 cayley_half(ludo_vec3 x, ludo_vec3 n)
{
    return v3_axpy(n, 0.5, v3_cross(x, n));
}

/* The matrix of cayley_half(). */
static inline mat3 cayley_half_map(ludo_vec3 x)
{
    return m3_axpy(m3_identity(1.0), 0.5, m3_skew(x));
}

/* B(x) n */
static inline ludo_vec3 cayley_apply(ludo_vec3 x, ludo_vec3 n)
{
    return v3_axpy(cayley_half(x, n), 0.25 * v3_dot(x, n), x);
}

/* B(x) */
static inline mat3 cayley_momentum_map(ludo_vec3 x)
{
    return m3_axpy(m3_plus_outer(m3_identity(1.0), 0.25, x, x), 0.5, m3_skew(x));
}

/* d (B(x) n) / dx at fixed n: -n^/2 + ( (x.n) 1 + x n^T ) / 4. */
static inline mat3 cayley_slope(ludo_vec3 x, ludo_vec3 n)
{
    const mat3 D = m3_plus_outer(m3_identity(0.25 * v3_dot(x, n)), 0.25, x, n);
    return m3_axpy(D, -0.5, m3_skew(n));
}

/* The translation of cay(xi), xi = (w, v); its rotation is cay(w). */
static inline ludo_vec3 cayley_shift(ludo_vec3 w, ludo_vec3 v)
{
    const double s = 1.0 / (4.0 + v3_dot(w, w));
    const ludo_vec3 sum = v3_axpy(v3_scale(4.0, v), 2.0, v3_cross(w, v));
    return v3_scale(s, v3_axpy(sum, v3_dot(w, v), w));
}

/* The derivative of (dcay_xi^-1)^T (n, f) by xi at fixed (n, f), in blocks: angular part by w (the
 * result); angular part by v: -b^/2; linear part by w: -f^/2; linear part by v: zero. */
static inline mat3 cayley_moment_slope(ludo_vec3 w, ludo_vec3 v, ludo_vec3 n, ludo_vec3 f)
{
    return m3_axpy(cayley_slope(w, n), -0.25, m3_mul(m3_skew(v), m3_skew(f)));
}

#endif
