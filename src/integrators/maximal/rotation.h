/* SPDX-License-Identifier: Apache-2.0
 *
 * The rotation of a body by an interval velocity, and its angular momentum: the two discrete
 * Lagrangians of the maximal integrator in one set of terms [maximal.md 1.2, 1.6].
 *
 * Everything is in the world frame at the start t_k of the interval: phi = h w, J = R_k J R_k^T, a
 * = J w. With A = Gamma^-1 = alpha 1 + phi x / 2 + c phi x phi x,
 *
 *     q_{k+1} = ( half_cos, half_sin phi ) q_k
 *     L(w)    = A a = R_k pi^-(w) = R_{k+1} pi^+(w)         angular momentum of the interval
 *     d_phi   = h A^-T d_w                                  rotation at t_{k+1} by d_w
 *     H       = dL/dw A^T = A J A^T + h ( -[a]x A^T / 2 + c ( (phi.a) A^T + phi L^T )
 *                                        + e a phi^T + k (phi x phi x a) phi^T )
 *
 *     quaternion:   half_cos = alpha = sqrt(1 - |phi|^2 / 4), half_sin = 1/2, c = k = 0, e = -1/4
 *     exponential:  half_cos = cos(|phi|/2), half_sin = sin(|phi|/2) / |phi|, alpha = 1,
 *                   c = 1/|phi|^2 - (1 + cos|phi|) / (2 |phi| sin|phi|), e = -2 c, k = c'/|phi| */
#ifndef LUDO_INTEGRATORS_MAXIMAL_ROTATION_H
#define LUDO_INTEGRATORS_MAXIMAL_ROTATION_H

#include "math/vec3.h"

typedef struct rotation_terms {
    double half_cos, half_sin, alpha, c;
} rotation_terms;

/* Largest |phi|^2 of an accepted interval: the first singularity of the momentum map of the
 * quaternion scheme, and two radians for the exponential one. */
static const double quaternion_limit = 2.0, exponential_limit = 4.0;

static inline rotation_terms quaternion_terms(double phi2)
{
    const double rho = sqrt(1.0 - 0.25 * phi2);
    return (rotation_terms){rho, 0.5, rho, 0.0};
}

/* With x = |phi|/2 <= 1, w = x^2, s = sin x / x and P = (s - cos x) / w, the coefficient is
 * c = P / (4 s). Both cos x = sum (-w)^k / (2k)! and P = sum (-w)^k (2k+2) / (2k+3)! are summed to
 * their last bit, so that nothing cancels as x -> 0. */
/* clang-format off */
static inline rotation_terms exponential_terms(double phi2)
{
    const double w = 0.25 * phi2;
    const double cosine =
        1.0 + w * (-1.0 / 2.0 + w * (1.0 / 24.0 + w * (-1.0 / 720.0 + w * (1.0 / 40320.0 +
        w * (-1.0 / 3628800.0 + w * (1.0 / 479001600.0 + w * (-1.0 / 87178291200.0 +
        w * (1.0 / 20922789888000.0 + w * (-1.0 / 6402373705728000.0)))))))));
    const double P =
        1.0 / 3.0 + w * (-1.0 / 30.0 + w * (1.0 / 840.0 + w * (-1.0 / 45360.0 +
        w * (1.0 / 3991680.0 + w * (-1.0 / 518918400.0 + w * (1.0 / 93405312000.0 +
        w * (-1.0 / 22230464256000.0 + w * (1.0 / 6758061133824000.0))))))));
    const double s = cosine + w * P;
    return (rotation_terms){cosine, 0.5 * s, 1.0, 0.25 * P / s};
}

/* e and k, from the terms and |phi|^2. */
typedef struct rotation_slopes {
    double e, k;
} rotation_slopes;

static inline rotation_slopes quaternion_slopes(double phi2, rotation_terms t)
{
    (void)phi2;
    (void)t;
    return (rotation_slopes){-0.25, 0.0};
}

/* k = c'/|phi| = (dc/dw) / 2, dc/dw = (P' s - P s') / (4 s^2), s' = -P / 2, and P' by its series
 * sum -(-w)^k (k+1) (2k+4) / (2k+5)!. */
static inline rotation_slopes exponential_slopes(double phi2, rotation_terms t)
{
    const double w = 0.25 * phi2, s = 2.0 * t.half_sin, P = 4.0 * t.c * s;
    const double dP =
        -1.0 / 30.0 + w * (1.0 / 420.0 + w * (-1.0 / 15120.0 + w * (1.0 / 997920.0 +
        w * (-1.0 / 103783680.0 + w * (1.0 / 15567552000.0 + w * (-1.0 / 3175780608000.0 +
        w * (1.0 / 844757641728000.0)))))));
    return (rotation_slopes){-2.0 * t.c, (dP * s + 0.5 * P * P) / (8.0 * s * s)};
}

/* clang-format on */

/* A v */
static inline ludo_vec3 rotation_apply(rotation_terms t, ludo_vec3 phi, ludo_vec3 v)
{
    const ludo_vec3 u = v3_cross(phi, v);
    return v3_axpy(v3_axpy(v3_scale(t.alpha, v), 0.5, u), t.c, v3_cross(phi, u));
}

/* A^-1 v: A is alpha along phi, and (alpha - c |phi|^2) + |phi| / 2 times a rotation by 90 degrees
 * across phi. */
static inline ludo_vec3 rotation_unapply(rotation_terms t, ludo_vec3 phi, ludo_vec3 v)
{
    const double phi2 = v3_dot(phi, phi), d = t.alpha - t.c * phi2, n = d * d + 0.25 * phi2;
    const ludo_vec3 across = v3_axpy(v3_scale(d / n, v), -0.5 / n, v3_cross(phi, v));
    return v3_axpy(across, (0.25 - t.c * d) / (t.alpha * n) * v3_dot(phi, v), phi);
}

/* A^T v */
static inline ludo_vec3 rotation_apply_t(rotation_terms t, ludo_vec3 phi, ludo_vec3 v)
{
    const ludo_vec3 u = v3_cross(phi, v);
    return v3_axpy(v3_axpy(v3_scale(t.alpha, v), -0.5, u), t.c, v3_cross(phi, u));
}

/* A as a matrix: phi x phi x = phi phi^T - |phi|^2 1. */
static inline mat3 rotation_matrix(rotation_terms t, ludo_vec3 phi)
{
    const double d = t.alpha - t.c * v3_dot(phi, phi);
    const double xy = t.c * phi.x * phi.y, xz = t.c * phi.x * phi.z, yz = t.c * phi.y * phi.z;
    const double x = 0.5 * phi.x, y = 0.5 * phi.y, z = 0.5 * phi.z;
    return (mat3){{d + t.c * phi.x * phi.x, xy - z, xz + y, xy + z, d + t.c * phi.y * phi.y, yz - x,
                   xz - y, yz + x, d + t.c * phi.z * phi.z}};
}

#endif
