/* SPDX-License-Identifier: Apache-2.0
 *
 * The a-priori bounds of [solv2014 section 4], corrected [solvability.md 4]. */
#include "dynamics/solvability.h"

#include "dynamics/configuration.h"
#include "math/dense.h"
#include "math/spectrum.h"

#include <math.h>

/* ---- the bounds ---- */

/* (32): 2 l2 |v|^2 h^2 + .. as 4 m1 / ( b + root ), which is safe for l2 |v| -> 0. */
double ludo_bound_invertible(const mass_constants *of, const rate_norms *at)
{
    const double b = of->l4, square = of->l2 * at->speed * at->speed;
    const double below = b + sqrt(b * b + 8.0 * square * of->m1);
    return below > 0.0 ? 4.0 * of->m1 / below : HUGE_VAL;
}

/* Terms of the conditions (38) and (41). */
typedef struct condition {
    const mass_constants *of;
    const rate_norms *at;
    double L0, L1;
} condition;

/* Upper bound V(h) of |v| over Newton's iterates. */
static double fastest(const condition *c, double h)
{
    return c->at->speed + 2.0 * h * c->L0 / (c->of->m1 - h * c->L1);
}

/* (38) */
static bool everywhere(const condition *c, double h)
{
    const double V = fastest(c, h), m1 = c->of->m1;
    return h * c->L1 < m1 && h * (c->of->l2 * V * V * h + c->of->l4) < 2.0 * m1;
}

/* (41) */
static bool convergent(const condition *c, double h)
{
    const double m1 = c->of->m1, L0 = c->L0, L1 = c->L1;
    const double L2 = 1.5 * c->of->l0, L3 = 0.5 * h * c->of->l2;
    const double L4 = L2 * m1 + L3 * c->at->speed * m1;
    const double L5 = 2.0 * L0 * L3 - L1 * L2 - L1 * L3 * c->at->speed;
    const double cubic = 2.0 * L0 * L5 + L1 * L1 * L1, square = 2.0 * L0 * L4 - 3.0 * m1 * L1 * L1;
    const double psi = h * (h * (h * cubic + square) + 3.0 * m1 * m1 * L1) - m1 * m1 * m1;
    return h * L1 < m1 && psi < 0.0;
}

/* The smallest h at which the condition fails: bracketed by growing steps, then bisected. */
static double first_break(bool (*holds)(const condition *c, double h), const mass_constants *of,
                          const rate_norms *at)
{
    const condition c = {of, at, of->l0 * at->speed * at->speed + at->force,
                         of->l0 * at->speed + 0.5 * of->l4};
    double low = 0.0, high = 1e-12; /* [s] */
    while (holds(&c, high) && high < 1e6) {
        low = high;
        high *= 1.01;
    }
    for (int i = 0; i < 50 && high < 1e6; i++) {
        const double middle = 0.5 * (low + high);
        *(holds(&c, middle) ? &low : &high) = middle;
    }
    return high < 1e6 ? low : HUGE_VAL;
}

double ludo_bound_everywhere(const mass_constants *of, const rate_norms *at)
{
    return first_break(everywhere, of, at);
}

double ludo_bound_convergent(const mass_constants *of, const rate_norms *at)
{
    return first_break(convergent, of, at);
}

/* ---- the constants ---- */

bool ludo_mass_sampler_takes(const tree *t, int32_t *why)
{
    *why = -1;
    for (int32_t i = 0; i < t->nodes; i++) {
        const tree_node *n = &t->node[i];
        const bool slides = n->kind == &ludo_node_slide && n->parent >= 0;
        if (n->kind->dof == 3 || (slides && !t->model->along[t->column_of[n->column]].limited)) {
            *why = i;
            return false;
        }
    }
    return t->columns > 0 && t->columns <= SOLVABILITY_COLUMNS;
}

void ludo_mass_sampler_layout(mass_sampler *x, const tree *t, arena *a)
{
    const size_t n = (size_t)t->columns, nodes = (size_t)t->nodes;
    x->tree = t;
    x->armature = TAKE(a, n, double);
    x->zero = TAKE(a, n, double);
    x->unit = TAKE(a, n, double);
    x->y = TAKE(a, n, double);
    x->knot = TAKE(a, t->positions, double);
    x->q = TAKE(a, t->positions, double);
    x->origin = TAKE(a, nodes, ludo_vec3);
    ludo_tree_instant_layout(&x->at, t, a);
    x->at.origin = x->origin;
    ludo_tree_hessian_layout(&x->hessian, t, a);
    x->wrench = TAKE(a, nodes, force);
    x->stiffness = TAKE(a, 36 * nodes, double);
    x->T = TAKE(a, n * n * n, double);
    x->T_at = TAKE(a, n * n * n, double);
    x->T_y = TAKE(a, n * n * n * n, double);
    x->u = TAKE(a, n * n, double);
    x->w = TAKE(a, n * n, double);
    x->gram = TAKE(a, n * n, double);
    x->value = TAKE(a, n, double);
}

void ludo_mass_sampler_open(mass_sampler *x)
{
    ludo_tree_armatures(x->tree, x->armature);
}

/* T at x->q and y: column k of C at rates e_j is the derivative of column j of M by y_k. */
static void put_derivatives(mass_sampler *x, const double *y, double *T)
{
    const tree *t = x->tree;
    const size_t n = (size_t)t->columns;
    for (size_t j = 0; j < n; j++) {
        x->unit[j] = 1.0;
        ludo_tree_down(t, x->q, y, x->unit, &x->at);
        ludo_tree_up(t, x->at.mu);
        const hessian_point here = {&x->at, y, x->unit, x->wrench, x->stiffness};
        ludo_tree_hessian(t, &here, &x->hessian);
        for (size_t k = 0; k < n; k++) {
            for (size_t i = 0; i < n; i++) {
                T[n * (n * k + j) + i] = x->hessian.C[n * i + k];
            }
        }
        x->unit[j] = 0.0;
    }
}

/* d_l T by differences of T, accurate to 1e-8 of it. */
static void put_second_derivatives(mass_sampler *x)
{
    static const double step = 1e-4;
    const size_t n = (size_t)x->tree->columns, cube = n * n * n;
    for (size_t l = 0; l < n; l++) {
        double *to = x->T_y + cube * l;
        x->y[l] = step;
        put_derivatives(x, x->y, to);
        x->y[l] = -step;
        put_derivatives(x, x->y, x->T_at);
        x->y[l] = 0.0;
        for (size_t i = 0; i < cube; i++) {
            to[i] = (to[i] - x->T_at[i]) / (2.0 * step);
        }
    }
}

/* The 2-norm of the unfolding of T whose rows are those of M, n x n^2. */
static double first_norm(mass_sampler *x)
{
    const int32_t n = x->tree->columns;
    memset(x->gram, 0, (size_t)n * (size_t)n * sizeof *x->gram);
    ludo_dense_multiply_t(n, n * n, n, x->T, x->T, x->gram);
    ludo_symmetric_eigen(n, x->gram, x->value, NULL);
    return sqrt(x->value[n - 1]);
}

/* w := A u with the n^2 x n^2 unfolding of the second derivatives, rows (l, j), columns (k, i),
 * which is symmetric. */
static void unfold_times(const mass_sampler *x, const double *u, double *w)
{
    const size_t n = (size_t)x->tree->columns, square = n * n;
    memset(w, 0, square * sizeof *w);
    for (size_t l = 0; l < n; l++) {
        for (size_t k = 0; k < n; k++) {
            const double *block = x->T_y + square * (n * l + k);
            ludo_dense_multiply((int32_t)n, (int32_t)n, 1, block, u + n * k, w + n * l);
        }
    }
}

/* The 2-norm of this unfolding, by power iteration, which approaches it from below. */
static double second_norm(mass_sampler *x)
{
    enum { POWERS = 60 };
    const int32_t square = x->tree->columns * x->tree->columns;
    double norm = 0.0;
    for (int32_t i = 0; i < square; i++) {
        x->u[i] = 1.0 + 0.1 * (i % 7); /* not along an axis */
    }
    for (int power = 0; power < POWERS; power++) {
        (void)ludo_make_unit(square, x->u);
        unfold_times(x, x->u, x->w);
        norm = ludo_make_unit(square, x->w);
        memcpy(x->u, x->w, (size_t)square * sizeof *x->u);
    }
    return norm;
}

/* Update the constants with M(q) at x->q. */
static void take(mass_sampler *x, mass_constants *of)
{
    const tree *t = x->tree;
    const size_t n = (size_t)t->columns;
    ludo_tree_place_origins(t, x->q, x->origin);
    put_derivatives(x, x->zero, x->T);
    memcpy(x->gram, x->hessian.M, n * n * sizeof *x->gram);
    for (size_t c = 0; c < n; c++) {
        x->gram[(n + 1) * c] += x->armature[c];
    }
    ludo_symmetric_eigen(t->columns, x->gram, x->value, NULL);
    of->m1 = x->value[0] < of->m1 ? x->value[0] : of->m1;
    of->m2 = x->value[n - 1] > of->m2 ? x->value[n - 1] : of->m2;
    put_second_derivatives(x);
    const double l0 = first_norm(x), l2 = second_norm(x);
    of->l0 = l0 > of->l0 ? l0 : of->l0;
    of->l2 = l2 > of->l2 ? l2 : of->l2;
}

mass_constants ludo_mass_sample(mass_sampler *x, int32_t samples, double safety, double damping,
                                uint64_t *state)
{
    mass_constants of = {.m1 = HUGE_VAL, .l4 = damping};
    for (int32_t i = 0; ludo_corner_configuration(i, samples, x->tree, x->knot, x->q); i++) {
        take(x, &of);
    }
    for (int32_t i = 0; i < samples; i++) {
        ludo_random_configuration(state, x->tree, x->knot, x->q);
        take(x, &of);
    }
    of.m1 /= safety, of.m2 *= safety, of.l0 *= safety, of.l2 *= safety;
    return of;
}
