/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with Coulomb's friction in the quadratic cone [contact.md 2.2], n = 2, 3 or 5:
 *
 *     p0 y0 = kappa,   (mu p0, p1 .. pn) o (psi, y1 .. yn) = (kappa, 0)
 *
 * mu = 0: only the first. */
#include "solver/interior/cone_arrow.h"
#include "solver/interior/cone_kind.h"

static inline void exact_start(cone *c, cone_scale s, int32_t n)
{
    contact_start(c, s, n);
}

static inline void exact_warm_start(cone *c, cone_scale s, double kappa, int32_t n)
{
    contact_warm_start(c, s, kappa, n);
}

static inline void exact_put_on_path(cone *c, const double *p, const double *y, cone_scale s,
                                     double kappa, int32_t n)
{
    cone_numbers *x = &c->x;
    const bool presses = ray_put_on_path(x, p, y, s, kappa);
    const double a = c->mu * x->p[0];
    for (int32_t r = 1; r <= n; r++) {
        x->p[r] = c->mu > 0.0 ? p[r] : 0.0;
        x->s[r] = y[r];
    }
    if (!(c->mu > 0.0)) {
        x->psi = 1.0;
    } else if (presses) {
        x->psi = arrow_put_on_path(n, a, &x->p[1], &x->s[1], s, kappa);
    } else { /* next to no friction, which follows the slip */
        x->psi = arrow_slide_on_path(n, a, &x->p[1], &x->s[1], kappa);
    }
}

static inline void exact_linearize(cone *c, double kappa, bool corrects, int32_t n)
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
        const double da = c->mu * dx->p[0];
        x->target -= da * dx->psi + arrow_dot(n, &dx->p[1], &dx->s[1]);
        for (int32_t i = 0; i < n; i++) {
            second[i] = da * dx->s[1 + i] + dx->psi * dx->p[1 + i];
        }
    }
    const arrow_law l = arrow_linearize(n, (arrow){c->mu * x->p[0], &x->p[1]},
                                        (arrow){x->psi, &x->s[1]}, x->target, second);
    for (int32_t i = 0; i < n; i++) {
        double *row = &c->slope[CONE_ROWS * (1 + i)];
        const double way = c->mu * l.way[i];
        c->rhs[1 + i] = l.rhs[i] + way * c->rhs[0];
        row[0] = way * c->slope[0];
        for (int32_t j = 0; j < n; j++) {
            row[1 + j] = l.slope[i][j];
            c->rhs[1 + i] -= l.slope[i][j] * (c->y[1 + j] - x->s[1 + j]);
        }
    }
}

static inline void exact_direction(cone *c, int32_t n)
{
    const cone_numbers *x = &c->x;
    cone_numbers *dx = &c->dx;
    ray_direction(c, dx);
    for (int32_t r = 1; r <= n; r++) {
        const double given = arrow_dot(1 + n, &c->slope[CONE_ROWS * r], c->dy);
        dx->p[r] = c->rhs[r] - given - x->p[r];
        dx->s[r] = c->y[r] + c->dy[r] - x->s[r];
    }
    const double a = c->mu * x->p[0], a_new = a + c->mu * dx->p[0];
    dx->psi = c->mu > 0.0 ? arrow_direction(n, (arrow){a, &x->p[1]}, (arrow){a_new, &dx->p[1]},
                                            (arrow){x->psi, &x->s[1]}, &dx->s[1], x->target)
                          : 0.0;
}

static inline double exact_longest_step(const cone *c, double part, int32_t n)
{
    return contact_longest_step(c, c->mu * c->x.p[0], c->mu * c->dx.p[0], part, n);
}

/* psi is an unknown of the cone alone. Where its margin falls below this part of its margin on the
 * central path of p0 y0 psi is put onto that path: else it would shorten the steps of impulses and
 * rates. */
static const double least_margin = 0.5;

static inline void center(cone *c, int32_t n)
{
    cone_numbers *x = &c->x;
    const double path = arrow_start(n, x->s[0] / c->mu, &x->s[1]);
    const double speed = sqrt(arrow_dot(n, &x->s[1], &x->s[1]));
    x->psi = x->psi - speed < least_margin * (path - speed) ? path : x->psi;
}

static inline void exact_advance(cone *c, double alpha, int32_t n)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    if (!(c->mu > 0.0)) {
        cone_advance(c, alpha, 1 + n);
        return;
    }
    const arrow_way p =
        arrow_way_of(n, (arrow){c->mu * x->p[0], &x->p[1]}, (arrow){c->mu * dx->p[0], &dx->p[1]});
    const arrow_way v = arrow_way_of(n, (arrow){x->psi, &x->s[1]}, (arrow){dx->psi, &dx->s[1]});
    cone_advance(c, alpha, 1 + n);
    const arrow_step at = {alpha, c->mu * x->p[0], arrow_margin(&p, alpha),
                           arrow_margin(&v, alpha)};
    arrow_follow(n, at, &x->p[1], &x->psi, &x->s[1]);
    center(c, n);
    for (int32_t r = 1; r <= n; r++) {
        c->p[r] = x->p[r];
    }
}

static inline double exact_product(const cone *c, double alpha, int32_t n)
{
    const cone_numbers z = cone_after(c, alpha, 1 + n);
    return contact_product(c, &z, c->mu * z.p[0], n);
}

static inline double exact_excess(const cone *c, double kappa, int32_t n)
{
    return contact_excess(c, c->mu * c->x.p[0], kappa, n);
}

static inline double exact_rate_error(const cone *c, int32_t n)
{
    (void)n;
    return cone_unilateral_rate_error(c);
}

CONE_ON_PATH(exact, exact, 2)
CONE_ON_PATH(exact_4, exact, 3)
CONE_ON_PATH(exact_6, exact, 5)

CONE_KIND(exact, exact, 2, 3, 2, true, &ludo_cone_associated, &ludo_cone_bounded,
          cone_exact_put_on_path);
CONE_KIND(exact_4, exact, 3, 4, 2, true, &ludo_cone_associated_4, &ludo_cone_bounded_4,
          cone_exact_4_put_on_path);
CONE_KIND(exact_6, exact, 5, 6, 2, true, &ludo_cone_associated_6, &ludo_cone_bounded_6,
          cone_exact_6_put_on_path);
