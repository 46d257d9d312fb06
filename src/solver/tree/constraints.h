/* SPDX-License-Identifier: Apache-2.0
 *
 * Ties: rows that hold nodes of a tree together beyond its edges [recursion.md 1.5]. Knows no
 * mechanics.
 *
 * A tie of m rows adds m multipliers l to the system of recursion.h. They stand in the balances of
 * the nodes and columns where it ends, and each adds a row to what the unknowns have to satisfy:
 *
 *     r_i  gets  + F l  per end at a node i,       e_c  gets  + F l  per end at a node's columns
 *     sum over ends ( R u_i , or R w_c )  +  D l  =  b
 *
 * D is diagonal: the softness of a row (1 / slope of a stiff line), or what makes rows regular that
 * depend on others. Ties may join anything with anything; rows may be redundant where D is not
 * zero.
 *
 * Where ends at several nodes are meant to tell how these move relative to each other, a common
 * motion u_i = X_i u_p of all changes nothing that they tell; only then is little or no D enough.
 * What holds nodes to the world has one end at a node. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINTS_H
#define LUDO_SOLVER_TREE_CONSTRAINTS_H

#include "solver/tree/recursion.h"

enum { TIE_ROWS = 6 };

/* Where a tie ends: at the unknowns u of a node, or at the free numbers w of its columns. */
typedef struct constraint_end {
    int32_t node;
    bool columns;
} constraint_end;

/* Ties, their values and what is found for them. All arrays belong to the caller's layout. Blocks
 * of an end have one lane per row of the tie: the entry of row j at number k of the end (k < 6 at a
 * node; else k < its columns) is at ROW k + j. Lanes beyond the rows are zero, of D one. */
typedef struct constraints {
    int32_t count, ends;       /* of ties; room for ends: first[count] at least */
    const int32_t *rows;       /* per tie: 1 to TIE_ROWS */
    const int32_t *first;      /* per tie + 1: its first end */
    const constraint_end *end; /* those of a tie are different */

    /* set by the caller before factorising, and kept as long as the factors are used */
    real *F, *R; /* per end: BLOCK; force columns, and velocity rows transposed */
    real *D;     /* per tie: ROW */
    /* set by the caller before each solve */
    real *b; /* per tie: ROW; kept as it is */

    /* results */
    real *l;             /* per tie: ROW */
    real smallest_pivot; /* least of all: |pivot| over the sum of absolute values it was made of; 1
                            where there is no tie */
    int32_t weakest;     /* the tie where; -1: none */
} constraints;

/* Take F, R, D, b, l from an arena, for ties whose count and ends are set (not yet the arrays: it
 * runs twice): all values zero, D one. */
void ludo_constraints_layout(constraints *t, arena *a);

/* Where an end's numbers are in r (or u) and e (or w), and how many there may be; `column` is the
 * tree's. */
static inline real *constraint_end_numbers(const constraint_end *end, const int32_t *column,
                                           real *r, real *e)
{
    return end->columns ? e + column[end->node] : r + 6 * (size_t)end->node;
}

static inline int32_t constraint_end_size(const constraint_end *end, const int32_t *column)
{
    return end->columns ? column[end->node + 1] - column[end->node] : 6;
}

/* Multipliers l (per tie ROW) pull with F: r (per node 6) and e (per column) += F l; `column` is
 * the tree's. */
void ludo_constraints_pull(const constraints *t, const int32_t *column, const real *l, real *r,
                           real *e);

/* What rows tell of unknowns u (per node 6) and w (per column): out (per tie ROW) = sum of R u and
 * R w over ends; D isn't in it. */
void ludo_constraints_rate(const constraints *t, const int32_t *column, const real *u,
                           const real *w, real *out);

#endif
