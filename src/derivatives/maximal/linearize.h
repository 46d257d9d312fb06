/* SPDX-License-Identifier: Apache-2.0
 *
 * The derivative of a step of the maximal integrator in joint coordinates [maximal.md 8].
 *
 * With q_0, q_1 the coordinates at t_k and t_{k+1} a step is
 *
 *     p_0 = F_0(q_0, q_1, u) - G_0^T lambda,    p_1 = F_1(q_0, q_1, u) + G_1^T mu
 *
 * where F_0 = -D1 L, F_1 = D2 L of the discrete Lagrangian L without damping, and G are the rows of
 * loops. A dof carries all dofs and bodies beyond it. Its motion S (a column of the Jacobian) is
 * taken in the chart of its own knot, so that small changes follow from one rule,
 *
 *     d_i S_j = ad_{S_i} S_j if i carries j,  half of it in one ball,  else 0
 *
 * Spatial vectors are in world axes about one point near the mechanism. Dense: O(dofs^3). */
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

/* B += s times the matrix of a linear map, applied to unit motions. */
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
    const pose *poses; /* per body, and at -1 the world */
    double *memory;    /* per dof, as state->memory at this knot */
    motion *S;         /* per dof */
    force
        *mu; /* per dof: impulse of bodies and pairs on it, then the sum over all that it carries */
    stiff6 *B;          /* per dof: derivative of mu for a common motion of all that it carries */
    double *p;          /* per dof: momenta; only with loops */
    loop_view *view;    /* per loop */
    double *G;          /* rows x n: rows of loops */
    double *multiplier; /* per row: lambda at t_k, mu at t_{k+1} */
    dense_span span;    /* of G^T in units */
    double *T;          /* n x freedom: motions that loops allow, T^T C T = 1, C = scale^2 */
} linear_knot;

/* All members are scratch. */
typedef struct maximal_linear {
    int32_t n, rows, controls;
    int32_t *up;         /* per dof: the next one that carries it, -1: none */
    int32_t *seat;       /* per body: the last dof that carries it, -1: none */
    int32_t *ball;       /* per dof: the first of its ball; of others itself */
    int32_t *rate_of;    /* per dof: its index among public rates */
    const double *scale; /* per dof: the unit of its motion, 1 or 1 / length */
    double *unit;        /* per row: the unit of its violation */
    ludo_vec3 origin;    /* the common point */
    linear_knot knot[2];

    double *F[2][2];     /* n x n: F_i by q_j */
    double *F_u[2];      /* n x controls */
    double *f[2];        /* per dof: the part of F that mu does not contain */
    stiff6 *across;      /* per dof: derivative of mu at t_k for a common motion at t_{k+1} */
    double *gradient[2]; /* per dof: of the scalar along which a force acts */
    double *steering;    /* per actuator: its impulse by its control */
    force *sum;          /* per dof: scratch */
    double *column;      /* per dof: scratch */
    unsigned char *on;   /* per dof: bits of the ends of a pair that it carries */

    /* of the projection (B) at t_{k+1}; only with loops */
    double *v;     /* per dof: rates */
    motion *V, *W; /* per dof: velocity of the links that it carries alone; of its carrier */
    double *M;     /* n x n: mass matrix with armatures */
    double *M_q;   /* n x n: (d M / d q) v */
    double *G_q;   /* rows x n: (d G / d q) v */

    /* of the solution; width = 2 n + controls */
    double *dq, *dp;        /* n x width: response to (dq, dp)_k and du */
    double *right, *known;  /* n x width: scratch */
    double *wide;           /* max(n, rows) x width: scratch */
    double *square, *small; /* n x n: scratch */
    double *rate;           /* rows: scratch */
} maximal_linear;

/* ---- dofs (joint_columns.c) ---- */

/* The motion of dof c of body s about a point, world axes, with bodies at poses and the columns S
 * of joints (as in maximal.h). */
motion ludo_maximal_linear_column(const ludo_model *m, const pose *poses, const double *S,
                                  int32_t s, int32_t c, ludo_vec3 origin);

void ludo_maximal_linear_columns_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* Both knots of the interval that ended: poses, motions of dofs. */
void ludo_maximal_linear_view_columns(maximal_linear *l, const sim_state *state);

/* The last dof that carries an attached frame, -1 for the world. */
int32_t ludo_maximal_linear_seat(const maximal_linear *l, const ludo_model *m,
                                 const attached_frame *on);

/* Per dof += the values of all dofs it carries. */
void ludo_maximal_linear_gather_forces(const maximal_linear *l, force *mu);
void ludo_maximal_linear_gather_stiff(const maximal_linear *l, stiff6 *B);

/* D_ji += S_j . B S_i, and d_i S_j . mu, for all pairs of dofs of which one carries the other. */
void ludo_maximal_linear_add_within(const maximal_linear *l, const motion *S, const force *mu,
                                    const stiff6 *B, double *D);

/* D_ji += S0_j . B S1_i for the same pairs. */
void ludo_maximal_linear_add_across(const maximal_linear *l, const motion *S0, const motion *S1,
                                    const stiff6 *B, double *D);

/* ---- bodies (bodies.c) ---- */

/* Add the contributions of bodies over the interval that ended, of length h, and of wrenches on
 * them to mu, B and across, not yet gathered. The inertias of the interval are still in scratch. */
void ludo_maximal_linear_add_bodies(maximal_linear *l, sim_state *state, double h);
void ludo_maximal_linear_add_pushes(maximal_linear *l, const sim_state *state, double h);

/* Add M without armatures at t_{k+1}, and (d M / d q) v, to zeros; mu and B of that knot serve as
 * scratch. The caller may set v between the two. */
void ludo_maximal_linear_add_masses(maximal_linear *l, const sim_state *state);
void ludo_maximal_linear_add_mass_slopes(maximal_linear *l, const sim_state *state);

/* ---- forces (forces.c) ---- */

void ludo_maximal_linear_forces_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* Add springs, dampers, armatures, tendons, actuators and servos to F, F_u and f, of tendons also
 * to mu, not yet gathered. */
void ludo_maximal_linear_add_forces(maximal_linear *l, const sim_state *state, double h);

/* ---- pairs (pairs.c; of spans forces.c) ---- */

/* A force on the links beyond dof b, and the opposite force on those beyond dof a. Its derivative
 * is by[1] times the motion at b plus by[0] times that at a. */
typedef struct linear_pair {
    int32_t a, b;
    force at_b; /* the force on the links beyond b */
    stiff6 by[2];
} linear_pair;

/* Add s times a pair to D, and to mu, not yet gathered. */
void ludo_maximal_linear_add_pair(maximal_linear *l, linear_knot *k, const linear_pair *couple,
                                  double s, double *D);

/* The pair of a straight span with a unit force along it; zero if it has no direction. */
linear_pair ludo_maximal_linear_view_span(const maximal_linear *l, const linear_knot *k,
                                          const tendon_span *span);

/* row_c += the effort of a pair along dof c. */
void ludo_maximal_linear_pair_row(const maximal_linear *l, const motion *S,
                                  const linear_pair *couple, double *row);

/* ---- loops (loops.c) ---- */

void ludo_maximal_linear_loops_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* Rows of loops at both knots, and the motions that they allow. */
void ludo_maximal_linear_view_loops(maximal_linear *l, const sim_state *state);

/* The multipliers of rows that approximate efforts `lack` (per dof) best. */
void ludo_maximal_linear_find_multipliers(maximal_linear *l, linear_knot *k, const double *lack);

/* The smallest motion x (per dof) that changes rows by `rates` (per row, overwritten). */
void ludo_maximal_linear_close(const maximal_linear *l, const linear_knot *k, double *rates,
                               double *x);

/* Add the second derivatives of a loop times its multipliers and s at a knot to D and mu, not yet
 * gathered. */
typedef struct loop_load {
    const double *lambda;
    double s;
} loop_load;

void ludo_maximal_linear_add_loop(maximal_linear *l, const sim_state *state, int knot, int32_t loop,
                                  loop_load by, double *D);

/* ---- the projection (projection.c) ---- */

void ludo_maximal_linear_project_layout(maximal_linear *l, const ludo_model *m, arena *a);

/* dp at t_{k+1} := the result of (B) for it, with dq given: along motions that loops allow it stays
 * dp.
 * @return whether the masses are regular */
bool ludo_maximal_linear_project(maximal_linear *l, const sim_state *state);

/* ---- the table's entry (linearize.c) ---- */

#endif
