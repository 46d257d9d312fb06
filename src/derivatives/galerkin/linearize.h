/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a step of the Galerkin integrator, dense [minimal.md 7].
 *
 * A step is the stationary point of the action as a function of the knot q_k and of the control
 * points y^1 .. y^s in its chart. A motion of the knot moves the chart, so beside the gradients r^a
 * by y^a there is C, the gradient by a motion of the knot at fixed y (of a scalar coordinate: the
 * sum of all r^a). With y = y^s, p_k before and p_{k+1} after the interval
 *
 *     r^a = 0, 0 < a < s     p_{k+1} = J(-y)^-T r^s     p_k = exp(y) p_{k+1} - C
 *
 * whose differentials are symmetric except for dampers, and so the map is symplectic to round-off.
 *
 * Matrices are row-major; n is the number of dofs of the tree. */
#ifndef LUDO_DERIVATIVES_GALERKIN_LINEARIZE_H
#define LUDO_DERIVATIVES_GALERKIN_LINEARIZE_H

#include "dynamics/hessian.h"
#include "integrators/galerkin/galerkin.h"
#include "derivatives/linear_kind.h"

/* Derivatives of numbers per dof at a control point: n x n each, `u` n x controls. */
typedef struct linear_slopes {
    double *c; /* by motions of the knot at fixed y, dy; of a ball in axes of the knot, which its
                  own numbers in `g` also use */
    double *y, *dy; /* by y and its rate */
    double *u;      /* by controls; of momenta NULL: zero */
} linear_slopes;

typedef struct galerkin_linear {
    int32_t n, s, controls;
    acting acting; /* at a control point */
    tree_hessian hessian;
    linear_slopes pi; /* of momenta conjugate to y */
    linear_slopes f;  /* of forces, gradients by y */
    linear_slopes g;  /* of gradients by motions of the knot */

    double *q, *p;   /* at t_k */
    double *by_y;    /* (s + 1) n x s n: rows p_k, r^1 .. r^{s-1}, p_{k+1} by y^1 .. y^s */
    double *by_knot; /* the same by dq, dp at t_k and controls: 2 n + controls columns */
    double *map;     /* 2 n x (2 n + controls): the resulting map, in the tree's order */
    int32_t *column; /* per rate, in their order: its dof in the tree */
} galerkin_linear;

static inline size_t linear_width(const galerkin_linear *x)
{
    return 2 * (size_t)x->n + (size_t)x->controls;
}

/* Add three rows of B, from `from` on, times M to those of A from `to` on. */
void ludo_galerkin_linear_add_rows(double *A, int32_t to, const mat3 *M, const double *B,
                                   int32_t from, size_t width);

/* Three columns of a matrix, from `at` on. */
typedef struct three_columns {
    double *A;
    int32_t at;
} three_columns;

/* Add three columns times M to three others, `rows` rows of `width` numbers. */
void ludo_galerkin_linear_add_columns(three_columns to, three_columns from, const mat3 *M,
                                      size_t rows, size_t width);

/* Multiply three rows of A, from `at` on, by M from the left. */
void ludo_galerkin_linear_turn_rows(double *A, int32_t at, const mat3 *M, size_t width);

/* Multiply three columns of A, from `at` on, by M from the right. */
void ludo_galerkin_linear_turn_columns(double *A, int32_t at, const mat3 *M, size_t rows,
                                       size_t width);

/* The block of three rows from i, three columns from j += s M. */
void ludo_galerkin_linear_add_block(double *A, size_t width, int32_t i, int32_t j, double s,
                                    mat3 M);

/* ---- point.c ---- */

void ludo_galerkin_linear_point_layout(galerkin_linear *x, const tree *t, arena *a);

/* pi, f, g at control point a of the solution of the step, which started at `clock`. */
ludo_status ludo_galerkin_linear_point(galerkin_linear *x, sim_state *state, int32_t a, double h);

/* ---- knot.c ---- */

/* Convert from momenta in the axes of each knot to those conjugate to coordinates, and from centres
 * of mass to origins of free bodies: the map's columns (p_k in x->p, axes of t_k) and rows
 * (t_{k+1}). */
void ludo_galerkin_linear_exchange(galerkin_linear *x, const galerkin *g, const sim_state *state);

/* A and B in the order of rates, from the map. */
void ludo_galerkin_linear_order(galerkin_linear *x, const galerkin *g, double *A, double *B);

/* linear_kind.momenta */
ludo_status ludo_galerkin_linear_momenta(sim_state *state, double *p);

#endif
