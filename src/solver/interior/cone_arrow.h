/* SPDX-License-Identifier: Apache-2.0
 *
 * Two vectors in second-order cones that are complementary by Jordan's product,
 *
 *     (a, beta) o (psi, v) = (a psi + beta . v,  a v + psi beta) = (kappa, 0),
 *     |beta| < a,  |v| < psi,    beta and v of n <= 3 numbers                    [contact.md 5]
 *
 * Given where a goes, psi is eliminated in closed form. With b = beta / a, d = 1 / (psi - v . b)
 * and the Jordan product (c0, c) of the last direction with itself,
 *
 *     (psi I - b v^T) dbeta = ...,   (psi I - b v^T)^-1 = (I + d b v^T) / psi
 *     beta + dbeta = push + way (a + da) - slope dv
 *     way   = (d (psi^2 - v . v) b - v) / psi
 *     slope = a / psi (I + d b (v - psi b)^T)
 *     push  = - d (kappa - c0) b - (I + d b v^T) c / psi
 *
 * and d > 0 inside: nothing here cancels that isn't small in the result. */
#ifndef LUDO_SOLVER_INTERIOR_CONE_ARROW_H
#define LUDO_SOLVER_INTERIOR_CONE_ARROW_H

#include "solver/interior/cone_ray.h"

/* What is left of the product, linearised. */
typedef struct arrow_law {
    double push[CONE_ROWS], way[CONE_ROWS], slope[CONE_ROWS][CONE_ROWS];
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

/* v of the pair with products kappa that is nearest to beta and v: their difference in units keeps
 * its direction. a is where a has gone. */
static inline void arrow_resume(int32_t n, double a, const double *beta, double *v,
                                cone_scale scale, double kappa)
{
    double z[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        z[i] = v[i] / scale.y - beta[i] / scale.p;
    }
    const double k = kappa / (scale.p * scale.y), size = sqrt(arrow_dot(n, z, z));
    const double most = a / scale.p - sqrt(arrow_dot(n, v, v)) / scale.y;
    const double t = 0.5 * (ray_round(size - most, k) - ray_round(-size - most, k));
    for (int32_t i = 0; i < n; i++) {
        v[i] = size > 0.0 ? scale.y * t / size * z[i] : 0.0;
    }
}

/* ---- A contact's p0 y0 = kappa, (mu p0, p1, p2) and (psi, y1, y2) on the path ---- */

static inline void contact_start(cone *c, cone_scale s)
{
    double *x = c->x;
    ray_start(x, c->y[0], s);
    x[RATE + 1] = c->y[1];
    x[RATE + 2] = c->y[2];
    x[PSI] = c->mu > 0.0 ? arrow_start(2, x[RATE] / c->mu, &c->y[1]) : 1.0;
    for (int32_t r = 1; r < CONE_ROWS; r++) {
        x[IMPULSE + r] = -c->mu * x[IMPULSE] * c->y[r] / x[PSI];
    }
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        c->p[r] = x[IMPULSE + r];
    }
}

static inline void contact_resume(cone *c, cone_scale s, double kappa)
{
    const double y[CONE_ROWS] = {c->y[0], c->y[1], c->y[2]};
    c->y[0] = ray_resume(c, s, kappa);
    arrow_resume(2, c->mu * kappa / c->y[0], &c->p[1], &c->y[1], s, kappa);
    contact_start(c, (cone_scale){kappa / c->y[0], c->y[0]});
    c->y[0] = y[0], c->y[1] = y[1], c->y[2] = y[2];
}

/* `target` is kappa - c0, `second` is c. */
static inline arrow_law arrow_linearize(int32_t n, double a, const double *beta, double psi,
                                        const double *v, double target, const double *second)
{
    double b[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        b[i] = beta[i] / a;
    }
    const double d = 1.0 / (psi - arrow_dot(n, v, b));
    const double inverse = 1.0 / psi, vv = arrow_dot(n, v, v), vc = arrow_dot(n, v, second);
    arrow_law l;
    for (int32_t i = 0; i < n; i++) {
        l.way[i] = (d * (psi * psi - vv) * b[i] - v[i]) * inverse;
        l.push[i] = -d * target * b[i] - (second[i] + d * vc * b[i]) * inverse;
        for (int32_t j = 0; j < n; j++) {
            const double one = i == j ? 1.0 : 0.0;
            l.slope[i][j] = a * inverse * (one + d * b[i] * (v[j] - psi * b[j]));
        }
    }
    return l;
}

/* The direction of psi, from the first row of the product. */
static inline double arrow_direct(int32_t n, double a, double a_new, const double *beta,
                                  const double *dbeta, double psi, const double *v,
                                  const double *dv, double target)
{
    const double turned = arrow_dot(n, v, dbeta) + arrow_dot(n, v, beta) + arrow_dot(n, beta, dv);
    return (target - psi * a_new - turned) / a;
}

/* How far (a, beta) o (psi, v) is from (kappa, 0). */
static inline double arrow_excess(int32_t n, double a, const double *beta, double psi,
                                  const double *v, double kappa)
{
    double turned = 0.0;
    for (int32_t i = 0; i < n; i++) {
        const double t = a * v[i] + psi * beta[i];
        turned += t * t;
    }
    return fabs(a * psi + arrow_dot(n, v, beta) - kappa) + sqrt(turned);
}

/* ---- Steps along the boundary ----
 *
 * Where friction slips both vectors are at their boundaries, u0 - |u| being 1e-12 of u0, and a step
 * that turns them leaves a cone however small it is: |u + alpha du| grows with the square of the
 * turn. What a direction says to first order is how the margin u0 - |u| changes and how u turns; so
 * a step that turns u by less than its length keeps the margin and follows the boundary. Straight
 * steps alone jam [contact.md 5]. */

/* What a direction says of a vector. */
typedef struct arrow_way {
    double size, change, along; /* |u|, |du|, u . du */
    double margin, inward;      /* u0 - |u|, and its direction */
    double turn;                /* the step that turns u by its own length */
} arrow_way;

static inline arrow_way arrow_look(int32_t n, double u0, double du0, const double *u,
                                   const double *du)
{
    const double size = sqrt(arrow_dot(n, u, u)), change = sqrt(arrow_dot(n, du, du));
    const double along = arrow_dot(n, u, du);
    return (arrow_way){.size = size,
                       .change = change,
                       .along = along,
                       .margin = u0 - size,
                       .inward = size > 0.0 ? du0 - along / size : du0,
                       .turn = change > 0.0 ? size / change : HUGE_VAL};
}

/* The margin after a step to first order; 0 where that turns u too far to say. */
static inline double arrow_margin(const arrow_way *w, double alpha)
{
    return alpha <= w->turn ? w->margin + alpha * w->inward : 0.0;
}

/* Whether a straight step ends inside: so does then all of it. */
static inline bool arrow_is_inside(int32_t n, double alpha, double u0, double du0, const double *u,
                                   const double *du)
{
    const double end0 = u0 + alpha * du0;
    double end[CONE_ROWS];
    for (int32_t i = 0; i < n; i++) {
        end[i] = u[i] + alpha * du[i];
    }
    return end0 > 0.0 && end0 * end0 > arrow_dot(n, end, end);
}

/* The step to where |u + alpha du| = u0 + alpha du0; or one that is longer than `alpha`. The root
 * of
 *
 *     C + 2 B alpha + A alpha^2 = 0,   C > 0
 *
 * that comes first, in the form that doesn't cancel. */
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
static inline double arrow_longest(int32_t n, double alpha, double u0, double du0, const double *u,
                                   const double *du, double part)
{
    if (arrow_is_inside(n, alpha / part, u0, du0, u, du)) {
        return alpha;
    }
    const arrow_way w = arrow_look(n, u0, du0, u, du);
    const double straight = part * arrow_boundary(&w, u0, du0, alpha / part);
    const double kept = ray_longest(alpha, w.margin, w.inward, part);
    const double along = w.turn < kept ? w.turn : kept;
    const double most = straight >= along ? straight : along;
    return most < alpha ? most : alpha;
}

/* Friction that slips: margins below this part of the whole. Where a whole step wasn't possible it
 * is put against the slip, as the central path has it; whole steps come to impulses that balance,
 * and stay. Elsewhere it is taken back to its margin where a straight step left less than
 * `kept_margin` of that. */
static const double slips = 0.1, kept_margin = 0.5;

/* After a straight step alpha to beta and v, with these margins to first order: put beta, and psi,
 * where their margins are kept. a is where it goes. */
static inline void arrow_follow(int32_t n, double alpha, double a, double *beta, double margin,
                                double *psi, const double *v, double margin_v)
{
    const double speed = sqrt(arrow_dot(n, v, v)), size = sqrt(arrow_dot(n, beta, beta));
    const bool slipping = alpha < 1.0 && margin > 0.0 && margin < slips * a && margin_v > 0.0 &&
                          margin_v < slips * speed;
    const bool lost = a - size < kept_margin * margin;
    for (int32_t i = 0; i < n && (slipping || lost); i++) {
        beta[i] = (a - margin) * (slipping ? -v[i] / speed : beta[i] / size);
    }
    *psi = *psi - speed < kept_margin * margin_v ? speed + margin_v : *psi;
}

#endif
