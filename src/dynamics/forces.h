/* SPDX-License-Identifier: Apache-2.0
 *
 * What acts on a tree at one instant, in joint coordinates: gravity, springs, dampers, armatures,
 * lines, actuators, servos, what is applied from outside [minimal.md 5]. Continuous laws, of which
 * integrators take values where their quadrature wants them. Columns and nodes are the tree's. */
#ifndef LUDO_DYNAMICS_FORCES_H
#define LUDO_DYNAMICS_FORCES_H

#include "dynamics/tree.h"
#include "state/state.h"

/* What acts at one instant; all put by ludo_forces_evaluate(). Derivatives are those that belong
 * to a node alone, `blocks` of dof x dof, row-major: a node's start at 3 times its first column;
 * row j, column k: the change of number j with coordinate or rate k of the node. */
typedef struct acting {
    force *wrench;  /* per node: on its body, about the origin: gravity and all else */
    force *carried; /* per node: the part of `wrench` that `lean` knows: gravity, constant pushes */
    double *lean;   /* per node 36, row-major, angular first: the derivative of `carried` as it is
                       carried along, d F + ad_eta^T F = lean eta, where the node moves by eta;
                       NULL where nobody wants it: neither it nor `carried` are put then */
    double *e;      /* per column: efforts, and dL/dy of armatures */
    double *e_y, *e_dy; /* blocks: derivatives of e by y and by its rate, but for those of lines */
    double *p;          /* per column: momentum of armatures, dL/d(dy) */
    double *p_y, *p_dy; /* blocks: likewise */
    double work, dissipated; /* power of controls, servos and what is applied; of dampers [W] */
    double *line;            /* per spring: what it pulls with [N] */
    double *motor;           /* per actuator: its clamped force [N] */
} acting;

/* A line at the instant, and what is exerted along it: F towards greater length. */
typedef struct tendon_instant {
    tendon_view view;
    double rate;                  /* of the length */
    double F, by_length, by_rate; /* and its derivatives */
} tendon_instant;

/* What evaluations need. */
typedef struct efforts {
    const tree *tree;
    double *armature; /* per column, at a knot */
    bool coupled;     /* whether anything acts whose derivative is not in `acting`: lines and
                         tendons, and what is opaque; kept true to the simulation by evaluations */
    bool opaque;      /* whether its derivative isn't in ludo_forces_couple() either: forces of
                         the user's function, pushes on bodies without mass */
    /* found once */
    int32_t *column; /* per column of the MODEL: that of the tree */

    /* scratch: of the instant evaluated last */
    pose *poses;             /* per slot and at -1: absolute */
    double *twist;           /* per slot 6, linear part first, of its centre of mass */
    double *phi, *rate;      /* per column of the MODEL: scalar and tracked coordinates; rates */
    double *wrench, *effort; /* per slot 6, as twist; per column of the model */
    tendon_instant *line;    /* per spring */
    ludo_vec3 *way[2];       /* per column: of the ends of a line, by y */
    double *gradient, *bent; /* per column: of its length by y; how that changes, d/dt */
} efforts;

void ludo_forces_layout(efforts *f, const sim_state *state, const tree *t, arena *scratch);
void ludo_acting_layout(acting *a, const sim_state *state, const tree *t, arena *scratch);
void ludo_acting_layout_lean(acting *a, const tree *t, arena *scratch); /* after that: if wanted */
void ludo_forces_open(efforts *f, const sim_state *state);

/* All that acts at an instant (after its pass down) of coordinates q, y, rates dy, at `time`.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT: the user's function gave what is not finite */
ludo_status ludo_forces_evaluate(efforts *f, sim_state *state, const tree_instant *at,
                                 const double *q, const double *y, const double *dy, double time,
                                 acting *out);

/* `to` += blocks of an instant; dense, row-major, columns x columns. */
void ludo_forces_add_blocks(const tree *t, const double *blocks, double *to);

/* What `acting` leaves out of the derivative of the generalized forces Q_j = S_j . W + e_j (W: the
 * wrench on all that the node of column j carries), for those who want all of it. Dense, row-major,
 * columns x columns, of B columns x actuators; all are added to.
 *
 *     K_y  += dQ/dy,  K_dy += dQ/d(dy)    of all that lines exert: springs, dampers and actuators
 *                                         along distances and tendons, at fixed dy, y
 *     B_u  += dQ/du                       of all actuators, those along columns included; 0 where
 *                                         control or force are at a limit
 *
 * dQ/dy is complete: the change of lengths, of directions, of columns S. So it is added to what
 * follows for all else, with W of acting.carried alone: S_j . lean S_k and columns' own changes
 * with it, e_y, e_dy; nothing of it is in those. */
typedef struct coupling {
    double *K_y, *K_dy, *B_u;
} coupling;

/* Add that of the instant that ludo_forces_evaluate() was given last, which is given again.
 * O(lines columns^2). */
void ludo_forces_couple(efforts *f, sim_state *state, const tree_instant *at, const double *q,
                        const double *y, const double *dy, coupling *to);

/* dL/dy of a line at the instant that was evaluated last, per column. O(columns). */
void ludo_forces_gradient(efforts *f, sim_state *state, const tree_instant *at, int32_t line,
                          double *gradient);

/* Books of an interval: forget mean forces; then for each node of the quadrature add weight [s]
 * times powers to what the simulation did, weight / h times forces to the means. */
void ludo_forces_begin_work(sim_state *state);
void ludo_forces_add_work(sim_state *state, const acting *a, double weight, double h);

#endif
