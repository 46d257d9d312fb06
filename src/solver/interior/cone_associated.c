/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with Coulomb's friction whose speed of slip, where it lifts the rate, is held at `shift`,
 *
 *     (mu p0, p1, p2) o (psi, y1, y2) = (kappa, 0, 0),   psi = y0 / mu + shift      [contact.md 5]
 *
 * a convex law, Coulomb's own where shift = |(y1, y2)|. x is the first vector, w the second; S is
 * the scaling of Nesterov and Todd, S w = S^-1 x = lambda, by which the law is linearised,
 *
 *     x + dx = x + S q - S^2 (w' - w),   lambda o q = kappa e - lambda o lambda - S^-1 dx o S dw
 *
 * w' being the new rates: its slope S^2 is symmetric and positive wherever the cone stands. */
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

/* size times the boost along an axis, `sign` -1 the other way, of v. */
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

/* x and w among numbers, and w as the rates have it. */
static void read_impulse(const cone *c, const double *from, double *x)
{
    x[0] = c->mu * from[IMPULSE];
    x[1] = from[IMPULSE + 1];
    x[2] = from[IMPULSE + 2];
}

static void read_own(const double *from, double *w)
{
    w[0] = from[PSI];
    w[1] = from[RATE + 1];
    w[2] = from[RATE + 2];
}

static void read_rate(const cone *c, double *w)
{
    w[0] = (c->y[0] + c->soft * c->x[IMPULSE]) / c->mu + c->shift;
    w[1] = c->y[1];
    w[2] = c->y[2];
}

/* With the psi that puts x and w onto the central path. */
static void start(cone *c, cone_scale s)
{
    contact_start(c, s);
}

static void resume(cone *c, cone_scale s, double kappa)
{
    contact_resume(c, s, kappa);
}

/* S^2 in the units of impulses and rates. */
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
        read_impulse(c, c->dx, dx);
        read_own(c->dx, dw);
        unscale(s, dx, a);
        scale(s, dw, b);
        multiply(a, b, second);
    }
    multiply(s->lambda, s->lambda, out);
    for (int r = 0; r < CONE_ROWS; r++) {
        out[r] = (r == 0 ? kappa : 0.0) - out[r] - second[r];
    }
}

static void linearize(cone *c, double kappa, bool corrects)
{
    double x[CONE_ROWS], w[CONE_ROWS], miss[CONE_ROWS], target[CONE_ROWS], q[CONE_ROWS];
    read_impulse(c, c->x, x);
    read_own(c->x, w);
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
    scale(&s, q, c->push);
    c->push[0] = c->x[IMPULSE] + c->push[0] / c->mu;
    c->push[1] += x[1];
    c->push[2] += x[2];
    write_slope(c, &s);
}

static void direct(cone *c)
{
    double *dx = c->dx, w[CONE_ROWS];
    read_rate(c, w);
    for (int r = 0; r < CONE_ROWS; r++) {
        const double given = arrow_dot(3, &c->slope[CONE_ROWS * r], c->dy);
        dx[IMPULSE + r] = c->push[r] - given - c->x[IMPULSE + r];
        dx[RATE + r] = r == 0 ? 0.0 : w[r] + c->dy[r] - c->x[RATE + r];
    }
    dx[PSI] = w[0] + c->dy[0] / c->mu - c->x[PSI];
}

/* ---- steps: straight ones ---- */

static double longest_of(double alpha, const double *u, const double *du, double part)
{
    if (arrow_is_inside(2, alpha / part, u[0], du[0], u + 1, du + 1)) {
        return alpha;
    }
    const arrow_way way = arrow_look(2, u[0], du[0], u + 1, du + 1);
    const double most = part * arrow_boundary(&way, u[0], du[0], alpha / part);
    return most < alpha ? most : alpha;
}

static double longest(const cone *c, double part)
{
    double u[CONE_ROWS], du[CONE_ROWS];
    read_impulse(c, c->x, u);
    read_impulse(c, c->dx, du);
    const double alpha = longest_of(1.0, u, du, part);
    read_own(c->x, u);
    read_own(c->dx, du);
    return longest_of(alpha, u, du, part);
}

static void advance(cone *c, double alpha)
{
    cone_advance(c, alpha, SPARE);
}

/* ---- what it comes to ---- */

static double product(const cone *c, double alpha)
{
    double x[CONE_ROWS], w[CONE_ROWS], z[SPARE];
    for (int32_t i = 0; i < SPARE; i++) {
        z[i] = c->x[i] + alpha * c->dx[i];
    }
    read_impulse(c, z, x);
    read_own(z, w);
    return arrow_dot(3, x, w);
}

static double excess(const cone *c, double kappa)
{
    double x[CONE_ROWS], w[CONE_ROWS];
    read_impulse(c, c->x, x);
    read_own(c->x, w);
    return arrow_excess(2, x[0], x + 1, w[0], w + 1, kappa);
}

static double gap(const cone *c)
{
    double own[CONE_ROWS], rate[CONE_ROWS];
    read_own(c->x, own);
    read_rate(c, rate);
    double most = c->mu * fabs(own[0] - rate[0]);
    for (int r = 1; r < CONE_ROWS; r++) {
        const double miss = fabs(own[r] - rate[r]);
        most = miss <= most ? most : miss;
    }
    return most;
}

const cone_kind ludo_cone_associated = {
    "associated", 3,       1,       true,    start,  resume, linearize,
    direct,       longest, advance, product, excess, gap,    &ludo_cone_exact};
