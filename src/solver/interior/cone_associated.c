/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with Coulomb's friction in De Saxce's form, the speed of slip in the normal law being
 * held at `slip_held`,
 *
 *     (mu p0, p1, p2) o (psi, y1, y2) = (kappa, 0, 0),   psi = y0 / mu + slip_held
 *
 * [contact.md 5.6]: a convex law, Coulomb's own where slip_held = |(y1, y2)|. x is the first
 * vector, w the second; S is the scaling of Nesterov and Todd, S w = S^-1 x = lambda, by which the
 * law is linearised,
 *
 *     x + dx = x + S q - S^2 (w' - w),   lambda o q = kappa e - lambda o lambda - S^-1 dx o S dw
 *
 * w' being the new rates: its slope S^2 is symmetric and positive definite at every iterate. */
#include "solver/interior/cone_arrow.h"

/* u o v */
static void multiply(const double *u, const double *v, double *out)
{
    out[0] = arrow_dot(3, u, v);
    out[1] = u[0] * v[1] + v[0] * u[1];
    out[2] = u[0] * v[2] + v[0] * u[2];
}

/* v of u o v = r. */
static void divide(const double *u, const double *r, double *v)
{
    const double side = sqrt(arrow_dot(2, u + 1, u + 1));
    v[0] = (u[0] * r[0] - arrow_dot(2, u + 1, r + 1)) / ((u[0] - side) * (u[0] + side));
    v[1] = (r[1] - v[0] * u[1]) / u[0];
    v[2] = (r[2] - v[0] * u[2]) / u[0];
}

/* ---- scaling ---- */

typedef struct scaling {
    double axis[CONE_ROWS], size; /* S = size times the boost along axis, of axis o J axis = 1 */
    double lambda[CONE_ROWS];
} scaling;

/* out = size times the boost of v along the axis; `sign` -1: against it. */
static void boost(const double *axis, double sign, double size, const double *v, double *out)
{
    const double along = sign * arrow_dot(2, axis + 1, v + 1);
    const double side = sign * (v[0] + along / (1.0 + axis[0]));
    out[0] = size * (axis[0] * v[0] + along);
    out[1] = size * (v[1] + side * axis[1]);
    out[2] = size * (v[2] + side * axis[2]);
}

static void scale(const scaling *s, const double *v, double *out)
{
    boost(s->axis, 1.0, s->size, v, out);
}

static void unscale(const scaling *s, const double *v, double *out)
{
    boost(s->axis, -1.0, 1.0 / s->size, v, out);
}

/* (u0^2 - u1^2 - u2^2)^(1/2) */
static double norm_of(const double *u)
{
    const double side = sqrt(arrow_dot(2, u + 1, u + 1));
    return sqrt((u[0] - side) * (u[0] + side));
}

static scaling find_scaling(const double *x, const double *w)
{
    const double a = norm_of(x), b = norm_of(w);
    const double part = 1.0 / sqrt(2.0 * (1.0 + arrow_dot(3, x, w) / (a * b)));
    scaling s = {.size = sqrt(a / b), .axis = {part * (x[0] / a + w[0] / b)}};
    for (int r = 1; r < CONE_ROWS; r++) {
        s.axis[r] = part * (x[r] / a - w[r] / b);
    }
    scale(&s, w, s.lambda);
    return s;
}

/* ---- the law ---- */

/* x and w of an iterate or a direction; w' of the rates. */
static void read_impulse(const cone *c, const cone_numbers *from, double *x)
{
    x[0] = c->mu * from->p[0];
    x[1] = from->p[1];
    x[2] = from->p[2];
}

static void read_slack(const cone_numbers *from, double *w)
{
    w[0] = from->psi;
    w[1] = from->s[1];
    w[2] = from->s[2];
}

static void read_rate(const cone *c, double *w)
{
    w[0] = (c->y[0] + c->compliance * c->x.p[0]) / c->mu + c->slip_held;
    w[1] = c->y[1];
    w[2] = c->y[2];
}

static void cone_associated_start(cone *c, cone_scale s)
{
    contact_start(c, s);
}

static void cone_associated_warm_start(cone *c, cone_scale s, double kappa)
{
    contact_warm_start(c, s, kappa);
}

/* S^2 for p and y instead of x and w. */
static void write_slope(cone *c, const scaling *s)
{
    for (int j = 0; j < CONE_ROWS; j++) {
        const double unit[CONE_ROWS] = {j == 0 ? 1.0 / c->mu : 0.0, j == 1, j == 2};
        double half[CONE_ROWS], column[CONE_ROWS];
        scale(s, unit, half);
        scale(s, half, column);
        for (int r = 0; r < CONE_ROWS; r++) {
            c->slope[CONE_ROWS * r + j] = r == 0 ? column[r] / c->mu : column[r];
        }
    }
}

/* lambda o q */
static void find_target(const cone *c, const scaling *s, double kappa, bool corrects, double *out)
{
    double dx[CONE_ROWS], dw[CONE_ROWS], a[CONE_ROWS], b[CONE_ROWS], second[CONE_ROWS] = {0.0};
    if (corrects) {
        read_impulse(c, &c->dx, dx);
        read_slack(&c->dx, dw);
        unscale(s, dx, a);
        scale(s, dw, b);
        multiply(a, b, second);
    }
    multiply(s->lambda, s->lambda, out);
    for (int r = 0; r < CONE_ROWS; r++) {
        out[r] = (r == 0 ? kappa : 0.0) - out[r] - second[r];
    }
}

static void cone_associated_linearize(cone *c, double kappa, bool corrects)
{
    double x[CONE_ROWS], w[CONE_ROWS], miss[CONE_ROWS], target[CONE_ROWS], q[CONE_ROWS];
    read_impulse(c, &c->x, x);
    read_slack(&c->x, w);
    read_rate(c, miss);
    const scaling s = find_scaling(x, w);
    find_target(c, &s, kappa, corrects, target);
    divide(s.lambda, target, q);
    for (int r = 0; r < CONE_ROWS; r++) {
        miss[r] -= w[r];
    }
    scale(&s, miss, target);
    for (int r = 0; r < CONE_ROWS; r++) {
        q[r] -= target[r];
    }
    scale(&s, q, c->rhs);
    c->rhs[0] = c->x.p[0] + c->rhs[0] / c->mu;
    c->rhs[1] += x[1];
    c->rhs[2] += x[2];
    write_slope(c, &s);
}

static void cone_associated_direction(cone *c)
{
    cone_numbers *dx = &c->dx;
    double w[CONE_ROWS];
    read_rate(c, w);
    for (int r = 0; r < CONE_ROWS; r++) {
        const double given = arrow_dot(3, &c->slope[CONE_ROWS * r], c->dy);
        dx->p[r] = c->rhs[r] - given - c->x.p[r];
        dx->s[r] = r == 0 ? 0.0 : w[r] + c->dy[r] - c->x.s[r];
    }
    dx->psi = w[0] + c->dy[0] / c->mu - c->x.psi;
}

/* ---- straight steps ---- */

static double longest_of(double alpha, const double *u, const double *du, double part)
{
    const arrow at = {u[0], u + 1}, to = {du[0], du + 1};
    if (arrow_is_inside(2, alpha / part, at, to)) {
        return alpha;
    }
    const arrow_way way = arrow_way_of(2, at, to);
    const double most = part * arrow_boundary(&way, u[0], du[0], alpha / part);
    return most < alpha ? most : alpha;
}

static double cone_associated_longest_step(const cone *c, double part)
{
    double u[CONE_ROWS], du[CONE_ROWS];
    read_impulse(c, &c->x, u);
    read_impulse(c, &c->dx, du);
    const double alpha = longest_of(1.0, u, du, part);
    read_slack(&c->x, u);
    read_slack(&c->dx, du);
    return longest_of(alpha, u, du, part);
}

static void cone_associated_advance(cone *c, double alpha)
{
    cone_advance(c, alpha);
}

/* ---- products and errors ---- */

static double cone_associated_product(const cone *c, double alpha)
{
    const cone_numbers z = cone_after(c, alpha);
    double x[CONE_ROWS], w[CONE_ROWS];
    read_impulse(c, &z, x);
    read_slack(&z, w);
    return arrow_dot(3, x, w);
}

static double cone_associated_excess(const cone *c, double kappa)
{
    double x[CONE_ROWS], w[CONE_ROWS];
    read_impulse(c, &c->x, x);
    read_slack(&c->x, w);
    return arrow_excess(2, (arrow){x[0], x + 1}, (arrow){w[0], w + 1}, kappa);
}

static double cone_associated_rate_error(const cone *c)
{
    double own[CONE_ROWS], rate[CONE_ROWS];
    read_slack(&c->x, own);
    read_rate(c, rate);
    double most = c->mu * fabs(own[0] - rate[0]);
    for (int r = 1; r < CONE_ROWS; r++) {
        const double miss = fabs(own[r] - rate[r]);
        most = miss <= most ? most : miss;
    }
    return most;
}

const cone_kind ludo_cone_associated = {.name = "associated",
                                        .rows = 3,
                                        .degree = 1,
                                        .unilateral = true,
                                        .start = cone_associated_start,
                                        .warm_start = cone_associated_warm_start,
                                        .linearize = cone_associated_linearize,
                                        .direction = cone_associated_direction,
                                        .longest_step = cone_associated_longest_step,
                                        .advance = cone_associated_advance,
                                        .product = cone_associated_product,
                                        .excess = cone_associated_excess,
                                        .rate_error = cone_associated_rate_error,
                                        .twin = &ludo_cone_exact};
