/* SPDX-License-Identifier: Apache-2.0
 *
 * The a-priori bounds of [solv2014 section 4] on the step of the trapezoidal rule, as corrected in
 * [solvability.md 4], and the constants of a tree that they are made of. 2-norms of coordinates as
 * they are: of trees whose joints are turns and slides. */
#ifndef LUDO_DYNAMICS_SOLVABILITY_H
#define LUDO_DYNAMICS_SOLVABILITY_H

#include "dynamics/hessian.h"

/* More columns than that have bounds that are of no use, and take long to sample. */
enum { SOLVABILITY_COLUMNS = 10 };

/* Of all configurations: m1 <= M(q) <= m2, l0 = l1 of the first derivatives of M, l2 of the second;
 * of forces -damping v: l4 = |damping|, l3 = l5 = l6 = 0 and are left out. */
typedef struct mass_constants {
    double m1, m2, l0, l2, l4;
} mass_constants;

/* The knot: |v| and |Q|, Q being the forces there but for those of inertia. */
typedef struct rate_norms {
    double speed, force;
} rate_norms;

/* Up to which h De(v) is invertible at the rates v of the knot (32); up to which it is wherever
 * Newton's iterates may be (38); up to which these converge (41). HUGE_VAL: for all h. */
double ludo_bound_invertible(const mass_constants *of, const rate_norms *at);
double ludo_bound_everywhere(const mass_constants *of, const rate_norms *at);
double ludo_bound_convergent(const mass_constants *of, const rate_norms *at);

/* What constants are sampled with. */
typedef struct mass_sampler {
    const tree *tree;
    double *armature, *zero, *unit, *y, *knot, *q;
    ludo_vec3 *origin;
    tree_instant at;
    tree_hessian hessian;
    force *wrench;    /* per node: none */
    double *lean;     /* per node 36: none */
    double *T, *T_at; /* columns^3: d_k M_ij at [n (n k + j) + i] */
    double *bend;     /* columns^4: d_l d_k M_ij at [n^3 l + n (n k + j) + i] */
    double *u, *w;    /* columns^2 */
    double *gram, *value;
} mass_sampler;

/* Whether the bounds are for such a tree; if not *why says what of it they aren't for: a node, or
 * with -1 its number of columns. */
bool ludo_mass_sampler_takes(const tree *t, int32_t *why);

void ludo_mass_sampler_layout(mass_sampler *x, const tree *t, arena *a);
void ludo_mass_sampler_open(mass_sampler *x);

/* Constants over `samples` random configurations and all corners (angles zero or half a turn, where
 * these are no more than samples), times (m1: by) `safety`; x->knot says where free slides are.
 * `damping` is |damping|. */
mass_constants ludo_mass_sample(mass_sampler *x, int32_t samples, double safety, double damping,
                                uint64_t *state);

#endif
