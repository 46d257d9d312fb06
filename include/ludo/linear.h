/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_linearizer: the derivative of a step, for trajectory optimisation, control and estimation;
 * docs/dynamics.md is the guide.
 *
 * A step takes (q, p, u) at t_k to (q, p) at t_{k+1}: coordinates, momenta, controls. To first
 * order
 *
 *     ( dq, dp )_{k+1} = A ( dq, dp )_k + B du
 *
 * with n = ludo_model_dof() numbers dq and n numbers dp in the order of rates (velocity_first). dq
 * is a small motion: of a scalar coordinate its change; of a quaternion the rotation vector of the
 * change in the child's joint frame, q exp(dq), also of three hinges that are solved as a ball; of
 * a free joint the shift of the body frame's origin in the world, then the
 * rotation in the body frame: the motion that rates v describe per second.
 *
 * p is the result of ludo_sim_momenta(): p = M v unless the integrator stores momenta. Momenta
 * are conjugate to coordinates, those of a quaternion to the rotation vector of the chart that dq
 * is measured in, whose center is the knot that is varied. So the momentum of the neighbour q
 * exp(dq) along its OWN rates is not p + dp but J(-dq)^-T (p + dp) = p + dp - dq x p / 2 to first
 * order (J(y) dy/dt: the angular velocity of exp(y)), and likewise that of a free joint's rotation.
 * That makes A of a system without dampers, servos with damping and controls that depend on rates
 * symplectic to round-off, whatever its joints:
 *
 *     A^T W A = W,    W = [ 0 , 1 ; -1 , 0 ]
 *
 * The derivative is that of the integrator's own step, not of the equations of motion, so that an
 * optimisation sees the simulated motion. With loops, dq and dp are along the directions that the
 * loops allow: a given (dq, dp) is first projected onto them, as the start of a simulation is.
 */
#ifndef LUDO_LINEAR_H
#define LUDO_LINEAR_H

#include "ludo/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Derivatives of steps, for simulations of one model and set of options. */
typedef struct ludo_linearizer ludo_linearizer;

/** Create a linearizer for simulations of the model and options of `sim`.
 * @param allocator  may be NULL
 * @param out        NULL unless LUDO_OK is returned
 * @param why        the reason of a refusal; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY (it holds dense matrices of 2 dof rows),
 *         LUDO_REFUSED (the integrator has no derivative, or none for this model) */
LUDO_API ludo_status ludo_linearizer_create(const ludo_sim *sim, const ludo_allocator *allocator,
                                            ludo_linearizer **out, ludo_diagnostic *why);

/** Release a linearizer; NULL is allowed. */
LUDO_API void ludo_linearizer_destroy(ludo_linearizer *linearizer);

/** Advance a simulation by one step of length h, as ludo_step() does, and keep the derivative of
 * that step. To keep the state, step a copy (ludo_sim_copy()). For a subdivided or composed step
 * the derivative is that of all substeps and stages together. Allocates nothing. O(dof^3).
 * @param report  may be NULL
 * @return as ludo_step(); LUDO_BAD_ARGUMENT if sim has another model or other options than at
 *         creation, LUDO_REFUSED if a user's force function acts or a force on a body without mass,
 *         which have no derivative; unless LUDO_OK the state is unchanged and A, B are zero. If the
 *         derivative of a step is singular the step is subdivided, too. */
LUDO_API ludo_status ludo_linearizer_step(ludo_linearizer *linearizer, ludo_sim *sim, double h,
                                          ludo_step_report *report);

/** A of the last step, 2 dof x 2 dof, row-major; until the next step. */
LUDO_API const double *ludo_linearizer_A(const ludo_linearizer *linearizer);

/** B of the last step, 2 dof x actuators, row-major; until the next step. Controls are constant
 * over a step; the column of an actuator beyond a limit of its control or its force is zero. */
LUDO_API const double *ludo_linearizer_B(const ludo_linearizer *linearizer);

/** Read the momenta at the knot, dof numbers, conjugate to dq as above [kg m/s, kg m^2/s].
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_REFUSED, or the status of the projection */
LUDO_API ludo_status ludo_sim_momenta(ludo_sim *sim, double *p);

#ifdef __cplusplus
}
#endif
#endif
