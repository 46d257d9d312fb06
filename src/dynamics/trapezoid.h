/* SPDX-License-Identifier: Apache-2.0
 *
 * The equations of a trapezoidal step as a function of the way y that coordinates go, and how much
 * they bend: what decides which steps have a solution that Newton's method finds
 * [solvability.md 3].
 *
 *     K(y) = h p_k + (h^2/2) Q        Q the forces at t_k
 *
 * K knows neither h nor forces: it is twice differentiable and DK(0) = M(q_k). All norms below are
 * those of M = M(q_k) + armatures = L L^T: |y| = |L^T y|, of momenta |L^-1 p|; that of second
 * derivatives is the smaller one of their unfoldings, which is no less than theirs. */
#ifndef LUDO_DYNAMICS_TRAPEZOID_H
#define LUDO_DYNAMICS_TRAPEZOID_H

#include "dynamics/tree.h"

/* A tree whose root's body turns by Cayley's map: trapezoid_root.h. */
typedef struct trapezoid_root {
    int32_t ball, end;    /* the node of its body, the first node of the next tree */
    int32_t slides, turn; /* columns: the first of slides, where it floats; of the ball */
    bool floats;
    double mass; /* of all of the tree */
} trapezoid_root;

/* A tree at a knot. */
typedef struct trapezoid {
    const tree *tree;
    int32_t roots; /* that turn by Cayley's map: all, or 0; put by the user before the layout */
    trapezoid_root *root;
    double *q; /* per coordinate: the knot, put by the user before ludo_trapezoid_place() */
    double *L; /* columns x columns, as ludo_cholesky() */
    double *B; /* columns x columns: column k is a way of length 1: L^-T */

    /* scratch */
    double *armature, *zero, *y, *pi[2];
    double *to, *rate[2]; /* per column: where a way leads; rates at both ends */
    double *way, *from;   /* per column: of a sample, in units of B, and where it leads */
    ludo_vec3 *origin;
    tree_instant at[2]; /* the knot; where y leads */
    inertia *composite;
    double *K;    /* 4 x columns */
    double *bend; /* columns^3: of a pair of ways the change of K, scaled by L^-1 */
    double *gram, *value;
    double *size; /* per column: of its way, for differences */
} trapezoid;

/* |D2K(y)| <= at_knot + growth |y| while |y| <= radius. */
typedef struct step_bends {
    double at_knot, growth, radius;
} step_bends;

/* A knot as a-priori bounds see it: |v|, |Q| at t_k, and by how much forces that depend on rates
 * take of M per unit of time at most: the largest eigenvalue of dQ/dv, at least 0 [1/s]. */
typedef struct step_start {
    double speed, force, driving;
} step_start;

void ludo_trapezoid_layout(trapezoid *x, const tree *t, arena *a);

/* After ludo_tree_open() of its tree. */
void ludo_trapezoid_open(trapezoid *x);

/* Take the knot x->q. False where M isn't positive definite. */
bool ludo_trapezoid_place(trapezoid *x);

/* K(y), O(columns); `K` may not be y. */
void ludo_trapezoid_momentum(trapezoid *x, const double *y, double *K);

/* |D2K(y)| at y = x->B z, by differences. O(columns^2) evaluations, O(columns^4) numbers. */
double ludo_trapezoid_bend(trapezoid *x, const double *z);

/* The bends at this knot: those at y = 0, growing as `samples` random ways say up to the radius
 * 1 / at_knot, beyond which DK may be singular, or 2 [rad, lengths] of some joint; `state` is that
 * of random numbers. */
step_bends ludo_trapezoid_bends(trapezoid *x, int32_t samples, uint64_t *state);

/* How many samples of a tree take about a second: 40 .. 400. */
int32_t ludo_trapezoid_samples(int32_t columns);

/* The same of all knots: of `samples` random ones and a random way from each, times `safety`;
 * `knot` says where free slides are. Leaves x at the last one. The radius is 0 where some M isn't
 * positive definite. */
step_bends ludo_trapezoid_sample(trapezoid *x, const double *knot, int32_t samples, double safety,
                                 uint64_t *state);

/* Whether Newton's method from y_0 finds the one solution near it [solvability.md 3]: beta a bound
 * of |DE^-1| there, start = |y_0|, first = |y_1 - y_0|. NaN: no. */
bool ludo_trapezoid_solves(const step_bends *bends, double beta, double start, double first);

/* The largest h up to which that is so from y_0 = h v, whatever the direction of v and Q; 0 where
 * something isn't finite. */
double ludo_trapezoid_bound(const step_bends *bends, const step_start *from);

#endif
