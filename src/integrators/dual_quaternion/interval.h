/* SPDX-License-Identifier: Apache-2.0
 *
 * One interval of dual-quaternion: the motion f = p_k^-1 p_{k+1} of a body, relative to its start,
 * in six numbers x = (Phi, Psi), and the momentum of such a motion [dual-quaternions.md 2].
 *
 *     f = (s, Phi) + eps (t, Psi)      s = sqrt(1 - |Phi|^2),  t = -Psi.Phi / s
 *     T_d = (2/h) f.M8 f               M8: M of 6 x 6 at Phi, Psi, and m_s at t
 *
 * Momenta and M are about the point of reference, body axes, angular part first. */
#ifndef LUDO_INTEGRATORS_DUAL_QUATERNION_INTERVAL_H
#define LUDO_INTEGRATORS_DUAL_QUATERNION_INTERVAL_H

#include "math/dual_quat.h"

#include <stdbool.h>

/* An 8 x 8 inertia whose entry at s is zero. */
typedef struct dual_inertia {
    double M[36]; /* 6 x 6, symmetric */
    double m_s;   /* at t; 0 in the published scheme */
} dual_inertia;

/* The motion of x. False, f unchanged, unless |Phi| < 1: a rotation by less than half a circle. */
bool ludo_dual_motion(const double x[6], dual_quat *f);

/* (A, B): h/2 times the momentum at the start of the interval, in the axes there. */
void ludo_dual_momentum(const dual_inertia *M, dual_quat f, double AB[6]);

/* d(A, B)/dx, row-major. */
void ludo_dual_slope(const dual_inertia *M, dual_quat f, double J[36]);

#endif
