/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo_sim: one simulation of a model. One block of memory, one thread.
 *
 * State lives at a knot: position, orientation, linear and angular velocity are all those of the
 * SAME instant t_k and satisfy the joints at position AND velocity level. Reading velocities (and
 * what depends on them) makes the integrator compute them once per knot; a run that never asks
 * never pays. Reading changes no bit of the motion. */
#ifndef LUDO_SIM_H
#define LUDO_SIM_H

#include "ludo/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One simulation. */
typedef struct ludo_sim ludo_sim;

/** How to simulate; begin with ludo_sim_options_default(). Strings are read at creation only. */
typedef struct ludo_sim_options {
    const char *integrator; /* a name of integrators.h; default "maximal" */
    int32_t order;          /* 0: the integrator's default */
    const char *scheme;     /* NULL: the integrator's default */
    const char *rotation;   /* maximal: "exponential" (default) or "quaternion" */
    const char *solver;     /* maximal: "recursion" (default) or "ldu"; galerkin: "newton"
                               (default), "riqn" or "riqn-broyden" */
    const char *damping;    /* maximal: how dampers act: "symmetric" (default; order 2, rings where
                               h times damping exceeds twice the inertia) or "implicit" (order 1,
                               never rings) */
    double tolerance;       /* of Newton, on predicted joint motion [rad, or m over the joint's
                               length] and on joint gaps; default 1e-10 */
    int32_t max_iterations; /* of Newton per solve; default 20; of riqn and riqn-broyden, which
                               converge more slowly, four times as many */
    int32_t max_substeps;   /* most equal parts a step is cut into; default 32, 1: never cut */
    const char *cone;       /* maximal: of friction: "exact" (default), or its inscribed pyramid of
                               "linear4" or "linear8" facets */
    bool contacts, limits;  /* whether geoms touch, whether joints are limited; default true. Dry
                               friction of joints acts in any case */
    bool certify; /* find out ahead of every part of a step whether its equations are known to have
                     one solution in reach, and count the parts of which they are: of single bodies
                     proved, of trees as certain as sampled constants (docs/theory/solvability.md,
                     1); others are tried all the same. Default false */
} ludo_sim_options;

/** What a step did, or why it didn't. */
typedef struct ludo_step_report {
    int32_t solves;     /* intervals solved: substeps times stages, failed attempts included; of an
                           explicit integrator none */
    int32_t iterations; /* back-substitutions over all of them */
    int32_t iterations_max; /* most in one solve, with all that contacts take */
    int32_t factorizations; /* over all solves */
    int32_t substeps;       /* parts the step was cut into; 1: none */
    int32_t certified;      /* of the parts that the step was made of at last: those that were known
                               to have one solution before they were tried (option "certify") */
    double residual;        /* largest tested number of the accepted (or last) solve */
    double smallest_pivot;  /* relative to the block it was taken from; 1 is best */
    const char *node;       /* joint or body that decided the residual or failed; may be NULL */
    double time;            /* [s] t at the start of the part that failed, else the new time */
} ludo_step_report;

/** What the projection of a start onto the joints and loops changed, or what keeps it from it. */
typedef struct ludo_start_report {
    double position_correction; /* largest move of a centre of mass [m] or rotation [rad] */
    double velocity_correction; /* largest change of a velocity [m/s] or rate [rad/s] */
    int32_t released;           /* how many of the joints kept had to move, the first ones */
    int32_t loop;     /* that was farthest open; where loops can't close: the one that stays open */
    double gap, tilt; /* how far: the way [m], the angle [rad]; of a coupling its coordinate's */
    int32_t left_out; /* how many rows of loops are left to others, for they miss them by little */
    int32_t limited;  /* how many joints were outside their limits and moved onto them */
    double overlap;   /* how deep geoms overlap at the start [m]; they are let apart slowly */
    int32_t overlap_a, overlap_b; /* the geoms that overlap most; -1: none */
} ludo_start_report;

/** What constraints leave of the motion, at the knot. */
typedef struct ludo_mobility {
    int32_t rows;      /* of all joints and loops */
    int32_t rank;      /* how many of them are independent */
    int32_t redundant; /* how many are not: rows - rank */
    int32_t freedom;   /* degrees of freedom that are left */
} ludo_mobility;

/** A loop at the knot. */
typedef struct ludo_loop_state {
    double gap, tilt;   /* how far open: the way [m], the angle [rad]; of a coupling its
                           coordinate's */
    double velocity;    /* largest rate of that [m/s] or [rad/s] */
    int32_t redundant;  /* how many of its rows depend on those of joints and other loops here */
    uint32_t dependent; /* which: bit j for row j; translations come before rotations */
    uint32_t left_out;  /* which of those are left to the others, likewise: they hold it but for the
                           digits that lengths were rounded to; the gap is told as it is */
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

/** Energies at the knot, and what came in and went since the start [J]. With h -> 0
 * kinetic + potential + springs - work + dissipated stays what it was. */
typedef struct ludo_energy {
    double kinetic;    /* armatures included */
    double potential;  /* gravity, zero at the world origin */
    double springs;    /* of joints, of springs */
    double work;       /* done by actuators, servos and applied forces since the last reset */
    double dissipated; /* by dampers, likewise */
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

/** The state of a spring or an actuator at the knot. Lengths of actuators carry the gear. */
typedef struct ludo_line_state {
    double length; /* [m], or what it is made of */
    double rate;   /* of the length, per s */
    double force; /* mean over the last step, of one that was cut or composed over its last part: of
                     a spring what it pulls with, its damper included; of an actuator what the
                     clamped bracket of ludo_actuator_def says; 0 before the first step [N] */
} ludo_line_state;

/** Where two geoms touch, and what they do to each other there. Forces are means over the last
 * step, of one that was cut over its last part; they act on b at `point`, and on a against that. */
typedef struct ludo_contact {
    int32_t geom_a, geom_b;
    int32_t body_a, body_b;  /* bodies or LUDO_WORLD */
    ludo_vec3 point;         /* where the last interval began, world frame [m] */
    ludo_vec3 normal;        /* from a to b, unit, world frame; likewise */
    ludo_vec3 tangent[2];    /* unit; normal, tangent[0], tangent[1] are right-handed */
    double gap;              /* at the knot [m] */
    double normal_force;     /* >= 0 [N] */
    double tangent_force[2]; /* along the tangents [N] */
    double slip[2];          /* velocity of b against a along the tangents, mean over that [m/s] */
    double friction;         /* of the pair */
    double restitution;
} ludo_contact;

/** How well the laws of contact hold at the knot; the worst of all places and, since the last step,
 * of all parts of it. A figure that is not a number is worse than any. */
typedef struct ludo_contact_quality {
    int32_t points;         /* places that touch: where there is a force */
    double penetration;     /* of any two geoms [m]; >= 0 */
    double signorini;       /* gap times normal force [N m], joint limits included */
    double friction_excess; /* by how much tangential forces exceed friction times normal force
                               [N]; >= 0 */
    double dissipation;     /* what friction could dissipate more, by maximum dissipation [W] */
    double energy_gain;     /* what contacts, limits and joints added to the kinetic energy over the
                               step, beyond what forces did [J]; >= 0 */
    int32_t retries;        /* times that a solve had to begin anew, farther inside */
    int32_t loosened; /* solves that ended at the loosest complementarity that counts; velocities
                         of the knot that are told without contacts, which allowed none */
} ludo_contact_quality;

/** What a user's forces depend on: the state at a time, bodies in their numbers. */
typedef struct ludo_force_query {
    double time;            /* [s] */
    int32_t bodies, rates;  /* how many there are */
    const ludo_frame *body; /* per body: its centre of mass and its orientation, world */
} ludo_force_query;

/** Forces of the user's own: add a wrench at the centre of mass of any body, and efforts along any
 * rates of joints (in the order of ludo_joint_info.velocity_first; zero for quaternions; such
 * efforts act between parent and child and change no total momentum). All are zero before. Called
 * wherever the integrator takes forces within a step: maximal at both ends, and for each part of a
 * step that is cut or composed; must depend on the query alone. */
typedef void ludo_force_function(const ludo_force_query *query, ludo_wrench *wrench, double *effort,
                                 void *user);

/** How far joints and loops are from closed at the knot, the worst of all. */
typedef struct ludo_violation {
    double position; /* gap [m] or angle [rad] */
    double velocity; /* [m/s] or [rad/s] */
    int32_t joint; /* that is worst at position level; -1 where there is none, or a loop is worse */
    int32_t loop;  /* likewise */
} ludo_violation;

/** The default options. */
LUDO_API ludo_sim_options ludo_sim_options_default(void);

/** Create a simulation at the reference pose, at rest, t = 0.
 *
 * @param model      must outlive the simulation
 * @param options    NULL: the defaults
 * @param allocator  may be NULL
 * @param out        the simulation; NULL unless LUDO_OK is returned
 * @param why        the reason of a refusal; may be NULL
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (an option out of range), LUDO_NO_MEMORY,
 *         LUDO_REFUSED (integrator unknown or unable to take the model, order, scheme or another
 *         option not its; order 4 of maximal where something damps),
 *         LUDO_UNSUPPORTED (the model holds something that would change the motion) */
LUDO_API ludo_status ludo_sim_create(const ludo_model *model, const ludo_sim_options *options,
                                     const ludo_allocator *allocator, ludo_sim **out,
                                     ludo_diagnostic *why);

/** Release a simulation; NULL is allowed. */
LUDO_API void ludo_sim_destroy(ludo_sim *sim);

/** Go back to a keyframe (its number), or with -1 to the reference pose at rest, t = 0. Controls
 * become those of the keyframe, else zero; applied forces and servos are taken away.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_reset(ludo_sim *sim, int32_t keyframe);

/** Copy the whole state of `from` into `to`; both must be of the same model and options.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_copy(ludo_sim *to, const ludo_sim *from);

/** Project what setters left onto the joints and loops, at position and at velocity level. Done by
 * itself before the first step and before anything is read; call it to learn the corrections.
 *
 * Loops that are open are closed by the smallest motion of joints that does, found from several
 * starts that are the same on every machine; joints that are kept stay if that is possible. Rates
 * that loops don't allow are changed as a blow at the joints would change them, heavy bodies least;
 * unless joints keep theirs: then those of others, by as little as has to be.
 *
 * Where nothing closes them all, but rows that others hold already are missed by no more than a
 * millionth (of the loop's length; rad), as lengths that were rounded have it, those rows are left
 * to the others until the next reset: the motion is that without them.
 * @param report  may be NULL
 * @return LUDO_OK, LUDO_OPEN_LOOP (no motion found closes all loops: the report names the one that
 *         is left and its gap; the state is as it was given), LUDO_SINGULAR, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_project(ludo_sim *sim, ludo_start_report *report);

/** Keep a joint where it is when loops are closed, until the next reset: behind those that the
 * description keeps, so that it is let go after them. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_keep_joint(ludo_sim *sim, int32_t joint);

/** Keep the rates of a joint when those of others are fitted to loops, until the next reset: those
 * that keep theirs are let go in the order of calls, where loops allow nothing else.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_keep_rates(ludo_sim *sim, int32_t joint);

/** How far the last projection moved a joint: the largest change of its coordinates [m, rad]; 0
 * where the number is out of range. */
LUDO_API double ludo_sim_joint_moved(const ludo_sim *sim, int32_t joint);

/** Count rows, and those that are redundant. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_mobility(ludo_sim *sim, ludo_mobility *out);

/** Read a loop. @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_loop(ludo_sim *sim, int32_t loop, ludo_loop_state *out);

/** What a loop transmits to its child, as ludo_sim_reaction() says of joints; of a coupling the
 * effort along its coordinate in force.x. Where rows are redundant it isn't determined by the
 * motion: then it is the smallest one, weighted with the inertias at its ends, which depends on
 * nothing that went before. @return as ludo_sim_reaction() */
LUDO_API ludo_status ludo_sim_loop_reaction(ludo_sim *sim, int32_t loop, ludo_wrench *out);

/** Blocks that the elimination of the solver in use fills beyond those of the constraint graph; 0
 * for trees. */
LUDO_API int32_t ludo_sim_fill(const ludo_sim *sim);

/** Advance by one step of length h [s], h != 0; negative steps run backwards.
 *
 * @param report  may be NULL
 * @return LUDO_OK              the state is that of t + h
 *         LUDO_NOT_CONVERGED   Newton, even in max_substeps parts
 *         LUDO_SINGULAR        a pivot block, or a loop that is closed nowhere near and can't move,
 *                              as that of bars stretched out between two pivots; report->node
 *                              names it
 *         LUDO_STEP_TOO_LARGE  a body turns too far, even in max_substeps parts
 *         LUDO_CONTACT         a contact, even in max_substeps parts; report->node names it
 *         LUDO_TOO_MANY_CONTACTS   report->node names one of those there is no room for
 *         LUDO_REFUSED         h < 0 where anything may touch, is limited or rubs, and is switched
 *                              on; report->node names one of it
 *         LUDO_BAD_ARGUMENT    h is zero or not finite, or forces of the user's function are not
 *         In all but the first case the state is unchanged and the report says where.
 * Allocates nothing, prints nothing. O(bodies) on trees. Source: docs/theory/maximal.md,
 * docs/theory/minimal.md. */
LUDO_API ludo_status ludo_step(ludo_sim *sim, double h, ludo_step_report *report);

/** The model that is simulated. */
LUDO_API const ludo_model *ludo_sim_model(const ludo_sim *sim);

/** Where the memory of a simulation came from. */
LUDO_API ludo_allocator ludo_sim_allocator(const ludo_sim *sim);

/** The order of the integrator in use. */
LUDO_API int32_t ludo_sim_order(const ludo_sim *sim);

/** The scheme of the integrator in use; static. */
LUDO_API const char *ludo_sim_scheme(const ludo_sim *sim);

/** Time of the knot [s]: the sum of all steps, compensated. */
LUDO_API double ludo_sim_time(const ludo_sim *sim);

/** Set the time of the knot [s]; one that is not finite is left alone. */
LUDO_API void ludo_sim_set_time(ludo_sim *sim, double time);

/** Read the state of a body. Velocities are those that joints and what touches allow; after a step
 * where contacts don't allow any that can be found, those of the joints alone (told as `loosened`).
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_body_state(ludo_sim *sim, int32_t body, ludo_body_state *out);

/** Set the state of a body: position, orientation and both velocities; `com` is not read. Of a
 * merged body it sets the host's.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (out of range, not finite, a zero quaternion),
 *         LUDO_REFUSED (a body without mass, whose joint carries it; one merged with the world) */
LUDO_API ludo_status ludo_sim_set_body_state(ludo_sim *sim, int32_t body,
                                             const ludo_body_state *state);

/** Read the coordinates of a joint, ludo_joint_info.position_count numbers: hinge [rad] unwrapped,
 * slide [m], others as ludo_joint_def lists them.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_joint_position(ludo_sim *sim, int32_t joint, double *out);

/** Read the rates of a joint, ludo_joint_info.velocity_count numbers: those of scalar coordinates,
 * then for a quaternion the relative angular velocity in the child's joint frame. Of free the
 * velocity of the ORIGIN of the body frame in the world and the angular velocity in the body frame.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_joint_velocity(ludo_sim *sim, int32_t joint, double *out);

/** Move a joint to given coordinates; what hangs on it moves along, rates of all joints stay.
 * Quaternions are normalised. @return LUDO_OK, LUDO_BAD_ARGUMENT. O(bodies) */
LUDO_API ludo_status ludo_sim_set_joint_position(ludo_sim *sim, int32_t joint, const double *q);

/** Give a joint given rates; rates of all other joints stay. @return as above. O(bodies) */
LUDO_API ludo_status ludo_sim_set_joint_velocity(ludo_sim *sim, int32_t joint, const double *rate);

/** Read position and velocity of a site.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_site(ludo_sim *sim, int32_t site, ludo_point_state *out);

/** Set the control of an actuator: constant until it is set again.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_control(ludo_sim *sim, int32_t actuator, double control);

/** The control of an actuator, as it was set; 0 where the number is out of range. */
LUDO_API double ludo_sim_control(const ludo_sim *sim, int32_t actuator);

/** Put a servo on a joint's scalar coordinate q: effort kp (target - q) - kd dq/dt, by maximal
 * taken at the middle of a step's motion, so that stiff servos are stable. kp = kd = 0 takes it
 * away.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (not such a coordinate, a gain below zero),
 *         LUDO_REFUSED (kd > 0 where steps go back in time: maximal of order 4; a hinge of a
 *         spherical joint: with the option "spherical" of spec.h at 0 there are none) */
LUDO_API ludo_status ludo_sim_set_servo(ludo_sim *sim, int32_t joint, int32_t dof, double target,
                                        double kp, double kd);

/** Apply a wrench at the centre of mass of a body, of a merged one its own: constant until it is
 * set again.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_body_force(ludo_sim *sim, int32_t body,
                                             const ludo_wrench *wrench);

/** Let a function apply forces; NULL takes it away. It is no part of the state: ludo_sim_copy(),
 * reset and load leave it as it is. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_set_force_function(ludo_sim *sim, ludo_force_function *function,
                                                 void *user);

/** Read a spring. @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_spring(ludo_sim *sim, int32_t spring, ludo_line_state *out);

/** Read an actuator. @return as ludo_sim_spring() */
LUDO_API ludo_status ludo_sim_actuator(ludo_sim *sim, int32_t actuator, ludo_line_state *out);

/** All that a joint transmits to its child at the knot: constraint forces, and what springs,
 * dampers, motors and tendons exert along its coordinates. Force in the world frame, torque about
 * the child's joint frame, in the child's body frame. By maximal it is the impulse that the joint
 * would have to give from half a step before the knot to half a step after, over the step (the
 * length of the last step; at a start the model's, and only the half after): order 2 in the step;
 * it solves one step, without taking it, for all joints at once. By integrators in joint
 * coordinates it is what forward dynamics finds at the knot. For a part of a composite joint: of
 * the whole, about the frame of the first part, on the body with mass that it carries.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT, LUDO_REFUSED (a merged joint: nobody computes what it
 *         transmits), or what that step or the projection returned */
LUDO_API ludo_status ludo_sim_reaction(ludo_sim *sim, int32_t joint, ludo_wrench *out);

/** The contacts of the last step, those where nothing pushes included; none before the first step,
 * and none where the state was set since, or a step failed. Writes the first `room` of them to
 * `out`, which may be NULL where room is 0.
 * @return how many there are */
LUDO_API int32_t ludo_sim_contacts(ludo_sim *sim, ludo_contact *out, int32_t room);

/** How well the laws of contact held over the last step. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_contact_quality(ludo_sim *sim, ludo_contact_quality *out);

/** What limits and dry friction do along each rate of a joint, mean over the last step as that of a
 * spring [N m, N]: out has room for its rates. @return LUDO_OK, LUDO_BAD_ARGUMENT */
LUDO_API ludo_status ludo_sim_stop_force(ludo_sim *sim, int32_t joint, double *out);

/** Bytes of the state of this simulation. */
LUDO_API size_t ludo_sim_state_size(const ludo_sim *sim);

/** Write the state, ludo_sim_state_size() bytes: a simulation of the same model and options that
 * reads it goes on with the same bits, on every machine. What was read before (velocities, forces)
 * is kept among them: equal motions may have states of different bytes. */
LUDO_API ludo_status ludo_sim_get_state(const ludo_sim *sim, void *bytes);

/** Take a state over.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT (a NULL), LUDO_PARSE (damaged, or no state at all),
 *         LUDO_REFUSED (of another model, version or set of options); then nothing has changed */
LUDO_API ludo_status ludo_sim_set_state(ludo_sim *sim, const void *bytes, size_t size);

/** Energies at the knot. @return LUDO_OK, LUDO_BAD_ARGUMENT, or what the projection returned */
LUDO_API ludo_status ludo_sim_energy(ludo_sim *sim, ludo_energy *out);

/** The energy that is stored: kinetic + potential + springs [J]. */
LUDO_API double ludo_energy_stored(const ludo_energy *energy);

/** The energy error between two knots: what changed that neither work nor damping explains [J]. */
LUDO_API double ludo_energy_error(const ludo_energy *from, const ludo_energy *to);

/** Momenta at the knot. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_momentum(ludo_sim *sim, ludo_momentum *out);

/** Joint violations at the knot. @return as ludo_sim_energy() */
LUDO_API ludo_status ludo_sim_violation(ludo_sim *sim, ludo_violation *out);

#ifdef __cplusplus
}
#endif
#endif
