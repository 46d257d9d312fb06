/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinematics of a mechanism without masses: joint coordinates and loop constraints. Its
 * smallest motions, measured in the coordinates' scales, are solved by the null-space recursion
 * with M = 0, joint blocks C = scale^2 and S = T [loops.md 5, 6]. Closing loops at a start and
 * counting independent rows is therefore linear in the number of bodies, as a step is. */
#ifndef LUDO_ASSEMBLY_KINEMATICS_H
#define LUDO_ASSEMBLY_KINEMATICS_H

#include "loops/rows.h"
#include "solver/tree/constraint_plan.h"

typedef struct kinematics {
    recursion tree;
    constraints constraints; /* loop i is constraint i; F and R are equal */
    constraint_plan *plan;
    loop_view *view; /* per loop, from the last ludo_kinematics_view() */
    double *S;       /* per dof: 6 */
    double *lever;   /* per body: 3 */
    double *phi;     /* per dof: scalar coordinates */
    bool *still;     /* per dof: frozen */

    /* independent rows, from the last ludo_kinematics_rank(); of the knot if state->rank_known */
    int32_t rank;
    double *scale;   /* per constraint ROW */
    bool *redundant; /* per constraint CONSTRAINT_ROWS */

    /* of assembly: coordinates of all joints, body by body: the given ones, those of the best
     * assembly so far, of the last one, before a move; a motion per dof; per body whether its joint
     * is in a loop */
    double *given, *best, *assembled, *before;
    double *outside; /* the given ones while joints outside loops are at their zeros */
    double *set;     /* those that were set, before limits */
    double *way;
    bool *inside;                    /* constant */
    int32_t *limited, limited_count; /* limits at which coordinates are held while loops close */
    bool *in_way; /* per held joint, then per such limit: it has to be free for loops to close */
} kinematics;

/* Lay out the memory for a simulation in its scratch; none without loops. Runs twice. */
void ludo_kinematics_layout(sim_state *state, arena *scratch);

/* Create and release the memory beyond the arena.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_REFUSED (too many loops pass the same bodies) */
ludo_status ludo_kinematics_open(sim_state *state);
void ludo_kinematics_close(sim_state *state);

/* Evaluate the loops at joint coordinates (body by body), at which bodies are placed; `far`:
 * rotations by their logarithm. */
void ludo_kinematics_view(const sim_state *state, const double *position, bool far);

/* Columns of S, levers and rows of constraints at the last view; those of frozen dofs are zero. */
void ludo_kinematics_linearize(const sim_state *state);

/* The smallest motion w (per dof) that changes rows by -g of the last view, the rows regularised by
 * mu times the square of their unit; at the last linearisation, with a new factorisation per
 * call. */
void ludo_kinematics_close_loops(const sim_state *state, double mu);

/* The motion nearest to `wanted` (per dof) that leaves the rows unchanged, regularised as above. */
void ludo_kinematics_follow(const sim_state *state, const double *wanted, double mu);

/* Evaluate and linearise loops at the knot, with all dofs free. Overwrites x->given and way. */
void ludo_kinematics_linearize_knot(const sim_state *state);

/* The part of the square of the motion x->way that loops allow, from 0 to 1, at the last
 * linearisation. */
double ludo_kinematics_allowed_part(const sim_state *state);

/* The number of rows of loops that are independent of each other and of the joints, at the last
 * linearisation; flags the others. */
int32_t ludo_kinematics_rank(const sim_state *state);

#endif
