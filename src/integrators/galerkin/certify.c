/* SPDX-License-Identifier: Apache-2.0
 *
 * Newton-Kantorovich's test at the start of a step [solvability.md 5], in the metric of M(q_k):
 *
 *     beta ( A + B ( |y_0| + 2 |x| ) ) |x| <= 1/2,    beta = |De^-1|,    x the first correction
 *
 * A, B bound the second derivatives of the equations at all knots; their values are sampled. */
#include "integrators/galerkin/certify.h"

#include "core/diagnostic.h"
#include "dynamics/configuration.h"
#include "dynamics/trapezoid_root.h"
#include "integrators/galerkin/root.h"
#include "math/spectrum.h"

#include <math.h>

ludo_status ludo_galerkin_certify_accept(const ludo_model *model, const sim_settings *s,
                                         const char *name, ludo_diagnostic *why)
{
    if (!s->certify) {
        return LUDO_OK;
    }
    if (s->order != 2 || strcmp(s->solver, "newton") != 0) {
        ludo_diagnose(why, (ludo_place){0},
                      "integrator %s certifies steps of order 2 with solver newton only, "
                      "not of order %d with solver %s",
                      name, (int)s->order, s->solver);
        return LUDO_REFUSED;
    }
    if (model->columns > CERTIFIED_COLUMNS) {
        ludo_diagnose(why, (ludo_place){0},
                      "integrator %s certifies steps of at most %d degrees of freedom; the model "
                      "has %d",
                      name, (int)CERTIFIED_COLUMNS, (int)model->columns);
        return LUDO_REFUSED;
    }
    return LUDO_OK;
}

void ludo_galerkin_certify_layout(galerkin *g, const sim_state *state, arena *scratch)
{
    if (!state->settings.certify) {
        return;
    }
    const size_t n = (size_t)g->base.tree.columns;
    galerkin_certificate of = {.at.roots = g->roots, .smooth = true};
    galerkin_certificate *c = TAKE(scratch, 1, galerkin_certificate);
    ludo_trapezoid_layout(&of.at, &g->base.tree, scratch);
    of.image = TAKE(scratch, n * n, double);
    of.side = TAKE(scratch, n, double);
    if (c != NULL) {
        *c = of;
    }
    g->certificate = c;
}

/* False if the derivative of a tendon is not known, if a rate-dependent force has a limit, hence a
 * kink, if there are muscles, or if there are more tendons than the direction includes. */
static bool is_smooth(const ludo_model *m)
{
    bool smooth = m->spring_count <= GALERKIN_MAX_TENDONS;
    for (int32_t i = 0; i < m->spring_count; i++) {
        smooth = smooth && !tendon_is_opaque(&m->tendon[i]);
    }
    for (int32_t i = 0; i < m->actuator_count; i++) {
        const actuator_data *actuator = &m->actuator[i];
        const bool cut = isfinite(actuator->force_range[0]) || isfinite(actuator->force_range[1]);
        smooth = smooth && !(cut && actuator_feels_rate(actuator)) &&
                 !actuator->gain_law->is_muscle && !actuator->bias_law->is_muscle;
    }
    return smooth;
}

void ludo_galerkin_certify_open(galerkin *g, const sim_state *state)
{
    galerkin_certificate *c = g->certificate;
    uint64_t random = 1;
    if (c == NULL) {
        return;
    }
    c->at.tree = &g->base.tree; /* *g was copied after its layout */
    ludo_trapezoid_open(&c->at);
    c->smooth = is_smooth(state->model);
    const int32_t samples = ludo_trapezoid_samples(g->base.tree.columns);
    c->curvature = ludo_trapezoid_sample(&c->at, g->base.q, samples, sample_safety, &random);
}

/* y_0, the first iterate of the step. */
static ludo_status start(galerkin *g, sim_state *state, double h)
{
    ludo_tree_place_origins(&g->base.tree, g->base.q, g->base.origin);
    g->knot_placed = false;
    return ludo_galerkin_extrapolate(g, h) ? LUDO_OK : ludo_galerkin_coast(g, state, h);
}

/* |L^T x| without the columns that are split off, in which the equations are linear. */
static double length(const trapezoid *at, const double *x)
{
    const size_t n = (size_t)at->tree->columns;
    double square = 0.0;
    for (size_t k = 0; k < n; k++) {
        double sum = 0.0;
        for (size_t i = k; i < n && !ludo_trapezoid_roots_split(at, (int32_t)k); i++) {
            sum += at->L[n * i + k] * x[i];
        }
        square += sum * sum;
    }
    return sqrt(square);
}

/* A bound of |De^-1|, from the columns of L^T De^-1 L. */
static double inverse_norm(galerkin *g, double h)
{
    galerkin_certificate *c = g->certificate;
    const size_t n = (size_t)g->base.tree.columns;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            c->side[i] = c->at.L[n * i + k] / h;
        }
        g->solver->solve(g, h, c->side, g->x[1]);
        for (size_t j = 0; j < n; j++) {
            double sum = 0.0;
            for (size_t i = j; i < n; i++) {
                sum += c->at.L[n * i + j] * g->x[1][i];
            }
            c->image[n * j + k] = sum;
        }
    }
    return ludo_norm_bound((int32_t)n, c->image);
}

/* The test at the iterate, which must be within the charts. */
static bool test(galerkin *g, sim_state *state, double h)
{
    const galerkin_certificate *c = g->certificate;
    int32_t weakest;
    if (ludo_galerkin_residual(g, state, h, state->interval_start) != LUDO_OK ||
        !(g->solver->factorize(g, h, &weakest) > 0.0)) {
        return false;
    }
    g->solver->solve(g, h, g->r[0], g->x[1]);
    if (ludo_galerkin_too_far(g)) {
        return false;
    }
    const double first = length(&c->at, g->x[1]), beta = inverse_norm(g, h);
    return ludo_trapezoid_solves(&c->curvature, beta, length(&c->at, g->unknown[1]), first);
}

bool ludo_galerkin_certify(sim_state *state, double h)
{
    galerkin *g = galerkin_of(state);
    galerkin_certificate *c = g->certificate;
    memcpy(c->at.q, g->base.q, (size_t)g->base.tree.positions * sizeof *c->at.q);
    return c->smooth && ludo_trapezoid_place(&c->at) && start(g, state, h) == LUDO_OK &&
           length(&c->at, g->unknown[1]) <= c->curvature.radius && test(g, state, h);
}
