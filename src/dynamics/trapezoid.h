/* SPDX-License-Identifier: Apache-2.0
 *
 * The equations of a trapezoidal step as a function K of the displacement y of the coordinates, and
 * bounds of the second derivative of K. The bounds decide which steps have a solution that Newton's
 * method finds [solvability.md 3].
 *
 *     K(y) = h p_k + (h^2/2) Q        Q the forces at t_k
 *
 * K depends neither on h nor on forces. It is twice differentiable, and DK(0) = M(q_k). All norms
 * below are those of M = M(q_k) + armatures = L L^T: |y| = |L^T y|, of momenta |L^-1 p|. The norm
 * of second derivatives is the smaller one of their two unfoldings, an upper bound. */
#ifndef LUDO_DYNAMICS_TRAPEZOID_H
#define LUDO_DYNAMICS_TRAPEZOID_H

#include "dynamics/tree.h"

/* A tree whose root body rotates by Cayley's map: trapezoid_root.h. */
typedef struct trapezoid_root {
    int32_t ball, end; /* the node of its body; the first node of the next tree */
    int32_t slides,
        ball_column; /* columns: the first slide (if it floats); the first of the ball */
    bool floats;
    double mass; /* of the whole tree */
} trapezoid_root;

/* A tree at a knot. */
typedef struct trapezoid {
    const tree *tree;
    int32_t roots; /* roots that rotate by Cayley's map: all, or 0; set before the layout */
    trapezoid_root *root;
    double *q; /* per coordinate: the knot, set before ludo_trapezoid_place() */
    double *L; /* columns x columns, as ludo_cholesky() */
    double *B; /* columns x columns, L^-T: column k is a displacement of norm 1 */

    /* scratch */
    double *armature, *zero, *y, *pi[2];
    double *to,
        *rate[2];       /* per column: the chart coordinates that y leads to; rates at both ends */
    double *way, *from; /* per column: of a sample in units of B; the y that it leads to */
    ludo_vec3 *origin;
    tree_instant at[2]; /* the knot; the end of the step */
    inertia *composite;
    double *K;   /* 4 x columns */
    double *D2K; /* columns^3: change of K by pairs of displacements, scaled by L^-1 */
    double *gram, *value;
    double *size; /* per column: step length of differences along column k of B */
} trapezoid;

/* Bound of the second derivative: |D2K(y)| <= at_knot + growth |y| while |y| <= radius. */
typedef struct step_curvature {
    double at_knot, growth, radius;
} step_curvature;

/* The knot's data for a-priori bounds: |v|, |Q| at t_k, and the largest eigenvalue of dQ/dv in the
 * metric M, at least 0 [1/s]: the rate at which velocity-dependent forces drive the motion. */
typedef struct step_start {
    double speed, force, driving;
} step_start;

void ludo_trapezoid_layout(trapezoid *x, const tree *t, arena *a);

/* Fill x; requires ludo_tree_open() of its tree. */
void ludo_trapezoid_open(trapezoid *x);

/* Evaluate the metric at the knot x->q. False if M is not positive definite. */
bool ludo_trapezoid_place(trapezoid *x);

/* K(y), O(columns). `K` must not alias y. */
void ludo_trapezoid_momentum(trapezoid *x, const double *y, double *K);

/* |D2K(y)| at y = x->B z, by differences. O(columns^2) evaluations, O(columns^4) numbers. */
double ludo_trapezoid_curvature(trapezoid *x, const double *z);

/* The bound at this knot: |D2K(0)|, and its growth along `samples` random directions up to the
 * radius 1 / at_knot, beyond which DK may be singular, or 2 [rad, lengths] of some joint. `state`
 * is the generator's. */
step_curvature ludo_trapezoid_curvature_bound(trapezoid *x, int32_t samples, uint64_t *state);

/* Number of samples of a tree that take about a second: 40 .. 400. */
int32_t ludo_trapezoid_samples(int32_t columns);

/* The bound over all knots: of `samples` random knots with a random direction each, times `safety`.
 * `knot` gives the position of free slides. x is left at the last knot. The radius is 0 if some M
 * is not positive definite. */
step_curvature ludo_trapezoid_sample(trapezoid *x, const double *knot, int32_t samples,
                                     double safety, uint64_t *state);

/* Whether Newton's method from y_0 converges to the one solution near y_0 [solvability.md 3]: beta
 * bounds |DE^-1| at y_0, start = |y_0|, first = |y_1 - y_0|. NaN: false. */
bool ludo_trapezoid_solves(const step_curvature *curvature, double beta, double start,
                           double first);

/* The largest h for which Newton's method from y_0 = h v converges in every direction of v and Q; 0
 * if an input is not finite. */
double ludo_trapezoid_bound(const step_curvature *curvature, const step_start *from);

#endif
