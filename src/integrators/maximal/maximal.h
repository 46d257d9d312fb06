/* SPDX-License-Identifier: Apache-2.0
 *
 * The maximal-coordinate integrator: what it is made of [maximal.md 1.4, recursion.md 1].
 *
 * From knot t_k to t_{k+1} with the interval velocities v, w (world frame):
 *
 *     (A)  m v   = p_k + (h/2) f_k + impulses of the joints at z_k
 *          L(w)  = l_k + (h/2) tau_k + impulses of the joints at z_k
 *          z_{k+1} = z_k moved by h v, h w,    g(z_{k+1}) = 0
 *     then p_{k+1} = m v + (h/2) f_{k+1},    l_{k+1} = L(w) + (h/2) tau_{k+1}
 *
 * p and l are the momenta BEFORE the projection (B) onto the joints' velocity constraints; the
 * next (A) is blind to the difference, an impulse of the joints at z_{k+1}, so that (B) is
 * computed only for those who read velocities. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_MAXIMAL_H
#define LUDO_INTEGRATORS_MAXIMAL_MAXIMAL_H

#include "joints/ball_spring.h"
#include "integrators/extrapolation.h"
#include "integrators/maximal/linear_solver.h"
#include "integrators/maximal/rotation.h"
#include "state/state.h"
#include "joints/coordinate.h"
#include "math/lanes.h"
#include "math/worst.h"
#include "model/loop.h"
#include "solver/tree/constraint_plan.h"

/* Most steps in one of a composition. */
enum { MAXIMAL_STAGES = 3 };

typedef struct maximal maximal;

/* A rotation update: the passes over bodies that depend on it. */
typedef struct rotation_update {
    const char *name; /* as written in options */
    double limit;     /* largest |h w|^2 of an interval */
    /* The poses z_{k+1}, the momenta L and the residuals r of the iterate V; returns |h w|^2 of the
     * body that turns most, and its slot. */
    worst (*evaluate)(maximal *x, const sim_state *state, double h);
    /* The body blocks diag(m 1, H) of what was evaluated last. */
    void (*linearize)(maximal *x, const sim_state *state, double h);
} rotation_update;

extern const rotation_update ludo_rotation_exponential, ludo_rotation_quaternion;

/* The past of one stage of a composition: its interval velocities, newest first. */
typedef struct stage_history {
    double h;       /* step length that they belong to */
    int64_t count;  /* how many are known */
    int64_t newest; /* where the newest of EXTRAPOLATION_POINTS stands */
} stage_history;

/* What a step changes, beside arrays. */
typedef struct maximal_state {
    int64_t last;  /* stage of the last accepted interval; -1: none since the start */
    int64_t borne; /* how many cones the last interval had (maximal_contacts.h); 0: no matter */
    double ajar;   /* how far loops are open at t_k, as the tolerance counts */
    stage_history past[MAXIMAL_STAGES];
} maximal_state;

/* Twists or momenta side by side: linear, angular, world frame. */
typedef struct twist_lanes {
    lanes3 v, w;
} twist_lanes;

/* What a body carries from step to step: state at t_k. */
typedef struct body_knot {
    lanes3 x;
    lanes4 q;
    twist_lanes P; /* p, l: momenta before projection */
} body_knot;

/* What a step computes with. */
typedef struct body_lanes {
    lanes1 mass;
    lanes6 J_body;             /* inertia, body frame */
    lanes6 J;                  /* inertia at t_k, world frame */
    twist_lanes known;         /* momenta that the interval starts with */
    twist_lanes V;             /* the iterate: interval velocities */
    lanes1 half_sin, alpha, c; /* rotation terms at the iterate */
    lanes3 L;                  /* angular momentum of the interval, at the iterate */
    lanes3 x;                  /* at z_{k+1}, at the iterate */
    lanes4 q;
} body_lanes;

/* What acts along a scalar over an interval [forces.md 1]: impulses on its momentum at t_k and at
 * t_{k+1}, and how the first falls with the scalar's rate. */
typedef struct scalar_step {
    double start, end; /* [N m s, N s] */
    double slope;      /* -d start / d rate */
    double delta;      /* change of the scalar */
} scalar_step;

/* Columns side by side: what acts along them whatever anybody asks for, where it moves them from,
 * and what acts over an interval. Beyond the last there are lengths on which nothing acts. */
typedef struct column_lanes {
    bool placed; /* whether any force depends on one of the coordinates, not on changes alone */
    form_lanes form;
    lanes1 stiffness, rest, damping, armature;
    trace_lanes from; /* at t_k */
    lanes1 phi;       /* at t_k, where placed */
    lanes1 start, end, slope, delta;
} column_lanes;

/* How much of a damper acts at t_k and at t_{k+1}: half each, or of order 1 all at t_k. */
typedef struct damping_split {
    double start, end;
} damping_split;

/* A line over an interval. */
typedef struct tendon_step {
    tendon_view view[2]; /* at t_k, at the iterate of t_{k+1} */
    scalar_step step;
} tendon_step;

/* A relative rotation over an interval. */
typedef struct turn_step {
    ludo_quat r; /* child in parent, at t_k */
    turn_interval step;
} turn_step;

/* What an actuator does over an interval. */
typedef struct motor_step {
    double force;  /* mean, before the gear */
    double wanted; /* what it would be without limits */
    double delta;  /* how far what it acts along moves, before the gear */
} motor_step;

/* What forces compute with; all scratch. */
typedef struct maximal_forces {
    damping_split damping;
    bool acting;          /* whether any force acts but gravity */
    column_lanes *column; /* per block of columns */
    bool told;            /* whether anybody reads the following: lines, couplings */
    double *phi[2];       /* per column: scalar coordinates at t_k and at the iterate */
    tendon_step *line;    /* per line */
    motor_step *motor;    /* per actuator: at the last iterate */
    bool switched;        /* whether that iterate brought the force of any to a limit, or away */
    turn_step *turn;      /* per turn */
    int32_t *diagonal;    /* per column: where its own number stands among the corners C */
    bool applied;         /* whether the two below hold */
    double *wrench[2];    /* per slot 6: applied from outside, world, at t_k and at t_{k+1} */
    double *effort[2];    /* per column: likewise */
} maximal_forces;

/* Loops and stiff lines as ties of the tree, loops first; all scratch. */
typedef struct maximal_loops {
    bool coupled;    /* whether any loop couples coordinates */
    bool projecting; /* whether loops and joints pull along the iterate's rows, for want of
                        others */
    constraints
        constraints;    /* their F: at t_k; R, D: at the last factorisation; b: at the iterate */
    loop_view *view;    /* per loop: at the iterate */
    double *carried;    /* per column: carried and tracked coordinates at the iterate */
    double *scale;      /* per tie ROW: what rows of loops are measured in, at t_k */
    double *multiplier; /* per tie ROW: impulses of loops at t_k; of lines 0 */
    bool *inner;        /* per loop: whether it holds a floating tree to itself alone */
    double *u, *w;      /* per slot 6, per column: sums of the sweeps of (B) */
    worst open;         /* of the loops seen last, as the tolerance counts */
    double stiffness;   /* of the lines' slopes the largest, over the inertia they move */
} maximal_loops;

/* The integrator's own struct. What is marked [2] is kept for t_k ([now]) and the iterate. */
struct maximal {
    const rotation_update *rotation;
    const linear_solver_kind *direction;

    /* kept */
    maximal_state *state;
    body_knot *knot;                   /* per block of bodies */
    twist_lanes *past[MAXIMAL_STAGES]; /* EXTRAPOLATION_POINTS times per block */
    double *S[2];                      /* per column: 6 */
    double *lever[2];                  /* per slot: 3, from the parent's centre of mass */
    joint_trace *trace[2];             /* per column */
    double *rows;                      /* per end of loops BLOCK: their rows at t_k */
    double *P_q;                       /* per column: momenta along joint coordinates, before
                                          projection: end impulses of forces inside joints [now] */
    double *rate_past[MAXIMAL_STAGES]; /* EXTRAPOLATION_POINTS times per carried column */
    double *start_rate;                /* per carried column: its rate at the start */

    /* scratch */
    int32_t blocks;
    body_lanes *body; /* per block of bodies */
    twist *given;     /* per slot: twists as the user set them */
    worst open;       /* of the joints seen last: how far open, as the tolerance counts; the slot */
    int32_t *carried; /* columns of joints that carry their coordinates */
    int32_t carried_count;
    maximal_forces forces;
    maximal_loops loops;
    struct maximal_contacts *contacts; /* contacts, limits, dry friction (maximal_contacts.h) */
    recursion tree;
    struct graph_solver *graph; /* of the block LDU solver, or NULL */
};

/* Which of two is the knot where impulses of loops and joints act: t_k unless they project. */
static inline int64_t maximal_pull(const maximal *x, const sim_state *state)
{
    return x->loops.projecting ? 1 - state->progress->now : state->progress->now;
}

static inline maximal *maximal_of(sim_state *state)
{
    return (maximal *)(void *)state->workspace;
}

static inline const maximal *maximal_in(const sim_state *state)
{
    return (const maximal *)(const void *)state->workspace;
}

#endif
