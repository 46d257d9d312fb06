/* SPDX-License-Identifier: Apache-2.0
 *
 * A mechanism without its masses: joint coordinates that move, loops that tie them. Its smallest
 * motions, counted by the coordinates' scales, are the null-space recursion with M = 0, corners
 * C = scale^2 and S = T [loops.md 5, 6]: what closes loops at a start and counts independent rows
 * is linear in the bodies as a step is. */
#ifndef LUDO_ASSEMBLY_KINEMATICS_H
#define LUDO_ASSEMBLY_KINEMATICS_H

#include "loops/rows.h"
#include "solver/tree/constraint_plan.h"

typedef struct kinematics {
    recursion tree;
    constraints constraints; /* loop i is tie i; F and R are the same */
    constraint_plan *plan;
    loop_view *view; /* per loop, as ludo_kinematics_view() left it */
    double *S;       /* per column: 6 */
    double *lever;   /* per slot: 3 */
    double *phi;     /* per column: scalar coordinates */
    bool *still;     /* per column: does not move */

    /* independent rows, as ludo_kinematics_rank() left them; of the knot where state->rank_known */
    int32_t rank;
    double *scale;   /* per tie ROW */
    bool *redundant; /* per tie TIE_ROWS */

    /* of assembly: coordinates of all joints, slot by slot, as given, of the best assembly so far,
     * of the last one, before a move; a way per column; per slot whether its joint is in a loop */
    double *given, *best, *assembled, *before;
    double *way;
    bool *inside;
    int32_t *limited, limited_count; /* limits that hold their coordinates while loops close */
} kinematics;

/* Take what a simulation needs of it from its scratch; nothing where there are no loops. Run
 * twice. */
void ludo_kinematics_layout(sim_state *state, arena *scratch);

/* Create and release what it needs beyond that memory.
 * @return LUDO_OK, LUDO_NO_MEMORY, LUDO_REFUSED (too many loops pass the same bodies) */
ludo_status ludo_kinematics_open(sim_state *state);
void ludo_kinematics_close(sim_state *state);

/* Loops where the joints' coordinates (slot by slot) are such and bodies are placed by them;
 * `far`: rotations by their logarithm. */
void ludo_kinematics_view(const sim_state *state, const double *position, bool far);

/* Columns, levers and rows of ties there, from the last view; no column that is still has any. */
void ludo_kinematics_linearize(const sim_state *state);

/* The smallest motion w (per column) that changes rows by -g of the last view, the rows softened by
 * mu times the square of what they are measured in; at the last linearisation, and anew for another
 * mu. */
void ludo_kinematics_shut(const sim_state *state, double mu);

/* The motion nearest to `wanted` (per column) that leaves rows as they are, likewise. */
void ludo_kinematics_follow(const sim_state *state, const double *wanted, double mu);

/* How many rows of loops are independent of each other and of the joints, at the last
 * linearisation; tells which are not. */
int32_t ludo_kinematics_rank(const sim_state *state);

#endif
