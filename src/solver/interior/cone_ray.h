/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts that kinds of cones are made of: their numbers, and the product of a ray.
 *
 * Every kind keeps its impulses first, then a copy of its rates, which is inside from the start and
 * nears the rates themselves with each step, as an interior point that starts outside of its
 * equations does [contact.md 5]. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_RAY_H
#define LUDO_SOLVER_INTERIOR_CONE_RAY_H

#include "solver/interior/cone.h"

#include <math.h>

/* Where the numbers of a cone stand in x: impulses, own rates, psi; from SPARE on what a kind
 * remembers from linearize() to direct(), or has besides. */
enum { IMPULSE = 0, RATE = CONE_ROWS, PSI = 2 * CONE_ROWS, SPARE = PSI + 1 };

/* The smaller of a step and of `part` of the way to where x + alpha dx = 0. */
static inline double ray_longest(double alpha, double x, double dx, double part)
{
    return x + alpha / part * dx > 0.0 ? alpha : -part * x / dx;
}

/* p s = kappa from inside, centred; s is the rate, or what is taken for it where that is outside.
 */
static inline void ray_start(double *x, double y, cone_scale scale)
{
    x[RATE] = y > scale.y ? y : scale.y;
    x[IMPULSE] = scale.p * scale.y / x[RATE];
}

/* The positive root f of f^2 - x f - k = 0: max(x, 0), rounded off. */
static inline double ray_round(double x, double k)
{
    const double root = sqrt(x * x + 4.0 * k);
    return x > 0.0 ? 0.5 * (x + root) : 2.0 * k / (root - x);
}

/* The rate s > 0 of p s = kappa that is nearest to impulse and rate: p / P - s / Y is theirs. */
static inline double ray_resume(const cone *c, cone_scale scale, double kappa)
{
    const double k = kappa / (scale.p * scale.y);
    return scale.y * ray_round(c->y[0] / scale.y - c->p[0] / scale.p, k);
}

/* s + ds = y + dy + soft (p + dp),   s dp + p ds = kappa - p s - dp ds   gives
 * (s + soft p) (p + dp) = kappa - dp ds + p (s - y - dy). */
static inline void ray_linearize(cone *c, double kappa, bool corrects)
{
    const double *x = c->x, *dx = c->dx;
    const double second = corrects ? dx[IMPULSE] * dx[RATE] : 0.0;
    const double stiff = x[RATE] + c->soft * x[IMPULSE];
    c->slope[0] = x[IMPULSE] / stiff;
    c->push[0] = (kappa - second + x[IMPULSE] * (x[RATE] - c->y[0])) / stiff;
}

/* Directions of p and s. */
static inline void ray_direct(const cone *c, double *dx)
{
    dx[IMPULSE] = c->push[0] - c->slope[0] * c->dy[0] - c->x[IMPULSE];
    dx[RATE] = c->y[0] + c->dy[0] + c->soft * (c->x[IMPULSE] + dx[IMPULSE]) - c->x[RATE];
}

static inline double ray_product(const double *x, const double *dx, double alpha)
{
    return (x[IMPULSE] + alpha * dx[IMPULSE]) * (x[RATE] + alpha * dx[RATE]);
}

/* x += alpha dx for the first `count` numbers; impulses are the result. */
static inline void cone_advance(cone *c, double alpha, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        c->x[i] += alpha * c->dx[i];
    }
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        c->p[r] = c->x[IMPULSE + r];
    }
}

/* How far own rates are from the rates, the first of which gives way by so much. */
static inline double cone_miss(const cone *c, double give)
{
    double most = fabs(c->x[RATE] - c->y[0] - give);
    for (int32_t r = 1; r < c->kind->rows; r++) {
        const double miss = fabs(c->x[RATE + r] - c->y[r]);
        most = miss <= most ? most : miss;
    }
    return most;
}

static inline double cone_gap(const cone *c)
{
    return cone_miss(c, 0.0);
}

static inline double cone_gap_soft(const cone *c)
{
    return cone_miss(c, c->soft * c->x[IMPULSE]);
}

#endif
