/* SPDX-License-Identifier: Apache-2.0
 *
 * One row: p >= 0, y >= 0, p y = kappa. */
#include "solver/interior/cone_ray.h"

static void cone_ray_start(cone *c, cone_scale s)
{
    ray_start(&c->x, c->y[0], s);
    c->p[0] = c->x.p[0];
}

static void cone_ray_warm_start(cone *c, cone_scale s, double kappa)
{
    c->x.s[0] = ray_warm_start(c, s, kappa);
    c->p[0] = c->x.p[0] = kappa / c->x.s[0];
}

static void cone_ray_put_on_path(cone *c, const double *p, const double *y, cone_scale s,
                                 double kappa)
{
    ray_put_on_path(&c->x, p, y, s, kappa);
}

static void cone_ray_linearize(cone *c, double kappa, bool corrects)
{
    ray_linearize(c, kappa, corrects);
}

static void cone_ray_direction(cone *c)
{
    ray_direction(c, &c->dx);
}

static double cone_ray_longest_step(const cone *c, double part)
{
    const double alpha = ray_longest(1.0, c->x.p[0], c->dx.p[0], part);
    return ray_longest(alpha, c->x.s[0], c->dx.s[0], part);
}

static double cone_ray_product(const cone *c, double alpha)
{
    return ray_product(&c->x, &c->dx, alpha);
}

static double cone_ray_excess(const cone *c, double kappa)
{
    return fabs(c->x.p[0] * c->x.s[0] - kappa);
}

static void cone_ray_advance(cone *c, double alpha)
{
    c->x.p[0] += alpha * c->dx.p[0];
    c->x.s[0] += alpha * c->dx.s[0];
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        c->p[r] = c->x.p[r];
    }
}

const cone_kind ludo_cone_ray = {.name = "ray",
                                 .rows = 1,
                                 .degree = 1,
                                 .unilateral = true,
                                 .start = cone_ray_start,
                                 .warm_start = cone_ray_warm_start,
                                 .put_on_path = cone_ray_put_on_path,
                                 .linearize = cone_ray_linearize,
                                 .direction = cone_ray_direction,
                                 .longest_step = cone_ray_longest_step,
                                 .advance = cone_ray_advance,
                                 .product = cone_ray_product,
                                 .excess = cone_ray_excess,
                                 .rate_error = cone_unilateral_rate_error};
