/* SPDX-License-Identifier: Apache-2.0
 *
 * Projected Gauss-Seidel: an estimate of the impulses of cones between nodes of six unknowns that
 * nothing else couples [contact.md 5.12]. Knows no mechanics.
 *
 *     A_i du_i = b_i + sum over laws of F_i^T p,    y + dy = y + sum over the ends of R_j du_j
 *
 * A sweep solves the law of each cone in turn, with the impulses of all others as they are. It
 * needs no factorisation but those of the blocks A_i. */
#ifndef LUDO_SOLVER_INTERIOR_SWEEPS_H
#define LUDO_SOLVER_INTERIOR_SWEEPS_H

#include "core/memory.h"
#include "math/lanes.h"
#include "solver/interior/cone.h"

enum {
    SWEEP_ENDS = 2,
    SWEEP_ROWS = 3,  /* most rows of a cone */
    SWEEP_WIDTH = 4, /* of them, side by side */
    SWEEP_NODE = 6
};

/* A cone of kind exact or ray, of up to SWEEP_ROWS rows. */
typedef struct sweep_law {
    /* set by the caller; the numbers are read by ludo_sweeps_begin() only */
    cone *cone;
    int32_t node[SWEEP_ENDS];                    /* -1: the law has no such end */
    const double *F[SWEEP_ENDS], *R[SWEEP_ENDS]; /* rows x 6 */

    /* R by columns; A^-1 F^T, a row per impulse */
    double rate[SWEEP_ENDS][SWEEP_NODE][SWEEP_WIDTH];
    double response[SWEEP_ENDS][SWEEP_ROWS][LANES];

    /* changes of rates by impulses of its own, R A^-1 F^T, and the inverse */
    double own[SWEEP_ROWS][SWEEP_ROWS], inverse[SWEEP_ROWS][SWEEP_ROWS];
    double normal, friction; /* impulses by a rate of the normal; of slip, about */

    double last[SWEEP_ROWS], way[SWEEP_ROWS]; /* impulses before a sweep; the way to go on */
} sweep_law;

typedef struct sweeps {
    int32_t node_room, room; /* most nodes and laws */

    /* set by the caller */
    int32_t nodes, count;
    sweep_law *law;
    double *inverse; /* per node SWEEP_NODE x SWEEP_NODE: A, then A^-1 */
    double *u;       /* per node LANES: b, then du */

    double *last, *way; /* per node LANES: as those of laws */
} sweeps;

/* Take memory for the rooms that are set; run twice. */
void ludo_sweeps_layout(sweeps *s, arena *a);

/* Invert A of a node, and replace b by A^-1 b. @return whether A is regular */
bool ludo_sweeps_invert(sweeps *s, int32_t node);

/* Take the numbers of the laws, and add the response to the impulses p of the cones to du. */
void ludo_sweeps_begin(sweeps *s);

/* Sweep until impulses change little: p of the cones, and du of their nodes. Rates y of the cones
 * stay those at du = 0. */
void ludo_sweeps_run(sweeps *s);

#endif
