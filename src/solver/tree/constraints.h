/* SPDX-License-Identifier: Apache-2.0
 *
 * Constraints: rows that couple nodes of a tree beyond its edges [recursion.md 1.5]. Independent of
 * mechanics.
 *
 * A constraint of m rows adds m multipliers l to the system of recursion.h. They enter the balances
 * of the nodes and dofs where the constraint ends, and each adds an equation for the unknowns:
 *
 *     r_i  gets  + F l  per end at a node i,       e_c  gets  + F l  per end at a node's dofs
 *     sum over ends ( R u_i , or R w_c )  +  D l  =  b
 *
 * D is diagonal: the compliance of a row (1 / slope of a stiff tendon), or a regularisation of rows
 * that depend on others. Constraints may couple any unknowns; rows may be redundant if D is not
 * zero.
 *
 * If the ends at several nodes describe a relative motion, a common motion u_i = X_i u_p of all of
 * them changes no row; only then is a small or zero D sufficient. A constraint with the world has
 * one end at a node, or is `grounded`. */
#ifndef LUDO_SOLVER_TREE_CONSTRAINTS_H
#define LUDO_SOLVER_TREE_CONSTRAINTS_H

#include "solver/tree/recursion.h"

enum { CONSTRAINT_ROWS = 6 };

/* An end of a constraint: the unknowns u of a node, or the free coordinates w of its dofs. */
typedef struct constraint_end {
    int32_t node;
    bool columns;
} constraint_end;

/* Constraints, their values and results. All arrays belong to the caller's layout. Blocks of an end
 * have one lane per row of the constraint: the entry of row j at number k of the end (k < 6 at a
 * node; else k < its dofs) is at ROW k + j. Lanes beyond the rows are zero, of D one. */
typedef struct constraints {
    int32_t count, ends;       /* number of constraints; room for ends: at least first[count] */
    const int32_t *rows;       /* per constraint: 1 to CONSTRAINT_ROWS */
    const int32_t *first;      /* per constraint + 1: its first end */
    const constraint_end *end; /* the ends of one constraint differ */
    const bool *grounded; /* per constraint: its rows change with a common motion of its ends at
                             several nodes; NULL: no one's */

    /* set by the caller before factorising, and kept as long as the factors are used */
    double *F, *R; /* per end: BLOCK; force columns, and velocity rows transposed */
    double *D;     /* per constraint: ROW */
    bool *slack;   /* per constraint: left out, as if F were zero: it has no multipliers */
    /* set by the caller before each solve */
    double *b; /* per constraint: ROW; not overwritten */

    /* results */
    double *l;             /* per constraint: ROW */
    double smallest_pivot; /* least of all: |pivot| over the sum of absolute values of its terms; 1
                            without constraints */
    int32_t weakest;       /* its constraint; -1: none */
} constraints;

/* Take F, R, D, b, l from an arena, for constraints whose count and ends are set (the arrays are
 * not needed yet: the function runs twice): all values zero, D one. */
void ludo_constraints_layout(constraints *t, arena *a);

/* The address of an end's numbers in r (or u) and e (or w), and how many there are; `column` is the
 * tree's. */
static inline double *constraint_end_numbers(const constraint_end *end, const int32_t *column,
                                             double *r, double *e)
{
    return end->columns ? e + column[end->node] : r + 6 * (size_t)end->node;
}

static inline int32_t constraint_end_size(const constraint_end *end, const int32_t *column)
{
    return end->columns ? column[end->node + 1] - column[end->node] : 6;
}

/* Add the impulses of multipliers l (per constraint ROW): r (per node 6) and e (per dof) += F l;
 * `column` is the tree's. */
void ludo_constraints_apply(const constraints *t, const int32_t *column, const double *l, double *r,
                            double *e);

/* The rates of rows for unknowns u (per node 6) and w (per dof): out (per constraint ROW) = sum of
 * R u and R w over ends, without D. */
void ludo_constraints_rate(const constraints *t, const int32_t *column, const double *u,
                           const double *w, double *out);

#endif
