/* SPDX-License-Identifier: Apache-2.0
 *
 * The schemes of a single body: B, F and quantities derived from them [groups.md 2]. */
#include "integrators/rigid_body/rigid_body.h"

#include "dynamics/chart.h"
#include "math/cayley.h"

/* 2 tan(1): Cayley's map of it rotates by 2 rad. */
static const double cayley_farthest = 3.1148154493098046;

/* d ( n + x^ n / 2 )/dx. */
static mat3 half_slope(ludo_vec3 x, ludo_vec3 n)
{
    (void)x;
    return m3_scale(-0.5, m3_skew(n));
}

/* ---- implicit schemes ---- */

/* If the scheme keeps the moment in axes that do not rotate, it changes by external moments alone;
 * else it is computed from the end of the interval. So it gathers round-off only. */
static ludo_vec3 next_moment(const rigid_body *x, double h)
{
    const ludo_vec3 u0 = x->acts[0].u, u1 = x->acts[1].u;
    if (x->by->keeps) {
        const ludo_quat R0 = ludo_single_body_rotation(&x->body, x->body.base.q);
        const ludo_quat R1 = ludo_single_body_rotation(&x->body, x->body.end);
        const ludo_vec3 sum = v3_add(q_rotate(R0, u0), q_rotate(R1, u1));
        return v3_axpy(x->knot->p, 0.5 * h, sum);
    }
    const ludo_vec3 w = x->motion.w, Jw = m3_apply(&x->J, w);
    return v3_axpy(x->by->apply(v3_scale(-h, w), Jw), 0.5 * h, u1);
}

static ludo_status implicit_finish(rigid_body *x, sim_state *state, double h)
{
    const ludo_status status =
        ludo_single_body_act(&x->body, state, 1, x->motion, state->interval_start + h, &x->acts[1]);
    const ludo_vec3 f = v3_add(x->acts[0].f, x->acts[1].f);
    x->next = (rigid_momenta){v3_axpy(x->knot->P, 0.5 * h, f), next_moment(x, h)};
    return status;
}

static const rigid_scheme symplectic_cayley = {
    .order = 2,
    .apply = cayley_apply,
    .map = cayley_momentum_map,
    .slope = cayley_slope,
    .turn = cayley_turn,
    .farthest = cayley_farthest,
    .keeps = true,
    .bound = ludo_body_bound_cayley,
    .solve = ludo_rigid_body_newton,
    .finish = implicit_finish,
    .weight = {0.5, 0.5},
};

static const rigid_scheme tln_cayley = {
    .order = 2,
    .apply = cayley_half,
    .map = cayley_half_map,
    .slope = half_slope,
    .turn = cayley_turn,
    .farthest = cayley_farthest,
    .keeps = true,
    .bound = ludo_body_bound_half,
    .solve = ludo_rigid_body_newton,
    .finish = implicit_finish,
    .weight = {0.5, 0.5},
};

static const rigid_scheme tln = {
    .order = 2,
    .apply = cayley_half,
    .map = cayley_half_map,
    .slope = half_slope,
    .turn = ludo_chart_rotation,
    .farthest = CHART_LIMIT,
    .bound = ludo_body_bound_half,
    .solve = ludo_rigid_body_newton,
    .finish = implicit_finish,
    .weight = {0.5, 0.5},
};

/* ---- the explicit one ---- */

/* w_{k+1} = w_k + h J^-1 ( J w_k x w_k + u_k ), V likewise, and the interval moves by these
 * [solv2014 (5), (6)]. */
static ludo_status euler_solve(rigid_body *x, sim_state *state, double h, ludo_step_report *report)
{
    (void)report;
    const body_motion m = ludo_rigid_body_motion(x);
    const ludo_status status =
        ludo_single_body_act(&x->body, state, 0, m, state->interval_start, &x->acts[0]);
    const ludo_vec3 u = v3_add(v3_cross(m3_apply(&x->J, m.w), m.w), x->acts[0].u);
    x->motion.w = v3_axpy(m.w, h, m3_apply(&x->inverse_J, u));
    x->motion.V = v3_axpy(m.V, h / x->body.mass, x->acts[0].f);
    return status;
}

static ludo_status euler_finish(rigid_body *x, sim_state *state, double h)
{
    (void)state;
    x->next.P = v3_axpy(x->knot->P, h, x->acts[0].f);
    x->next.p = m3_apply(&x->J, x->motion.w);
    return LUDO_OK;
}

static const rigid_scheme euler = {
    .order = 1,
    .turn = ludo_chart_rotation,
    .farthest = CHART_LIMIT,
    .solve = euler_solve,
    .finish = euler_finish,
    .weight = {1.0, 0.0},
};

/* ---- the list of schemes ---- */

/* The default first. */
#define SCHEME_LIST(X)                                                                             \
    X(symplectic_cayley, "symplectic-cayley")                                                      \
    X(tln_cayley, "tln-cayley")                                                                    \
    X(tln, "tln")                                                                                  \
    X(euler, "euler")

#define X(scheme, name) &scheme,
static const rigid_scheme *const schemes[] = {SCHEME_LIST(X)};
#undef X

#define X(scheme, name) name,
const char *const ludo_rigid_schemes[] = {SCHEME_LIST(X) NULL};
#undef X

const rigid_scheme *ludo_rigid_scheme_find(const char *name)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (strcmp(ludo_rigid_schemes[i], name) == 0) {
            return schemes[i];
        }
    }
    return NULL;
}
