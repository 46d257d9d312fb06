/* SPDX-License-Identifier: Apache-2.0
 *
 * Contact with friction in a pyramid whose edges are 4 or 8 directions d of the contact's frame,
 * the true cone's inscribed one [contact.md 2.2]:
 *
 *     p0 y0 = kappa,   (p1, p2) = sum b d,   d . (y1, y2) + psi = eta,   b eta = kappa,
 *     zeta = mu p0 - sum b,   zeta psi = kappa
 *
 * mu = 0: only the first. */
#include "solver/interior/cone_arrow.h"
#include "solver/interior/cone_kind.h"

#include "math/worst.h"

enum { PYRAMID_ROWS = 3 };

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

/* Impulses are the sums of those of the edges. */
static inline void sum_edges(cone *c, int32_t m)
{
    cone_numbers *x = &c->x;
    x->p[1] = x->p[2] = 0.0;
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        x->p[1] += x->b[i] * edge_of[i][0];
        x->p[2] += x->b[i] * edge_of[i][1];
    }
    for (int32_t r = 0; r < PYRAMID_ROWS; r++) {
        c->p[r] = x->p[r];
    }
}

/* b eta = kappa; psi exceeds the fastest slip along an edge by so much that zeta keeps at least its
 * share 1 / (m + 1) of mu p0. */
static inline void pyramid_start(cone *c, cone_scale s, int32_t m)
{
    cone_numbers *x = &c->x;
    ray_start(x, c->y[0], s);
    const double bound = c->mu * x->p[0], kappa = x->p[0] * x->s[0];
    double fastest = 0.0;
    for (int32_t i = 0; i < m; i++) {
        fastest = fmax(fastest, -along(i, &c->y[1]));
    }
    x->psi = c->mu > 0.0 ? fastest + (m + 1) * kappa / bound : 1.0;
    x->zeta = c->mu > 0.0 ? bound : 1.0;
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        x->eta[i] = along(i, &c->y[1]) + x->psi;
        x->b[i] = kappa / x->eta[i];
        x->zeta -= x->b[i];
    }
    sum_edges(c, m);
}

static inline void pyramid_warm_start(cone *c, cone_scale s, double kappa, int32_t m)
{
    const double y[PYRAMID_ROWS] = {c->y[0], c->y[1], c->y[2]};
    c->y[0] = ray_warm_start(c, s, kappa);
    arrow_warm_start(2, (arrow){c->mu * kappa / c->y[0], &c->p[1]}, &c->y[1], s, kappa);
    pyramid_start(c, (cone_scale){kappa / c->y[0], c->y[0]}, m);
    c->y[0] = y[0], c->y[1] = y[1], c->y[2] = y[2];
}

/* Per edge b + db = next - ratio (d . dv + dpsi), and sums over the edges of ratio, ratio d, next
 * and next d. */
typedef struct edge_sums {
    double ratio[MOST_EDGES], ratios, ratio_d[2], next, next_d[2];
} edge_sums;

static inline edge_sums linearize_edges(cone *c, double kappa, bool corrects, int32_t m)
{
    cone_numbers *x = &c->x;
    const cone_numbers *dx = &c->dx;
    edge_sums e = {.ratios = 0.0};
    for (int32_t i = 0; i < m; i++) {
        const double b = x->b[i], eta = x->eta[i];
        const double second = corrects ? dx->b[i] * dx->eta[i] : 0.0;
        const double miss = eta - along(i, &c->y[1]) - x->psi;
        x->next[i] = (kappa - second + b * miss) / eta;
        e.ratio[i] = b / eta;
        e.ratios += e.ratio[i];
        e.next += x->next[i];
        for (int32_t r = 0; r < 2; r++) {
            e.ratio_d[r] += e.ratio[i] * edge_of[i][r];
            e.next_d[r] += x->next[i] * edge_of[i][r];
        }
    }
    return e;
}

/* With psi eliminated, dpsi T = target / psi + sum next - mu (p0 + dp0) - ratio_d . dv: the slope
 * of friction is
 *
 *     sum ratio (d - middle) (d - middle)^T + ratios zeta / (psi T) middle middle^T
 *
 * middle = ratio_d / ratios: a sum of positive terms, where b and eta differ by 1e12. */
static inline void pyramid_linearize(cone *c, double kappa, bool corrects, int32_t m)
{
    cone_numbers *x = &c->x;
    contact_linearize_normal(c, kappa, corrects, PYRAMID_ROWS - 1);
    if (!(c->mu > 0.0)) {
        return;
    }
    const edge_sums e = linearize_edges(c, kappa, corrects, m);
    x->target = kappa - (corrects ? c->dx.zeta * c->dx.psi : 0.0);
    const double left = x->zeta / x->psi, T = e.ratios + left;
    const double surplus = (x->target / x->psi + e.next - c->mu * c->rhs[0]) / T;
    for (int32_t r = 0; r < 2; r++) {
        double *row = &c->slope[CONE_ROWS * (1 + r)];
        const double middle = e.ratio_d[r] / e.ratios;
        c->rhs[1 + r] = e.next_d[r] - e.ratio_d[r] * surplus;
        row[0] = c->mu * c->slope[0] * e.ratio_d[r] / T;
        for (int32_t q = 0; q < 2; q++) {
            const double middle_q = e.ratio_d[q] / e.ratios;
            row[1 + q] = e.ratios * left / T * middle * middle_q;
            for (int32_t i = 0; i < m; i++) {
                row[1 + q] += e.ratio[i] * (edge_of[i][r] - middle) * (edge_of[i][q] - middle_q);
            }
        }
    }
}

static inline void pyramid_direction(cone *c, int32_t m)
{
    const cone_numbers *x = &c->x;
    cone_numbers *dx = &c->dx;
    ray_direction(c, dx);
    dx->psi = dx->zeta = dx->p[1] = dx->p[2] = dx->s[1] = dx->s[2] = 0.0;
    if (!(c->mu > 0.0)) {
        return;
    }
    double surplus = x->target / x->psi - c->mu * (x->p[0] + dx->p[0]);
    double T = x->zeta / x->psi;
    for (int32_t i = 0; i < m; i++) {
        const double ratio = x->b[i] / x->eta[i];
        surplus += x->next[i] - ratio * along(i, &c->dy[1]);
        T += ratio;
    }
    dx->psi = surplus / T;
    dx->zeta = (x->target - x->zeta * dx->psi) / x->psi - x->zeta;
    for (int32_t i = 0; i < m; i++) {
        const double move = along(i, &c->dy[1]) + dx->psi;
        dx->b[i] = x->next[i] - x->b[i] / x->eta[i] * move - x->b[i];
        dx->eta[i] = along(i, &c->y[1]) + x->psi + move - x->eta[i];
    }
}

static inline double pyramid_longest_step(const cone *c, double part, int32_t m)
{
    const cone_numbers *x = &c->x, *dx = &c->dx;
    double alpha = ray_longest(1.0, x->p[0], dx->p[0], part);
    alpha = ray_longest(alpha, x->s[0], dx->s[0], part);
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        alpha = ray_longest(alpha, x->b[i], dx->b[i], part);
        alpha = ray_longest(alpha, x->eta[i], dx->eta[i], part);
    }
    alpha = ray_longest(alpha, x->psi, dx->psi, part);
    return ray_longest(alpha, x->zeta, dx->zeta, part);
}

static inline void pyramid_advance(cone *c, double alpha, int32_t m)
{
    cone_advance(c, alpha, PYRAMID_ROWS);
    c->x.zeta += alpha * c->dx.zeta;
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        c->x.b[i] += alpha * c->dx.b[i];
        c->x.eta[i] += alpha * c->dx.eta[i];
    }
    sum_edges(c, m);
}

/* mu = 0: the normal product takes the place of all. */
static inline double pyramid_product(const cone *c, double alpha, int32_t m)
{
    const cone_numbers *x = &c->x, *dx = &c->dx;
    const double normal = ray_product(x, dx, alpha);
    double sum = normal + (x->zeta + alpha * dx->zeta) * (x->psi + alpha * dx->psi);
    for (int32_t i = 0; i < m; i++) {
        sum += (x->b[i] + alpha * dx->b[i]) * (x->eta[i] + alpha * dx->eta[i]);
    }
    return c->mu > 0.0 ? sum : (m + 2) * normal;
}

static inline double pyramid_excess(const cone *c, double kappa, int32_t m)
{
    const cone_numbers *x = &c->x;
    worst w = {fabs(x->p[0] * x->s[0] - kappa), 0};
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        worst_take(&w, fabs(x->b[i] * x->eta[i] - kappa), i);
    }
    worst_take(&w, c->mu > 0.0 ? fabs(x->zeta * x->psi - kappa) : 0.0, m);
    return w.value;
}

static inline double pyramid_rate_error(const cone *c, int32_t m)
{
    worst w = {fabs(c->x.s[0] - c->y[0] - c->compliance * c->x.p[0]), 0};
    for (int32_t i = 0; i < m && c->mu > 0.0; i++) {
        worst_take(&w, fabs(c->x.eta[i] - along(i, &c->y[1]) - c->x.psi), i);
    }
    return w.value;
}

CONE_KIND(linear4, pyramid, 4, PYRAMID_ROWS, 4 + 2, true, NULL, NULL, NULL);
CONE_KIND(linear8, pyramid, 8, PYRAMID_ROWS, 8 + 2, true, NULL, NULL, NULL);
