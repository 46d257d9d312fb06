/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_dynamics: mass matrix, inverse and forward dynamics of a model's tree in joint coordinates;
 * docs/dynamics.md is the guide.
 *
 * Coordinates q and rates v are those of keyframes: ludo_model_position_count() and
 * ludo_model_dof() numbers, each joint's at its position_first, velocity_first (model.h). An
 * acceleration is the time derivative of v, entry by entry; effort . v is the power of an effort.
 *
 *     M(q) a + c(q, v) = effort
 *
 * c contains Coriolis and centrifugal terms and gravity; M the bodies and the armatures of joints.
 * Springs, dampers, tendons and actuators of the model are not included: add their forces to
 * effort. Loop constraints are not included either: the equations are those of the tree. */
#ifndef LUDO_DYNAMICS_H
#define LUDO_DYNAMICS_H

#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A workspace for the dynamics of one model; use it from one thread at a time. */
typedef struct ludo_dynamics ludo_dynamics;

/** Create a workspace.
 * @param model      must outlive it
 * @param allocator  may be NULL
 * @param out        NULL unless LUDO_OK is returned
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_UNSUPPORTED (bodies in a fluid) */
LUDO_API ludo_status ludo_dynamics_create(const ludo_model *model, const ludo_allocator *allocator,
                                          ludo_dynamics **out);

/** Release a workspace; NULL is allowed. */
LUDO_API void ludo_dynamics_destroy(ludo_dynamics *dynamics);

/** The joint-space mass matrix M(q), dof x dof, row-major, symmetric [kg, kg m, kg m^2].
 * Quaternions are normalised, here and below; outputs of a function that fails are undefined.
 * Time: O(dof depth). Source: composite rigid bodies, docs/theory/minimal.md 3.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL, not finite, a zero quaternion) */
LUDO_API ludo_status ludo_dynamics_mass_matrix(ludo_dynamics *dynamics, const double *q, double *M);

/** Inverse dynamics: the effort of an acceleration a; c(q, v) for a = 0.
 * Time: O(bodies). Source: Newton-Euler, docs/theory/minimal.md 3.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_inverse(ludo_dynamics *dynamics, const double *q,
                                           const double *v, const double *a, double *effort);

/** Forward dynamics: the acceleration under an effort. Time: O(bodies). Source: articulated
 * bodies, docs/theory/minimal.md 3.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above), LUDO_SINGULAR (a motion without inertia, or gimbal
 * lock of three hinges that are solved as a ball) */
LUDO_API ludo_status ludo_dynamics_forward(ludo_dynamics *dynamics, const double *q,
                                           const double *v, const double *effort, double *a);

/** Position of a site and its Jacobian: velocity = J v, J 3 x dof, row-major [1, m/rad]. Either
 * output may be NULL.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above, no such site) */
LUDO_API ludo_status ludo_dynamics_site(ludo_dynamics *dynamics, const double *q, int32_t site,
                                        ludo_vec3 *position, double *J);

#ifdef __cplusplus
}
#endif
#endif
