/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with Coulomb's friction, the cone as it is [contact.md 5]:
 *
 *     p0 y0 = kappa,   (mu p0, p1, p2) o (psi, y1, y2) = (kappa, 0, 0)
 *
 * Where mu is zero only the first is left. */
#include "solver/interior/cone_arrow.h"

static void start(cone *c, cone_scale s)
{
    contact_start(c, s);
}

static void resume(cone *c, cone_scale s, double kappa)
{
    contact_resume(c, s, kappa);
}

static void linearize(cone *c, double kappa, bool corrects)
{
    double *x = c->x;
    const double *dx = c->dx;
    ray_linearize(c, kappa, corrects);
    for (int32_t i = 1; i < CONE_ROWS * CONE_ROWS; i++) {
        c->slope[i] = 0.0;
    }
    c->push[1] = c->push[2] = 0.0;
    if (!(c->mu > 0.0)) {
        return;
    }
    double second[2] = {0.0, 0.0};
    x[SPARE] = kappa;
    if (corrects) {
        const double da = c->mu * dx[IMPULSE];
        x[SPARE] -= da * dx[PSI] + arrow_dot(2, &dx[IMPULSE + 1], &dx[RATE + 1]);
        second[0] = da * dx[RATE + 1] + dx[PSI] * dx[IMPULSE + 1];
        second[1] = da * dx[RATE + 2] + dx[PSI] * dx[IMPULSE + 2];
    }
    const arrow_law l = arrow_linearize(2, c->mu * x[IMPULSE], &x[IMPULSE + 1], x[PSI],
                                        &x[RATE + 1], x[SPARE], second);
    for (int32_t i = 0; i < 2; i++) {
        double *row = &c->slope[CONE_ROWS * (1 + i)];
        const double way = c->mu * l.way[i];
        c->push[1 + i] = l.push[i] + way * c->push[0];
        row[0] = way * c->slope[0];
        for (int32_t j = 0; j < 2; j++) {
            row[1 + j] = l.slope[i][j];
            c->push[1 + i] -= l.slope[i][j] * (c->y[1 + j] - x[RATE + 1 + j]);
        }
    }
}

static void direct(cone *c)
{
    const double *x = c->x;
    double *dx = c->dx;
    ray_direct(c, dx);
    for (int32_t r = 1; r < CONE_ROWS; r++) {
        const double *row = &c->slope[CONE_ROWS * r];
        const double given = row[0] * c->dy[0] + row[1] * c->dy[1] + row[2] * c->dy[2];
        dx[IMPULSE + r] = c->push[r] - given - x[IMPULSE + r];
        dx[RATE + r] = c->y[r] + c->dy[r] - x[RATE + r];
    }
    const double a = c->mu * x[IMPULSE], a_new = a + c->mu * dx[IMPULSE];
    dx[PSI] = c->mu > 0.0 ? arrow_direct(2, a, a_new, &x[IMPULSE + 1], &dx[IMPULSE + 1], x[PSI],
                                         &x[RATE + 1], &dx[RATE + 1], x[SPARE])
                          : 0.0;
}

static double longest(const cone *c, double part)
{
    const double *x = c->x, *dx = c->dx;
    double alpha = ray_longest(1.0, x[IMPULSE], dx[IMPULSE], part);
    alpha = ray_longest(alpha, x[RATE], dx[RATE], part);
    if (!(c->mu > 0.0)) {
        return alpha;
    }
    alpha = arrow_longest(2, alpha, c->mu * x[IMPULSE], c->mu * dx[IMPULSE], &x[IMPULSE + 1],
                          &dx[IMPULSE + 1], part);
    return arrow_longest(2, alpha, x[PSI], dx[PSI], &x[RATE + 1], &dx[RATE + 1], part);
}

/* psi is nobody's but the cone's. Where it comes nearer to its boundary than so much of what the
 * central path of p0 y0 has it goes there: else it ends steps that impulses and rates could go. */
static const double kept_from_path = 0.5;

static void center(cone *c)
{
    double *x = c->x;
    const double path = arrow_start(2, x[RATE] / c->mu, &x[RATE + 1]);
    const double speed = sqrt(arrow_dot(2, &x[RATE + 1], &x[RATE + 1]));
    x[PSI] = x[PSI] - speed < kept_from_path * (path - speed) ? path : x[PSI];
}

static void advance(cone *c, double alpha)
{
    double *x = c->x;
    const double *dx = c->dx;
    if (!(c->mu > 0.0)) {
        cone_advance(c, alpha, SPARE);
        return;
    }
    const arrow_way p =
        arrow_look(2, c->mu * x[IMPULSE], c->mu * dx[IMPULSE], &x[IMPULSE + 1], &dx[IMPULSE + 1]);
    const arrow_way v = arrow_look(2, x[PSI], dx[PSI], &x[RATE + 1], &dx[RATE + 1]);
    cone_advance(c, alpha, SPARE);
    arrow_follow(2, alpha, c->mu * x[IMPULSE], &x[IMPULSE + 1], arrow_margin(&p, alpha), &x[PSI],
                 &x[RATE + 1], arrow_margin(&v, alpha));
    center(c);
    c->p[1] = x[IMPULSE + 1];
    c->p[2] = x[IMPULSE + 2];
}

static double product(const cone *c, double alpha)
{
    double z[SPARE];
    for (int32_t i = 0; i < SPARE; i++) {
        z[i] = c->x[i] + alpha * c->dx[i];
    }
    const double rubbed = c->mu * z[IMPULSE] * z[PSI] + arrow_dot(2, &z[IMPULSE + 1], &z[RATE + 1]);
    return z[IMPULSE] * z[RATE] + (c->mu > 0.0 ? rubbed : z[IMPULSE] * z[RATE]);
}

static double excess(const cone *c, double kappa)
{
    const double *x = c->x;
    const double normal = fabs(x[IMPULSE] * x[RATE] - kappa);
    if (!(c->mu > 0.0)) {
        return normal;
    }
    const double slip =
        arrow_excess(2, c->mu * x[IMPULSE], &x[IMPULSE + 1], x[PSI], &x[RATE + 1], kappa);
    return slip <= normal ? normal : slip;
}

const cone_kind ludo_cone_exact = {
    "exact", 3,       2,       true,    start,  resume,        linearize,
    direct,  longest, advance, product, excess, cone_gap_soft, &ludo_cone_associated};
