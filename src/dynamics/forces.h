/* SPDX-License-Identifier: Apache-2.0
 *
 * The generalized forces on a tree at one instant, in joint coordinates: gravity, springs, dampers,
 * armatures, tendons, actuators, servos and applied forces [minimal.md 5]. The laws are continuous;
 * integrators evaluate them at the nodes of their quadrature. Columns and nodes are the tree's.
 *
 * Names of forces here and in the integrators that use them:
 *
 *     generalized_forces   the evaluator: the memory that an evaluation needs
 *     acting               its result at one instant: wrenches on bodies and efforts of coordinates
 *     force                one spatial force (n, f) about the origin of the tree, spatial.h
 *     wrench               per node a force on its body: gravity, applied forces, tendons
 *     W                    the sum of `wrench` over the subtree of a node
 *     carried, stiffness   the part of `wrench` with a known derivative, and this derivative: its
 *                          geometric stiffness
 *     e, effort            per degree of freedom: the force along the coordinate alone
 *
 * The generalized force of column j is Q_j = S_j . W + e_j. */
#ifndef LUDO_DYNAMICS_FORCES_H
#define LUDO_DYNAMICS_FORCES_H

#include "dynamics/tree.h"
#include "state/state.h"

/* Forces at one instant; ludo_forces_evaluate() writes all fields. The derivatives are those by the
 * coordinates of one node, `blocks` of dof x dof, row-major: the block of a node starts at 3 times
 * its first column; row j, column k: derivative of number j by coordinate or rate k of the node. */
typedef struct acting {
    force *wrench;  /* per node: on its body, about the origin: gravity and all other forces */
    force *carried; /* per node: the part of `wrench` that `stiffness` covers: gravity and constant
                       body forces */
    double *stiffness;  /* per node 36, row-major, angular first: geometric stiffness of `carried`,
                      d F + ad_eta^T F = stiffness eta for a motion eta of the node; NULL: neither
                      `carried` nor `stiffness` is computed */
    double *e;          /* per column: efforts, and dL/dy of armatures */
    double *e_y, *e_dy; /* blocks: derivatives of e by y and by dy, without those of tendons */
    double *p;          /* per column: momentum of armatures, dL/d(dy) */
    double *p_y, *p_dy; /* blocks: derivatives of p by y and by dy */
    double work, dissipated; /* power of controls, servos and applied forces; of dampers [W] */
    double *tension;         /* per spring: its tension [N] */
    double *actuator;        /* per actuator: its clamped force [N] */
} acting;

/* The instant of an evaluation: the tree after its forward pass at coordinates q, y and rates dy.
 */
typedef struct forces_instant {
    sim_state *state;
    const tree_instant *at;
    const double *q, *y, *dy;
    double time;
} forces_instant;

/* A tendon at the instant, and the force F along it, positive towards greater length. */
typedef struct tendon_instant {
    tendon_view view;
    double rate;                  /* of the length */
    double F, by_length, by_rate; /* F and its derivatives */
} tendon_instant;

/* The sum of servo and actuators along a coordinate, before its effort limit. */
typedef struct drive_instant {
    double F, by_phi, by_rate;
    bool saturated; /* beyond the limit: the sum is the limit, its derivatives are 0 */
} drive_instant;

/* The evaluator of generalized forces. */
typedef struct generalized_forces {
    const tree *tree;
    double *armature; /* per column, at a knot */
    bool coupled; /* some force has a derivative that `acting` lacks: of a tendon, or an opaque one.
                     Then Galerkin's Newton method adds Broyden's updates */
    bool opaque;  /* some force has no known derivative at all: of the user's function, on a body
                     without mass, of a free joint's translations, of a medium, or along an opaque
                     tendon. Then derivatives of a step are refused */
    /* evaluations keep both up to date */
    /* set once */
    int32_t *column; /* per column of the MODEL: column of the tree */

    /* set once, and by callers that want less */
    int32_t actuators; /* the first ones act; others exert nothing and are not reported */
    bool weightless;   /* gravity does not act */

    /* scratch: of the last evaluation */
    pose *poses;             /* per body index and at -1: absolute */
    double *twist;           /* per body index 6, linear part first, of its centre of mass */
    double *phi, *rate;      /* per column of the MODEL: scalar and unwrapped coordinates; rates */
    double *wrench, *effort; /* per body index 6, ordered as twist; per column of the model */
    tendon_instant *tendon;  /* per spring */
    drive_instant *drive;    /* per column of the model: of servo and actuators along it */
    tendon_span *span;       /* of all springs */
    ludo_vec3 *way[2];       /* per column: derivative of a tendon's ends by y */
    double *gradient, *gradient_rate; /* per column: derivative g of its length by y; d/dt g */
} generalized_forces;

void ludo_forces_layout(generalized_forces *f, const sim_state *state, const tree *t,
                        arena *scratch);
void ludo_acting_layout(acting *a, const sim_state *state, const tree *t, arena *scratch);
void ludo_acting_layout_stiffness(acting *a, const tree *t,
                                  arena *scratch); /* optional, after that */
void ludo_forces_open(generalized_forces *f, const sim_state *state);

/* Evaluate all forces at an instant.
 * @return LUDO_OK, LUDO_BAD_ARGUMENT: the user's function gave a number that is not finite */
ludo_status ludo_forces_evaluate(generalized_forces *f, const forces_instant *now, acting *out);

/* `to` += blocks of an instant; dense, row-major, columns x columns. */
void ludo_forces_add_blocks(const tree *t, const double *blocks, double *to);

/* Derivatives of the generalized forces Q_j = S_j . W + e_j that `acting` does not contain. Dense,
 * row-major, columns x columns; B columns x actuators. All are added to.
 *
 *     K_y  += dQ/dy,  K_dy += dQ/d(dy)    of tendon forces: springs, dampers and actuators along
 *                                         distances and fixed tendons, at fixed dy, y
 *     B_u  += dQ/du                       of all actuators, those along coordinates included; 0
 *                                         where control or force are at a limit
 *
 * dQ/dy is complete: it contains the change of lengths, of directions and of columns S. The
 * derivatives of all other forces are disjoint from it: S_j . stiffness S_k and the changes of
 * columns, with W of acting.carried alone, and e_y, e_dy. */
typedef struct coupling {
    double *K_y, *K_dy, *B_u;
} coupling;

/* Add the derivatives at `now`, the instant of the last ludo_forces_evaluate().
 * O(tendons columns^2). */
void ludo_forces_couple(generalized_forces *f, const forces_instant *now, coupling *to);

/* dL/dy of a tendon at the instant of the last evaluation, per column. O(columns). */
void ludo_forces_gradient(generalized_forces *f, sim_state *state, const tree_instant *at,
                          int32_t tendon, double *gradient);

/* Energy bookkeeping of an interval: clear mean forces; then for each node of the quadrature add
 * weight [s] times powers to the simulation's work, and weight / h times forces to the means. */
void ludo_forces_begin_work(sim_state *state);
void ludo_forces_add_work(sim_state *state, const acting *a, double weight, double h);

#endif
