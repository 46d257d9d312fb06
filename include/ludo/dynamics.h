/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_dynamics: mass matrix, inverse and forward dynamics, Jacobians, centres of mass and momentum
 * of a model's tree in joint coordinates; docs/dynamics.md is the guide.
 *
 * Coordinates q and rates v are those of keyframes: ludo_model_position_count() and
 * ludo_model_dof() numbers, each joint's at its position_first, velocity_first (model.h). An
 * acceleration is the time derivative of v, entry by entry; effort . v is the power of an effort.
 *
 *     M(q) a + c(q, v) = effort
 *
 * c contains Coriolis and centrifugal terms and gravity; M the bodies and the armatures of joints.
 * Springs, dampers, tendons and actuators of the model are not included: add their forces to
 * effort (ludo_dynamics_forces()), and those of a simulation's servos. Loop constraints are
 * included only where a function says so: the others are those of the tree. */
#ifndef LUDO_DYNAMICS_H
#define LUDO_DYNAMICS_H

#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A workspace for the dynamics of one model. */
typedef struct ludo_dynamics ludo_dynamics;

/** Create a workspace.
 * @param model      must outlive it
 * @param allocator  may be NULL
 * @param out        NULL unless LUDO_OK is returned
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_NO_MEMORY, LUDO_UNSUPPORTED (bodies in a fluid,
 *         springs with armature, a coupling of lengths that wrap around geoms) */
LUDO_API ludo_status ludo_dynamics_create(const ludo_model *model, const ludo_allocator *allocator,
                                          ludo_dynamics **out);

/** Release a workspace; NULL is allowed. */
LUDO_API void ludo_dynamics_destroy(ludo_dynamics *dynamics);

/** The joint-space mass matrix M(q), dof x dof, row-major, symmetric [kg, kg m, kg m^2].
 * Quaternions are normalised, here and below.
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

/* ---- springs, dampers, actuators ---- */

/** The effort that springs, dampers and actuators of the model exert along the rates, at an
 * instant. Gravity is not part of it, nor are contacts, limits and dry friction.
 * effort + ludo_dynamics_forces() is the effort of ludo_dynamics_forward() under which a model
 * moves as in a simulation. Time: O(bodies + springs depth). Source: docs/theory/minimal.md 5.
 * @param u       controls, one per actuator; NULL: no actuator acts, springs and dampers alone
 * @param effort  dof numbers [N m, N]
 * @param force   force of each actuator before its gear [N, N m], zero for u = NULL; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL, not finite, a zero quaternion) */
LUDO_API ludo_status ludo_dynamics_forces(ludo_dynamics *dynamics, const double *q, const double *v,
                                          const double *u, double *effort, double *force);

/** Set the activations of ludo_dynamics_forces() and ludo_dynamics_forward_all(), which are zero
 * before: ludo_model_activation_count() numbers. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_dynamics_set_activations(ludo_dynamics *dynamics,
                                                   const double *activation, int32_t count);

/** The effort of unit forces of actuators: B, dof x actuators, row-major [1, m/rad]: B force is the
 * effort of actuators that exert forces before their gears. Column k is gear_k times the derivative
 * of the coordinate or length along which actuator k acts, so B^T v is gears times rates. Time:
 * O(bodies + actuators dof).
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_actuation(ludo_dynamics *dynamics, const double *q, double *B);

/** Forward dynamics with all that a model has but contacts, limits and dry friction: springs,
 * dampers, actuators and loops. Time: as ludo_dynamics_forces() and ludo_dynamics_forward_loops().
 * @param u       controls, one per actuator; NULL: no actuator acts
 * @param effort  added to the forces of the model; NULL: none
 * @return as ludo_dynamics_forward_loops() */
LUDO_API ludo_status ludo_dynamics_forward_all(ludo_dynamics *dynamics, const double *q,
                                               const double *v, const double *u,
                                               const double *effort, double *a);

/* ---- loops ----
 *
 *     M a + c = effort + G^T lambda,      G a + G_dot v = 0
 *
 * Rows of all loops, in their order: those of a loop are ludo_loop_info.rows numbers, translations
 * [m] before angles [rad]. Functions with a state expect q and v that satisfy the loops, as a
 * simulation's do; violations stay out of the equations. The matrices are dense: loops cost
 * O(rows dof depth + rows^2 (rows + dof)) in time. A workspace whose dense matrices would take more
 * than 128 MiB has none: functions that need them return LUDO_UNSUPPORTED.
 * Source: docs/theory/minimal.md 3.5. */

/** Number of constraint rows of all loops; 0 for NULL. */
LUDO_API int32_t ludo_dynamics_loop_rows(const ludo_dynamics *dynamics);

/** Violations g of loops and their Jacobian: dg/dt = G v.
 * @param g  rows numbers [m, rad]; may be NULL
 * @param G  rows x dof, row-major [1, m/rad, rad/m]; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL, not finite, a zero quaternion) */
LUDO_API ludo_status ludo_dynamics_loops(ludo_dynamics *dynamics, const double *q, double *g,
                                         double *G);

/** G_dot v, rows numbers [m/s^2, rad/s^2]: the loops allow accelerations with G a + G_dot v = 0.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_loops_bias(ludo_dynamics *dynamics, const double *q,
                                              const double *v, double *bias);

/** Forward dynamics with loops: the acceleration under an effort, and the multipliers of the loops.
 * Multipliers of rows that depend on others are zero; G^T lambda does not depend on this choice.
 * Rows count as dependent within 3e-5 rad in the metric of M, as in simulations.
 * @param lambda  rows numbers: the force along each row [N, N m]; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above), LUDO_SINGULAR (as ludo_dynamics_forward()),
 *         LUDO_UNSUPPORTED */
LUDO_API ludo_status ludo_dynamics_forward_loops(ludo_dynamics *dynamics, const double *q,
                                                 const double *v, const double *effort, double *a,
                                                 double *lambda);

/** Inverse dynamics with loops: of all efforts that produce an acceleration a the one with the
 * smallest sum of (effort_i / strength_i)^2. Efforts are exactly zero where the strength is zero:
 * joints without drives. An acceleration that loops do not allow produces the nearest one that they
 * allow, in the metric of M.
 * @param strength  dof numbers >= 0 [N m, N]; NULL: 1 each, the effort of least norm
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above, a negative strength), LUDO_SINGULAR (the joints
 *         with strength cannot produce a: too few, or a singular pose), LUDO_UNSUPPORTED */
LUDO_API ludo_status ludo_dynamics_inverse_loops(ludo_dynamics *dynamics, const double *q,
                                                 const double *v, const double *a,
                                                 const double *strength, double *effort);

/* ---- points and frames ----
 *
 * Jacobians J are row-major, zero in columns of rates that do not move the body. A body may be
 * LUDO_WORLD, merged into another one, or an intermediate link. Time: O(bodies) for the poses,
 * O(depth) for J. Source: docs/theory/minimal.md 3.4. */

/** Position of a site and its Jacobian: velocity = J v, J 3 x dof, row-major [1, m/rad]. Either
 * output may be NULL.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above, no such site) */
LUDO_API ludo_status ludo_dynamics_site(ludo_dynamics *dynamics, const double *q, int32_t site,
                                        ludo_vec3 *position, double *J);

/** Position of a point that is fixed in a body, and its Jacobian: velocity = J v, J 3 x dof
 * [1, m/rad].
 * @param point     in the body frame [m]
 * @param position  world [m]; may be NULL
 * @param J         may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above, no such body) */
LUDO_API ludo_status ludo_dynamics_point(ludo_dynamics *dynamics, const double *q, int32_t body,
                                         ludo_vec3 point, ludo_vec3 *position, double *J);

/** The rate of change of the Jacobian of ludo_dynamics_point() at rates v, 3 x dof [1/s, m/(rad
 * s)]: acceleration = J a + J_dot v.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_point_rate(ludo_dynamics *dynamics, const double *q,
                                              const double *v, int32_t body, ludo_vec3 point,
                                              double *J_dot);

/** The bias acceleration J_dot v of the point, its acceleration at a = 0, world [m/s^2].
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_point_bias(ludo_dynamics *dynamics, const double *q,
                                              const double *v, int32_t body, ludo_vec3 point,
                                              ludo_vec3 *bias);

/** The frame of a body, and its Jacobian J, 6 x dof: three rows of the velocity of the ORIGIN of
 * the body frame, world [1, m/rad], then three rows of the angular velocity, body frame [1, rad/m].
 * @param frame  world; may be NULL
 * @param J      may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_body(ludo_dynamics *dynamics, const double *q, int32_t body,
                                        ludo_frame *frame, double *J);

/** The rate of change of the Jacobian of ludo_dynamics_body() at rates v, 6 x dof: J a + J_dot v is
 * the acceleration of the origin, world, and the rate of the angular velocity, body frame.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_body_rate(ludo_dynamics *dynamics, const double *q,
                                             const double *v, int32_t body, double *J_dot);

/** J_dot v of a body, its accelerations at a = 0: linear [m/s^2], then angular [rad/s^2].
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_body_bias(ludo_dynamics *dynamics, const double *q,
                                             const double *v, int32_t body, double bias[6]);

/* ---- centres of mass and momentum ----
 *
 * Of the bodies that move: bodies merged with the world do not count, nor do armatures. */

/** Centre of mass of the subtree of a body, and its Jacobian: velocity = J v, J 3 x dof
 * [1, m/rad]. The subtree has the body with all bodies merged with it and all that its joints
 * carry; that of an intermediate link begins at the body that the link carries; that of LUDO_WORLD,
 * or of a body merged with the world, has all bodies that move. Time: O(bodies).
 * @param center  world [m]; may be NULL
 * @param J       may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above), LUDO_SINGULAR (no body moves) */
LUDO_API ludo_status ludo_dynamics_center(ludo_dynamics *dynamics, const double *q, int32_t body,
                                          ludo_vec3 *center, double *J);

/** The momentum matrix A, 6 x dof, row-major: A v is the momentum of all bodies, linear [kg m/s],
 * then angular about a point [kg m^2/s], both in the world frame. Time: O(bodies).
 * @param about  a point of the world [m]; NULL: the centre of mass of all bodies that move
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_momentum(ludo_dynamics *dynamics, const double *q,
                                            const ludo_vec3 *about, double *A);

/** A_dot v of the momentum matrix: A a + A_dot v is the rate of change of the momentum, the force
 * [N] and the moment [N m] from outside. A point `about` does not move, the centre of mass does.
 * Time: O(bodies).
 * @param about  as of ludo_dynamics_momentum(); may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (as above) */
LUDO_API ludo_status ludo_dynamics_momentum_bias(ludo_dynamics *dynamics, const double *q,
                                                 const double *v, const ludo_vec3 *about,
                                                 double bias[6]);

/* ---- inverse kinematics ---- */

/** A pose that a frame of the mechanism is to reach. Errors are weighted: the sum of
 * (position_weight distance)^2 + (orientation_weight angle)^2 over all targets is minimised. */
typedef struct ludo_ik_target {
    size_t struct_size;        /* the same for all targets of an array */
    int32_t site;              /* the frame is that of this site; -1: `frame` on `body` */
    int32_t body;              /* without a site; any body */
    ludo_frame frame;          /* in the body frame; a zero quaternion means 1 */
    ludo_frame goal;           /* where the frame is to be, world; a zero quaternion means 1 */
    double position_weight;    /* >= 0 [1/m]; 0: the position is free */
    double orientation_weight; /* >= 0 [1/rad]; 0: the orientation is free */
} ludo_ik_target;

/** A target for the origin of the frame of body 0: position_weight 1, free orientation. Set body or
 * site, and goal. */
static inline ludo_ik_target ludo_ik_target_default(void)
{
    ludo_ik_target target = LUDO_ZERO;
    target.struct_size = sizeof target;
    target.site = -1;
    target.position_weight = 1.0;
    return target;
}

/** Options of inverse kinematics. */
typedef struct ludo_ik_options {
    size_t struct_size;
    int32_t max_iterations; /* > 0: of a search; with loops there are up to three */
    double tolerance;       /* > 0: of errors of targets with a weight and of loops [m, rad] */
    double damping;         /* > 0: the first damping, relative to the largest entry of J^T J */
    bool ignore_limits;     /* joints may leave their limits */
} ludo_ik_options;

/** The default options: 100 iterations, tolerance 1e-9, damping 1e-3, limits respected. */
static inline ludo_ik_options ludo_ik_options_default(void)
{
    ludo_ik_options options = LUDO_ZERO;
    options.struct_size = sizeof options;
    options.max_iterations = 100;
    options.tolerance = 1e-9;
    options.damping = 1e-3;
    return options;
}

/** The result of inverse kinematics, at the coordinates that it returns. */
typedef struct ludo_ik_report {
    size_t struct_size;
    int32_t iterations; /* evaluations of the derivatives */
    double residual;    /* root of the weighted sum of squares of all targets */
    double position;    /* largest position error of a target with position_weight > 0 [m] */
    double orientation; /* largest angle error of a target with orientation_weight > 0 [rad] */
    double loops;       /* largest violation of a loop [m, rad] */
    int32_t worst;      /* the target with the largest weighted error; -1: there is none */
    int32_t limited;    /* number of limits at which coordinates are */
    bool stationary;    /* no small motion reduces the residual further */
} ludo_ik_report;

/** Inverse kinematics: coordinates at which frames reach their targets, by damped least squares
 * from given coordinates (Levenberg-Marquardt). Loops stay closed, or are closed: their rows are
 * residuals, of a large weight if targets are out of reach, and are closed at the end. Coordinates
 * stay within the limits of their joints, those outside are set to them first. If targets are out
 * of reach, q is the nearest pose that was found: a local minimum. A singular pose from which the
 * targets lead straight through the singularity, such as a stretched arm, is stationary too: start
 * beside it. To close loops at chosen coordinates of some joints, hold these in a simulation
 * (ludo_sim_hold_joint()) and read its positions. Time: O(dof^3 + targets dof^2) per iteration.
 * Source: docs/theory/minimal.md 3.6.
 * @param targets  `count` of them; may be NULL for count 0: loops are closed alone
 * @param options  NULL: the defaults
 * @param q        in: the start; out: the result, also for LUDO_NOT_CONVERGED
 * @param report   may be NULL
 * @return LUDO_OK (all errors within the tolerance), LUDO_NOT_CONVERGED (the targets were not
 *         reached, see the report), LUDO_BAD_ARGUMENT (as above, no such site or body, a number
 *         that is out of range): q is as before, LUDO_UNSUPPORTED (too large, as for loops) */
LUDO_API ludo_status ludo_dynamics_inverse_kinematics(ludo_dynamics *dynamics,
                                                      const ludo_ik_target *targets, int32_t count,
                                                      const ludo_ik_options *options, double *q,
                                                      ludo_ik_report *report);

#ifdef __cplusplus
}
#endif
#endif
