/* SPDX-License-Identifier: Apache-2.0
 *
 * The chart of rotations about a knot: R exp(y), y a rotation vector, and its derivatives
 * [minimal.md 2.3]. With the entire functions c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ... (Stumpff)
 * at x = |y|^2, c_k' = (k c_{k+2} - c_{k+1}) / 2,
 *
 *     exp(y) = 1 + c_1 y^ + c_2 y^ y^
 *     J(y)   = 1 + c_2 y^ + c_3 y^ y^        angular velocity in the axes of R: J(y) dy/dt
 *     exp(y)^T J(y) = J(-y) = J(y)^T         angular velocity in the axes of R exp(y)
 *
 * Only + - * and series, no sines: equal bits on every machine. */
#ifndef LUDO_DYNAMICS_CHART_H
#define LUDO_DYNAMICS_CHART_H

#include "math/quat.h"

/* Largest |y| [rad], equal to the interval rotations' limit of other integrators. The series are
 * accurate to the last bit up to this limit. */
#define CHART_LIMIT 2.0

/* c_0 .. c_7 at x = |y|^2. */
typedef struct chart_terms {
    double c[8];
} chart_terms;

chart_terms ludo_chart_terms(double x);

/* exp(y) as a quaternion. */
ludo_quat ludo_chart_rotation(ludo_vec3 y);

/* J(y). */
mat3 ludo_chart_jacobian(ludo_vec3 y);

/* J(y)^-1, |y| < 2 pi: maps a rotation in the axes of R to the change of the rotation vector. */
mat3 ludo_chart_inverse(ludo_vec3 y);

/* d/dt J while y changes at the rate dy. */
mat3 ludo_chart_rate(ludo_vec3 y, ludo_vec3 dy);

/* Row j, column k: (d J e_k / d y_j) . m. */
mat3 ludo_chart_dJ(ludo_vec3 y, ludo_vec3 m);

/* Row j, column k: d/dt (d J e_k / d y_j) . m at constant m while y changes at the rate dy. */
mat3 ludo_chart_dJ_dot(ludo_vec3 y, ludo_vec3 dy, ludo_vec3 m);

#endif
