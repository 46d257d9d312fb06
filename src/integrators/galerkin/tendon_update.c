/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton's direction with tendons, which couple distant nodes of the tree [minimal.md 4.3], by the
 * Sherman-Morrison-Woodbury formula. A tendon with the gradient g and the force F adds to J one
 * column and one row per control point,
 *
 *     J + U V^T,    U = g^a in the rows of r^a,
 *     V^T x = w^a h ( F_L g^a . x^a + F_L' g^a . sum_g b^{ag} x^g / h )
 *
 * so that with Z = J^-1 U, one solve of the elimination each, x = x_0 - Z (1 + V^T Z)^-1 V^T x_0.
 * The curvature term F d^2 L/dy^2 is left to Broyden's updates. */
#include "integrators/galerkin/root.h"

#include "math/dense.h"

struct galerkin_tendons {
    int32_t count;                /* tendons that are included */
    double *gradient;             /* per control point a < s and tendon: columns */
    double *by_length, *by_rate;  /* per control point a < s and tendon: F_L, F_L' */
    int32_t rank, *active;        /* how many of these have a derivative; their numbers */
    double *Z;                    /* per active one -J^-1 U: s times columns */
    double *U, *matrix, *inverse; /* of one; 1 + V^T Z and its inverse */
    double *along, *answer;       /* per active one: V^T x_0, and (1 + V^T Z)^-1 times it */
};

void ludo_galerkin_tendons_layout(galerkin *g, const ludo_model *model, arena *scratch)
{
    const int32_t springs = g->solver->exact ? model->spring_count : 0;
    galerkin_tendons tendons = {.count = springs < GALERKIN_MAX_TENDONS ? springs
                                                                        : GALERKIN_MAX_TENDONS};
    const size_t columns = (size_t)g->base.tree.columns, most = (size_t)(g->s * tendons.count);
    g->tendons = TAKE(scratch, 1, galerkin_tendons);
    tendons.gradient = TAKE(scratch, most * columns, double);
    tendons.by_length = TAKE(scratch, most, double);
    tendons.by_rate = TAKE(scratch, most, double);
    tendons.active = TAKE(scratch, most, int32_t);
    tendons.Z = TAKE(scratch, most * (size_t)g->s * columns, double);
    tendons.U = TAKE(scratch, (size_t)g->s * columns, double);
    tendons.matrix = TAKE(scratch, most * most, double);
    tendons.inverse = TAKE(scratch, most * most, double);
    tendons.along = TAKE(scratch, most, double);
    tendons.answer = TAKE(scratch, most, double);
    if (g->tendons != NULL) {
        *g->tendons = tendons;
    }
}

static double *gradient_of(const galerkin *g, int32_t k)
{
    return g->tendons->gradient + (size_t)k * (size_t)g->base.tree.columns;
}

static double *response_of(const galerkin *g, int32_t i)
{
    return g->tendons->Z + (size_t)i * (size_t)(g->s * g->base.tree.columns);
}

void ludo_galerkin_tendons_store(galerkin *g, sim_state *state, int32_t a)
{
    galerkin_tendons *tendons = g->tendons;
    for (int32_t l = 0; l < tendons->count && a < g->s; l++) {
        const int32_t k = a * tendons->count + l;
        const tendon_instant *at = &g->base.forces.tendon[l];
        tendons->by_length[k] = a > 0 ? at->by_length : 0.0; /* y^0 = 0 */
        tendons->by_rate[k] = at->by_rate;
        ludo_forces_gradient(&g->base.forces, state, &g->at[a], l, gradient_of(g, k));
        ludo_galerkin_roots_convert_gradient(g, gradient_of(g, k));
    }
}

/* V^T x of number k (control point k / count, tendon k % count). */
static double row_product(const galerkin *g, double h, int32_t k, const double *x)
{
    const galerkin_tendons *tendons = g->tendons;
    const double *gradient = gradient_of(g, k);
    const int32_t a = k / tendons->count, columns = g->base.tree.columns;
    double length = 0.0, rate = 0.0;
    for (int32_t b = 1; b <= g->s; b++) {
        double along = 0.0;
        for (int32_t c = 0; c < columns; c++) {
            along += gradient[c] * x[(b - 1) * columns + c];
        }
        length += a == b ? along : 0.0;
        rate += g->rule->b[a][b] * along;
    }
    return g->rule->w[a] * (h * tendons->by_length[k] * length + tendons->by_rate[k] * rate);
}

/* Collect the tendons with a derivative, and the tree's response to each. */
static void find_responses(galerkin *g, double h)
{
    galerkin_tendons *tendons = g->tendons;
    const size_t columns = (size_t)g->base.tree.columns;
    tendons->rank = 0;
    for (int32_t k = 0; k < g->s * tendons->count; k++) {
        if (tendons->by_length[k] != 0.0 || tendons->by_rate[k] != 0.0) {
            memset(tendons->U, 0, (size_t)g->s * columns * sizeof(double));
            memcpy(tendons->U + (size_t)(k / tendons->count) * columns, gradient_of(g, k),
                   columns * sizeof(double));
            ludo_galerkin_elimination_solve(g, h, tendons->U, response_of(g, tendons->rank));
            tendons->active[tendons->rank++] = k;
        }
    }
}

void ludo_galerkin_tendons_factorize(galerkin *g, double h)
{
    galerkin_tendons *tendons = g->tendons;
    find_responses(g, h);
    const int32_t rank = tendons->rank;
    for (int32_t i = 0; i < rank; i++) {
        for (int32_t j = 0; j < rank; j++) {
            const double one = i == j ? 1.0 : 0.0;
            tendons->matrix[rank * i + j] =
                one - row_product(g, h, tendons->active[i], response_of(g, j));
            tendons->inverse[rank * i + j] = one;
        }
    }
    const bool regular = ludo_dense_solve(rank, rank, tendons->matrix, tendons->inverse);
    tendons->rank = regular ? rank : 0; /* singular update: use the tree direction alone */
}

void ludo_galerkin_tendons_correct(galerkin *g, double h, double *x)
{
    galerkin_tendons *tendons = g->tendons;
    const int32_t rank = tendons->rank, size = g->s * g->base.tree.columns;
    for (int32_t i = 0; i < rank; i++) {
        tendons->along[i] = row_product(g, h, tendons->active[i], x);
        tendons->answer[i] = 0.0;
    }
    ludo_dense_multiply(rank, rank, 1, tendons->inverse, tendons->along, tendons->answer);
    for (int32_t i = 0; i < rank; i++) {
        const double *Z = response_of(g, i);
        for (int32_t c = 0; c < size; c++) {
            x[c] += tendons->answer[i] * Z[c];
        }
    }
}
