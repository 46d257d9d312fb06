/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that kinds of cones are made of: the product of a ray, and slacks.
 *
 * Every kind keeps slacks s, its own copy of the rates y. They are inside the cone from the start
 * and approach the rates with each step: the interior point may start outside of its equations
 * [contact.md 2.2]. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_RAY_H
#define LUDO_SOLVER_INTERIOR_CONE_RAY_H

#include "solver/interior/cone.h"

#include <math.h>

/* The smaller of a step and of `part` of the way to x + alpha dx = 0. */
static inline double ray_longest(double alpha, double x, double dx, double part)
{
    return x + alpha / part * dx > 0.0 ? alpha : -part * x / dx;
}

/* p s = kappa inside, centred: s = y, or the scale's rate where y is less. */
static inline void ray_start(cone_numbers *x, double y, cone_scale scale)
{
    x->s[0] = y > scale.y ? y : scale.y;
    x->p[0] = scale.p * scale.y / x->s[0];
}

/* The positive root f of f^2 - x f - k = 0: max(x, 0), smoothed. */
static inline double ray_smooth_max(double x, double k)
{
    const double root = sqrt(x * x + 4.0 * k);
    return x > 0.0 ? 0.5 * (x + root) : 2.0 * k / (root - x);
}

/* The slack s > 0 of p s = kappa with the p / P - s / Y of the given impulse and rate. */
static inline double ray_warm_start(const cone *c, cone_scale scale, double kappa)
{
    const double k = kappa / (scale.p * scale.y);
    return scale.y * ray_smooth_max(c->y[0] / scale.y - c->p[0] / scale.p, k);
}

/* p and s > 0 of p s = kappa: p[0] where it is larger in units of the scale, y[0] where that is;
 * their difference where the larger one leaves the other outside of its bound. Where both are less
 * than on the path neither decides: they are equal. Numbers are compared in units of one over the
 * product of the scale's. @return whether y[0] isn't the larger one */
static inline bool ray_put_on_path(cone_numbers *x, const double *p, const double *y,
                                   cone_scale scale, double kappa)
{
    const double push = scale.y * p[0], rate = scale.p * y[0], z = push - rate;
    const double k = kappa * (scale.p * scale.y);
    if (push * push < k && rate * rate < k) {
        const double root = sqrt(k);
        x->p[0] = root / scale.y;
        x->s[0] = root / scale.p;
    } else if (z > 0.0) {
        x->p[0] = fabs(rate) <= push ? p[0] : z / scale.y;
        x->s[0] = kappa / x->p[0];
    } else {
        x->s[0] = rate > 0.0 && fabs(push) <= rate ? y[0] : -z / scale.p;
        x->p[0] = kappa / x->s[0];
        return false;
    }
    return true;
}

/* s + ds = y + dy + compliance (p + dp),   s dp + p ds = kappa - p s - dp ds   gives
 * (s + compliance p) (p + dp) = kappa - dp ds + p (s - y - dy). */
static inline void ray_linearize(cone *c, double kappa, bool corrects)
{
    const cone_numbers *x = &c->x, *dx = &c->dx;
    const double second = corrects ? dx->p[0] * dx->s[0] : 0.0;
    const double stiff = x->s[0] + c->compliance * x->p[0];
    c->slope[0] = x->p[0] / stiff;
    c->rhs[0] = (kappa - second + x->p[0] * (x->s[0] - c->y[0])) / stiff;
}

/* Directions of p and s. */
static inline void ray_direction(const cone *c, cone_numbers *dx)
{
    dx->p[0] = c->rhs[0] - c->slope[0] * c->dy[0] - c->x.p[0];
    dx->s[0] = c->y[0] + c->dy[0] + c->compliance * (c->x.p[0] + dx->p[0]) - c->x.s[0];
}

static inline double ray_product(const cone_numbers *x, const cone_numbers *dx, double alpha)
{
    return (x->p[0] + alpha * dx->p[0]) * (x->s[0] + alpha * dx->s[0]);
}

/* p, s of `rows` rows and psi += alpha times their direction; impulses are the result. */
static inline void cone_advance(cone *c, double alpha, int32_t rows)
{
    for (int32_t r = 0; r < rows; r++) {
        c->x.p[r] += alpha * c->dx.p[r];
        c->x.s[r] += alpha * c->dx.s[r];
    }
    c->x.psi += alpha * c->dx.psi;
    for (int32_t r = 0; r < rows; r++) {
        c->p[r] = c->x.p[r];
    }
}

/* p, s of `rows` rows and psi after a step alpha. */
static inline cone_numbers cone_after(const cone *c, double alpha, int32_t rows)
{
    cone_numbers z;
    for (int32_t r = 0; r < rows; r++) {
        z.p[r] = c->x.p[r] + alpha * c->dx.p[r];
        z.s[r] = c->x.s[r] + alpha * c->dx.s[r];
    }
    z.psi = c->x.psi + alpha * c->dx.psi;
    return z;
}

/* The largest difference of a slack from its rate, to the first of which `offset` is added. */
static inline double cone_slack_error(const cone *c, double offset)
{
    double most = fabs(c->x.s[0] - c->y[0] - offset);
    for (int32_t r = 1; r < c->kind->rows; r++) {
        const double error = fabs(c->x.s[r] - c->y[r]);
        most = error <= most ? most : error;
    }
    return most;
}

static inline double cone_unilateral_rate_error(const cone *c)
{
    return cone_slack_error(c, c->compliance * c->x.p[0]);
}

#endif
