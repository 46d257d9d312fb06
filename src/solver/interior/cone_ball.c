/* SPDX-License-Identifier: Apache-2.0
 *
 * Dry friction that bears a given most, along one rate (band) or against three (ball)
 * [contact.md 5]:
 *
 *     (mu, p) o (psi, y) = (kappa, 0)
 *
 * Where mu is zero there is none. */
#include "solver/interior/cone_arrow.h"

static inline void start(cone *c, cone_scale s, int32_t n)
{
    double *x = c->x;
    x[PSI] = c->mu > 0.0 ? arrow_start(n, s.p * s.y / c->mu, c->y) : 1.0;
    for (int32_t r = 0; r < n; r++) {
        x[RATE + r] = c->y[r];
        c->p[r] = x[IMPULSE + r] = -c->mu * c->y[r] / x[PSI];
    }
}

static inline void resume(cone *c, cone_scale s, double kappa, int32_t n)
{
    double y[CONE_ROWS];
    for (int32_t r = 0; r < n; r++) {
        y[r] = c->y[r];
    }
    arrow_resume(n, c->mu, c->p, c->y, s, kappa);
    start(c, (cone_scale){kappa / s.y, s.y}, n);
    for (int32_t r = 0; r < n; r++) {
        c->y[r] = y[r];
    }
}

static inline void linearize(cone *c, double kappa, bool corrects, int32_t n)
{
    double *x = c->x;
    const double *dx = c->dx;
    double second[CONE_ROWS] = {0.0, 0.0, 0.0};
    x[SPARE] = kappa;
    if (corrects) {
        x[SPARE] -= arrow_dot(n, &dx[IMPULSE], &dx[RATE]);
        for (int32_t r = 0; r < n; r++) {
            second[r] = dx[PSI] * dx[IMPULSE + r];
        }
    }
    const double mu = c->mu > 0.0 ? c->mu : 1.0;
    const arrow_law l = arrow_linearize(n, mu, &x[IMPULSE], x[PSI], &x[RATE], x[SPARE], second);
    for (int32_t r = 0; r < n; r++) {
        c->push[r] = c->mu > 0.0 ? l.push[r] + mu * l.way[r] : 0.0;
        for (int32_t q = 0; q < n; q++) {
            c->slope[CONE_ROWS * r + q] = c->mu > 0.0 ? l.slope[r][q] : 0.0;
            c->push[r] -= c->slope[CONE_ROWS * r + q] * (c->y[q] - x[RATE + q]);
        }
    }
}

static inline void direct(cone *c, int32_t n)
{
    const double *x = c->x;
    double *dx = c->dx;
    for (int32_t r = 0; r < n; r++) {
        dx[IMPULSE + r] =
            c->push[r] - arrow_dot(n, &c->slope[CONE_ROWS * r], c->dy) - x[IMPULSE + r];
        dx[RATE + r] = c->y[r] + c->dy[r] - x[RATE + r];
    }
    dx[PSI] = c->mu > 0.0 ? arrow_direct(n, c->mu, c->mu, &x[IMPULSE], &dx[IMPULSE], x[PSI],
                                         &x[RATE], &dx[RATE], x[SPARE])
                          : 0.0;
}

static inline double longest(const cone *c, double part, int32_t n)
{
    const double *x = c->x, *dx = c->dx;
    if (!(c->mu > 0.0)) {
        return 1.0;
    }
    const double alpha = arrow_longest(n, 1.0, c->mu, 0.0, &x[IMPULSE], &dx[IMPULSE], part);
    return arrow_longest(n, alpha, x[PSI], dx[PSI], &x[RATE], &dx[RATE], part);
}

static inline void advance(cone *c, double alpha, int32_t n)
{
    double *x = c->x;
    const double *dx = c->dx;
    const arrow_way p_way = arrow_look(n, c->mu, 0.0, &x[IMPULSE], &dx[IMPULSE]);
    const arrow_way v_way = arrow_look(n, x[PSI], dx[PSI], &x[RATE], &dx[RATE]);
    cone_advance(c, alpha, SPARE);
    if (c->mu > 0.0) {
        arrow_follow(n, alpha, c->mu, &x[IMPULSE], arrow_margin(&p_way, alpha), &x[PSI], &x[RATE],
                     arrow_margin(&v_way, alpha));
    }
    for (int32_t r = 0; r < n; r++) {
        c->p[r] = x[IMPULSE + r];
    }
}

static inline double product(const cone *c, double alpha, int32_t n)
{
    double p[CONE_ROWS], v[CONE_ROWS];
    for (int32_t r = 0; r < n; r++) {
        p[r] = c->x[IMPULSE + r] + alpha * c->dx[IMPULSE + r];
        v[r] = c->x[RATE + r] + alpha * c->dx[RATE + r];
    }
    return c->mu * (c->x[PSI] + alpha * c->dx[PSI]) + arrow_dot(n, p, v);
}

static inline double excess(const cone *c, double kappa, int32_t n)
{
    return c->mu > 0.0 ? arrow_excess(n, c->mu, &c->x[IMPULSE], c->x[PSI], &c->x[RATE], kappa)
                       : 0.0;
}

/* A kind is the same with its number of rows known. */
#define KIND(name, n)                                                                              \
    static void name##_start(cone *c, cone_scale s)                                                \
    {                                                                                              \
        start(c, s, n);                                                                            \
    }                                                                                              \
    static void name##_resume(cone *c, cone_scale s, double kappa)                                 \
    {                                                                                              \
        resume(c, s, kappa, n);                                                                    \
    }                                                                                              \
    static void name##_linearize(cone *c, double kappa, bool corrects)                             \
    {                                                                                              \
        linearize(c, kappa, corrects, n);                                                          \
    }                                                                                              \
    static void name##_direct(cone *c)                                                             \
    {                                                                                              \
        direct(c, n);                                                                              \
    }                                                                                              \
    static double name##_longest(const cone *c, double part)                                       \
    {                                                                                              \
        return longest(c, part, n);                                                                \
    }                                                                                              \
    static void name##_advance(cone *c, double alpha)                                              \
    {                                                                                              \
        advance(c, alpha, n);                                                                      \
    }                                                                                              \
    static double name##_product(const cone *c, double alpha)                                      \
    {                                                                                              \
        return product(c, alpha, n);                                                               \
    }                                                                                              \
    static double name##_excess(const cone *c, double kappa)                                       \
    {                                                                                              \
        return excess(c, kappa, n);                                                                \
    }                                                                                              \
    const cone_kind ludo_cone_##name = {#name,                                                     \
                                        n,                                                         \
                                        1,                                                         \
                                        false,                                                     \
                                        name##_start,                                              \
                                        name##_resume,                                             \
                                        name##_linearize,                                          \
                                        name##_direct,                                             \
                                        name##_longest,                                            \
                                        name##_advance,                                            \
                                        name##_product,                                            \
                                        name##_excess,                                             \
                                        cone_gap,                                                  \
                                        NULL};

KIND(band, 1)
KIND(ball, 3)
