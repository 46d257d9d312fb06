/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with Coulomb's friction in the quadratic cone [contact.md 2.2]:
 *
 *     p0 y0 = kappa,   (mu p0, p1, p2) o (psi, y1, y2) = (kappa, 0, 0)
 *
 * mu = 0: only the first. */
#include "solver/interior/cone_arrow.h"

static void cone_exact_start(cone *c, cone_scale s)
{
    contact_start(c, s);
}

static void cone_exact_warm_start(cone *c, cone_scale s, double kappa)
{
    contact_warm_start(c, s, kappa);
}

static void cone_exact_linearize(cone *c, double kappa, bool corrects)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    contact_linearize_normal(c, kappa, corrects);
    if (!(c->mu > 0.0)) {
        return;
    }
    double second[2] = {0.0, 0.0};
    x->target = kappa;
    if (corrects) {
        const double da = c->mu * dx->p[0];
        x->target -= da * dx->psi + arrow_dot(2, &dx->p[1], &dx->s[1]);
        second[0] = da * dx->s[1] + dx->psi * dx->p[1];
        second[1] = da * dx->s[2] + dx->psi * dx->p[2];
    }
    const arrow_law l = arrow_linearize(2, (arrow){c->mu * x->p[0], &x->p[1]},
                                        (arrow){x->psi, &x->s[1]}, x->target, second);
    for (int32_t i = 0; i < 2; i++) {
        double *row = &c->slope[CONE_ROWS * (1 + i)];
        const double way = c->mu * l.way[i];
        c->rhs[1 + i] = l.rhs[i] + way * c->rhs[0];
        row[0] = way * c->slope[0];
        for (int32_t j = 0; j < 2; j++) {
            row[1 + j] = l.slope[i][j];
            c->rhs[1 + i] -= l.slope[i][j] * (c->y[1 + j] - x->s[1 + j]);
        }
    }
}

static void cone_exact_direction(cone *c)
{
    const cone_numbers *x = &c->x;
    cone_numbers *dx = &c->dx;
    ray_direction(c, dx);
    for (int32_t r = 1; r < CONE_ROWS; r++) {
        const double *row = &c->slope[CONE_ROWS * r];
        const double given = row[0] * c->dy[0] + row[1] * c->dy[1] + row[2] * c->dy[2];
        dx->p[r] = c->rhs[r] - given - x->p[r];
        dx->s[r] = c->y[r] + c->dy[r] - x->s[r];
    }
    const double a = c->mu * x->p[0], a_new = a + c->mu * dx->p[0];
    dx->psi = c->mu > 0.0 ? arrow_direction(2, (arrow){a, &x->p[1]}, (arrow){a_new, &dx->p[1]},
                                            (arrow){x->psi, &x->s[1]}, &dx->s[1], x->target)
                          : 0.0;
}

static double cone_exact_longest_step(const cone *c, double part)
{
    return contact_longest_step(c, c->mu * c->x.p[0], c->mu * c->dx.p[0], part);
}

/* psi is an unknown of the cone alone. Where its margin falls below this part of its margin on the
 * central path of p0 y0 psi is put onto that path: else it would shorten the steps of impulses and
 * rates. */
static const double least_margin = 0.5;

static void center(cone *c)
{
    cone_numbers *x = &c->x;
    const double path = arrow_start(2, x->s[0] / c->mu, &x->s[1]);
    const double speed = sqrt(arrow_dot(2, &x->s[1], &x->s[1]));
    x->psi = x->psi - speed < least_margin * (path - speed) ? path : x->psi;
}

static void cone_exact_advance(cone *c, double alpha)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    if (!(c->mu > 0.0)) {
        cone_advance(c, alpha);
        return;
    }
    const arrow_way p =
        arrow_way_of(2, (arrow){c->mu * x->p[0], &x->p[1]}, (arrow){c->mu * dx->p[0], &dx->p[1]});
    const arrow_way v = arrow_way_of(2, (arrow){x->psi, &x->s[1]}, (arrow){dx->psi, &dx->s[1]});
    cone_advance(c, alpha);
    const arrow_step at = {alpha, c->mu * x->p[0], arrow_margin(&p, alpha),
                           arrow_margin(&v, alpha)};
    arrow_follow(2, at, &x->p[1], &x->psi, &x->s[1]);
    center(c);
    c->p[1] = x->p[1];
    c->p[2] = x->p[2];
}

static double cone_exact_product(const cone *c, double alpha)
{
    const cone_numbers z = cone_after(c, alpha);
    return contact_product(c, &z, c->mu * z.p[0]);
}

static double cone_exact_excess(const cone *c, double kappa)
{
    return contact_excess(c, c->mu * c->x.p[0], kappa);
}

const cone_kind ludo_cone_exact = {.name = "exact",
                                   .rows = 3,
                                   .degree = 2,
                                   .unilateral = true,
                                   .start = cone_exact_start,
                                   .warm_start = cone_exact_warm_start,
                                   .linearize = cone_exact_linearize,
                                   .direction = cone_exact_direction,
                                   .longest_step = cone_exact_longest_step,
                                   .advance = cone_exact_advance,
                                   .product = cone_exact_product,
                                   .excess = cone_exact_excess,
                                   .rate_error = cone_unilateral_rate_error,
                                   .twin = &ludo_cone_associated};
