/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors of three and 3 x 3 matrices, by value. Sums are written in one fixed order, so that every
 * compiler computes equal bits. */
#ifndef LUDO_MATH_VEC3_H
#define LUDO_MATH_VEC3_H

#include "ludo/base.h"

#include <math.h>

typedef struct mat3 {
    double m[9]; /* row-major */
} mat3;

static inline ludo_vec3 v3(double x, double y, double z)
{
    return (ludo_vec3){x, y, z};
}

static inline double v3_get(ludo_vec3 a, int i)
{
    return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

/* Three numbers. */
static inline ludo_vec3 v3_at(const double *x)
{
    return v3(x[0], x[1], x[2]);
}

static inline void v3_put(ludo_vec3 a, double *x)
{
    x[0] = a.x, x[1] = a.y, x[2] = a.z;
}

static inline ludo_vec3 v3_add(ludo_vec3 a, ludo_vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline ludo_vec3 v3_sub(ludo_vec3 a, ludo_vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline ludo_vec3 v3_scale(double s, ludo_vec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

/* a + s b */
static inline ludo_vec3 v3_axpy(ludo_vec3 a, double s, ludo_vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double v3_dot(ludo_vec3 a, ludo_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline ludo_vec3 v3_cross(ludo_vec3 a, ludo_vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_norm(ludo_vec3 a)
{
    return sqrt(v3_dot(a, a));
}

/* The largest magnitude; NaN where a number is not finite. */
static inline double v3_max(ludo_vec3 a)
{
    const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    const double xy = x >= y ? x : y;
    return (xy >= z ? xy : z) + 0.0 * (x + y + z);
}

/* Whether the direction of a vector can be computed: its square neither underflows nor overflows.
 */
static inline bool v3_has_direction(ludo_vec3 a)
{
    return v3_dot(a, a) > 0.0 && isfinite(v3_dot(a, a));
}

/* a / |a| of a vector that has a direction. */
static inline ludo_vec3 v3_unit(ludo_vec3 a)
{
    return v3_scale(1.0 / v3_norm(a), a);
}

/* Two unit vectors orthogonal to a unit vector n and to each other, P[0] x P[1] = n. P[0] is
 * nearest to the cyclic successor of the axis x, y, z nearest to n (the first of several). */
static inline void v3_span_plane(ludo_vec3 n, ludo_vec3 P[2])
{
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    const ludo_vec3 next = x >= y && x >= z ? v3(0.0, 1.0, 0.0)
                           : y >= z         ? v3(0.0, 0.0, 1.0)
                                            : v3(1.0, 0.0, 0.0);
    P[0] = v3_unit(v3_axpy(next, -v3_dot(next, n), n));
    P[1] = v3_cross(n, P[0]);
}

static inline bool all_finite(const double *numbers, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            return false;
        }
    }
    return true;
}

static inline bool v3_finite(ludo_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static inline ludo_vec3 m3_row(const mat3 *A, int r)
{
    return v3(A->m[3 * r], A->m[3 * r + 1], A->m[3 * r + 2]);
}

static inline ludo_vec3 m3_column(const mat3 *A, int c)
{
    return v3(A->m[c], A->m[3 + c], A->m[6 + c]);
}

/* A a */
static inline ludo_vec3 m3_apply(const mat3 *A, ludo_vec3 a)
{
    return v3(A->m[0] * a.x + A->m[1] * a.y + A->m[2] * a.z,
              A->m[3] * a.x + A->m[4] * a.y + A->m[5] * a.z,
              A->m[6] * a.x + A->m[7] * a.y + A->m[8] * a.z);
}

/* A^T a */
static inline ludo_vec3 m3_apply_t(const mat3 *A, ludo_vec3 a)
{
    return v3(A->m[0] * a.x + A->m[3] * a.y + A->m[6] * a.z,
              A->m[1] * a.x + A->m[4] * a.y + A->m[7] * a.z,
              A->m[2] * a.x + A->m[5] * a.y + A->m[8] * a.z);
}

static inline mat3 m3_transpose(const mat3 *A)
{
    return (mat3){
        {A->m[0], A->m[3], A->m[6], A->m[1], A->m[4], A->m[7], A->m[2], A->m[5], A->m[8]}};
}

/* A + B */
static inline mat3 m3_sum(mat3 A, mat3 B)
{
    return (mat3){{A.m[0] + B.m[0], A.m[1] + B.m[1], A.m[2] + B.m[2], A.m[3] + B.m[3],
                   A.m[4] + B.m[4], A.m[5] + B.m[5], A.m[6] + B.m[6], A.m[7] + B.m[7],
                   A.m[8] + B.m[8]}};
}

/* s 1 */
static inline mat3 m3_identity(double s)
{
    return (mat3){{s, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, s}};
}

/* s A */
static inline mat3 m3_scale(double s, mat3 A)
{
    for (int i = 0; i < 9; i++) {
        A.m[i] *= s;
    }
    return A;
}

/* A + s B */
static inline mat3 m3_axpy(mat3 A, double s, mat3 B)
{
    return m3_sum(A, m3_scale(s, B));
}

/* A + s a b^T */
static inline mat3 m3_plus_outer(mat3 A, double s, ludo_vec3 a, ludo_vec3 b)
{
    const ludo_vec3 x = v3_scale(s * a.x, b), y = v3_scale(s * a.y, b), z = v3_scale(s * a.z, b);
    return m3_sum(A, (mat3){{x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}});
}

/* A B^T: the products of their rows */
static inline mat3 m3_mul_t(mat3 A, mat3 B)
{
    const ludo_vec3 a0 = m3_row(&A, 0), a1 = m3_row(&A, 1), a2 = m3_row(&A, 2);
    const ludo_vec3 b0 = m3_row(&B, 0), b1 = m3_row(&B, 1), b2 = m3_row(&B, 2);
    return (mat3){{v3_dot(a0, b0), v3_dot(a0, b1), v3_dot(a0, b2), v3_dot(a1, b0), v3_dot(a1, b1),
                   v3_dot(a1, b2), v3_dot(a2, b0), v3_dot(a2, b1), v3_dot(a2, b2)}};
}

/* A B */
static inline mat3 m3_mul(mat3 A, mat3 B)
{
    return m3_mul_t(A, m3_transpose(&B));
}

/* a x */
static inline mat3 m3_skew(ludo_vec3 a)
{
    return (mat3){{0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0}};
}

#endif
