/* SPDX-License-Identifier: Apache-2.0
 *
 * Symmetric 3 x 3 matrices as six numbers: xx yy zz xy xz yz. */
#ifndef LUDO_MATH_SYMMETRIC_H
#define LUDO_MATH_SYMMETRIC_H

#include "math/vec3.h"

typedef struct sym3 {
    double xx, yy, zz, xy, xz, yz;
} sym3;

static inline sym3 s3_from(const double J[6])
{
    return (sym3){J[0], J[1], J[2], J[3], J[4], J[5]};
}

static inline void s3_to(sym3 A, double J[6])
{
    J[0] = A.xx, J[1] = A.yy, J[2] = A.zz;
    J[3] = A.xy, J[4] = A.xz, J[5] = A.yz;
}

static inline sym3 s3_scale(double s, sym3 A)
{
    return (sym3){s * A.xx, s * A.yy, s * A.zz, s * A.xy, s * A.xz, s * A.yz};
}

static inline bool s3_finite(sym3 A)
{
    return v3_finite(v3(A.xx, A.yy, A.zz)) && v3_finite(v3(A.xy, A.xz, A.yz));
}

static inline bool s3_nonzero(sym3 A)
{
    return A.xx != 0.0 || A.yy != 0.0 || A.zz != 0.0 || A.xy != 0.0 || A.xz != 0.0 || A.yz != 0.0;
}

/* J a */
static inline ludo_vec3 s3_apply(sym3 J, ludo_vec3 a)
{
    return v3(J.xx * a.x + J.xy * a.y + J.xz * a.z, J.xy * a.x + J.yy * a.y + J.yz * a.z,
              J.xz * a.x + J.yz * a.y + J.zz * a.z);
}

/* J^-1, by the adjugate */
static inline sym3 s3_inverse(sym3 J)
{
    const sym3 A = {J.yy * J.zz - J.yz * J.yz, J.xx * J.zz - J.xz * J.xz,
                    J.xx * J.yy - J.xy * J.xy, J.xz * J.yz - J.xy * J.zz,
                    J.xy * J.yz - J.xz * J.yy, J.xy * J.xz - J.xx * J.yz};
    return s3_scale(1.0 / (J.xx * A.xx + J.xy * A.xy + J.xz * A.xz), A);
}

static inline mat3 s3_matrix(sym3 J)
{
    return (mat3){{J.xx, J.xy, J.xz, J.xy, J.yy, J.yz, J.xz, J.yz, J.zz}};
}

/* R J R^T */
static inline sym3 s3_turn(mat3 R, sym3 J)
{
    const ludo_vec3 x = m3_row(&R, 0), y = m3_row(&R, 1), z = m3_row(&R, 2);
    const ludo_vec3 a = s3_apply(J, x), b = s3_apply(J, y), c = s3_apply(J, z);
    return (sym3){v3_dot(x, a), v3_dot(y, b), v3_dot(z, c),
                  v3_dot(x, b), v3_dot(x, c), v3_dot(y, c)};
}

#endif
