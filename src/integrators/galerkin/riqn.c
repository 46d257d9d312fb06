/* SPDX-License-Identifier: Apache-2.0
 *
 * RIQN: the recursive impulse-based quasi-Newton method, for any degree [minimal.md 4.4]. With the
 * constant mass matrix of the knot and no other terms the Jacobian of the equations would be
 *
 *     J = (1/h) K x M(q_k),    K^{ag} = sum_b w^b b^{ba} b^{bg},  a = 0 .. s-1, g = 1 .. s
 *
 * and the neglected terms are smaller by a factor h. So each correction is one response of the
 * knot's articulated bodies to impulses. */
#include "integrators/galerkin/galerkin.h"

#include "math/dense.h"

/* K^{ag} of the rule. */
static double stiffness(const lobatto *rule, int32_t a, int32_t g)
{
    double sum = 0.0;
    for (int32_t b = 0; b <= rule->s; b++) {
        sum += rule->w[b] * rule->b[b][a] * rule->b[b][g];
    }
    return sum;
}

void ludo_galerkin_riqn_open(galerkin *g)
{
    const lobatto *rule = g->rule;
    const int32_t s = rule->s;
    double K[GALERKIN_MAX_S * GALERKIN_MAX_S];
    for (int32_t a = 0; a < s; a++) {
        for (int32_t k = 0; k < s; k++) {
            K[s * a + k] = stiffness(rule, a, k + 1);
            g->inverse_K[s * a + k] = a == k ? 1.0 : 0.0;
        }
    }
    (void)ludo_dense_solve(s, s, K, g->inverse_K); /* K of each rule is regular */
}

/* Predict constant acceleration, that of the knot. */
static ludo_status riqn_start(galerkin *g, sim_state *state, double h)
{
    joint_space *base = &g->base;
    ludo_status status = ludo_galerkin_coast(g, state, h);
    if (status == LUDO_OK) {
        status = ludo_joint_space_accelerate(base, state,
                                             (joint_space_instant){state->interval_start, base->q,
                                                                   base->rate, &base->acting,
                                                                   base->acceleration});
    }
    for (int32_t a = 1; a <= g->s && status == LUDO_OK; a++) {
        const double time = g->rule->c[a] * h;
        for (int32_t c = 0; c < base->tree.columns; c++) {
            g->unknown[a][c] += 0.5 * time * time * base->acceleration[c];
        }
    }
    return status;
}

/* The factors of the knot are those that start() computed. */
static double riqn_factorize(galerkin *g, double h, int32_t *node)
{
    (void)h;
    *node = g->base.factors.weakest;
    return g->base.factors.smallest_pivot;
}

/* x^g = -h sum_a (K^-1)^{ga} M^-1 r^a */
static void riqn_solve(galerkin *g, double h, const double *r, double *x)
{
    const int32_t s = g->s, n = g->base.tree.columns;
    joint_space *base = &g->base;
    double response[GALERKIN_MAX_S];
    for (int32_t a = 0; a < s; a++) {
        ludo_tree_solve(&base->tree, &base->knot, &base->factors, r + a * n,
                        (tree_terms){NULL, NULL}, x + a * n);
    }
    for (int32_t c = 0; c < n; c++) {
        for (int32_t a = 0; a < s; a++) {
            response[a] = x[a * n + c];
        }
        for (int32_t k = 0; k < s; k++) {
            double sum = 0.0;
            for (int32_t a = 0; a < s; a++) {
                sum += g->inverse_K[s * k + a] * response[a];
            }
            x[k * n + c] = -h * sum;
        }
    }
}

/* Measured: steps of chains of ten links that take Newton's method five iterations take up to 29 of
 * these, and one costs 0.4 (order 6) to 0.9 (order 2) of one of Newton's. */
enum { PATIENCE = 4 };

const galerkin_solver ludo_galerkin_riqn = {
    .name = "riqn",
    .patience = PATIENCE,
    .start = riqn_start,
    .factorize = riqn_factorize,
    .solve = riqn_solve,
};

const galerkin_solver ludo_galerkin_riqn_broyden = {
    .name = "riqn-broyden",
    .accelerated = true,
    .patience = PATIENCE,
    .start = riqn_start,
    .factorize = riqn_factorize,
    .solve = riqn_solve,
};
