/* SPDX-License-Identifier: Apache-2.0
 *
 * The largest step of a single body of which is proved that it has one solution [groups.md 2.2].
 *
 * With t = h|w|, kappa = most / least of the principal moments of inertia, the symmetric part of
 * the Jacobian of B(h w) J w by w is positive definite where
 *
 *     1 - (kappa - 1) t / 4 + c(kappa) t^2 > 0
 *
 * c = 0 where B(x) = 1 + x^/2. A solution has |w| <= |p + (h/2) u| / least, so that it is the only
 * one of a step with h |p + (h/2) u| < t least, t being the first root. */
#ifndef LUDO_DYNAMICS_BODY_BOUND_H
#define LUDO_DYNAMICS_BODY_BOUND_H

#include "math/symmetric.h"

/* The principal moments of inertia that are least and most. */
typedef struct inertia_range {
    double least, most;
} inertia_range;

inertia_range ludo_inertia_range(sym3 J);

/* The bound on t [rad] of B(x) = 1 + x^/2 and of B(x) = 1 + x^/2 + x x^T/4; HUGE_VAL: none. */
double ludo_body_bound_half(inertia_range of);
double ludo_body_bound_cayley(inertia_range of);

/* c(kappa) of the latter, sharp. */
double ludo_body_bound_square(double kappa);

/* The step whose momentum |p + (h/2) u| is p at most that a bound allows [s]. */
static inline double body_bound_step(inertia_range of, double t, double p)
{
    return t * of.least / p;
}

#endif
