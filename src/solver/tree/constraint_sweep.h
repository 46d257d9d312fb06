/* SPDX-License-Identifier: Apache-2.0
 *
 * Ties in the sweeps of the recursion: what is done at each node, called by recursion.c, and the
 * values that this needs. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_SWEEP_H
#define LUDO_SOLVER_TREE_CONSTRAINT_SWEEP_H

#include "solver/tree/constraint_order.h"
#include "solver/tree/constraint_plan.h"

#include "math/worst.h"

/* What arrives from below: force columns and velocity rows, as at an end. */
typedef struct constraint_place {
    real F[BLOCK], R[BLOCK];
} constraint_place;

/* A tie's own rows: N l + (rows of later ties) + R^T u = b, row j at ROW j; eliminated with
 * P N = L U, L's and U's diagonals left out. */
typedef struct constraint_block {
    real N[BLOCK]; /* becomes U */
    real L[BLOCK];
    real rate[BLOCK];  /* N^-1 R^T: rows by the u of the node where the tie is complete */
    real inverse[ROW]; /* of the pivots */
    real terms[ROW];   /* what the diagonal was summed from, in absolute values */
    real b[ROW];
    real l[ROW];      /* N^-1 b */
    int32_t row[ROW]; /* P: the row that stands at each place */
} constraint_block;

/* Two coupled ties, c before d: rows are c's, lanes d's rows. */
typedef struct constraint_couple {
    real upper[BLOCK]; /* N(c, d), becomes N^-1 N(c, d) */
    real lower[BLOCK]; /* N(d, c), transposed */
} constraint_couple;

/* Rows that depend on others are left out where this is asked for. */
typedef struct constraint_drop {
    const double *scale; /* per tie ROW */
    double least;
    bool *redundant; /* per tie TIE_ROWS; NULL: nothing is left out */
    int32_t rank;
} constraint_drop;

struct constraint_plan {
    constraints *t;
    ludo_allocator allocator;
    constraint_paths paths; /* passes of a node in the order of elimination */
    constraint_order order;
    void *memory; /* of all that follows */

    int32_t *complete;  /* per node + 1: steps at node i are those from complete[i + 1] to
                           complete[i] - 1; the world's begin at complete[0] */
    int32_t *row;       /* per pass: its first row of h and p, one per column of the node */
    size_t *pair_first; /* per node: into this list of couples */
    int32_t *pair;      /* of each two passes of a node: a, b with b behind a */
    int32_t *beside;    /* per couple: the later tie's place where the earlier one is complete; or
                           NOWHERE */

    int32_t *at; /* per tie: its place at the node that is planned */

    constraint_place *place;
    constraint_block *block;   /* per tie */
    constraint_couple *couple; /* per couple of `order` */
    real *h, *p;               /* rows: W^-1 (T^T F + E); S^T R + Q */
    worst loss;
    constraint_drop drop;
};

/* Steps that are complete at node i, or at the world (NOWHERE). */
static inline int32_t constraint_first_step(const constraint_plan *plan, int32_t i)
{
    return plan->complete[i + 1];
}

static inline int32_t constraint_end_step(const constraint_plan *plan, int32_t i)
{
    return i == NOWHERE ? plan->t->count : plan->complete[i];
}

/* Before a sweep up: values of ties, or right-hand sides alone. */
void ludo_constraint_sweep_begin(constraint_plan *plan);
void ludo_constraint_sweep_begin_rhs(constraint_plan *plan);

/* Eliminate ties that are complete at node i (all children done), or at the world (NOWHERE). Their
 * rests, with the factors there are, go to the node's r, whose numbers are `stride` apart. */
void ludo_constraint_sweep_eliminate(constraint_plan *plan, recursion *t, int32_t i);
void ludo_constraint_sweep_eliminate_rhs(constraint_plan *plan, int32_t i, real *r, int32_t stride);

/* Flag the dependent rows of a tie that is complete, and make its block so that their multipliers
 * become zero. */
void ludo_constraint_sweep_drop_redundant(constraint_plan *plan, int32_t constraint);

/* Take ties past node i, which is factorised. */
void ludo_constraint_sweep_propagate(constraint_plan *plan, const recursion *t, int32_t i);
void ludo_constraint_sweep_propagate_rhs(constraint_plan *plan, const recursion *t, int32_t i);

/* After a sweep up: tell the weakest pivot. */
void ludo_constraint_sweep_end(constraint_plan *plan);

/* On the way down: multipliers of ties that are complete at node i, from its u; what multipliers
 * add to the free numbers of node i. */
void ludo_constraint_sweep_solve(constraint_plan *plan, int32_t i, const real *u);
void ludo_constraint_sweep_move(const constraint_plan *plan, const recursion *t, int32_t i,
                                real *w);

#endif
