/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with Coulomb's friction in De Saxce's form, the speed of slip in the normal law being
 * held at `slip_held`,
 *
 *     (mu p0, p1 .. pn) o (psi, y1 .. yn) = (kappa, 0),   psi = y0 / mu + slip_held
 *
 * [contact.md 5.6], n = 2, 3 or 5: a convex law, Coulomb's own where slip_held = |(y1 .. yn)|. x is
 * the first vector, w the second; S is the scaling of Nesterov and Todd, S w = S^-1 x = lambda, by
 * which the law is linearised,
 *
 *     x + dx = x + S q - S^2 (w' - w),   lambda o q = kappa e - lambda o lambda - S^-1 dx o S dw
 *
 * w' being the new rates: its slope S^2 is symmetric and positive definite at every iterate. */
#include "solver/interior/cone_arrow.h"
#include "solver/interior/cone_kind.h"

/* u o v */
static inline void multiply(int32_t n, const double *u, const double *v, double *out)
{
    out[0] = arrow_dot(1 + n, u, v);
    for (int32_t r = 1; r <= n; r++) {
        out[r] = u[0] * v[r] + v[0] * u[r];
    }
}

/* v of u o v = r. */
static inline void divide(int32_t n, const double *u, const double *r, double *v)
{
    const double side = sqrt(arrow_dot(n, u + 1, u + 1));
    v[0] = (u[0] * r[0] - arrow_dot(n, u + 1, r + 1)) / ((u[0] - side) * (u[0] + side));
    for (int32_t i = 1; i <= n; i++) {
        v[i] = (r[i] - v[0] * u[i]) / u[0];
    }
}

/* ---- scaling ---- */

typedef struct scaling {
    int32_t n;
    double axis[CONE_ROWS], size; /* S = size times the boost along axis, of axis o J axis = 1 */
    double lambda[CONE_ROWS];
} scaling;

/* out = size times the boost of v along the axis; `sign` -1: against it. */
static inline void boost(int32_t n, const double *axis, double sign, double size, const double *v,
                         double *out)
{
    const double along = sign * arrow_dot(n, axis + 1, v + 1);
    const double side = sign * (v[0] + along / (1.0 + axis[0]));
    out[0] = size * (axis[0] * v[0] + along);
    for (int32_t r = 1; r <= n; r++) {
        out[r] = size * (v[r] + side * axis[r]);
    }
}

static inline void scale(const scaling *s, const double *v, double *out)
{
    boost(s->n, s->axis, 1.0, s->size, v, out);
}

static inline void unscale(const scaling *s, const double *v, double *out)
{
    boost(s->n, s->axis, -1.0, 1.0 / s->size, v, out);
}

/* (u0^2 - u1^2 - .. - un^2)^(1/2) */
static inline double norm_of(int32_t n, const double *u)
{
    const double side = sqrt(arrow_dot(n, u + 1, u + 1));
    return sqrt((u[0] - side) * (u[0] + side));
}

static inline scaling find_scaling(int32_t n, const double *x, const double *w)
{
    const double a = norm_of(n, x), b = norm_of(n, w);
    const double part = 1.0 / sqrt(2.0 * (1.0 + arrow_dot(1 + n, x, w) / (a * b)));
    scaling s = {.n = n, .size = sqrt(a / b), .axis = {part * (x[0] / a + w[0] / b)}};
    for (int32_t r = 1; r <= n; r++) {
        s.axis[r] = part * (x[r] / a - w[r] / b);
    }
    scale(&s, w, s.lambda);
    return s;
}

/* ---- the law ---- */

/* x and w of an iterate or a direction; w' of the rates. */
static inline void read_impulse(const cone *c, const cone_numbers *from, double *x, int32_t n)
{
    x[0] = c->mu * from->p[0];
    for (int32_t r = 1; r <= n; r++) {
        x[r] = from->p[r];
    }
}

static inline void read_slack(const cone_numbers *from, double *w, int32_t n)
{
    w[0] = from->psi;
    for (int32_t r = 1; r <= n; r++) {
        w[r] = from->s[r];
    }
}

static inline void read_rate(const cone *c, double *w, int32_t n)
{
    w[0] = (c->y[0] + c->compliance * c->x.p[0]) / c->mu + c->slip_held;
    for (int32_t r = 1; r <= n; r++) {
        w[r] = c->y[r];
    }
}

static inline void associated_start(cone *c, cone_scale s, int32_t n)
{
    contact_start(c, s, n);
}

static inline void associated_warm_start(cone *c, cone_scale s, double kappa, int32_t n)
{
    contact_warm_start(c, s, kappa, n);
}

/* S^2 for p and y instead of x and w. */
static inline void write_slope(cone *c, const scaling *s)
{
    for (int32_t j = 0; j <= s->n; j++) {
        double unit[CONE_ROWS] = {0.0}, half[CONE_ROWS], column[CONE_ROWS];
        unit[j] = j == 0 ? 1.0 / c->mu : 1.0;
        scale(s, unit, half);
        scale(s, half, column);
        for (int32_t r = 0; r <= s->n; r++) {
            c->slope[CONE_ROWS * r + j] = r == 0 ? column[r] / c->mu : column[r];
        }
    }
}

/* lambda o q */
static inline void find_target(const cone *c, const scaling *s, double kappa, bool corrects,
                               double *out)
{
    double dx[CONE_ROWS], dw[CONE_ROWS], a[CONE_ROWS], b[CONE_ROWS], second[CONE_ROWS] = {0.0};
    if (corrects) {
        read_impulse(c, &c->dx, dx, s->n);
        read_slack(&c->dx, dw, s->n);
        unscale(s, dx, a);
        scale(s, dw, b);
        multiply(s->n, a, b, second);
    }
    multiply(s->n, s->lambda, s->lambda, out);
    for (int32_t r = 0; r <= s->n; r++) {
        out[r] = (r == 0 ? kappa : 0.0) - out[r] - second[r];
    }
}

static inline void associated_linearize(cone *c, double kappa, bool corrects, int32_t n)
{
    double x[CONE_ROWS], w[CONE_ROWS], miss[CONE_ROWS], target[CONE_ROWS], q[CONE_ROWS];
    read_impulse(c, &c->x, x, n);
    read_slack(&c->x, w, n);
    read_rate(c, miss, n);
    const scaling s = find_scaling(n, x, w);
    find_target(c, &s, kappa, corrects, target);
    divide(n, s.lambda, target, q);
    for (int32_t r = 0; r <= n; r++) {
        miss[r] -= w[r];
    }
    scale(&s, miss, target);
    for (int32_t r = 0; r <= n; r++) {
        q[r] -= target[r];
    }
    scale(&s, q, c->rhs);
    c->rhs[0] = c->x.p[0] + c->rhs[0] / c->mu;
    for (int32_t r = 1; r <= n; r++) {
        c->rhs[r] += x[r];
    }
    write_slope(c, &s);
}

static inline void associated_direction(cone *c, int32_t n)
{
    cone_numbers *dx = &c->dx;
    double w[CONE_ROWS];
    read_rate(c, w, n);
    for (int32_t r = 0; r <= n; r++) {
        const double given = arrow_dot(1 + n, &c->slope[CONE_ROWS * r], c->dy);
        dx->p[r] = c->rhs[r] - given - c->x.p[r];
        dx->s[r] = r == 0 ? 0.0 : w[r] + c->dy[r] - c->x.s[r];
    }
    dx->psi = w[0] + c->dy[0] / c->mu - c->x.psi;
}

/* ---- straight steps ---- */

static inline double longest_of(int32_t n, double alpha, const double *u, const double *du,
                                double part)
{
    const arrow at = {u[0], u + 1}, to = {du[0], du + 1};
    if (arrow_is_inside(n, alpha / part, at, to)) {
        return alpha;
    }
    const arrow_way way = arrow_way_of(n, at, to);
    const double most = part * arrow_boundary(&way, u[0], du[0], alpha / part);
    return most < alpha ? most : alpha;
}

static inline double associated_longest_step(const cone *c, double part, int32_t n)
{
    double u[CONE_ROWS], du[CONE_ROWS];
    read_impulse(c, &c->x, u, n);
    read_impulse(c, &c->dx, du, n);
    const double alpha = longest_of(n, 1.0, u, du, part);
    read_slack(&c->x, u, n);
    read_slack(&c->dx, du, n);
    return longest_of(n, alpha, u, du, part);
}

static inline void associated_advance(cone *c, double alpha, int32_t n)
{
    cone_advance(c, alpha, 1 + n);
}

/* ---- products and errors ---- */

static inline double associated_product(const cone *c, double alpha, int32_t n)
{
    const cone_numbers z = cone_after(c, alpha, 1 + n);
    double x[CONE_ROWS], w[CONE_ROWS];
    read_impulse(c, &z, x, n);
    read_slack(&z, w, n);
    return arrow_dot(1 + n, x, w);
}

static inline double associated_excess(const cone *c, double kappa, int32_t n)
{
    double x[CONE_ROWS], w[CONE_ROWS];
    read_impulse(c, &c->x, x, n);
    read_slack(&c->x, w, n);
    return arrow_excess(n, (arrow){x[0], x + 1}, (arrow){w[0], w + 1}, kappa);
}

static inline double associated_rate_error(const cone *c, int32_t n)
{
    double own[CONE_ROWS], rate[CONE_ROWS];
    read_slack(&c->x, own, n);
    read_rate(c, rate, n);
    double most = c->mu * fabs(own[0] - rate[0]);
    for (int32_t r = 1; r <= n; r++) {
        const double miss = fabs(own[r] - rate[r]);
        most = miss <= most ? most : miss;
    }
    return most;
}

CONE_KIND(associated, associated, 2, 3, 1, true, &ludo_cone_exact, &ludo_cone_bounded, NULL);
CONE_KIND(associated_4, associated, 3, 4, 1, true, &ludo_cone_exact_4, &ludo_cone_bounded_4, NULL);
CONE_KIND(associated_6, associated, 5, 6, 1, true, &ludo_cone_exact_6, &ludo_cone_bounded_6, NULL);
