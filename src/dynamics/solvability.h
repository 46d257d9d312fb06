/* SPDX-License-Identifier: Apache-2.0
 *
 * The a-priori bounds of [solv2014 section 4] on the step of the trapezoidal rule, as corrected in
 * [solvability.md 4], and the constants of a tree that they use. Norms are 2-norms of unscaled
 * coordinates; the bounds hold for trees of revolutes and slides. */
#ifndef LUDO_DYNAMICS_SOLVABILITY_H
#define LUDO_DYNAMICS_SOLVABILITY_H

#include "dynamics/hessian.h"

/* Beyond this number of columns the bounds are too small to be useful and slow to sample. */
enum { SOLVABILITY_COLUMNS = 10 };

/* Over all configurations: m1 <= M(q) <= m2, l0 = l1 bound the first derivatives of M, l2 the
 * second. For forces -damping v: l4 = |damping|; l3 = l5 = l6 = 0 are left out. */
typedef struct mass_constants {
    double m1, m2, l0, l2, l4;
} mass_constants;

/* The knot: |v| and |Q|, Q the forces without those of inertia. */
typedef struct rate_norms {
    double speed, force;
} rate_norms;

/* The largest h for which h De(v) is invertible at the knot's rates v (32); invertible wherever
 * Newton's iterates may go (38); for which the iterates converge (41). HUGE_VAL: every h. */
double ludo_bound_invertible(const mass_constants *of, const rate_norms *at);
double ludo_bound_everywhere(const mass_constants *of, const rate_norms *at);
double ludo_bound_convergent(const mass_constants *of, const rate_norms *at);

/* Workspace of the sampling of constants. */
typedef struct mass_sampler {
    const tree *tree;
    double *armature, *zero, *unit, *y, *knot, *q;
    ludo_vec3 *origin;
    tree_instant at;
    tree_hessian hessian;
    force *wrench;     /* per node: zero */
    double *stiffness; /* per node 36: zero */
    double *T, *T_at;  /* columns^3: d_k M_ij at [n (n k + j) + i] */
    double *T_y;       /* columns^4: d_l d_k M_ij at [n^3 l + n (n k + j) + i] */
    double *u, *w;     /* columns^2 */
    double *gram, *value;
} mass_sampler;

/* Whether the bounds apply to such a tree. If not, *why is the node that they exclude, or -1: too
 * many columns. */
bool ludo_mass_sampler_takes(const tree *t, int32_t *why);

void ludo_mass_sampler_layout(mass_sampler *x, const tree *t, arena *a);
void ludo_mass_sampler_open(mass_sampler *x);

/* Constants over `samples` random configurations and all corners (angles zero or half a revolution,
 * if these are no more than samples), multiplied by `safety` (m1: divided by it); x->knot gives the
 * position of free slides. `damping` is |damping|. */
mass_constants ludo_mass_sample(mass_sampler *x, int32_t samples, double safety, double damping,
                                uint64_t *state);

#endif
