/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps of a single body that are proved to have exactly one solution [groups.md 2.2].
 *
 * kappa = most / least of the principal moments of inertia. A bound is either on t = h|w|: at rates
 * w below it the symmetric part of the Jacobian of B(h w) J w by w is positive definite; or on tau
 * = h |p + (h/2) u| / least, with the momentum of the step at hand: below it the step's equations
 * have one solution. */
#ifndef LUDO_DYNAMICS_BODY_BOUND_H
#define LUDO_DYNAMICS_BODY_BOUND_H

#include "math/symmetric.h"

/* The smallest and the largest principal moment of inertia. */
typedef struct inertia_range {
    double least, most;
} inertia_range;

inertia_range ludo_inertia_range(sym3 J);

/* The bounds on tau of B(x) = 1 + x^/2 and of B(x) = 1 + x^/2 + x x^T/4; HUGE_VAL: none. */
double ludo_body_bound_half(inertia_range of);
double ludo_body_bound_cayley(inertia_range of);

/* The bounds on t [rad]: 1 - (kappa - 1) t/4 + c(kappa) t^2 is positive below; c = 0 where
 * B(x) = 1 + x^/2 [solv2014 (19), (20)]. */
double ludo_body_rate_half(inertia_range of);
double ludo_body_rate_cayley(inertia_range of);

/* c(kappa) of B(x) = 1 + x^/2 + x x^T/4, sharp. */
double ludo_body_bound_square(double kappa);

/* The largest step with |p + (h/2) u| <= p under a bound on tau [s]. */
static inline double body_bound_step(inertia_range of, double tau, double p)
{
    return tau * of.least / p;
}

#endif
