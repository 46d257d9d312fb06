/* SPDX-License-Identifier: Apache-2.0
 *
 * What acts on a tree at one instant, in joint coordinates: gravity, springs, dampers, armatures,
 * lines, actuators, servos, what is applied from outside [minimal.md 5]. Continuous laws, of which
 * integrators take values where their quadrature wants them. Columns and nodes are the tree's. */
#ifndef LUDO_INTEGRATORS_EFFORTS_H
#define LUDO_INTEGRATORS_EFFORTS_H

#include "dynamics/tree.h"
#include "integrators/sim.h"

/* What acts at one instant; all put by ludo_efforts_evaluate(). Derivatives are those that belong
 * to a node alone, `blocks` of dof x dof, row-major: a node's start at 3 times its first column. */
typedef struct acting {
    force *wrench;  /* per node: on its body, about the origin: gravity and all else */
    double *lean;   /* per node 36, row-major, angular first: of the part of `wrench` that belongs
                       to one body (gravity, constant pushes) the derivative as it is carried along,
                       d F + ad_eta^T F = lean eta, where the node moves by eta */
    double *e;      /* per column: efforts, and dL/dy of armatures */
    double *e_y, *e_dy; /* blocks: their derivatives by y and by its rate */
    double *p;      /* per column: momentum of armatures, dL/d(dy) */
    double *p_y, *p_dy; /* blocks: likewise */
    double work, dissipated; /* power of controls, servos and what is applied; of dampers [W] */
    double *line;   /* per spring: what it pulls with [N] */
    double *motor;  /* per actuator: its clamped force [N] */
} acting;

/* What evaluations need. */
typedef struct efforts {
    const tree *tree;
    double *armature; /* per column, at a knot */
    bool coupled;     /* whether anything acts whose derivative is not in `acting`: lines and
                         tendons, forces of the user's function */
    /* scratch */
    pose *poses;   /* per slot and at -1: absolute */
    double *twist; /* per slot 6, as lines want them */
    double *phi, *rate; /* per column of the MODEL: scalar coordinates, rates */
    double *wrench, *effort; /* per slot 6, per column of the model */
    line_view *view; /* per line */
} efforts;

void ludo_efforts_layout(efforts *f, const ludo_sim *sim, const tree *t, arena *scratch);
void ludo_acting_layout(acting *a, const ludo_sim *sim, const tree *t, arena *scratch);
void ludo_efforts_open(efforts *f, const ludo_sim *sim);

/* All that acts at an instant (after its pass down) of coordinates q, y, rates dy, at `time`.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT: the user's function gave what is not finite */
ludo_status ludo_efforts_evaluate(efforts *f, ludo_sim *sim, const tree_instant *at,
                                  const double *q, const double *y, const double *dy, double time,
                                  acting *out);

/* Books of an interval: forget mean forces; then for each node of the quadrature add weight [s]
 * times powers to what the simulation did, weight / h times forces to the means. */
void ludo_efforts_begin_books(ludo_sim *sim);
void ludo_efforts_book(ludo_sim *sim, const acting *a, double weight, double h);

#endif
