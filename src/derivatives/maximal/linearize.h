/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a step of the maximal integrator in joint coordinates [maximal.md 8].
 *
 * With q_0, q_1 the coordinates at t_k and t_{k+1} a step is
 *
 *     p_0 = F_0(q_0, q_1, u) - G_0^T lambda,    p_1 = F_1(q_0, q_1, u) + G_1^T mu
 *
 * where F_0 = -D1 L, F_1 = D2 L of the discrete Lagrangian L if nothing damps, and G are the rows
 * of loops. A column is what moves: it carries all columns and bodies beyond it. Its motion S is
 * taken in the chart of its own knot, so that small changes follow from one rule,
 *
 *     d_i S_j = ad_{S_i} S_j if i carries j,  half of it in one ball,  else 0
 *
 * Spatial vectors are in world axes about one point near the mechanism. Dense: O(columns^3). */
#ifndef LUDO_DERIVATIVES_MAXIMAL_LINEARIZE_H
#define LUDO_DERIVATIVES_MAXIMAL_LINEARIZE_H

#include "dynamics/spatial.h"
#include "integrators/maximal/maximal.h"
#include "derivatives/linear_kind.h"
#include "math/dense.h"

/* Derivative of a force by a motion, row-major, angular part first. */
typedef struct stiff6 {
    double m[36];
} stiff6;

/* B xi */
static inline force stiff_apply(const stiff6 *B, motion xi)
{
    const double x[6] = {xi.w.x, xi.w.y, xi.w.z, xi.v.x, xi.v.y, xi.v.z};
    double y[6];
    for (int i = 0; i < 6; i++) {
        const double *row = B->m + 6 * i;
        y[i] = row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3] * x[3] + row[4] * x[4] +
               row[5] * x[5];
    }
    return (force){v3(y[0], y[1], y[2]), v3(y[3], y[4], y[5])};
}

/* B += s times what a change makes of unit motions. */
static inline void stiff_add(stiff6 *B, double s, force (*change)(const void *of, motion xi),
                             const void *of)
{
    for (int k = 0; k < 6; k++) {
        const motion unit = {v3(k == 0, k == 1, k == 2), v3(k == 3, k == 4, k == 5)};
        const force f = change(of, unit);
        B->m[k] += s * f.n.x, B->m[6 + k] += s * f.n.y, B->m[12 + k] += s * f.n.z;
        B->m[18 + k] += s * f.f.x, B->m[24 + k] += s * f.f.y, B->m[30 + k] += s * f.f.z;
    }
}

/* The mechanism at one knot. */
typedef struct linear_knot {
    const pose *poses;  /* per slot, and at -1 the world */
    double *memory;     /* per column, as state->memory there */
    motion *S;          /* per column */
    force *mu;          /* per column: what bodies and pairs on it push with, then the sum of all
                           that it carries */
    stiff6 *B;          /* per column: how that changes where all of it moves alike */
    double *p;          /* per column: momenta; only where there are loops */
    loop_view *view;    /* per loop */
    double *G;          /* rows x n: rows of loops */
    double *multiplier; /* per row: lambda at t_k, mu at t_{k+1} */
    dense_span span;    /* of G^T in units */
    double *T;          /* n x freedom: motions that loops allow, T^T C T = 1, C = scale^2 */
} linear_knot;

/* All of it is scratch. */
typedef struct maximal_linear {
    int32_t n, rows, controls;
    int32_t *up;         /* per column: the next one that carries it, -1: none */
    int32_t *seat;       /* per slot: the last column that carries its body, -1: none */
    int32_t *ball;       /* per column: the first of its ball; of others itself */
    int32_t *rate_of;    /* per column: its place among public rates */
    const double *scale; /* per column: what its motion is compared with, 1 or 1 / length */
    double *unit;        /* per row: what its gap is compared with */
    ludo_vec3 origin;    /* the common point */
    linear_knot knot[2];

    double *F[2][2];     /* n x n: F_i by q_j */
    double *F_u[2];      /* n x controls */
    double *f[2];        /* per column: of F the part that mu doesn't tell */
    stiff6 *across;      /* per column: how mu of t_k changes where all moves alike at t_{k+1} */
    double *gradient[2]; /* per column: of what a force acts along */
    double *steering;    /* per actuator: its impulse by its control */
    force *sum;          /* per column: scratch */
    double *column;      /* per column: scratch */
    unsigned char *on;   /* per column: which ends of a pair it carries */

    /* of the projection (B) at t_{k+1}; only where there are loops */
    double *v;     /* per column: rates */
    motion *V, *W; /* per column: velocity of what it carries alone; of what carries it */
    double *M;     /* n x n: mass matrix with armatures */
    double *M_q;   /* n x n: (d M / d q) v */
    double *G_q;   /* rows x n: (d G / d q) v */

    /* of the solution; width = 2 n + controls */
    double *dq, *dp;        /* n x width: what comes of (dq, dp)_k and du */
    double *right, *known;  /* n x width: scratch */
    double *wide;           /* max(n, rows) x width: scratch */
    double *square, *small; /* n x n: scratch */
    double *rate;           /* rows: scratch */
} maximal_linear;

/* ---- columns (maximal_linear_columns.c) ---- */

/* The motion of column c of slot s about a point, world axes, where bodies are at poses and the
 * joints' columns are S (as maximal.h has them). */
motion ludo_maximal_linear_column(const ludo_model *m, const pose *poses, const double *S,
                                  int32_t s, int32_t c, ludo_vec3 origin);

void ludo_maximal_linear_columns_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* Both knots of the interval that ended: poses, motions of columns. */
void ludo_maximal_linear_view_columns(maximal_linear *l, const sim_state *state);

/* Where the columns of a mount end: the last that carries it, -1 for the world. */
int32_t ludo_maximal_linear_seat(const maximal_linear *l, const ludo_model *m,
                                 const attached_frame *on);

/* Per column += those of all it carries. */
void ludo_maximal_linear_gather_forces(const maximal_linear *l, force *mu);
void ludo_maximal_linear_gather_stiff(const maximal_linear *l, stiff6 *B);

/* D_ji += S_j . B S_i, and d_i S_j . mu, for all columns of which one carries the other. */
void ludo_maximal_linear_add_within(const maximal_linear *l, const motion *S, const force *mu,
                                    const stiff6 *B, double *D);

/* D_ji += S0_j . B S1_i likewise. */
void ludo_maximal_linear_add_across(const maximal_linear *l, const motion *S0, const motion *S1,
                                    const stiff6 *B, double *D);

/* ---- bodies (maximal_linear_bodies.c) ---- */

/* What bodies of the interval that ended, of length h, and pushes on them add to mu, B and across,
 * not yet gathered. Their inertias of the interval are still in scratch. */
void ludo_maximal_linear_add_bodies(maximal_linear *l, sim_state *state, double h);
void ludo_maximal_linear_add_pushes(maximal_linear *l, const sim_state *state, double h);

/* M without armatures at t_{k+1}, and (d M / d q) v, added to zeros; mu and B of that knot are lent
 * for it. v may be put between the two. */
void ludo_maximal_linear_add_masses(maximal_linear *l, const sim_state *state);
void ludo_maximal_linear_add_mass_slopes(maximal_linear *l, const sim_state *state);

/* ---- forces (maximal_linear_forces.c) ---- */

void ludo_maximal_linear_forces_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* What springs, dampers, armatures, lines, actuators and servos add to F, F_u and f, of lines also
 * to mu, not yet gathered. */
void ludo_maximal_linear_add_forces(maximal_linear *l, const sim_state *state, double h);

/* ---- pairs (maximal_linear_pairs.c) ---- */

/* A force that acts on what the column b carries, its opposite on what a carries. It changes by
 * by[1] times the motion at b and by[0] times that at a. */
typedef struct linear_pair {
    int32_t a, b;
    force pull;
    stiff6 by[2];
} linear_pair;

/* s times a pair into D, and into mu, not yet gathered. */
void ludo_maximal_linear_add_pair(maximal_linear *l, linear_knot *k, const linear_pair *couple,
                                  double s, double *D);

/* row_c += what a pair does along column c. */
void ludo_maximal_linear_pair_row(const maximal_linear *l, const motion *S,
                                  const linear_pair *couple, double *row);

/* ---- loops (maximal_linear_loops.c) ---- */

void ludo_maximal_linear_loops_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* Rows of loops at both knots, and what they leave free. */
void ludo_maximal_linear_view_loops(maximal_linear *l, const sim_state *state);

/* The multipliers with which rows come nearest to efforts `lack` (per column). */
void ludo_maximal_linear_find_multipliers(maximal_linear *l, linear_knot *k, const double *lack);

/* The smallest motion x (per column) along which rows change by `rates` (per row, overwritten). */
void ludo_maximal_linear_shut(const maximal_linear *l, const linear_knot *k, double *rates,
                              double *x);

/* The second derivatives of a loop times its multipliers and s at a knot, into D and mu, not yet
 * gathered. */
void ludo_maximal_linear_add_loop(maximal_linear *l, const sim_state *state, int knot, int32_t loop,
                                  const double *lambda, double s, double *D);

/* ---- the projection (maximal_linear_project.c) ---- */

void ludo_maximal_linear_project_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* dp at t_{k+1} := what (B) leaves of it, dq being given: along what loops allow it is dp.
 * @return whether the masses are regular */
bool ludo_maximal_linear_project(maximal_linear *l, const sim_state *state);

/* ---- the table's entry (maximal_linear.c) ---- */

#endif
