/* SPDX-License-Identifier: Apache-2.0
 *
 * The maximal-coordinate integrator: its data [maximal.md 1.4, recursion.md 1].
 *
 * From knot t_k to t_{k+1} with the interval velocities v, w (world frame):
 *
 *     (A)  m v   = p_k + (h/2) f_k + impulses of the joints at z_k
 *          L(w)  = l_k + (h/2) tau_k + impulses of the joints at z_k
 *          z_{k+1} = z_k moved by h v, h w,    g(z_{k+1}) = 0
 *     then p_{k+1} = m v + (h/2) f_{k+1},    l_{k+1} = L(w) + (h/2) tau_{k+1}
 *
 * p and l are the momenta BEFORE the projection (B) onto the joints' velocity constraints. The
 * difference is an impulse of the joints at z_{k+1}, which does not change the next (A): (B) is
 * computed only when velocities are read. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_MAXIMAL_H
#define LUDO_INTEGRATORS_MAXIMAL_MAXIMAL_H

#include "joints/ball_spring.h"
#include "integrators/extrapolation.h"
#include "integrators/maximal_solvers/linear_solver.h"
#include "integrators/maximal/rotation.h"
#include "state/state.h"
#include "joints/coordinate.h"
#include "math/lanes.h"
#include "math/worst.h"
#include "model/loop.h"
#include "solver/tree/constraint_plan.h"

/* Most stages of a composition. */
enum { MAXIMAL_STAGES = 3 };

typedef struct maximal maximal;

/* A rotation update: the passes over bodies that depend on it. */
typedef struct rotation_update {
    const char *name; /* as written in options */
    double limit;     /* largest |h w|^2 of an interval */
    /* Compute the poses z_{k+1}, the momenta L and the residuals r of the iterate V; return the
     * largest square of h w, and its body index. */
    worst (*evaluate)(maximal *x, const sim_state *state, double h);
    /* Write the body blocks diag(m 1, H) at the iterate evaluated last. */
    void (*linearize)(maximal *x, const sim_state *state, double h);
} rotation_update;

extern const rotation_update ludo_rotation_exponential, ludo_rotation_quaternion;

/* The history of one stage of a composition: its interval velocities, newest first. */
typedef struct stage_history {
    double h;       /* step length of these intervals */
    int64_t count;  /* number of known intervals */
    int64_t newest; /* index of the newest among EXTRAPOLATION_POINTS */
} stage_history;

/* The scalars that a step changes. */
typedef struct maximal_state {
    int64_t last;          /* stage of the last accepted interval; -1: none since the start */
    int64_t cone_count;    /* number of cones in the last interval (contacts.h); 0: none to save */
    double loop_violation; /* worst loop violation at t_k, in units of the tolerance */
    stage_history history[MAXIMAL_STAGES];
} maximal_state;

/* Twists or momenta in lanes: linear, angular, world frame. */
typedef struct twist_lanes {
    lanes3 v, w;
} twist_lanes;

/* The state of a body at t_k. */
typedef struct body_knot {
    lanes3 x;
    lanes4 q;
    twist_lanes P; /* p, l: momenta before projection */
} body_knot;

/* Quantities of a body during a step. */
typedef struct body_lanes {
    lanes1 mass, weight;                 /* mass; the mass that gravity acts on */
    lanes3 moment;                       /* first moment of the weight, body frame */
    lanes6 J_body;                       /* inertia, body frame */
    lanes6 J;                            /* inertia at t_k, world frame */
    twist_lanes known;                   /* momenta at the start of the interval */
    twist_lanes V;                       /* interval velocities of the iterate */
    lanes1 half_cos, half_sin, alpha, c; /* rotation terms at the iterate */
    lanes3 L;                            /* angular momentum of the interval, at the iterate */
    pose_lanes z;                        /* z_{k+1}, at the iterate */
} body_lanes;

/* The effect of forces along a scalar over an interval [forces.md 1]: impulses on its momentum at
 * t_k and at t_{k+1}, and the derivative of the first. */
typedef struct scalar_step {
    double start, end; /* [N m s, N s] */
    double slope;      /* -d start / d rate */
    double delta;      /* change of the scalar */
} scalar_step;

/* Degrees of freedom in lanes: coefficients of the forces along them, coordinates at t_k, and
 * impulses over an interval. Lanes beyond the last degree of freedom hold zeros. */
typedef struct column_lanes {
    bool placed; /* a force depends on a coordinate itself, not on its change alone */
    form_lanes form;
    lanes1 stiffness, rest, damping, armature;
    trace_lanes from; /* at t_k */
    lanes1 phi;       /* coordinate at t_k, if placed */
    lanes1 start, end, slope, delta;
    bool known; /* whether coordinates of traces and memories were found before: */
    trace_lanes known_at;
    lanes1 known_memory, known_phi;
} column_lanes;

/* The parts of a damper's impulse at t_k and at t_{k+1}: one half each, or all at t_k (order 1). */
typedef struct damping_split {
    double start, end;
} damping_split;

/* A tendon over an interval. */
typedef struct tendon_step {
    tendon_view view[2]; /* at t_k, at the iterate of t_{k+1} */
    scalar_step step;
} tendon_step;

/* The relative rotation of a ball joint over an interval. */
typedef struct ball_spring_step {
    ludo_quat r; /* child in parent, at t_k */
    ball_spring_interval step;
} ball_spring_step;

/* An actuator over an interval. */
typedef struct actuator_step {
    double force;  /* mean, before the gear */
    double wanted; /* the force without its limits */
    double delta;  /* change of the actuated coordinate or length, before the gear */
    double by_length, by_rate, by_input; /* derivatives of `wanted`, by length and rate after the
                                            gear, by the input */
} actuator_step;

/* Quantities of forces; all scratch. */
typedef struct maximal_forces {
    damping_split damping;
    bool acting;             /* a force other than gravity acts */
    column_lanes *column;    /* per block of dofs */
    bool needs_phi;          /* phi below is needed: there are tendons or couplings */
    double *phi[2];          /* per dof: scalar coordinates at t_k and at the iterate */
    tendon_step *tendon;     /* per tendon */
    tendon_span *span[2];    /* of all tendons, at both ends of the interval */
    int32_t tendons;         /* their number */
    bool knotted;            /* some tendon acts in the equations of a knot: */
    tendon_view *knot_view;  /* per tendon, at the knot, of these */
    tendon_span *knot_span;  /* of all tendons */
    double *knot_phi;        /* per dof: coordinates of their terms */
    actuator_step *actuator; /* per actuator: at the last iterate */
    double *input;           /* per actuator: the input of its gain at the middle */
    int32_t *steady;         /* per actuator: its coordinate if it feels no motion of it; else -1 */
    double *impulse;         /* per such actuator: in half of the interval */
    bool switched; /* that iterate brought an actuator to a limit of its force, or away from one, or
                      drag is strong */
    bool strong;   /* drag was strong at an iterate of the interval (maximal_forces/drag.c) */
    actuator_step *drive,
        *last_drive;        /* per dof: the sum of servo and actuators along it, at the
                               last iterate and at the one before (maximal_forces/drives.h) */
    ball_spring_step *ball; /* per ball with forces */
    int32_t *diagonal;      /* per dof: index of its diagonal entry in the joint blocks C */
    bool applied;           /* wrench and effort below are set */
    double *wrench[2];      /* per body 6: external, world frame, at t_k and at t_{k+1} */
    double *effort[2];      /* per dof: external, at t_k and at t_{k+1} */
} maximal_forces;

/* Loops and stiff tendons as constraints of the tree, loops first; all scratch. */
typedef struct maximal_loops {
    bool coupled;    /* a loop couples joint coordinates */
    bool projecting; /* impulses of loops and joints act along the rows of the iterate instead of
                        those at t_k */
    constraints constraints; /* F: at t_k; R, D: at the last factorisation; b: at the iterate */
    loop_view *view;         /* per loop: at the iterate */
    double *coordinate;      /* per dof: stored and unwrapped coordinates at the iterate */
    double *scale;           /* per constraint ROW: units of the rows of loops, at t_k */
    double *multiplier;      /* per constraint ROW: impulses of loops at t_k; of tendons 0 */
    double *slope;           /* per tendon: of its constraint */
    bool *inner;             /* per loop: its two ends are on one floating tree */
    double *u, *w;           /* per body 6, per dof: sums over the sweeps of (B) */
    worst violation;         /* worst violation at the last evaluation, in units of the tolerance */
    double stiffness;        /* the largest slope of a tendon, over the inertia it moves */
} maximal_loops;

/* The middle of an interval, for accelerations; all scratch. */
typedef struct maximal_middle {
    pose *poses;           /* per body, and at -1 the world */
    twist *twists;         /* per body, and at -1 the world: of the interval */
    double *memory, *rate; /* per dof */
    double *velocity;      /* per body 6 */
} maximal_middle;

/* The integrator's workspace. Arrays marked [2] are kept for t_k ([now]) and the iterate.
 *
 * The arrays of the tree are the registers of a Newton iteration. Inputs of its linear system:
 *
 *     M       body blocks; written by rotation_update.linearize() before a factorisation, which
 *             overwrites them with those of subtrees
 *     C       joint blocks; written by ludo_maximal_forces_evaluate() at each iterate
 *     r       residuals of the body balances; written at each iterate without the impulses of
 *             loops, limits and contacts, which ludo_maximal_loops_apply() and
 *             ludo_maximal_contact_apply_impulses() add; overwritten by each solve
 *     e, y    residuals along dofs, closing rates of joints; written at each iterate
 *
 * Outputs, valid from a solve to the next one: rates u, w of the tree, multipliers l of
 * constraints.
 *
 * The iteration ends with an evaluation: r then holds the residual of the solution without those
 * impulses, which the transfer to the root's momentum and the reactions add. Problems (B) at a knot
 * write all inputs themselves. */
struct maximal {
    const rotation_update *rotation;
    const linear_solver_kind *direction;

    /* ---- state ---- */
    maximal_state *state;
    body_knot *knot;                               /* per block of bodies */
    twist_lanes *velocity_history[MAXIMAL_STAGES]; /* EXTRAPOLATION_POINTS times per block */
    double *S[2];                                  /* per dof: 6 */
    double *lever[2];      /* per body: 3, from the parent's centre of mass */
    joint_trace *trace[2]; /* per dof */
    double *rows;          /* per end of loops BLOCK: their rows at t_k */
    double *P_q; /* per dof: momenta along joint coordinates before projection: the end impulses of
                    forces inside joints [now] */
    double *rate_history[MAXIMAL_STAGES]; /* EXTRAPOLATION_POINTS times per stored coordinate */
    double *start_rate;                   /* per stored coordinate: its rate at the start */

    /* ---- scratch ---- */
    int32_t blocks;
    body_lanes *body;      /* per block of bodies */
    twist *given;          /* per body: twists as the user set them */
    worst joint_violation; /* worst joint at the last evaluation: its violation in units of the
                   tolerance; its body index */
    double *violation;     /* per body: that of its joint */
    bool holding, *held;   /* whether some bodies stay at t_k (hold.h); per body: which */
    bool parting;          /* whether some of them are to make parts of the step (parts.h); */
    bool parted;           /* whether the others have made it: state->saved is that of t_k */
    const bool *idle;      /* per body: Newton's method leaves it where it is; NULL: none */
    const bool *still;     /* per block of bodies: its iterate stays, and what was evaluated there;
                              NULL: all blocks are evaluated */
    worst turn;            /* largest |h w|^2 at the last evaluation; its body index */
    int32_t *stored;       /* dofs of joints that store their coordinates */
    int32_t stored_count;
    maximal_forces forces;
    maximal_loops loops;
    maximal_middle middle;
    struct maximal_contacts
        *contacts; /* contacts, limits, dry friction (maximal_cones/contacts.h) */
    recursion tree;
    struct graph_solver *graph; /* of the block LDU solver, or NULL */
};

/* Index of the knot where impulses of loops and joints act: t_k unless the iteration projects. */
static inline int64_t maximal_impulse_knot(const maximal *x, const sim_state *state)
{
    return x->loops.projecting ? 1 - state->progress->now : state->progress->now;
}

/* Whether the iterate of a block of bodies stays as it was evaluated. */
static inline bool maximal_is_still(const maximal *x, int32_t block)
{
    return x->still != NULL && x->still[block];
}

/* Whether a body stays at t_k. */
static inline bool maximal_holds(const maximal *x, int32_t s)
{
    return x->holding && x->held[s];
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
