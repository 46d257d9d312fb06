/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_sim: one simulation of a model, in one block of memory.
 *
 * State lives at a knot: position, orientation, linear and angular velocity are all those of the
 * SAME instant t_k and satisfy the joints at position AND velocity level. The integrator computes
 * velocities at a knot when they, or energies and momenta, are first read there; a run that never
 * reads them does not pay for them. Reading changes no bit of the motion. */
#ifndef LUDO_SIM_H
#define LUDO_SIM_H

#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One simulation. */
typedef struct ludo_sim ludo_sim;

/** How to simulate; begin with ludo_sim_options_default(). Strings are read at creation only; NULL
 * means the default, which comes first in the lists below. */
typedef struct ludo_sim_options {
    size_t struct_size;
    const char *integrator; /* "maximal" or another name of integrators.h */
    int32_t order;          /* 0: the integrator's default */
    const char *scheme;     /* of the integrator: ludo_integrator_info lists them */
    const char *rotation;   /* maximal: "exponential" or "quaternion" */
    const char *solver;     /* maximal: "recursion" or "ldu"; galerkin: "newton", "riqn" or
                               "riqn-broyden" */
    const char *damping;    /* maximal: dampers are "symmetric" (order 2, oscillates where h times
                               damping exceeds twice the inertia) or "implicit" (order 1, never
                               oscillates) */
    double tolerance;       /* of Newton's method, on corrections of joint coordinates [rad, or m
                               over the joint's length] and on joint violations; default 1e-10 */
    int32_t max_iterations; /* of Newton's method per solve; default 20; riqn and
                               riqn-broyden, which converge more slowly, take four times as many */
    int32_t max_substeps;  /* largest number of equal substeps of a step; default 32, 1: none. Parts
                              whose contacts fail are halved, to 1 / 8 of those at most */
    const char *cone;      /* maximal: the friction cone: "exact", or its inscribed pyramid with 4
                              or 8 facets, "linear4" or "linear8"; with friction of spinning or
                              rolling always exact */
    bool contacts, limits; /* contacts of geoms and limits of joints act; default true. Dry
                              friction of joints acts in any case */
    bool certify; /* test before each substep whether its equations are known to have exactly one
                     solution in reach, and count the substeps that pass. For single bodies this is
                     proved, for trees as certain as sampled constants (docs/theory/solvability.md,
                     1). Substeps that do not pass are solved as usual. Default false */
    bool rest; /* maximal: bodies that have come to rest on contacts keep their state, bit by bit,
                  and are not solved again until a control or a force on them changes or another
                  body touches them; default true. Sleep does not depend on it */
    double sleep_speed; /* maximal: > 0: bodies in contact that move more slowly fall asleep, those
                           that touch each other together: they keep their state like bodies at
                           rest. Speeds are those of the centre of mass, and of the rotation at the
                           mean radius of the geoms [m/s]; default 0: none */
    double sleep_time;  /* for so long [s]; default 0.5 */

    /* 0, the default: steps are whole. At least 1e-12 and less than 1: each step is divided
     * into parts such that the largest error of the energy balance, ludo_energy_error() since the
     * start, is about this part of the largest kinetic energy of the motion; integrators with
     * LUDO_CAN_ACCURACY, order 2 or more, symmetric damping (docs/theory/step-density.md) */
    double accuracy;
} ludo_sim_options;

/** The effort of a step, and the place of a failure. */
typedef struct ludo_step_report {
    size_t struct_size;
    int32_t solves;     /* intervals solved: substeps times stages, failed attempts included; 0 for
                           an explicit integrator */
    int32_t iterations; /* back-substitutions over all solves */
    int32_t iterations_max; /* most in one solve, those of contacts included */
    int32_t factorizations; /* over all solves */
    int32_t substeps;       /* the step over its shortest part in the last attempt, of all bodies or
                               of those of an island [contact.md 4.2, 4.4]; 1: the step was not
                               subdivided */
    int32_t certified;      /* how many of these substeps were known in advance to have exactly one
                               solution (option "certify") */
    double residual;        /* largest number that the tolerance was tested on, of the accepted (or
                               last) solve */
    double smallest_pivot;  /* relative to the block it was taken from; 1 is best */
    ludo_node node;         /* joint, loop, body or contact with that residual, or that failed;
                               ludo_node_format() writes it */
    double time;            /* [s] t at the start of the substep that failed, else the new time */
    int32_t parts; /* into how many parts the option "accuracy" divided the step; 1 without it.
                      `substeps` are then those of a part, the most of all parts */
    int32_t uncontrolled; /* parts whose energy error "accuracy" did not control: contacts, limits
                             or dry friction acted, or substeps were needed all the same */
    double energy_scale;  /* [J] the energy that "accuracy" is a part of: the largest kinetic energy
                             of the motion, and at least that of errors at rest; 0 without it */
} ludo_step_report;

/** The changes that projecting a start onto joints and loops made, or the loop that failed. */
typedef struct ludo_start_report {
    size_t struct_size;
    double position_correction; /* largest move of a centre of mass [m] or rotation [rad] */
    double velocity_correction; /* largest change of a velocity [m/s] or rate [rad/s] */
    int32_t released;           /* number of held joints that had to move */
    int32_t loop;     /* the loop with the largest violation, or the one that did not close */
    double gap, tilt; /* its position error [m] and angle error [rad]; of a coupling the error of
                         its coordinate or length */
    int32_t left_out; /* number of loop rows dropped as redundant up to rounding of the input */
    int32_t limited;  /* number of joints that were outside their limits and moved onto them */
    double overlap;   /* depth of the deepest overlap of geoms at the start [m]; contacts separate
                         the geoms slowly */
    int32_t overlap_a, overlap_b; /* the geoms that overlap most; -1: none */
    bool overlap_held; /* true if their joints leave no motion apart: they do not collide */
    int32_t outside;   /* number of joints outside of their limits at the knot: after a start, loops
                          hold them there */
    const char *sleepless; /* with sleep_speed > 0: why no body can fall asleep, static; NULL:
                              bodies can, or sleep_speed is 0 */
} ludo_start_report;

/** Constraint rows and degrees of freedom at the knot. */
typedef struct ludo_mobility {
    int32_t rows;      /* of all joints and loops */
    int32_t rank;      /* number of independent rows */
    int32_t redundant; /* rows - rank */
    int32_t freedom;   /* degrees of freedom of the mechanism */
} ludo_mobility;

/** A loop at the knot. */
typedef struct ludo_loop_state {
    size_t struct_size;
    double gap, tilt;   /* position error [m] and angle error [rad]; of a coupling the error of its
                           coordinate or length */
    double velocity;    /* largest rate of these errors [m/s] or [rad/s] */
    int32_t redundant;  /* number of its rows that depend on rows of joints and other loops */
    uint32_t dependent; /* the redundant rows: bit j for row j; translations before rotations */
    uint32_t left_out;  /* the rows among these that were dropped: other rows hold them up to
                           rounding of the input; gap and tilt include their error */
} ludo_loop_state;

/** State of a body at the knot. */
typedef struct ludo_body_state {
    ludo_vec3 position;         /* origin of the body frame [m] */
    ludo_quat orientation;      /* body to world */
    ludo_vec3 com;              /* centre of mass [m] */
    ludo_vec3 linear_velocity;  /* of the centre of mass, world frame [m/s] */
    ludo_vec3 angular_velocity; /* body frame [rad/s] */
} ludo_body_state;

/** Position and velocity of a point, world frame, at the knot. */
typedef struct ludo_point_state {
    ludo_vec3 position; /* [m] */
    ludo_vec3 velocity; /* [m/s] */
} ludo_point_state;

/** Energies at the knot, and work, dissipation and energy taken by contacts since the last reset
 * [J]. For h -> 0 the sum kinetic + potential + springs - work + dissipated + contact is constant.
 */
typedef struct ludo_energy {
    double kinetic;    /* armatures included */
    double potential;  /* gravity, zero at the world origin */
    double springs;    /* of joints, of springs */
    double work;       /* done by actuators, servos and applied forces since the last reset */
    double dissipated; /* by dampers since the last reset */
    double contact;    /* taken by contacts, limits and dry friction since the last reset: minus the
                          work of their impulses; grows where they take energy */
} ludo_energy;

/** Momenta at the knot, world frame; angular about the world origin. */
typedef struct ludo_momentum {
    ludo_vec3 linear;  /* [kg m/s] */
    ludo_vec3 angular; /* [kg m^2/s] */
} ludo_momentum;

/** A force and a torque on a body. */
typedef struct ludo_wrench {
    ludo_vec3 force;  /* world frame [N] */
    ludo_vec3 torque; /* body frame [N m] */
} ludo_wrench;

/** The state of a spring or an actuator at the knot. Lengths of actuators include the gear. */
typedef struct ludo_tendon_state {
    size_t struct_size;
    double length; /* [m], or the unit of its terms */
    double rate;   /* of the length, per s */
    double force; /* mean over the last step, or over its last substep or stage [N]: of a spring its
                     tension, damper included; of an actuator the clamped bracket of
                     ludo_actuator_def; 0 before the first step */
} ludo_tendon_state;

/** A contact between two geoms. Forces are means over the last step, or over its last substep; they
 * act on b at `point`, and with opposite sign on a. Moments of spinning and rolling friction act,
 * too, and are not listed. */
typedef struct ludo_contact {
    int32_t geom_a, geom_b;  /* the two geoms */
    int32_t body_a, body_b;  /* bodies or LUDO_WORLD */
    ludo_vec3 point;         /* at the start of the last interval, world frame [m] */
    ludo_vec3 normal;        /* from a to b, unit, world frame, at the start of the last interval */
    ludo_vec3 tangent[2];    /* unit; normal, tangent[0], tangent[1] are right-handed */
    double gap;              /* at the knot [m] */
    double normal_force;     /* >= 0 [N] */
    double tangent_force[2]; /* along the tangents [N] */
    double slip[2];          /* velocity of b relative to a along the tangents, mean over the last
                                interval [m/s] */
    double friction;         /* of sliding, of the pair */
    double restitution;      /* of the pair */
} ludo_contact;

/** Two geoms that overlap. */
typedef struct ludo_overlap {
    int32_t geom_a, geom_b;
    double depth; /* [m]; > 0 */
    bool held;    /* true if joints and loops leave them no motion apart: they do not collide */
} ludo_overlap;

/** Errors of the laws of contact over the last step: the worst over all contacts and substeps. NaN
 * counts as the worst. */
typedef struct ludo_contact_quality {
    size_t struct_size;
    int32_t points;         /* contacts with a force */
    double penetration;     /* deepest, of any two geoms [m]; >= 0; NaN, unknown, if contacts of
                               pairs are not simulated */
    double signorini;       /* gap times normal force [N m], joint limits included */
    double friction_excess; /* tangential force minus friction times normal force [N]; >= 0. Moments
                               count as forces, by their coefficient over that of sliding */
    double dissipation;     /* power below that of the principle of maximum dissipation [W] */
    double energy_gain;     /* kinetic energy that contacts, limits and joints added over the step,
                               beyond the work of forces [J]; >= 0 */
    int32_t retries;        /* restarts of the interior point from farther inside the cones */
    int32_t relaxed;        /* solves accepted at the relaxed complementarity, and islands at knots
                                whose velocities satisfy joints only, because their contact velocity
                                problem failed */
    int32_t pairs_not_simulated; /* pairs of geoms that may touch, but have types whose contacts are
                                    not simulated: they pass through each other; also before the
                                    first step */
    int32_t impacts;          /* with restitution, at their times inside of the step; the parts that
                                 end with them do not count as substeps */
    int32_t impacts_at_knots; /* with restitution, moved to the end of the step or a part of it:
                                 beyond four parts times the bodies that make them, where the
                                 step is subdivided for other reasons, with max_substeps 1 */
} ludo_contact_quality;

/** The state that a user's forces depend on. */
typedef struct ludo_force_query {
    double time;            /* [s] */
    int32_t bodies, rates;  /* numbers of bodies and of rates of joints */
    const ludo_frame *body; /* per body: its centre of mass and its orientation, world frame */
} ludo_force_query;

/** A user's forces: set a wrench at the centre of mass of any body, and efforts along any rates of
 * joints (in the order of ludo_joint_info.velocity_first), as ludo_sim_set_joint_effort() has them.
 * All entries are zero before the call. The integrator calls it wherever it evaluates forces within
 * a step; maximal at both ends of each substep and stage. The forces must depend on the query
 * alone. */
typedef void ludo_force_function(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                                 void *user);

/** The largest violation of joints and loops at the knot. */
typedef struct ludo_violation {
    double position; /* position error [m] or angle error [rad] */
    double velocity; /* [m/s] or [rad/s] */
    int32_t joint;   /* with the largest position error; -1: a loop has it, or there is none */
    int32_t loop;    /* with the largest position error; -1: a joint has it, or there is none */
} ludo_violation;

/** The default options. */
static inline ludo_sim_options ludo_sim_options_default(void)
{
    ludo_sim_options options = LUDO_ZERO;
    options.struct_size = sizeof options;
    options.integrator = "maximal";
    options.tolerance = 1e-10;
    options.max_iterations = 20;
    options.max_substeps = 32;
    options.contacts = options.limits = options.rest = true;
    options.sleep_time = 0.5;
    return options;
}

/** Create a simulation at the reference pose, at rest, t = 0.
 *
 * @param model      must outlive the simulation
 * @param options    NULL: the defaults
 * @param allocator  may be NULL
 * @param out        the simulation; NULL unless LUDO_OK is returned
 * @param why        the reason of a refusal; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (an option out of range), LUDO_NO_MEMORY,
 *         LUDO_REFUSED (integrator unknown or unable to simulate the model; an order, scheme or
 *         option that it does not have; order 4 of maximal with dampers),
 *         LUDO_UNSUPPORTED (the model has an element that would change the motion and is not
 *         supported) */
LUDO_API ludo_status ludo_sim_create(const ludo_model *model, const ludo_sim_options *options,
                                     const ludo_allocator *allocator, ludo_sim **out,
                                     ludo_diagnostic *why);

/** Release a simulation; NULL is allowed. */
LUDO_API void ludo_sim_destroy(ludo_sim *sim);

/** Reset to a keyframe (its number), or with -1 to the reference pose at rest, t = 0. Controls
 * become those of the keyframe, else zero; applied forces and servos are removed.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_reset(ludo_sim *sim, int32_t keyframe);

/** Copy the whole state of `from` into `to`; both must be of the same ludo_model, not of a copy of
 * it, and of equal options.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_copy(ludo_sim *to, const ludo_sim *from);

/** Project the state that was set onto the joints and loops, at position and at velocity level. The
 * first step, and each reading function, does so if needed; call it to read the corrections.
 *
 * Loops are closed by the smallest motion of joints, searched from several starting points that are
 * the same on every machine; held joints stay in place if that is possible. Velocities that violate
 * loops are projected by an impulse at the joints, in the metric of the masses. If joints hold
 * their rates, the rates of the other joints change instead, by as little as possible.
 *
 * With the option `limits`, joints outside of their limits are moved onto them, with loops by the
 * same search; a joint stays outside if loops can't be closed otherwise. Rates can change even
 * without loops: contacts and limits stop motions into them.
 *
 * If the loops cannot all be closed, redundant rows that are violated by at most 1e-6 (of the
 * loop's length; rad), as rounded lengths in a file cause it, are dropped until the next reset.
 * @param report  may be NULL
 * @return LUDO_OK, LUDO_OPEN_LOOP (no motion found closes all loops: the report names the loop and
 *         its errors; the state is unchanged), LUDO_SINGULAR, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_project(ludo_sim *sim, ludo_start_report *report);

/** Hold a joint in place when loops are closed, until the next reset. It is released after the
 * joints that the description holds. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_hold_joint(ludo_sim *sim, int32_t joint);

/** Hold the rates of a joint when velocities are fitted to loops, until the next reset. Held rates
 * are released in the order of calls, only if the loops allow nothing else.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_hold_rates(ludo_sim *sim, int32_t joint);

/** Read the largest change of a coordinate of a joint by the last projection [m, rad].
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_joint_moved(const ludo_sim *sim, int32_t joint, double *out);

/** Count constraint rows and redundant ones. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_mobility(ludo_sim *sim, ludo_mobility *out);

/** Read a loop. @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_loop(ludo_sim *sim, int32_t loop, ludo_loop_state *out);

/** The wrench that a loop transmits to its child, defined as in ludo_sim_reaction(); of a coupling
 * the effort along its coordinate, or along its length (negative: tension), in force.x. With
 * redundant rows the motion does not determine the wrench: it is then the smallest one, weighted
 * with the inertias at its ends, and depends on the knot alone. @return as ludo_sim_reaction() */
LUDO_API ludo_status ludo_sim_loop_reaction(ludo_sim *sim, int32_t loop, ludo_wrench *out);

/** Fill-in of the solver in use: blocks beyond those of the constraint graph; 0 for trees. */
LUDO_API int32_t ludo_sim_fill(const ludo_sim *sim);

/** Advance by one step of length h [s], h != 0; negative steps run backwards.
 *
 * @param report  may be NULL
 * @return LUDO_OK              the state is that of t + h
 *         LUDO_NOT_CONVERGED   Newton's method did not converge, even in max_substeps substeps
 *         LUDO_SINGULAR        a pivot block is singular, or a loop is in a singular pose that it
 *                              cannot leave, as bars stretched out between two pivots;
 *                              report->node names it
 *         LUDO_STEP_TOO_LARGE  a body turns too far, even in max_substeps substeps
 *         LUDO_CONTACT         the contact problem was not solved, even in max_substeps substeps;
 *                              report->node names a contact
 *         LUDO_TOO_MANY_CONTACTS   report->node names a contact without memory
 *         LUDO_REFUSED         h < 0 with contacts, limits or dry friction that act; report->node
 *                              names one
 *         LUDO_BAD_ARGUMENT    h is zero or not finite, or a force of the user's function is not
 *                              finite
 *         Unless LUDO_OK is returned the state is unchanged and the report has time and place.
 * Allocates nothing, prints nothing. O(bodies) on trees. Source: docs/theory/maximal.md,
 * docs/theory/minimal.md. */
LUDO_API ludo_status ludo_step(ludo_sim *sim, double h, ludo_step_report *report);

/** Advance by a number of steps of length h [s]: the bits of as many calls of ludo_step(). Stops at
 * the first step that fails.
 * @param steps   >= 0
 * @param report  of the last step that was tried; may be NULL
 * @return as ludo_step(); LUDO_BAD_ARGUMENT if steps < 0 */
LUDO_API ludo_status ludo_sim_run(ludo_sim *sim, double h, int64_t steps, ludo_step_report *report);

/** The model of a simulation. */
LUDO_API const ludo_model *ludo_sim_model(const ludo_sim *sim);

/** Read the allocator of a simulation. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_allocator(const ludo_sim *sim, ludo_allocator *out);

/** The order of the integrator in use. */
LUDO_API int32_t ludo_sim_order(const ludo_sim *sim);

/** The scheme of the integrator in use; static. */
LUDO_API const char *ludo_sim_scheme(const ludo_sim *sim);

/** Time of the knot [s]: the sum of all steps, compensated; NaN for NULL. */
LUDO_API double ludo_sim_time(const ludo_sim *sim);

/** Set the time of the knot [s]. @return LUDO_OK, LUDO_BAD_ARGUMENT (also: not finite) */
LUDO_API ludo_status ludo_sim_set_time(ludo_sim *sim, double time);

/** Read the state of a body. Velocities satisfy joints and contacts; if the contact velocity
 * problem has no solution they satisfy the joints only, and ludo_contact_quality.relaxed counts
 * it.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_body_state(ludo_sim *sim, int32_t body, ludo_body_state *out);

/** Set the state of a body: position, orientation and both velocities; `com` is ignored. For a
 * merged body it sets the body that it is merged into. The next reading or step projects the state
 * onto the joints (ludo_sim_project()), here and below.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (out of range, not finite, a zero quaternion),
 *         LUDO_REFUSED (an intermediate link without mass; a body merged with the world), or the
 *         status of the projection of the state before. Unless LUDO_OK nothing changes */
LUDO_API ludo_status ludo_sim_set_body_state(ludo_sim *sim, int32_t body,
                                             const ludo_body_state *state);

/** Read the coordinates of a joint, ludo_joint_info.position_count numbers: hinge [rad] unwrapped,
 * slide [m], other types as listed at ludo_joint_def. A joint that closes a loop has none, and no
 * rates and efforts: nothing is written, here and below.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_joint_position(ludo_sim *sim, int32_t joint, double *out);

/** Read the rates of a joint, ludo_joint_info.velocity_count numbers: rates of scalar coordinates,
 * then for a quaternion the relative angular velocity in the child's joint frame. For type free:
 * the velocity of the ORIGIN of the body frame in the world, then the angular velocity in the body
 * frame.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_joint_velocity(ludo_sim *sim, int32_t joint, double *out);

/** Move a joint to given coordinates; the bodies beyond it move along, rates of all joints stay.
 * Quaternions are normalised. O(bodies)
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: not finite, a zero quaternion), LUDO_REFUSED (a joint
 *         that closes a loop), or the status of the projection of the state before */
LUDO_API ludo_status ludo_sim_set_joint_position(ludo_sim *sim, int32_t joint, const double *q);

/** Set the rates of a joint; rates of all other joints stay. O(bodies)
 * @return as ludo_sim_set_joint_position() */
LUDO_API ludo_status ludo_sim_set_joint_velocity(ludo_sim *sim, int32_t joint, const double *rate);

/** Read position and velocity of a site.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_site(ludo_sim *sim, int32_t site, ludo_point_state *out);

/** Set the control of an actuator: constant until it is set again.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_control(ludo_sim *sim, int32_t actuator, double control);

/** Read the control of an actuator, as it was set. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_control(const ludo_sim *sim, int32_t actuator, double *out);

/** Put a servo on a joint's scalar coordinate q: effort kp (target - q) - kd dq/dt. Integrator
 * maximal evaluates it at the middle of a step's motion, so that stiff servos are stable.
 * kp = kd = 0 removes the servo.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (no scalar coordinate, a gain below zero),
 *         LUDO_REFUSED (kd > 0 with maximal of order 4, whose stages run backwards; a hinge that is
 *         solved as part of a ball: set the option "spherical" of spec.h to 0) */
LUDO_API ludo_status ludo_sim_set_servo(ludo_sim *sim, int32_t joint, int32_t dof, double target,
                                        double kp, double kd);

/** Apply a wrench at the centre of mass of a body, constant until it is set again. A merged body
 * has its own centre of mass.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_body_force(ludo_sim *sim, int32_t body,
                                             const ludo_wrench *wrench);

/** Apply an effort along each rate of a joint, constant until it is set again: `effort` has as many
 * numbers as the joint has rates [N m, N]. Its power is effort times rate. It acts on the child and
 * with opposite sign on the parent. For a quaternion it is a torque about the axes of the child's
 * joint frame; for a free joint a force at the origin of the body frame, world frame, then a torque
 * in the body frame. Actuators and springs act besides.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_REFUSED (a joint that closes a loop) */
LUDO_API ludo_status ludo_sim_set_joint_effort(ludo_sim *sim, int32_t joint, const double *effort);

/** Read the efforts that were set along the rates of a joint; zero until they are set.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_joint_effort(const ludo_sim *sim, int32_t joint, double *out);

/** Set a function that applies forces; NULL removes it. The function is not part of the state:
 * copying, resetting and loading a state do not change it. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_force_function(ludo_sim *sim, ludo_force_function *function,
                                                 void *user);

/** Read a spring. @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_spring(ludo_sim *sim, int32_t spring, ludo_tendon_state *out);

/** Read an actuator. @return as ludo_sim_spring() */
LUDO_API ludo_status ludo_sim_actuator(ludo_sim *sim, int32_t actuator, ludo_tendon_state *out);

/** Read a sensor, ludo_sensor_info.count numbers. Accelerations and wrenches are those of
 * ludo_sim_get_accelerations() and ludo_sim_reaction(), contacts those of the last step
 * (ludo_sim_contacts()).
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, the status of the projection, of accelerations and wrenches
 *         also that of ludo_sim_reaction(), LUDO_UNSUPPORTED (accelerations and forces of actuators
 *         in a model with fluids) */
LUDO_API ludo_status ludo_sim_sensor(ludo_sim *sim, int32_t sensor, double *out);

/** The wrench that a joint transmits to its child at the knot: constraint forces, and the forces of
 * springs, dampers, motors and tendons along its coordinates. Force in the world frame, torque
 * about the origin of the child's joint frame, in the child's body frame.
 *
 * Integrator maximal takes the impulse of the joint from half a step before the knot to half a step
 * after it, over the step: order 2. For this it solves one step, which it does not take, for all
 * joints at once. The step has the length of the last one; at a start that of the model, and only
 * the half after the knot counts. Integrators in joint coordinates evaluate forward dynamics at the
 * knot. For a part of a composite joint the result is the wrench of the whole joint, about the
 * frame of the first part, on the body with mass that it carries.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_REFUSED (a merged joint has no reaction), or the status
 *         of that step or of the projection */
LUDO_API ludo_status ludo_sim_reaction(ludo_sim *sim, int32_t joint, ludo_wrench *out);

/** Read the contacts of the last step, those without force included, in the order of geom_a, then
 * geom_b. There are none before the first step, after a step that failed, and after
 * ludo_sim_reset(), _copy(), _set_state(), _set_model(), _set_positions(), _set_velocities(),
 * _set_joint_position(), _set_joint_velocity() and _set_body_state(). The first `room` of them go
 * to `out`, which may be NULL if room is 0; the number of all goes to *count.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: room < 0) */
LUDO_API ludo_status ludo_sim_contacts(ludo_sim *sim, ludo_contact *out, int32_t room,
                                       int32_t *count);

/** Read the pairs of geoms that may collide and overlap at the knot, the deepest first: at a start
 * those that contacts separate in the first steps. The first `room` of them go to `out`, which may
 * be NULL if room is 0; the number of all goes to *count: 0 if contacts are switched off or the
 * integrator has none.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (also: room < 0), or the status of the projection */
LUDO_API ludo_status ludo_sim_overlaps(ludo_sim *sim, ludo_overlap *out, int32_t room,
                                       int32_t *count);

/** Errors of the laws of contact over the last step. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_contact_quality(ludo_sim *sim, ludo_contact_quality *out);

/** Forces of limits and dry friction along each rate of a joint, mean over the last step or its
 * last substep [N m, N]; `out` has room for its rates. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_stop_force(ludo_sim *sim, int32_t joint, double *out);

/** Size of the state of this simulation [bytes]. */
LUDO_API size_t ludo_sim_state_size(const ludo_sim *sim);

/** Write the state, ludo_sim_state_size() bytes. A simulation of the same model and options that
 * reads it continues with the same bits, on every machine. The state includes velocities and forces
 * that were computed for reading: equal motions may have states of different bytes. */
LUDO_API ludo_status ludo_sim_get_state(const ludo_sim *sim, void *bytes);

/** Read a state that ludo_sim_get_state() wrote.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL), LUDO_PARSE (damaged, or not a state), LUDO_REFUSED
 *         (of another model, version or set of options); the state is unchanged unless LUDO_OK */
LUDO_API ludo_status ludo_sim_set_state(ludo_sim *sim, const void *bytes, size_t size);

/** Energies at the knot. @return LUDO_OK, LUDO_BAD_ARGUMENT, or the status of the projection */
LUDO_API ludo_status ludo_sim_energy(ludo_sim *sim, ludo_energy *out);

/** The stored energy: kinetic + potential + springs [J]; NaN for NULL. */
LUDO_API double ludo_energy_stored(const ludo_energy *energy);

/** The energy error between two knots: the change of the stored energy minus work plus dissipation
 * [J]; losses in contacts count as error. NaN if either is NULL. */
LUDO_API double ludo_energy_error(const ludo_energy *from, const ludo_energy *to);

/** Momenta at the knot. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_momentum(ludo_sim *sim, ludo_momentum *out);

/** Joint violations at the knot. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_violation(ludo_sim *sim, ludo_violation *out);

#ifdef __cplusplus
}
#endif
#endif
