/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of LANES simulations of one model side by side, one per lane, by the maximal integrator:
 * trees whose forces are those inside joints, without contacts, limits and loops (fit.c). Each lane
 * has the bits of ludo_maximal_step() on its simulation alone.
 *
 * Arrays are those of maximal.h with a vector in place of each number, and one body or dof where
 * maximal.h has a block of them. What a lane can't do, it leaves at its knot for the step of a
 * single simulation: iterations that need a second factorisation, that don't converge, or that
 * aren't finite. Lanes without a simulation hold any numbers, also NaN: none looks at another. */
#ifndef LUDO_INTEGRATORS_MAXIMAL_LANES_LANES_H
#define LUDO_INTEGRATORS_MAXIMAL_LANES_LANES_H

#include "integrators/integrator.h"
#include "integrators/maximal/maximal.h"
#include "solver/tree/recursion_lanes.h"

/* Newton's method per lane. */
typedef struct lanes_iteration {
    unsigned open;        /* lanes that iterate, one bit each */
    unsigned solved;      /* lanes that have converged */
    vector_bits iterates; /* -1 in lanes that iterate, else 0 */
    double tested[LANES]; /* the number that convergence was last tested on */
    int32_t count[LANES]; /* iterations */
    bool reports;         /* whether `joint` is wanted, which takes a search */
    int32_t joint[LANES]; /* the joint of the number tested last */
    double pivot[LANES];  /* the smallest one */
} lanes_iteration;

typedef struct maximal_lanes {
    const ludo_model *model;
    const struct lanes_rotation *rotation;
    double tolerance;
    int32_t max_iterations;
    damping_split damping;
    joint_batch *joint; /* per body: LANES times its joint, */
    part_lanes *parts;  /* and their parts: dof + 1 per body */
    pose_lanes world;
    const int32_t *stored; /* dofs of joints that store their coordinates */
    int32_t stored_count;
    bool *forced, *placed; /* per dof: a force acts along it; it depends on the coordinate itself */

    /* ---- state at t_k ---- */
    int now; /* which of two arrays */
    body_knot *knot;
    twist_lanes *past[EXTRAPOLATION_POINTS]; /* interval velocities, newest first */
    lanes1 *past_rate[EXTRAPOLATION_POINTS]; /* per stored coordinate: its rates likewise */
    motion_column_lanes *column_motion[2];   /* per dof: S and trace; [now], the iterate */
    vector *lever[2];                        /* as in maximal.h */
    vector *P_q;
    lanes1 *memory;
    lanes1 *force, *impulse; /* per actuator: its constant force, its impulse in half an interval */
    lanes1 *tension;         /* per tendon: its mean pull over the last interval */
    lanes1 work, dissipated;
    maximal_state kept[LANES]; /* of each simulation */

    /* ---- scratch ---- */
    lanes1 weight[EXTRAPOLATION_POINTS]; /* of past intervals, the first `known` of them */
    int32_t known;
    body_lanes *body;
    column_lanes *column;
    closing_lanes *closing; /* per body: y of the tree, and violations */
    lanes1 *violation;      /* per body: that of its joint at the last evaluation, */
    vector worst_violation; /* and the worst one */
    vector turn;            /* largest |h w|^2 there */
    lanes_iteration newton;
    recursion_lanes tree;
} maximal_lanes;

/* Passes over bodies that depend on the rotation update. */
typedef struct lanes_rotation {
    const rotation_update *of;
    /* Begin an interval, and evaluate the iterate extrapolated by the weights; correct the iterate
     * by the direction, where lanes iterate, and evaluate it: poses, r of the tree, `turn`. */
    void (*start)(maximal_lanes *x, double h);
    void (*advance)(maximal_lanes *x, double h);
    /* Write the blocks M of the tree. */
    void (*linearize)(maximal_lanes *x, double h);
} lanes_rotation;

/* The trace of a dof at t_k, at the iterate. */
static inline trace_lanes *lanes_trace(maximal_lanes *x, int32_t c)
{
    return &x->column_motion[x->now][c].trace;
}

static inline trace_lanes *lanes_next_trace(maximal_lanes *x, int32_t c)
{
    return &x->column_motion[1 - x->now][c].trace;
}

/* ---- parts (bodies.c, history.c, joints.c, forces.c, newton.c) ---- */

/* The passes over bodies for a rotation update. */
const lanes_rotation *ludo_maximal_lanes_rotation(const rotation_update *of);

/* The weights of past intervals: of those that a lane does not know they are zero, which adds
 * nothing to its sums, because these are never -0. */
void ludo_maximal_lanes_weigh(maximal_lanes *x);

/* Stored coordinates of the iterate: extrapolated; corrected, where lanes iterate. */
void ludo_maximal_lanes_extrapolate_stored(maximal_lanes *x, double h);
void ludo_maximal_lanes_correct_stored(maximal_lanes *x, double h);

/* The interval becomes the newest past one, whose velocities are yet to be written. */
void ludo_maximal_lanes_save(maximal_lanes *x, double h);

/* The iterate becomes the knot, with the residuals of Newton's method at the roots; its velocities
 * become the newest past ones. */
void ludo_maximal_lanes_accept_bodies(maximal_lanes *x, double h);

/* S, levers, traces at the iterate, y of the tree, the worst violation. */
void ludo_maximal_lanes_evaluate_joints(maximal_lanes *x, double h);

/* Forces inside joints: coordinates at t_k; e and C of the tree at the iterate; impulses at
 * t_{k+1}, work and dissipation. */
void ludo_maximal_lanes_begin_forces(maximal_lanes *x);
void ludo_maximal_lanes_evaluate_forces(maximal_lanes *x, double h);
void ludo_maximal_lanes_accept_forces(maximal_lanes *x, double h);

/* Solve the interval that begins at the knot. */
void ludo_maximal_lanes_newton(maximal_lanes *x, double h);

extern const integrator_lanes ludo_maximal_lanes;

#endif
