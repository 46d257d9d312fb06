/* SPDX-License-Identifier: Apache-2.0
 *
 * A single body: options, memory, start, a step, readers. */
#include "integrators/rigid_body/rigid_body.h"

#include "core/diagnostic.h"
#include "integrators/list.h"

/* ---- options ---- */

/* The order is the scheme's; scheme euler implies order 1. */
static ludo_status accept_order(sim_settings *s, ludo_diagnostic *why)
{
    const rigid_scheme *by = ludo_rigid_scheme_find(s->scheme);
    if (s->order < by->order) {
        ludo_diagnose(
            why, (ludo_place){0},
            "scheme %s of integrator rigid-body has order 2; for order 1 use scheme euler",
            s->scheme);
        return LUDO_REFUSED;
    }
    if (s->certify && by->bound == NULL) {
        ludo_diagnose(why, (ludo_place){0},
                      "scheme %s is explicit and has no equations to certify; use another scheme",
                      s->scheme);
        return LUDO_REFUSED;
    }
    s->order = by->order;
    return LUDO_OK;
}

static ludo_status rigid_body_accept(const ludo_model *model, sim_settings *s, ludo_diagnostic *why)
{
    const ludo_status status = ludo_single_body_accept(model, s, "rigid-body", true, why);
    return status == LUDO_OK ? accept_order(s, why) : status;
}

/* ---- memory ---- */

static void rigid_body_layout(sim_state *state, arena *kept, arena *scratch)
{
    rigid_body *x = rigid_body_of(state);
    ludo_single_body_layout(&x->body, state, kept, scratch);
    x->by = ludo_rigid_scheme_find(state->settings.scheme);
    x->knot = TAKE(kept, 1, rigid_momenta);
    ludo_broyden_layout(&x->broyden, 1, 6, scratch);
}

static ludo_status rigid_body_open(sim_state *state)
{
    static const double alike[6] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    rigid_body *x = rigid_body_of(state);
    ludo_single_body_open(&x->body, state);
    x->J = s3_matrix(x->body.J);
    x->inverse_J = s3_matrix(s3_inverse(x->body.J));
    x->per_length = 1.0 / x->body.base.tree.node[x->body.node].length;
    x->range = ludo_inertia_range(x->body.J);
    x->bound = x->by->bound != NULL ? x->by->bound(x->range) : HUGE_VAL;
    x->broyden.scale = alike;
    return LUDO_OK;
}

/* ---- the knot ---- */

/* The moment in the axes of the body. */
static ludo_vec3 moment_of(const rigid_body *x)
{
    const ludo_quat R = ludo_single_body_rotation(&x->body, x->body.base.q);
    return x->by->keeps ? q_rotate(q_conj(R), x->knot->p) : x->knot->p;
}

body_motion ludo_rigid_body_motion(const rigid_body *x)
{
    const ludo_vec3 p = moment_of(x);
    return (body_motion){v3_scale(1.0 / x->body.mass, x->knot->P), m3_apply(&x->inverse_J, p)};
}

static ludo_status rigid_body_start(sim_state *state, ludo_start_report *report)
{
    rigid_body *x = rigid_body_of(state);
    const ludo_status status = ludo_joint_space_start(&x->body.base, state, report);
    const body_motion m = ludo_single_body_motion(&x->body);
    const ludo_quat R = ludo_single_body_rotation(&x->body, x->body.base.q);
    const ludo_vec3 p = m3_apply(&x->J, m.w);
    *x->knot = (rigid_momenta){v3_scale(x->body.mass, m.V), x->by->keeps ? q_rotate(R, p) : p};
    return status;
}

/* ---- a step ---- */

/* Place the end of the solved interval, if it rotates by at most 2 rad. */
static ludo_status advance(rigid_body *x, sim_state *state, double h)
{
    const ludo_vec3 hw = v3_scale(h, x->motion.w), dx = v3_scale(h, x->motion.V);
    const bool near = v3_norm(hw) <= x->by->farthest;
    if (!near || !v3_finite(dx)) {
        return v3_finite(hw) && v3_finite(dx) ? LUDO_STEP_TOO_LARGE : LUDO_NOT_CONVERGED;
    }
    ludo_single_body_move(&x->body, dx, x->by->turn(hw));
    return x->by->finish(x, state, h);
}

static ludo_status rigid_body_step(sim_state *state, double h, int32_t stage,
                                   ludo_step_report *report)
{
    (void)stage;
    rigid_body *x = rigid_body_of(state);
    ludo_single_body_begin(&x->body);
    x->p = moment_of(x);
    report->node = ludo_single_body_node(&x->body);
    ludo_status status = x->by->solve(x, state, h, report);
    status = status == LUDO_OK ? advance(x, state, h) : status;
    if (status == LUDO_OK) {
        *x->knot = x->next;
        ludo_single_body_accept_step(&x->body, state, h, x->by->weight);
    }
    return status;
}

/* ---- a certificate ---- */

/* No solution has |J w| > |p_k + (h/2) u_k|. Within this bound the equations have exactly one
 * solution, and it rotates the body by less than 2 rad [groups.md 2.2]. */
static bool rigid_body_certify(sim_state *state, double h)
{
    rigid_body *x = rigid_body_of(state);
    ludo_single_body_begin(&x->body);
    const body_motion m = ludo_rigid_body_motion(x);
    const ludo_status status =
        ludo_single_body_act(&x->body, state, 0, m, state->interval_start, &x->acts[0]);
    const double p = v3_norm(v3_axpy(moment_of(x), 0.5 * h, x->acts[0].u));
    const double t = x->bound < x->by->farthest ? x->bound : x->by->farthest;
    const bool bounded = fabs(h) < body_bound_step(x->range, t, p);
    return status == LUDO_OK && bounded && !ludo_rigid_body_feels_velocity(x);
}

/* ---- readers ---- */

static ludo_status rigid_body_twists(sim_state *state)
{
    rigid_body *x = rigid_body_of(state);
    ludo_single_body_put_motion(&x->body, ludo_rigid_body_motion(x));
    ludo_joint_space_put_twists(&x->body.base, state);
    return LUDO_OK;
}

static ludo_status rigid_body_reactions(sim_state *state, double h)
{
    rigid_body *x = rigid_body_of(state);
    (void)h;
    ludo_single_body_put_motion(&x->body, ludo_rigid_body_motion(x));
    return ludo_joint_space_reactions(&x->body.base, state);
}

static const int32_t orders[] = {2, 1, 0};

const integrator ludo_integrator_rigid_body = {
    .info = {.name = "rigid-body",
             .source = "Kobilarov: Solvability of Geometric Integrators for Multi-body Systems, "
                       "2014",
             .accepts = "one body that floats or hangs on a ball",
             .orders = orders,
             .schemes = ludo_rigid_schemes},
    .accept = rigid_body_accept,
    .layout = rigid_body_layout,
    .open = rigid_body_open,
    .start = rigid_body_start,
    .step = rigid_body_step,
    .twists = rigid_body_twists,
    .reactions = rigid_body_reactions,
    .certify = rigid_body_certify,
};

_Static_assert(sizeof(rigid_body) <= WORKSPACE_ROOM * sizeof(max_align_t),
               "WORKSPACE_ROOM is too small");
