/* SPDX-License-Identifier: Apache-2.0 */
#include "dynamics/body_bound.h"

#include "math/principal.h"

inertia_range ludo_inertia_range(sym3 J)
{
    double value[3];
    (void)ludo_principal_axes(J, value);
    return (inertia_range){value[2], value[0]};
}

/* ---- from the momentum ---- */

/* In terms of n = J w the derivative has a symmetric part of at least
 * 1 - (1 - 1/kappa) h |n| / (4 least), and every solution has |n| <= |p|. */
double ludo_body_bound_half(inertia_range of)
{
    const double kappa = of.most / of.least;
    return kappa <= 1.0 ? HUGE_VAL : 4.0 * kappa / (kappa - 1.0);
}

/* The term x x^T/4 adds at least (h |n| / (2 most))^2. */
double ludo_body_bound_cayley(inertia_range of)
{
    const double kappa = of.most / of.least, b = kappa - 1.0;
    return kappa < 5.0 ? HUGE_VAL : 8.0 * kappa / (b + sqrt(b * b - 16.0));
}

/* ---- from a rate ---- */

double ludo_body_rate_half(inertia_range of)
{
    const double kappa = of.most / of.least;
    return kappa <= 1.0 ? HUGE_VAL : 4.0 / (kappa - 1.0);
}

/* The least eigenvalue of the symmetric part of a b^T is (a.b - |a||b|) / 2. So with u = w/|w|, in
 * units of least |w|^2, the least one of (w.Jw)/4 + w w^T J / 2 is at least (2 u.Ju - |Ju|) / 4.
 * |Ju|^2 is at most (1 + kappa) u.Ju - kappa; the minimum over u.Ju in 1 .. kappa follows: */
double ludo_body_bound_square(double kappa)
{
    return kappa <= 3.0 ? 0.25 : kappa / (2.0 * (kappa + 1.0)) - (kappa + 1.0) / 32.0;
}

double ludo_body_rate_cayley(inertia_range of)
{
    const double kappa = of.most / of.least, b = kappa - 1.0;
    const double under = b * b - 64.0 * ludo_body_bound_square(kappa);
    return under < 0.0 ? HUGE_VAL : 8.0 / (b + sqrt(under));
}
