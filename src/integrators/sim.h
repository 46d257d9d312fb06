/* SPDX-License-Identifier: Apache-2.0
 *
 * What a simulation is made of.
 *
 * One block: the struct, then everything that a step changes and a failed step must leave as it
 * was (in one piece, so that it is saved, restored and copied at once), then scratch. */
#ifndef LUDO_INTEGRATORS_SIM_H
#define LUDO_INTEGRATORS_SIM_H

#include "integrators/integrator.h"
#include "model/mount.h"
#include "ludo/sim.h"
#include "model/model.h"

/* Room for the struct of any integrator, in units of max_align_t. */
enum { SELF_ROOM = 64 };

/* The numbers of a simulation beside its arrays. Everything that is kept is made of doubles and
 * int64_t alone, so that it is the same words on every machine. */
typedef struct sim_progress {
    double time, time_error; /* t_k and what its sum lost */
    double work, dissipated; /* since the last reset, up to t_k [J] */
    double interval;         /* the length of the interval that ended at t_k; 0: none has */
    int64_t now;             /* which of the two pose arrays is that of t_k */
    int64_t loose;           /* body poses were set: joints may be open */
    int64_t started;         /* the integrator has taken the state over */
    int64_t twists_known;    /* twists are those of t_k */
    int64_t pushed;          /* a body force was set */
    int64_t served;          /* a servo was set */
    double position_correction, velocity_correction; /* of the last projection */
    int64_t released, loop; /* likewise: how many joints kept had to move; the loop that was open */
    double gap, tilt;       /* how far it was */
    int64_t limited;        /* likewise: how many joints were moved onto limits */
    double overlap;         /* likewise: how deep geoms overlap [m] */
    int64_t overlap_a, overlap_b; /* which geoms; -1: none */
    int64_t stays;                /* how many joints the user keeps */
    int64_t rate_stays;           /* how many that keep their rates */
    int64_t looked_around;        /* whether rows hold where joints move was looked at */
} sim_progress;

/* A servo on a column; no gains: none. */
typedef struct servo_data {
    double target, kp, kd;
} servo_data;

struct ludo_sim {
    const ludo_model *model;
    const integrator *integrator;
    ludo_allocator allocator;
    sim_settings settings;
    max_align_t self[SELF_ROOM]; /* the integrator's own struct */

    char *kept; /* all that a step changes: kept_size bytes */
    size_t kept_size;
    char *saved; /* room for a copy of it */

    sim_progress *progress;
    pose *poses[2];       /* per slot, and at -1 the world: t_k (progress->now) and scratch */
    twist *twists;        /* per slot, and at -1 the world: t_k */
    double *memory;       /* per column: what poses can't tell of coordinates at t_k (joint.h) */
    double *carried_rate; /* per column, of joints that carry their coordinates: rates that go with
                             the twists; where parts depend on each other twists don't tell them */
    double *control;      /* per actuator, as it was set */
    servo_data *servo;    /* per column */
    ludo_wrench *push;    /* per public body: applied to it */
    double *moved;       /* per column, where there are loops: how far the last projection moved its
                            coordinate; of a quaternion the first has the angle */
    int64_t *stays;      /* where there are loops: the joints that the user keeps, in order */
    int64_t *rate_stays; /* likewise those that keep their rates */
    int64_t *left_out;   /* per loop: bits of the rows that are left to others */
    double *line_force;  /* per spring: mean pull over the last interval [N] */
    double *motor_force; /* per actuator, likewise */

    ludo_force_function *function; /* the user's, or NULL */
    void *function_user;
    double clock; /* time where the interval in progress starts */

    struct linkage *linkage; /* for closing loops; NULL: there are none */
    const char *fault; /* joint, loop or body that the last projection failed at; NULL: it didn't */

    double *position, *rate;  /* scratch: all joint coordinates and rates */
    ludo_frame *frames;       /* scratch: per public body, for the user's function */
    ludo_wrench *wrenches;    /* scratch: per public body, likewise */
    double *efforts;          /* scratch: per public rate, likewise */
    double *reaction;         /* scratch: per slot 6, the wrenches of joints at t_k, world, at the
                                 child's centre of mass */
    double *loop_force;       /* scratch: per loop JOINT_MAX_ROWS, its multipliers at t_k */
    ludo_status start_status; /* of a start that failed, until something is set */
    ludo_status reactions_status; /* where reactions_known: what came of computing them */
    bool reactions_known;
    bool contacts_known; /* the integrator tells of the step that led here, all of whose parts have
                            this quality */
    ludo_contact_quality quality;
    bool rank_known; /* the rank of the linkage is that at t_k */
};

/* The poses of the knot; index -1 is the world. */
static inline pose *sim_poses(const ludo_sim *sim)
{
    return sim->poses[sim->progress->now];
}

/* Shut the joints and let the integrator take the state over, unless it has. */
ludo_status ludo_sim_start(ludo_sim *sim);

/* Bring the twists of the knot up to date. @return also LUDO_BAD_ARGUMENT where sim is NULL */
ludo_status ludo_sim_twists(ludo_sim *sim);

/* What places frames at the knot. */
static inline placement sim_placement(const ludo_sim *sim)
{
    return (placement){sim->model, sim_poses(sim), sim->memory};
}

/* ---- a step of any integrator (step.c) ---- */

/* Who takes the stages of a step: the integrator alone, or one who looks on. */
typedef struct step_taker {
    /* An attempt at the step begins, from the state before it; NULL: nothing to do. */
    void (*begin)(void *self);
    /* Advance by h as stage `stage`, with the bits of integrator->step(). */
    ludo_status (*advance)(void *self, ludo_sim *sim, double h, int32_t stage,
                           ludo_step_report *report);
    void *self;
} step_taker;

/* One step: ludo_step(), its stages taken by another. Each stage is part of the step if all that
 * follow in the attempt succeed; unless LUDO_OK is returned the state is unchanged. */
ludo_status ludo_sim_step_by(ludo_sim *sim, const step_taker *by, double h,
                             ludo_step_report *report);

/* A pivot that a factorisation had; NaN: of a block that has none. */
static inline void report_pivot(ludo_step_report *report, double pivot)
{
    if (!(pivot >= report->smallest_pivot)) {
        report->smallest_pivot = pivot > 0.0 ? pivot : 0.0;
    }
}

/* What a projection made of the twists `given`. */
static inline void report_correction(ludo_start_report *report, const ludo_sim *sim,
                                     const twist *given)
{
    for (int32_t s = 0; s < sim->model->slots; s++) {
        const double dv = v3_norm(v3_sub(sim->twists[s].v, given[s].v));
        const double dw = v3_norm(v3_sub(sim->twists[s].w, given[s].w));
        const double more = dw > dv ? dw : dv;
        report->velocity_correction =
            more > report->velocity_correction ? more : report->velocity_correction;
    }
}

/* Whether a simulation is of this model, integrator and settings, and so computes the same. */
bool ludo_sim_is_of(const ludo_sim *sim, const ludo_model *model, const integrator *by,
                    const sim_settings *settings);

/* Forces applied from outside at an instant, where bodies are placed so: wrenches (per slot 6:
 * world frame, at the centre of mass) and efforts (per column), overwritten. Returns whether there
 * are any; if not nothing is written. */
bool ludo_sim_applied(ludo_sim *sim, const placement *at, double time, double *wrench,
                      double *effort);

/* Take away what is applied from outside and by servos; controls are left. */
void ludo_sim_release(ludo_sim *sim);

/* ---- coordinates of joints (coordinates.c) ---- */

/* The coordinates of the joint in a slot, room for JOINT_MAX_POSITION. */
void ludo_sim_read_position(const ludo_sim *sim, int32_t s, double *q);

/* Rates of the joint in a slot, as its bodies' twists tell them. */
void ludo_sim_read_rate(const ludo_sim *sim, int32_t s, double *rate);

/* The same at the knot: of a joint that carries its coordinates those that it carries. */
void ludo_sim_joint_rate(const ludo_sim *sim, int32_t s, double *rate);

/* Coordinates and rates of all joints, slot by slot, in slot order. */
void ludo_sim_gather(const ludo_sim *sim, double *position, double *rate);

/* Scalar coordinates and all rates of the joint in a slot, per column; quaternions count as 0. */
void ludo_sim_gather_slot(const ludo_sim *sim, int32_t s, double *phi, double *rate);

/* The same of all joints. */
void ludo_sim_gather_scalars(const ludo_sim *sim, double *phi, double *rate);

/* Coordinates that joints track (per column; others are left), next to those of the knot, where
 * bodies are at poses. */
void ludo_sim_track(const ludo_sim *sim, const pose *poses, double *coordinate);

/* Root to leaf: put every body where given coordinates, rates of all joints want it. */
void ludo_sim_place(ludo_sim *sim, const double *position);
void ludo_sim_move(ludo_sim *sim, const double *rate);

#endif
