/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a step's limits [solvability.md 6]. */
#ifndef LUDO_DIAGNOSTICS_STEP_LIMIT_H
#define LUDO_DIAGNOSTICS_STEP_LIMIT_H

#include "dynamics/hessian.h"
#include "dynamics/solvability.h"
#include "dynamics/trapezoid.h"
#include "integrators/joint_space/joint_space.h"
#include "sim/sim.h"
#include "ludo/step_limit.h"

/* With more columns only the fastest mode is computed. */
enum { LIMIT_VIEW_MODES = 100 };

/* The tree of a simulation at its knot, linearised: forces change by K dy + C d(dy) [N m, ..]. */
typedef struct limit_view {
    joint_space at;
    tree_hessian hessian;
    force *wrench;        /* per node */
    double *stiffness;    /* per node 36: geometric stiffness */
    double *K, *C, *B_u;  /* columns x columns; of controls */
    double *L, *A, *V;    /* columns x columns: Cholesky's factor of M; scratch */
    double *value, *mode; /* per column: scratch */
    double *Q;            /* per column: generalized forces, without those of inertia */
    bool bounded;         /* bounds are requested: trapezoid, sampler */
    bool sampled;         /* `sampler` is available */
    trapezoid trapezoid;
    mass_sampler sampler;
} limit_view;

/* The largest |eigenvalue| of the symmetric part of a matrix in the metric of M, its largest
 * eigenvalue, and the joint that moves most in the mode of |eigenvalue|. */
typedef struct fastest {
    double value, highest;
    ludo_node joint;
} fastest;

/* Memory; `bounded` must be set before. */
void ludo_limit_view_layout(limit_view *x, const sim_state *state, arena *a);

/* Linearise at the knot of a simulation that has started and whose twists are known. @return
 * LUDO_OK, LUDO_SINGULAR (state->failed names the joint), or the status of the user's function
 */
ludo_status ludo_limit_view_linearize(limit_view *x, sim_state *state);

fastest ludo_limit_view_fastest(limit_view *x, const double *G);

/* The longest trial step; rules that allow longer steps are left out [s]. */
static const double longest_asked = 10.0;

/* Add a limit, unless its dt is NaN. */
static inline void add_limit(ludo_step_limits *out, ludo_limit limit)
{
    const bool asks = limit.kind != LUDO_LIMIT_PRACTICAL || limit.dt <= longest_asked;
    if (limit.dt > 0.0 && asks && out->count < LUDO_MAX_LIMITS) {
        out->limit[out->count++] = limit;
    }
}

/* Practical rules: steps that resolve the motion. */
void ludo_step_limit_practical(limit_view *x, ludo_sim *sim, ludo_step_limits *out);

/* Bounds of the trapezoidal rule at the state. */
void ludo_step_limit_bounds(limit_view *x, ludo_step_limits *out);

#endif
