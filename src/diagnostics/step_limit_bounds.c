/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of the trapezoidal rule at a state: those of [solv2014 section 4] for trees to which they
 * apply, and the bound in the metric of the mass matrix [solvability.md 4, 5]. */
#include "diagnostics/step_limit.h"
#include "dynamics/configuration.h"
#include "math/dense.h"
#include "math/spectrum.h"

#include <math.h>

/* Number of directions from the knot along which the growth of second derivatives is sampled. */
enum { WAYS = 24 };

/* The knot in the metric of M. */
static step_start start_of(limit_view *x)
{
    const int32_t n = x->at.tree.columns;
    const double driving = ludo_limit_view_fastest(x, x->C).highest;
    double *z = x->value;
    memset(z, 0, (size_t)n * sizeof *z);
    ludo_dense_multiply_t(n, n, 1, x->L, x->at.rate, z);
    const double speed = ludo_length(n, z);
    memcpy(z, x->Q, (size_t)n * sizeof *z);
    ludo_cholesky_solve(n, 1, x->L, z);
    return (step_start){speed, ludo_length(n, z), driving > 0.0 ? driving : 0.0};
}

/* The bound from second derivatives sampled around the knot. */
static void bound_here(limit_view *x, ludo_step_limits *out, uint64_t *state)
{
    trapezoid *at = &x->trapezoid;
    const step_start from = start_of(x);
    at->tree = &x->at.tree;
    ludo_trapezoid_open(at);
    memcpy(at->q, x->at.q, (size_t)x->at.tree.positions * sizeof *at->q);
    if (!ludo_trapezoid_place(at)) {
        return;
    }
    step_curvature curvature = ludo_trapezoid_curvature_bound(at, WAYS, state);
    curvature.at_knot *= sample_safety;
    curvature.growth *= sample_safety;
    curvature.radius /= sample_safety;
    add_limit(out,
              (ludo_limit){"metric",
                           "Newton-Kantorovich a priori in the metric of M(q), for any direction "
                           "of rates and forces",
                           no_node(), LUDO_LIMIT_SAMPLED, ludo_trapezoid_bound(&curvature, &from),
                           WAYS});
}

/* The three bounds of the paper. */
static void bound_as_published(limit_view *x, ludo_step_limits *out, uint64_t *state)
{
    mass_sampler *of = &x->sampler;
    const tree *t = &x->at.tree;
    const int32_t samples = ludo_trapezoid_samples(t->columns);
    of->tree = t;
    ludo_mass_sampler_open(of);
    memcpy(of->knot, x->at.q, (size_t)t->positions * sizeof *of->knot);
    const mass_constants c =
        ludo_mass_sample(of, samples, sample_safety, ludo_norm_bound(t->columns, x->C), state);
    const rate_norms at = {ludo_length(t->columns, x->at.rate), ludo_length(t->columns, x->Q)};
    add_limit(out, (ludo_limit){"invertible", "(32): De(v) is invertible at the current rates",
                                no_node(), LUDO_LIMIT_INFORMATIVE, ludo_bound_invertible(&c, &at),
                                samples});
    add_limit(out,
              (ludo_limit){"everywhere", "(38): De(v) is invertible at all iterates", no_node(),
                           LUDO_LIMIT_INFORMATIVE, ludo_bound_everywhere(&c, &at), samples});
    add_limit(out, (ludo_limit){"convergent", "(41): Newton's method converges", no_node(),
                                LUDO_LIMIT_SAMPLED, ludo_bound_convergent(&c, &at), samples});
}

void ludo_step_limit_bounds(limit_view *x, ludo_step_limits *out)
{
    uint64_t state = 1;
    int32_t why;
    if (x->sampled && ludo_mass_sampler_takes(&x->at.tree, &why)) {
        bound_as_published(x, out, &state);
    }
    if (x->at.tree.columns > 0) {
        bound_here(x, out, &state);
    }
}
