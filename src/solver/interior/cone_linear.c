/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with friction in a pyramid whose edges are 4 or 8 directions d of the contact's frame,
 * the true cone's inscribed one [contact.md 5]:
 *
 *     p0 y0 = kappa,   (p1, p2) = sum b d,   d . (y1, y2) + psi = eta,   b eta = kappa,
 *     zeta = mu p0 - sum b,   zeta psi = kappa
 *
 * Where mu is zero only the first is left. */
#include "solver/interior/cone_arrow.h"

#include "math/worst.h"

enum { MOST_EDGES = 8 };

/* Numbers besides those that all have: zeta, b, eta; and from linearize() to direct() the b that
 * follow where nothing else moves, and what zeta psi becomes. */
enum {
    ZETA = SPARE,
    EDGE_B = ZETA + 1,
    EDGE_ETA = EDGE_B + MOST_EDGES,
    EDGE_NEXT = EDGE_ETA + MOST_EDGES,
    TARGET = EDGE_NEXT + MOST_EDGES
};

#define HALF_ROOT 0.70710678118654752440

static const double edge_of[MOST_EDGES][2] = {{1.0, 0.0},
                                              {-1.0, 0.0},
                                              {0.0, 1.0},
                                              {0.0, -1.0},
                                              {HALF_ROOT, HALF_ROOT},
                                              {-HALF_ROOT, -HALF_ROOT},
                                              {HALF_ROOT, -HALF_ROOT},
                                              {-HALF_ROOT, HALF_ROOT}};

static inline double along(int32_t i, const double *t)
{
    return edge_of[i][0] * t[0] + edge_of[i][1] * t[1];
}

/* Impulses from those of the edges. */
static inline void sum_edges(cone *c, int32_t m)
{
    double *x = c->x;
    x[IMPULSE + 1] = x[IMPULSE + 2] = 0.0;
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        x[IMPULSE + 1] += x[EDGE_B + i] * edge_of[i][0];
        x[IMPULSE + 2] += x[EDGE_B + i] * edge_of[i][1];
    }
    for (int32_t r = 0; r < CONE_ROWS; r++) {
        c->p[r] = x[IMPULSE + r];
    }
}

/* b eta = kappa; psi is so much larger than the fastest slip along an edge that the b leave zeta at
 * least its share of what is borne. */
static inline void start(cone *c, cone_scale s, int32_t m)
{
    double *x = c->x;
    ray_start(x, c->y[0], s);
    const double bears = c->mu * x[IMPULSE], kappa = x[IMPULSE] * x[RATE];
    double fastest = 0.0;
    for (int32_t i = 0; i < m; i++) {
        fastest = fmax(fastest, -along(i, &c->y[1]));
    }
    x[PSI] = c->mu > 0.0 ? fastest + (m + 1) * kappa / bears : 1.0;
    x[ZETA] = c->mu > 0.0 ? bears : 1.0;
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        x[EDGE_ETA + i] = along(i, &c->y[1]) + x[PSI];
        x[EDGE_B + i] = kappa / x[EDGE_ETA + i];
        x[ZETA] -= x[EDGE_B + i];
    }
    sum_edges(c, m);
}

static inline void resume(cone *c, cone_scale s, double kappa, int32_t m)
{
    const double y[CONE_ROWS] = {c->y[0], c->y[1], c->y[2]};
    c->y[0] = ray_resume(c, s, kappa);
    arrow_resume(2, c->mu * kappa / c->y[0], &c->p[1], &c->y[1], s, kappa);
    start(c, (cone_scale){kappa / c->y[0], c->y[0]}, m);
    c->y[0] = y[0], c->y[1] = y[1], c->y[2] = y[2];
}

/* What edges give: b + db = next - ratio (d . dv + dpsi). Sums of ratios, of their directions and
 * of next. */
typedef struct edge_sums {
    double ratio[MOST_EDGES], ratios, way[2], next, pull[2];
} edge_sums;

static inline edge_sums linearize_edges(cone *c, double kappa, bool corrects, int32_t m)
{
    double *x = c->x;
    const double *dx = c->dx;
    edge_sums e = {.ratios = 0.0};
    for (int32_t i = 0; i < m; i++) {
        const double b = x[EDGE_B + i], eta = x[EDGE_ETA + i];
        const double second = corrects ? dx[EDGE_B + i] * dx[EDGE_ETA + i] : 0.0;
        const double miss = eta - along(i, &c->y[1]) - x[PSI];
        x[EDGE_NEXT + i] = (kappa - second + b * miss) / eta;
        e.ratio[i] = b / eta;
        e.ratios += e.ratio[i];
        e.next += x[EDGE_NEXT + i];
        for (int32_t r = 0; r < 2; r++) {
            e.way[r] += e.ratio[i] * edge_of[i][r];
            e.pull[r] += x[EDGE_NEXT + i] * edge_of[i][r];
        }
    }
    return e;
}

/* With psi eliminated, dpsi T = target / psi + sum next - mu (p0 + dp0) - way . dv: the slope of
 * friction is
 *
 *     sum ratio (d - middle) (d - middle)^T + ratios zeta / (psi T) middle middle^T
 *
 * middle = way / ratios: a sum of what is positive, where b and eta differ by 1e12. */
static inline void linearize(cone *c, double kappa, bool corrects, int32_t m)
{
    double *x = c->x;
    ray_linearize(c, kappa, corrects);
    for (int32_t i = 1; i < CONE_ROWS * CONE_ROWS; i++) {
        c->slope[i] = 0.0;
    }
    c->push[1] = c->push[2] = 0.0;
    if (!(c->mu > 0.0)) {
        return;
    }
    const edge_sums e = linearize_edges(c, kappa, corrects, m);
    x[TARGET] = kappa - (corrects ? c->dx[ZETA] * c->dx[PSI] : 0.0);
    const double left = x[ZETA] / x[PSI], T = e.ratios + left;
    const double surplus = (x[TARGET] / x[PSI] + e.next - c->mu * c->push[0]) / T;
    for (int32_t r = 0; r < 2; r++) {
        double *row = &c->slope[CONE_ROWS * (1 + r)];
        const double middle = e.way[r] / e.ratios;
        c->push[1 + r] = e.pull[r] - e.way[r] * surplus;
        row[0] = c->mu * c->slope[0] * e.way[r] / T;
        for (int32_t q = 0; q < 2; q++) {
            const double middle_q = e.way[q] / e.ratios;
            row[1 + q] = e.ratios * left / T * middle * middle_q;
            for (int32_t i = 0; i < m; i++) {
                row[1 + q] += e.ratio[i] * (edge_of[i][r] - middle) * (edge_of[i][q] - middle_q);
            }
        }
    }
}

static inline void direct(cone *c, int32_t m)
{
    const double *x = c->x;
    double *dx = c->dx;
    ray_direct(c, dx);
    dx[PSI] = dx[ZETA] = dx[IMPULSE + 1] = dx[IMPULSE + 2] = dx[RATE + 1] = dx[RATE + 2] = 0.0;
    if (!(c->mu > 0.0)) {
        return;
    }
    double surplus = x[TARGET] / x[PSI] - c->mu * (x[IMPULSE] + dx[IMPULSE]);
    double T = x[ZETA] / x[PSI];
    for (int32_t i = 0; i < m; i++) {
        const double ratio = x[EDGE_B + i] / x[EDGE_ETA + i];
        surplus += x[EDGE_NEXT + i] - ratio * along(i, &c->dy[1]);
        T += ratio;
    }
    dx[PSI] = surplus / T;
    dx[ZETA] = (x[TARGET] - x[ZETA] * dx[PSI]) / x[PSI] - x[ZETA];
    for (int32_t i = 0; i < m; i++) {
        const double move = along(i, &c->dy[1]) + dx[PSI];
        dx[EDGE_B + i] = x[EDGE_NEXT + i] - x[EDGE_B + i] / x[EDGE_ETA + i] * move - x[EDGE_B + i];
        dx[EDGE_ETA + i] = along(i, &c->y[1]) + x[PSI] + move - x[EDGE_ETA + i];
    }
}

static inline double longest(const cone *c, double part, int32_t m)
{
    const double *x = c->x, *dx = c->dx;
    double alpha = ray_longest(1.0, x[IMPULSE], dx[IMPULSE], part);
    alpha = ray_longest(alpha, x[RATE], dx[RATE], part);
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        alpha = ray_longest(alpha, x[EDGE_B + i], dx[EDGE_B + i], part);
        alpha = ray_longest(alpha, x[EDGE_ETA + i], dx[EDGE_ETA + i], part);
    }
    alpha = ray_longest(alpha, x[PSI], dx[PSI], part);
    return ray_longest(alpha, x[ZETA], dx[ZETA], part);
}

static inline void advance(cone *c, double alpha, int32_t m)
{
    cone_advance(c, alpha, EDGE_B);
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        c->x[EDGE_B + i] += alpha * c->dx[EDGE_B + i];
        c->x[EDGE_ETA + i] += alpha * c->dx[EDGE_ETA + i];
    }
    sum_edges(c, m);
}

/* Where mu is zero the one product stands for all. */
static inline double product(const cone *c, double alpha, int32_t m)
{
    const double *x = c->x, *dx = c->dx;
    const double normal = ray_product(x, dx, alpha);
    double sum = normal + (x[ZETA] + alpha * dx[ZETA]) * (x[PSI] + alpha * dx[PSI]);
    for (int32_t i = 0; i < m; i++) {
        sum +=
            (x[EDGE_B + i] + alpha * dx[EDGE_B + i]) * (x[EDGE_ETA + i] + alpha * dx[EDGE_ETA + i]);
    }
    return c->mu > 0.0 ? sum : (m + 2) * normal;
}

static inline double excess(const cone *c, double kappa, int32_t m)
{
    const double *x = c->x;
    worst w = {fabs(x[IMPULSE] * x[RATE] - kappa), 0};
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        worst_take(&w, fabs(x[EDGE_B + i] * x[EDGE_ETA + i] - kappa), i);
    }
    worst_take(&w, c->mu > 0.0 ? fabs(x[ZETA] * x[PSI] - kappa) : 0.0, m);
    return w.value;
}

static inline double gap(const cone *c, int32_t m)
{
    worst w = {fabs(c->x[RATE] - c->y[0] - c->soft * c->x[IMPULSE]), 0};
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        worst_take(&w, fabs(c->x[EDGE_ETA + i] - along(i, &c->y[1]) - c->x[PSI]), i);
    }
    return w.value;
}

/* A kind is the same with its number of edges known. */
#define KIND(name, m)                                                                              \
    static void name##_start(cone *c, cone_scale s)                                                \
    {                                                                                              \
        start(c, s, m);                                                                            \
    }                                                                                              \
    static void name##_resume(cone *c, cone_scale s, double kappa)                                 \
    {                                                                                              \
        resume(c, s, kappa, m);                                                                    \
    }                                                                                              \
    static void name##_linearize(cone *c, double kappa, bool corrects)                             \
    {                                                                                              \
        linearize(c, kappa, corrects, m);                                                          \
    }                                                                                              \
    static void name##_direct(cone *c)                                                             \
    {                                                                                              \
        direct(c, m);                                                                              \
    }                                                                                              \
    static double name##_longest(const cone *c, double part)                                       \
    {                                                                                              \
        return longest(c, part, m);                                                                \
    }                                                                                              \
    static void name##_advance(cone *c, double alpha)                                              \
    {                                                                                              \
        advance(c, alpha, m);                                                                      \
    }                                                                                              \
    static double name##_product(const cone *c, double alpha)                                      \
    {                                                                                              \
        return product(c, alpha, m);                                                               \
    }                                                                                              \
    static double name##_excess(const cone *c, double kappa)                                       \
    {                                                                                              \
        return excess(c, kappa, m);                                                                \
    }                                                                                              \
    static double name##_gap(const cone *c)                                                        \
    {                                                                                              \
        return gap(c, m);                                                                          \
    }                                                                                              \
    const cone_kind ludo_cone_##name = {#name,                                                     \
                                        CONE_ROWS,                                                 \
                                        (m) + 2,                                                   \
                                        true,                                                      \
                                        name##_start,                                              \
                                        name##_resume,                                             \
                                        name##_linearize,                                          \
                                        name##_direct,                                             \
                                        name##_longest,                                            \
                                        name##_advance,                                            \
                                        name##_product,                                            \
                                        name##_excess,                                             \
                                        name##_gap,                                                \
                                        NULL};

KIND(linear4, 4)
KIND(linear8, 8)
