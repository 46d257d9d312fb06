/* SPDX-License-Identifier: Apache-2.0
 *
 * One row: p >= 0, y >= 0, p y = kappa. */
#include "solver/interior/cone_ray.h"

static void start(cone *c, cone_scale s)
{
    ray_start(c->x, c->y[0], s);
    c->p[0] = c->x[IMPULSE];
}

static void resume(cone *c, cone_scale s, double kappa)
{
    c->x[RATE] = ray_resume(c, s, kappa);
    c->p[0] = c->x[IMPULSE] = kappa / c->x[RATE];
}

static void linearize(cone *c, double kappa, bool corrects)
{
    ray_linearize(c, kappa, corrects);
}

static void direct(cone *c)
{
    ray_direct(c, c->dx);
}

static double longest(const cone *c, double part)
{
    const double alpha = ray_longest(1.0, c->x[IMPULSE], c->dx[IMPULSE], part);
    return ray_longest(alpha, c->x[RATE], c->dx[RATE], part);
}

static void advance(cone *c, double alpha)
{
    cone_advance(c, alpha, RATE + 1);
}

static double product(const cone *c, double alpha)
{
    return ray_product(c->x, c->dx, alpha);
}

static double excess(const cone *c, double kappa)
{
    return fabs(c->x[IMPULSE] * c->x[RATE] - kappa);
}

const cone_kind ludo_cone_ray = {"ray",         1,      1,       true,    start,   resume,
                                 linearize,     direct, longest, advance, product, excess,
                                 cone_gap_soft, NULL};
