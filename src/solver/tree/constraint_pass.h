/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints in the elimination passes of the recursion: the operations at each node, which
 * recursion.c calls, and their values. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINT_PASS_H
#define LUDO_SOLVER_TREE_CONSTRAINT_PASS_H

#include "solver/tree/constraint_order.h"
#include "solver/tree/constraint_plan.h"

#include "math/worst.h"

/* Force columns and velocity rows at a node, summed over its children. */
typedef struct constraint_place {
    double F[BLOCK], R[BLOCK];
} constraint_place;

/* The rows of a constraint: N l + (rows of later constraints) + R^T u = b, row j at ROW j;
 * eliminated with P N = L U, without the diagonals of L and U. */
typedef struct constraint_block {
    double N[BLOCK]; /* becomes U */
    double L[BLOCK];
    double rate[BLOCK];  /* N^-1 R^T: rows by the u of the lowest common ancestor */
    double inverse[ROW]; /* of the pivots */
    double terms[ROW];   /* sums of absolute values of the terms of the diagonal */
    double b[ROW];
    double l[ROW];    /* N^-1 b */
    int32_t row[ROW]; /* P: the index of the row at each place */
} constraint_block;

/* Two coupled constraints, c before d: rows are those of c, lanes the rows of d. */
typedef struct constraint_couple {
    double upper[BLOCK]; /* N(c, d), becomes N^-1 N(c, d) */
    double lower[BLOCK]; /* N(d, c), transposed */
} constraint_couple;

/* Dropping of rows that depend on others, if requested. */
typedef struct constraint_drop {
    const double *scale; /* per constraint ROW */
    double least;
    bool *redundant; /* per constraint CONSTRAINT_ROWS; NULL: no row is dropped */
    int32_t rank;
} constraint_drop;

struct constraint_plan {
    constraints *t;
    bool slack; /* whether all constraints were in the last factorisation: there is nothing to do */
    ludo_allocator allocator;
    constraint_paths paths; /* passes of a node in the order of elimination */
    constraint_order order;
    void *memory; /* of all that follows */

    int32_t *complete;  /* per node + 1: steps at node i are those from complete[i + 1] to
                           complete[i] - 1; the world's begin at complete[0] */
    int32_t *row;       /* per pass: its first row of h and p, one per dof of the node */
    size_t *pair_first; /* per node: into this list of couples */
    int32_t *pair;      /* per pair of passes of a node: a, b with b behind a */
    int32_t *beside; /* per couple: the later constraint's place at the node where the earlier one
                        is eliminated; or NOWHERE */

    int32_t *at; /* per constraint: its place at the node that is planned */

    constraint_place *place;
    constraint_block *block;   /* per constraint */
    constraint_couple *couple; /* per couple of `order` */
    double *h, *p;             /* rows: W^-1 (T^T F + E); S^T R + Q */
    const bool *idle;          /* per node: the tree's, of the pass (recursion.h) */
    worst loss;
    constraint_drop drop;
};

/* Steps that are eliminated at node i, or at the world (NOWHERE). */
static inline int32_t constraint_first_step(const constraint_plan *plan, int32_t i)
{
    return plan->complete[i + 1];
}

static inline int32_t constraint_end_step(const constraint_plan *plan, int32_t i)
{
    return i == NOWHERE ? plan->t->count : plan->complete[i];
}

/* Whether a constraint is slack, or all its ends are at nodes that are left out; its multipliers
 * are zero then. */
static inline bool constraint_is_idle(const constraint_plan *plan, int32_t constraint)
{
    const constraints *t = plan->t;
    bool idle = plan->idle != NULL && !t->slack[constraint];
    for (int32_t e = t->first[constraint]; e < t->first[constraint + 1] && idle; e++) {
        idle = plan->idle[t->end[e].node];
    }
    return idle || t->slack[constraint];
}

/* Whether pass q is one of a slack constraint. */
static inline bool constraint_passes_slack(const constraint_plan *plan, int32_t q)
{
    return plan->t->slack[constraint_passes(&plan->paths)[q].constraint];
}

/* Before a pass up: values of constraints, or right-hand sides alone. */
void ludo_constraint_pass_begin(constraint_plan *plan);
void ludo_constraint_pass_begin_rhs(constraint_plan *plan, const bool *idle);

/* Eliminate the constraints whose lowest common ancestor is node i (after all children), or the
 * world (NOWHERE). Their right-hand sides, with the current factors, go to the node's r, whose
 * numbers are `stride` apart. */
void ludo_constraint_pass_eliminate(constraint_plan *plan, recursion *t, int32_t i);
void ludo_constraint_pass_eliminate_rhs(constraint_plan *plan, int32_t i, double *r,
                                        int32_t stride);

/* Flag the dependent rows of a constraint before its elimination, and modify its block such that
 * their multipliers become zero. */
void ludo_constraint_pass_drop_redundant(constraint_plan *plan, int32_t constraint);

/* Propagate constraints past node i, which is factorised. */
void ludo_constraint_pass_propagate(constraint_plan *plan, const recursion *t, int32_t i);
void ludo_constraint_pass_propagate_rhs(constraint_plan *plan, const recursion *t, int32_t i);

/* After a pass up: store the weakest pivot. */
void ludo_constraint_pass_end(constraint_plan *plan);

/* On the way down: multipliers of the constraints eliminated at node i, from its u; the part of the
 * free coordinates w of node i that multipliers cause. */
void ludo_constraint_pass_solve(constraint_plan *plan, int32_t i, const double *u);
void ludo_constraint_pass_move(const constraint_plan *plan, const recursion *t, int32_t i,
                               double *w);

#endif
