/* SPDX-License-Identifier: Apache-2.0
 *
 * Two vectors in second-order cones that are complementary by Jordan's product,
 *
 *     (a, beta) o (psi, v) = (a psi + beta . v,  a v + psi beta) = (kappa, 0),
 *     |beta| < a,  |v| < psi,    beta and v of n <= CONE_ROWS numbers         [contact.md 2.2]
 *
 * With the change da of a given, psi is eliminated in closed form. With b = beta / a,
 * d = 1 / (psi - v . b) and the Jordan product (c0, c) of the last direction with itself,
 *
 *     (psi I - b v^T) dbeta = ...,   (psi I - b v^T)^-1 = (I + d b v^T) / psi
 *     beta + dbeta = rhs + way (a + da) - slope dv
 *     way   = (d (psi^2 - v . v) b - v) / psi
 *     slope = a / psi (I + d b (v - psi b)^T)
 *     rhs   = - d (kappa - c0) b - (I + d b v^T) c / psi
 *
 * and d > 0 inside: no large terms cancel in a small result. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_ARROW_H
#define LUDO_SOLVER_INTERIOR_CONE_ARROW_H

#include "solver/interior/cone_ray.h"

/* A vector (head, tail) of 1 + n numbers, inside where |tail| < head; or its direction. */
typedef struct arrow {
    double head;
    const double *tail;
} arrow;

/* The linearised product. */
typedef struct arrow_law {
    double rhs[CONE_ROWS], way[CONE_ROWS], slope[CONE_ROWS][CONE_ROWS];
} arrow_law;

static inline double arrow_dot(int32_t n, const double *a, const double *b)
{
    double sum = a[0] * b[0];
    for (int32_t i = 1; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* psi that puts (a, beta), beta = - a v / psi, onto the central path of kappa = a c: the positive
 * root of psi^2 - c psi - v . v. */
static inline double arrow_start(int32_t n, double c, const double *v)
{
    return 0.5 * (c + sqrt(c * c + 4.0 * arrow_dot(n, v, v)));
}

/* v of the pair with products kappa that is nearest to beta and v: their difference in units of the
 * scale keeps its direction. `to` is (a, beta) with the new a. */
static inline void arrow_warm_start(int32_t n, arrow to, double *v, cone_scale scale, double kappa)
{
    double z[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        z[i] = v[i] / scale.y - to.tail[i] / scale.p;
    }
    const double k = kappa / (scale.p * scale.y), size = sqrt(arrow_dot(n, z, z));
    const double most = to.head / scale.p - sqrt(arrow_dot(n, v, v)) / scale.y;
    const double t = 0.5 * (ray_smooth_max(size - most, k) - ray_smooth_max(-size - most, k));
    for (int32_t i = 0; i < n; i++) {
        v[i] = size > 0.0 ? scale.y * t / size * z[i] : 0.0;
    }
}

/* beta of the central path of kappa that belongs to v; psi is returned. */
static inline double arrow_slide_on_path(int32_t n, double a, double *beta, const double *v,
                                         double kappa)
{
    const double psi = arrow_start(n, kappa / a, v), part = -a / psi;
    for (int32_t i = 0; i < n; i++) {
        beta[i] = part * v[i];
    }
    return psi;
}

/* v of the central path of kappa that belongs to beta, |beta| < a; psi is returned. */
static inline double arrow_stick_on_path(int32_t n, double a, const double *beta, double *v,
                                         double kappa)
{
    const double part = kappa / (a * a - arrow_dot(n, beta, beta));
    for (int32_t i = 0; i < n; i++) {
        v[i] = -part * beta[i];
    }
    return part * a;
}

/* beta and v become those of the central path of kappa, psi is returned. Where beta's margin
 * exceeds the slip, in units of the scale, beta stays; where the slip exceeds what beta has beyond
 * the cone, v does. Else the difference of both decides, cut to the cone. Numbers are compared in
 * units of one over the product of the scale's, which takes no division. */
static inline double arrow_put_on_path(int32_t n, double a, double *beta, double *v,
                                       cone_scale scale, double kappa)
{
    double z[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        z[i] = scale.p * v[i] - scale.y * beta[i];
    }
    const double square = arrow_dot(n, z, z), head = scale.y * a;
    const double speed = scale.p * sqrt(arrow_dot(n, v, v));
    const double margin = head - scale.y * sqrt(arrow_dot(n, beta, beta));
    if (square >= head * head) { /* slips */
        const double size = sqrt(square), part = (size - head) / (size * scale.p);
        for (int32_t i = 0; i < n && !(speed >= -margin); i++) {
            v[i] = part * z[i];
        }
        return arrow_slide_on_path(n, a, beta, v, kappa);
    }
    for (int32_t i = 0; i < n && !(speed <= margin); i++) { /* sticks */
        beta[i] = -z[i] / scale.y;
    }
    return arrow_stick_on_path(n, a, beta, v, kappa);
}

/* ---- a contact: p0 y0 = kappa, and (mu p0, p1 .. pn), (psi, y1 .. yn) on the central path ---- */

static inline void contact_start(cone *c, cone_scale s, int32_t n)
{
    cone_numbers *x = &c->x;
    ray_start(x, c->y[0], s);
    for (int32_t r = 1; r <= n; r++) {
        x->s[r] = c->y[r];
    }
    x->psi = c->mu > 0.0 ? arrow_start(n, x->s[0] / c->mu, &c->y[1]) : 1.0;
    for (int32_t r = 1; r <= n; r++) {
        x->p[r] = -c->mu * x->p[0] * c->y[r] / x->psi;
    }
    for (int32_t r = 0; r <= n; r++) {
        c->p[r] = x->p[r];
    }
}

static inline void contact_warm_start(cone *c, cone_scale s, double kappa, int32_t n)
{
    double y[CONE_ROWS];
    for (int32_t r = 0; r <= n; r++) {
        y[r] = c->y[r];
    }
    c->y[0] = ray_warm_start(c, s, kappa);
    arrow_warm_start(n, (arrow){c->mu * kappa / c->y[0], &c->p[1]}, &c->y[1], s, kappa);
    contact_start(c, (cone_scale){kappa / c->y[0], c->y[0]}, n);
    for (int32_t r = 0; r <= n; r++) {
        c->y[r] = y[r];
    }
}

/* x = (a, beta), w = (psi, v); `target` is kappa - c0, `second` is c. */
static inline arrow_law arrow_linearize(int32_t n, arrow x, arrow w, double target,
                                        const double *second)
{
    const double a = x.head, psi = w.head, *beta = x.tail, *v = w.tail;
    double b[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        b[i] = beta[i] / a;
    }
    const double d = 1.0 / (psi - arrow_dot(n, v, b));
    const double inverse = 1.0 / psi, vv = arrow_dot(n, v, v), vc = arrow_dot(n, v, second);
    arrow_law l;
    for (int32_t i = 0; i < n; i++) {
        l.way[i] = (d * (psi * psi - vv) * b[i] - v[i]) * inverse;
        l.rhs[i] = -d * target * b[i] - (second[i] + d * vc * b[i]) * inverse;
        for (int32_t j = 0; j < n; j++) {
            const double one = i == j ? 1.0 : 0.0;
            l.slope[i][j] = a * inverse * (one + d * b[i] * (v[j] - psi * b[j]));
        }
    }
    return l;
}

/* The direction of psi, from the first row of the product; `to` is (a + da, dbeta). */
static inline double arrow_direction(int32_t n, arrow x, arrow to, arrow w, const double *dv,
                                     double target)
{
    const double linear =
        arrow_dot(n, w.tail, to.tail) + arrow_dot(n, w.tail, x.tail) + arrow_dot(n, x.tail, dv);
    return (target - w.head * to.head - linear) / x.head;
}

/* The distance of x o w from (kappa, 0). */
static inline double arrow_excess(int32_t n, arrow x, arrow w, double kappa)
{
    double tail = 0.0;
    for (int32_t i = 0; i < n; i++) {
        const double t = x.head * w.tail[i] + w.head * x.tail[i];
        tail += t * t;
    }
    return fabs(x.head * w.head + arrow_dot(n, w.tail, x.tail) - kappa) + sqrt(tail);
}

/* ---- Steps along the boundary ----
 *
 * Where friction slips both vectors are at their boundaries, u0 - |u| being 1e-12 of u0, and any
 * straight step that rotates them leaves a cone: |u + alpha du| grows with the square of the
 * rotation. To first order a direction changes the margin u0 - |u| and rotates u; so a step that
 * rotates u by less than its length keeps the margin and follows the boundary. Straight steps alone
 * stall [contact.md 2.3]. */

/* A direction at a vector. */
typedef struct arrow_way {
    double size, change, along; /* |u|, |du|, u . du */
    double margin, inward;      /* u0 - |u|, and its direction */
    double longest;             /* the step that rotates u by its own length */
} arrow_way;

static inline arrow_way arrow_way_of(int32_t n, arrow u, arrow du)
{
    const double size = sqrt(arrow_dot(n, u.tail, u.tail));
    const double change = sqrt(arrow_dot(n, du.tail, du.tail));
    const double along = arrow_dot(n, u.tail, du.tail);
    return (arrow_way){.size = size,
                       .change = change,
                       .along = along,
                       .margin = u.head - size,
                       .inward = size > 0.0 ? du.head - along / size : du.head,
                       .longest = change > 0.0 ? size / change : HUGE_VAL};
}

/* The margin after a step to first order; 0 where the step rotates u by more than its length. */
static inline double arrow_margin(const arrow_way *w, double alpha)
{
    return alpha <= w->longest ? w->margin + alpha * w->inward : 0.0;
}

/* Whether a straight step ends inside: all of it is inside then. */
static inline bool arrow_is_inside(int32_t n, double alpha, arrow u, arrow du)
{
    const double end0 = u.head + alpha * du.head;
    double end[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        end[i] = u.tail[i] + alpha * du.tail[i];
    }
    return end0 > 0.0 && end0 * end0 > arrow_dot(n, end, end);
}

/* The step to |u + alpha du| = u0 + alpha du0; or one that is longer than `alpha`. The first root
 * of
 *
 *     C + 2 B alpha + A alpha^2 = 0,   C > 0
 *
 * in the form that doesn't cancel. */
static inline double arrow_boundary(const arrow_way *w, double u0, double du0, double alpha)
{
    const double C = w->margin * (u0 + w->size), B = u0 * du0 - w->along;
    const double A = (du0 - w->change) * (du0 + w->change), D = B * B - A * C;
    if (D < 0.0 || (A >= 0.0 && B >= 0.0)) {
        return 2.0 * alpha;
    }
    return B < 0.0 ? C / (sqrt(D) - B) : (B + sqrt(D)) / -A;
}

/* The smaller of a step and of `part` of the way to the boundary, straight or along it. */
static inline double arrow_longest(int32_t n, double alpha, arrow u, arrow du, double part)
{
    if (arrow_is_inside(n, alpha / part, u, du)) {
        return alpha;
    }
    const arrow_way w = arrow_way_of(n, u, du);
    const double straight = part * arrow_boundary(&w, u.head, du.head, alpha / part);
    const double kept = ray_longest(alpha, w.margin, w.inward, part);
    const double along = w.longest < kept ? w.longest : kept;
    const double most = straight >= along ? straight : along;
    return most < alpha ? most : alpha;
}

/* Friction slips where margins are below this part of the head. After a step alpha < 1 beta is then
 * put against the slip, as on the central path; after a whole step it stays, as the impulses
 * balance. Elsewhere beta returns to its margin where a straight step left less than `kept_margin`
 * of that. */
static const double slips = 0.1, kept_margin = 0.5;

/* After a straight step: put beta and psi where they keep these margins, those of (a, beta) and of
 * (psi, v) to first order. */
typedef struct arrow_step {
    double alpha, a, margin, margin_v;
} arrow_step;

static inline void arrow_follow(int32_t n, arrow_step at, double *beta, double *psi,
                                const double *v)
{
    const double speed = sqrt(arrow_dot(n, v, v)), size = sqrt(arrow_dot(n, beta, beta));
    const bool slipping = at.alpha < 1.0 && at.margin > 0.0 && at.margin < slips * at.a &&
                          at.margin_v > 0.0 && at.margin_v < slips * speed;
    const bool lost = at.a - size < kept_margin * at.margin;
    for (int32_t i = 0; i < n && (slipping || lost); i++) {
        beta[i] = (at.a - at.margin) * (slipping ? -v[i] / speed : beta[i] / size);
    }
    *psi = *psi - speed < kept_margin * at.margin_v ? speed + at.margin_v : *psi;
}

/* ---- friction of a contact: (bound, p1 .. pn) and (psi, y1 .. yn) ---- */

/* The normal law, and no friction yet. */
static inline void contact_linearize_normal(cone *c, double kappa, bool corrects, int32_t n)
{
    ray_linearize(c, kappa, corrects);
    for (int32_t q = 1; q <= n; q++) {
        c->slope[q] = 0.0;
    }
    for (int32_t r = 1; r <= n; r++) {
        for (int32_t q = 0; q <= n; q++) {
            c->slope[CONE_ROWS * r + q] = 0.0;
        }
        c->rhs[r] = 0.0;
    }
}

/* The longest step of both laws; `change` is that of the bound. */
static inline double contact_longest_step(const cone *c, double bound, double change, double part,
                                          int32_t n)
{
    const cone_numbers *x = &c->x, *dx = &c->dx;
    double alpha = ray_longest(1.0, x->p[0], dx->p[0], part);
    alpha = ray_longest(alpha, x->s[0], dx->s[0], part);
    if (!(c->mu > 0.0)) {
        return alpha;
    }
    alpha = arrow_longest(n, alpha, (arrow){bound, &x->p[1]}, (arrow){change, &dx->p[1]}, part);
    return arrow_longest(n, alpha, (arrow){x->psi, &x->s[1]}, (arrow){dx->psi, &dx->s[1]}, part);
}

/* The sum of both products at z; without friction twice that of the normal law. */
static inline double contact_product(const cone *c, const cone_numbers *z, double bound, int32_t n)
{
    const double friction = bound * z->psi + arrow_dot(n, &z->p[1], &z->s[1]);
    return z->p[0] * z->s[0] + (c->mu > 0.0 ? friction : z->p[0] * z->s[0]);
}

/* The larger excess of both products. */
static inline double contact_excess(const cone *c, double bound, double kappa, int32_t n)
{
    const cone_numbers *x = &c->x;
    const double normal = fabs(x->p[0] * x->s[0] - kappa);
    if (!(c->mu > 0.0)) {
        return normal;
    }
    const double slip = arrow_excess(n, (arrow){bound, &x->p[1]}, (arrow){x->psi, &x->s[1]}, kappa);
    return slip <= normal ? normal : slip;
}

#endif
