/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a simulation: what a step changes, what users set, and scratch that assembly,
 * forces and integrators share. The simulation itself (sim/sim.h) owns the memory.
 *
 * Everything that a step changes, and that a failed step leaves as it was, is one piece of memory
 * (`kept`), so that it is saved, restored and copied at once. */
#ifndef LUDO_STATE_STATE_H
#define LUDO_STATE_STATE_H

#include "core/memory.h"
#include "ludo/sim.h"
#include "model/attached_frame.h"
#include "model/model.h"
#include "model/node.h"

/* Options of a simulation: all set, strings understood by the integrator alone. */
typedef struct sim_settings {
    int32_t order;
    const char *scheme, *rotation, *solver, *damping, *cone; /* accept() makes them static */
    bool contacts, limits; /* which of the model's contacts and limits act */
    bool certify;
    bool rest;                      /* whether bodies that have come to rest stay so */
    double sleep_speed, sleep_time; /* bodies slower than this for so long fall asleep */
    double tolerance;
    double accuracy; /* 0: steps are whole */
    int32_t max_iterations, max_substeps;
    int32_t stages; /* steps that a composition makes of one: 1, or 3 for order 4 */
    bool traceless; /* a whole step forward in time leaves the kept memory as it was where it fails;
                       a step backward ends the rest of bodies first */
} sim_settings;

/* The numbers of a state beside its arrays, made of doubles and int64_t alone, so that they are
 * the same words on every machine. */
/* State of the energy that impulses at a knot take. */
typedef enum knot_energy {
    KNOT_ENERGY_KNOWN,
    KNOT_ENERGY_SMOOTH, /* it is yet to be computed: nothing strikes there, */
    KNOT_ENERGY_STRUCK  /* something does */
} knot_energy;

typedef struct sim_progress {
    double time, time_error; /* t_k and what its sum lost */
    double work, dissipated; /* since the last reset, up to t_k [J] */
    double contact;          /* energy taken by contacts, limits and dry friction since the last
                                reset, by impulses before t_k and by bounces [J] */
    double contact_knot;     /* energy taken by impulses of the twists at t_k, if these are known
                                [J], */
    int64_t contact_pending; /* and whether it is yet to be computed (knot_energy) */
    double interval;         /* the length of the interval that ended at t_k; 0: none has */
    int64_t now;             /* which of the two pose arrays is that of t_k */
    int64_t loose;           /* body poses were set: joints may be violated */
    int64_t started;         /* the integrator has taken the state over */
    int64_t twists_known;    /* twists are those of t_k */
    int64_t pushed;          /* a body force or an effort of a joint was set */
    int64_t exerted;         /* an effort of a joint was set */
    int64_t served;          /* a servo was set */
    double position_correction, velocity_correction; /* of the last projection */
    int64_t released, loop; /* of the last projection: how many held joints had to move; the loop
                               that did not close */
    double gap, tilt;       /* position error [m] and angle error [rad] of that loop */
    int64_t limited;        /* of the last projection: how many joints were moved onto limits */
    double overlap;         /* of the last projection: how deep geoms overlap [m] */
    int64_t overlap_a, overlap_b; /* which geoms; -1: none */
    int64_t overlap_held;         /* no motion parts them */
    int64_t stays;                /* how many joints the user holds in place */
    int64_t rate_stays;           /* how many joints keep the rates that the user set */
    int64_t looked_around;        /* rows that hold only near the start were looked for */
} sim_progress;

/* A servo on a degree of freedom; no gains: none. */
typedef struct servo_data {
    double target, kp, kd;
} servo_data;

/* The effort of a servo at a coordinate and a rate, without its limit. */
static inline double servo_law(const servo_data *s, double q, double rate)
{
    return s->kp * (s->target - q) - s->kd * rate;
}

typedef struct sim_state {
    const ludo_model *model;
    ludo_allocator allocator;
    sim_settings settings;
    void *workspace; /* the integrator's own struct */

    char *kept; /* all that a step changes: kept_size bytes */
    size_t kept_size;
    size_t shared_size; /* of its first part, which all integrators have */
    char *saved;        /* room for a copy of it, */
    char *aside;        /* and for another, of an integrator, */
    char *rested;   /* and for one in which bodies at rest have what they keep; NULL: none rest */
    int64_t writes; /* how often it was written, but by steps and setters of controls and forces */

    sim_progress *progress;
    tendon_span *span;    /* of all tendons, for readers */
    pose *poses[2];       /* per slot, and at -1 the world: t_k (progress->now) and scratch */
    twist *twists;        /* per slot, and at -1 the world: t_k */
    double *memory;       /* per column: the part of coordinates at t_k that poses do not determine
                             (joint.h) */
    double *stored_rate;  /* per column, of joints that store their coordinates: rates that go with
                              the twists; where parts depend on each other twists do not determine
                              them */
    double *control;      /* per actuator, as it was set */
    double *activation;   /* per actuator with activation dynamics: at t_k */
    servo_data *servo;    /* per column */
    ludo_wrench *push;    /* per public body: applied to it */
    double *joint_effort; /* per public rate: applied along it */
    double *moved;  /* per column, where there are loops: how far the last projection moved its
                       coordinate; of a quaternion the first has the angle */
    int64_t *stays; /* where there are loops: the joints that the user holds, in order */
    int64_t
        *rate_stays;   /* where there are loops: the joints whose rates the user holds, in order */
    int64_t *left_out; /* per loop: bits of the rows that are redundant with others */
    double *spring_force;   /* per spring: mean pull over the last interval [N] */
    double *actuator_force; /* per actuator: mean force over the last interval [N] or [N m] */

    ludo_force_function *function; /* the user's, or NULL */
    void *function_user;
    double interval_start; /* time where the interval in progress starts */
    double activations_at; /* time of the activations within a step; NaN between steps, where they
                              are those of the knot */

    struct kinematics *kinematics; /* for closing loops; NULL: there are none */
    ludo_node failed; /* joint, loop, body or contact where the last projection failed */

    double *position, *rate; /* scratch: all joint coordinates and rates */
    ludo_frame *frames;      /* scratch: per public body, for the user's function */
    ludo_wrench *wrenches;   /* scratch: per public body, for the user's function */
    double *efforts;         /* scratch: per public rate, for the user's function */
    double *followed[2];     /* scratch: per actuator whose activation follows the motion, its
                                length at both ends of a part of a step */
    double *reaction;        /* scratch: per slot 6, the wrenches of joints at t_k, world, at the
                                child's centre of mass */
    double *acceleration;    /* scratch: per public rate, its derivative at t_k */
    double *loop_force;      /* scratch: per loop JOINT_MAX_ROWS, its multipliers at t_k */
    ludo_contact_quality quality; /* of contacts in the step that led here, all its parts */
    bool contacts_spent;          /* an island has spent its iterations in the step (substeps.h) */
    int64_t cone_iterations; /* of contacts in the step, by all islands: iterations times cones */
    int64_t steps_begun, attempts_begun; /* numbers of steps, and of attempts, so far */
    bool rank_known;                     /* the rank of the loop constraints is that at t_k */
} sim_state;

/* The address in a copy of the kept memory of something in kept memory. */
static inline const void *state_in_copy(const sim_state *state, const char *copy, const void *here)
{
    return copy + ((const char *)here - state->kept);
}

/* Poses per slot with one more in front, at -1: the world. NULL while the arena measures. */
static inline pose *state_take_poses(const ludo_model *m, arena *a)
{
    pose *poses = TAKE(a, m->slots + 1, pose);
    if (poses == NULL) {
        return NULL;
    }
    poses[0] = pose_world();
    return poses + 1;
}

/* The poses of the knot; index -1 is the world. */
static inline pose *state_poses(const sim_state *state)
{
    return state->poses[state->progress->now];
}

/* The place of every attached frame at the knot. */
static inline placement state_placement(const sim_state *state)
{
    return (placement){state->model, state_poses(state), state->memory};
}

/* A pivot that a factorisation had; NaN: of a block that has none. */
static inline void report_pivot(ludo_step_report *report, double pivot)
{
    if (!(pivot >= report->smallest_pivot)) {
        report->smallest_pivot = pivot > 0.0 ? pivot : 0.0;
    }
}

/* The correction that a projection made to the twists `given`. */
static inline void report_correction(ludo_start_report *report, const sim_state *state,
                                     const twist *given)
{
    for (int32_t s = 0; s < state->model->slots; s++) {
        const double dv = v3_norm(v3_sub(state->twists[s].v, given[s].v));
        const double dw = v3_norm(v3_sub(state->twists[s].w, given[s].w));
        const double more = dw > dv ? dw : dv;
        report->velocity_correction =
            more > report->velocity_correction ? more : report->velocity_correction;
    }
}

/* How long before a time the activations are those of the state. */
static inline double state_since_activations(const sim_state *state, double time)
{
    const double since = time - state->activations_at;
    return isnan(since) ? 0.0 : since;
}

/* ---- applied forces (applied_forces.c) ---- */

/* The column of a joint's scalar coordinate, or -1 where it has none that takes efforts. */
int32_t ludo_state_scalar_column(const ludo_model *m, int32_t joint, int32_t dof);

/* Forces applied from outside at an instant, with bodies at these poses: wrenches (per slot 6:
 * world frame, at the centre of mass) and efforts (per column), overwritten. Returns whether there
 * are any; if not nothing is written. */
bool ludo_state_applied_forces(sim_state *state, const placement *at, double time, double *wrench,
                               double *effort);

/* Whether an effort of a joint acts by a torque or at a moving point, and so depends on poses:
 * along a quaternion, a free joint or an unwrapped coordinate. */
bool ludo_state_efforts_turn(const sim_state *state);

/* Remove body forces, efforts of joints and servos; controls are left. */
void ludo_state_release_forces(sim_state *state);

/* ---- coordinates of joints (coordinates.c) ---- */

/* The coordinates of the joint in a slot, room for JOINT_MAX_POSITION. */
void ludo_state_read_position(const sim_state *state, int32_t s, double *q);

/* Rates of the joint in a slot, from the twists of its bodies. */
void ludo_state_read_rate(const sim_state *state, int32_t s, double *rate);

/* Rates of the joint in a slot at the knot: of a joint that stores its coordinates the rates that
 * it stores. */
void ludo_state_joint_rate(const sim_state *state, int32_t s, double *rate);

/* Coordinates and rates of all joints, slot by slot, in slot order. */
void ludo_state_gather(const sim_state *state, double *position, double *rate);

/* Arrays in slot order to the order of keyframes. */
void ludo_state_order_positions(const ludo_model *m, const double *position, double *q);
void ludo_state_order_rates(const ludo_model *m, const double *rate, double *v);

/* Arrays in the order of keyframes to slot order. */
void ludo_state_unorder_positions(const ludo_model *m, const double *q, double *position);
void ludo_state_unorder_rates(const ludo_model *m, const double *v, double *rate);

/* Scalar coordinates and all rates of the joint in a slot, per column; quaternions count as 0. */
void ludo_state_gather_slot(const sim_state *state, int32_t s, double *phi, double *rate);

/* Scalar coordinates and all rates of all joints. */
void ludo_state_gather_scalars(const sim_state *state, double *phi, double *rate);

/* Coordinates that joints unwrap (per column; others are left), next to those of the knot, with
 * bodies at these poses. */
void ludo_state_track(const sim_state *state, const pose *poses, double *coordinate);

/* Root to leaf: put every body where given coordinates, rates of all joints want it. */
void ludo_state_place(sim_state *state, const double *position);
void ludo_state_move(sim_state *state, const double *rate);

#endif
