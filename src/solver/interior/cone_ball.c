/* SPDX-License-Identifier: Apache-2.0
 *
 * Dry friction with a bound mu of the impulse, along one rate (band) or against three (ball)
 * [contact.md 2.2]:
 *
 *     (mu, p) o (psi, y) = (kappa, 0)
 *
 * mu = 0: no friction. */
#include "solver/interior/cone_arrow.h"
#include "solver/interior/cone_kind.h"

static inline void ball_start(cone *c, cone_scale s, int32_t n)
{
    cone_numbers *x = &c->x;
    x->psi = c->mu > 0.0 ? arrow_start(n, s.p * s.y / c->mu, c->y) : 1.0;
    for (int32_t r = 0; r < n; r++) {
        x->s[r] = c->y[r];
        c->p[r] = x->p[r] = -c->mu * c->y[r] / x->psi;
    }
}

static inline void ball_warm_start(cone *c, cone_scale s, double kappa, int32_t n)
{
    double y[CONE_ROWS];
    for (int32_t r = 0; r < n; r++) {
        y[r] = c->y[r];
    }
    arrow_warm_start(n, (arrow){c->mu, c->p}, c->y, s, kappa);
    ball_start(c, (cone_scale){kappa / s.y, s.y}, n);
    for (int32_t r = 0; r < n; r++) {
        c->y[r] = y[r];
    }
}

static inline void ball_put_on_path(cone *c, const double *p, const double *y, cone_scale s,
                                    double kappa, int32_t n)
{
    cone_numbers *x = &c->x;
    for (int32_t r = 0; r < n; r++) {
        x->p[r] = c->mu > 0.0 ? p[r] : 0.0;
        x->s[r] = y[r];
    }
    x->psi = c->mu > 0.0 ? arrow_put_on_path(n, c->mu, x->p, x->s, s, kappa) : 1.0;
}

static inline void ball_linearize(cone *c, double kappa, bool corrects, int32_t n)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    double second[CONE_ROWS] = {0.0};
    x->target = kappa;
    if (corrects) {
        x->target -= arrow_dot(n, dx->p, dx->s);
        for (int32_t r = 0; r < n; r++) {
            second[r] = dx->psi * dx->p[r];
        }
    }
    const double mu = c->mu > 0.0 ? c->mu : 1.0;
    const arrow_law l =
        arrow_linearize(n, (arrow){mu, x->p}, (arrow){x->psi, x->s}, x->target, second);
    for (int32_t r = 0; r < n; r++) {
        c->rhs[r] = c->mu > 0.0 ? l.rhs[r] + mu * l.way[r] : 0.0;
        for (int32_t q = 0; q < n; q++) {
            c->slope[CONE_ROWS * r + q] = c->mu > 0.0 ? l.slope[r][q] : 0.0;
            c->rhs[r] -= c->slope[CONE_ROWS * r + q] * (c->y[q] - x->s[q]);
        }
    }
}

static inline void ball_direction(cone *c, int32_t n)
{
    const cone_numbers *x = &c->x;
    cone_numbers *dx = &c->dx;
    for (int32_t r = 0; r < n; r++) {
        dx->p[r] = c->rhs[r] - arrow_dot(n, &c->slope[CONE_ROWS * r], c->dy) - x->p[r];
        dx->s[r] = c->y[r] + c->dy[r] - x->s[r];
    }
    dx->psi = c->mu > 0.0 ? arrow_direction(n, (arrow){c->mu, x->p}, (arrow){c->mu, dx->p},
                                            (arrow){x->psi, x->s}, dx->s, x->target)
                          : 0.0;
}

static inline double ball_longest_step(const cone *c, double part, int32_t n)
{
    const cone_numbers *x = &c->x, *dx = &c->dx;
    if (!(c->mu > 0.0)) {
        return 1.0;
    }
    const double alpha = arrow_longest(n, 1.0, (arrow){c->mu, x->p}, (arrow){0.0, dx->p}, part);
    return arrow_longest(n, alpha, (arrow){x->psi, x->s}, (arrow){dx->psi, dx->s}, part);
}

static inline void ball_advance(cone *c, double alpha, int32_t n)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    const arrow_way p = arrow_way_of(n, (arrow){c->mu, x->p}, (arrow){0.0, dx->p});
    const arrow_way v = arrow_way_of(n, (arrow){x->psi, x->s}, (arrow){dx->psi, dx->s});
    cone_advance(c, alpha, n);
    if (c->mu > 0.0) {
        const arrow_step at = {alpha, c->mu, arrow_margin(&p, alpha), arrow_margin(&v, alpha)};
        arrow_follow(n, at, x->p, &x->psi, x->s);
    }
    for (int32_t r = 0; r < n; r++) {
        c->p[r] = x->p[r];
    }
}

static inline double ball_product(const cone *c, double alpha, int32_t n)
{
    double p[CONE_ROWS], v[CONE_ROWS];
    for (int32_t r = 0; r < n; r++) {
        p[r] = c->x.p[r] + alpha * c->dx.p[r];
        v[r] = c->x.s[r] + alpha * c->dx.s[r];
    }
    return c->mu * (c->x.psi + alpha * c->dx.psi) + arrow_dot(n, p, v);
}

static inline double ball_excess(const cone *c, double kappa, int32_t n)
{
    const cone_numbers *x = &c->x;
    return c->mu > 0.0 ? arrow_excess(n, (arrow){c->mu, x->p}, (arrow){x->psi, x->s}, kappa) : 0.0;
}

static inline double ball_rate_error(const cone *c, int32_t n)
{
    (void)n;
    return cone_slack_error(c, 0.0);
}

CONE_ON_PATH(band, ball, 1)
CONE_ON_PATH(ball, ball, 3)

CONE_KIND(band, ball, 1, 1, 1, false, NULL, NULL, cone_band_put_on_path);
CONE_KIND(ball, ball, 3, 3, 1, false, NULL, NULL, cone_ball_put_on_path);
