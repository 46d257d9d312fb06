/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with friction whose bound mu is an impulse, whatever the normal impulse is
 * [contact.md 5.6]:
 *
 *     p0 y0 = kappa,   (mu, p1, p2) o (psi, y1, y2) = (kappa, 0, 0)
 *
 * mu = 0: only the first. */
#include "solver/interior/cone_arrow.h"

static void cone_bounded_start(cone *c, cone_scale s)
{
    cone_numbers *x = &c->x;
    ray_start(x, c->y[0], s);
    c->p[0] = x->p[0];
    x->psi = c->mu > 0.0 ? arrow_start(2, s.p * s.y / c->mu, &c->y[1]) : 1.0;
    for (int32_t r = 1; r < CONE_ROWS; r++) {
        x->s[r] = c->y[r];
        c->p[r] = x->p[r] = -c->mu * c->y[r] / x->psi;
    }
}

static void cone_bounded_warm_start(cone *c, cone_scale s, double kappa)
{
    const double y[CONE_ROWS] = {c->y[0], c->y[1], c->y[2]};
    c->y[0] = ray_warm_start(c, s, kappa);
    arrow_warm_start(2, (arrow){c->mu, &c->p[1]}, &c->y[1], s, kappa);
    cone_bounded_start(c, (cone_scale){kappa / c->y[0], c->y[0]});
    c->y[0] = y[0], c->y[1] = y[1], c->y[2] = y[2];
}

static void cone_bounded_linearize(cone *c, double kappa, bool corrects)
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
        x->target -= arrow_dot(2, &dx->p[1], &dx->s[1]);
        second[0] = dx->psi * dx->p[1];
        second[1] = dx->psi * dx->p[2];
    }
    const arrow_law l =
        arrow_linearize(2, (arrow){c->mu, &x->p[1]}, (arrow){x->psi, &x->s[1]}, x->target, second);
    for (int32_t i = 0; i < 2; i++) {
        c->rhs[1 + i] = l.rhs[i] + c->mu * l.way[i];
        for (int32_t j = 0; j < 2; j++) {
            c->slope[CONE_ROWS * (1 + i) + 1 + j] = l.slope[i][j];
            c->rhs[1 + i] -= l.slope[i][j] * (c->y[1 + j] - x->s[1 + j]);
        }
    }
}

static void cone_bounded_direction(cone *c)
{
    const cone_numbers *x = &c->x;
    cone_numbers *dx = &c->dx;
    ray_direction(c, dx);
    for (int32_t r = 1; r < CONE_ROWS; r++) {
        dx->p[r] = c->rhs[r] - arrow_dot(2, &c->slope[CONE_ROWS * r + 1], &c->dy[1]) - x->p[r];
        dx->s[r] = c->y[r] + c->dy[r] - x->s[r];
    }
    dx->psi = c->mu > 0.0 ? arrow_direction(2, (arrow){c->mu, &x->p[1]}, (arrow){c->mu, &dx->p[1]},
                                            (arrow){x->psi, &x->s[1]}, &dx->s[1], x->target)
                          : 0.0;
}

static double cone_bounded_longest_step(const cone *c, double part)
{
    return contact_longest_step(c, c->mu, 0.0, part);
}

static void cone_bounded_advance(cone *c, double alpha)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    const arrow_way p = arrow_way_of(2, (arrow){c->mu, &x->p[1]}, (arrow){0.0, &dx->p[1]});
    const arrow_way v = arrow_way_of(2, (arrow){x->psi, &x->s[1]}, (arrow){dx->psi, &dx->s[1]});
    cone_advance(c, alpha);
    if (c->mu > 0.0) {
        const arrow_step at = {alpha, c->mu, arrow_margin(&p, alpha), arrow_margin(&v, alpha)};
        arrow_follow(2, at, &x->p[1], &x->psi, &x->s[1]);
    }
    c->p[1] = x->p[1];
    c->p[2] = x->p[2];
}

static double cone_bounded_product(const cone *c, double alpha)
{
    const cone_numbers z = cone_after(c, alpha);
    return contact_product(c, &z, c->mu);
}

static double cone_bounded_excess(const cone *c, double kappa)
{
    return contact_excess(c, c->mu, kappa);
}

const cone_kind ludo_cone_bounded = {.name = "bounded",
                                     .rows = 3,
                                     .degree = 2,
                                     .unilateral = true,
                                     .start = cone_bounded_start,
                                     .warm_start = cone_bounded_warm_start,
                                     .linearize = cone_bounded_linearize,
                                     .direction = cone_bounded_direction,
                                     .longest_step = cone_bounded_longest_step,
                                     .advance = cone_bounded_advance,
                                     .product = cone_bounded_product,
                                     .excess = cone_bounded_excess,
                                     .rate_error = cone_unilateral_rate_error};

void ludo_cone_bounded_begin(cone *c)
{
    if (c->kind->twin != NULL && c->mu > 0.0) {
        c->unbounded = c->kind;
        c->kind = &ludo_cone_bounded;
        c->coefficient = c->mu;
        c->mu *= c->p[0] > 0.0 ? c->p[0] : 0.0;
    }
}

void ludo_cone_bounded_end(cone *c)
{
    if (c->kind == &ludo_cone_bounded) {
        c->kind = c->unbounded;
        c->mu = c->coefficient;
    }
}
