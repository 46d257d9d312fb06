/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with friction whose bound mu is an impulse, whatever the normal impulse is
 * [contact.md 5.6]:
 *
 *     p0 y0 = kappa,   (mu, p1 .. pn) o (psi, y1 .. yn) = (kappa, 0),   n = 2, 3 or 5
 *
 * mu = 0: only the first. */
#include "solver/interior/cone_arrow.h"
#include "solver/interior/cone_kind.h"

static inline void bounded_start(cone *c, cone_scale s, int32_t n)
{
    cone_numbers *x = &c->x;
    ray_start(x, c->y[0], s);
    c->p[0] = x->p[0];
    x->psi = c->mu > 0.0 ? arrow_start(n, s.p * s.y / c->mu, &c->y[1]) : 1.0;
    for (int32_t r = 1; r <= n; r++) {
        x->s[r] = c->y[r];
        c->p[r] = x->p[r] = -c->mu * c->y[r] / x->psi;
    }
}

static inline void bounded_warm_start(cone *c, cone_scale s, double kappa, int32_t n)
{
    double y[CONE_ROWS];
    for (int32_t r = 0; r <= n; r++) {
        y[r] = c->y[r];
    }
    c->y[0] = ray_warm_start(c, s, kappa);
    arrow_warm_start(n, (arrow){c->mu, &c->p[1]}, &c->y[1], s, kappa);
    bounded_start(c, (cone_scale){kappa / c->y[0], c->y[0]}, n);
    for (int32_t r = 0; r <= n; r++) {
        c->y[r] = y[r];
    }
}

static inline void bounded_linearize(cone *c, double kappa, bool corrects, int32_t n)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    contact_linearize_normal(c, kappa, corrects, n);
    if (!(c->mu > 0.0)) {
        return;
    }
    double second[CONE_ROWS] = {0.0};
    x->target = kappa;
    if (corrects) {
        x->target -= arrow_dot(n, &dx->p[1], &dx->s[1]);
        for (int32_t i = 0; i < n; i++) {
            second[i] = dx->psi * dx->p[1 + i];
        }
    }
    const arrow_law l =
        arrow_linearize(n, (arrow){c->mu, &x->p[1]}, (arrow){x->psi, &x->s[1]}, x->target, second);
    for (int32_t i = 0; i < n; i++) {
        c->rhs[1 + i] = l.rhs[i] + c->mu * l.way[i];
        for (int32_t j = 0; j < n; j++) {
            c->slope[CONE_ROWS * (1 + i) + 1 + j] = l.slope[i][j];
            c->rhs[1 + i] -= l.slope[i][j] * (c->y[1 + j] - x->s[1 + j]);
        }
    }
}

static inline void bounded_direction(cone *c, int32_t n)
{
    const cone_numbers *x = &c->x;
    cone_numbers *dx = &c->dx;
    ray_direction(c, dx);
    for (int32_t r = 1; r <= n; r++) {
        dx->p[r] = c->rhs[r] - arrow_dot(n, &c->slope[CONE_ROWS * r + 1], &c->dy[1]) - x->p[r];
        dx->s[r] = c->y[r] + c->dy[r] - x->s[r];
    }
    dx->psi = c->mu > 0.0 ? arrow_direction(n, (arrow){c->mu, &x->p[1]}, (arrow){c->mu, &dx->p[1]},
                                            (arrow){x->psi, &x->s[1]}, &dx->s[1], x->target)
                          : 0.0;
}

static inline double bounded_longest_step(const cone *c, double part, int32_t n)
{
    return contact_longest_step(c, c->mu, 0.0, part, n);
}

static inline void bounded_advance(cone *c, double alpha, int32_t n)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    const arrow_way p = arrow_way_of(n, (arrow){c->mu, &x->p[1]}, (arrow){0.0, &dx->p[1]});
    const arrow_way v = arrow_way_of(n, (arrow){x->psi, &x->s[1]}, (arrow){dx->psi, &dx->s[1]});
    cone_advance(c, alpha, 1 + n);
    if (c->mu > 0.0) {
        const arrow_step at = {alpha, c->mu, arrow_margin(&p, alpha), arrow_margin(&v, alpha)};
        arrow_follow(n, at, &x->p[1], &x->psi, &x->s[1]);
    }
    for (int32_t r = 1; r <= n; r++) {
        c->p[r] = x->p[r];
    }
}

static inline double bounded_product(const cone *c, double alpha, int32_t n)
{
    const cone_numbers z = cone_after(c, alpha, 1 + n);
    return contact_product(c, &z, c->mu, n);
}

static inline double bounded_excess(const cone *c, double kappa, int32_t n)
{
    return contact_excess(c, c->mu, kappa, n);
}

static inline double bounded_rate_error(const cone *c, int32_t n)
{
    (void)n;
    return cone_unilateral_rate_error(c);
}

CONE_KIND(bounded, bounded, 2, 3, 2, true, NULL, NULL, NULL);
CONE_KIND(bounded_4, bounded, 3, 4, 2, true, NULL, NULL, NULL);
CONE_KIND(bounded_6, bounded, 5, 6, 2, true, NULL, NULL, NULL);

void ludo_cone_bounded_begin(cone *c)
{
    if (c->kind->bounded != NULL && c->mu > 0.0) {
        c->unbounded = c->kind;
        c->kind = c->kind->bounded;
        c->coefficient = c->mu;
        c->mu *= c->p[0] > 0.0 ? c->p[0] : 0.0;
    }
}

void ludo_cone_bounded_end(cone *c)
{
    if (c->unbounded != NULL) {
        c->kind = c->unbounded;
        c->mu = c->coefficient;
        c->unbounded = NULL;
    }
}
