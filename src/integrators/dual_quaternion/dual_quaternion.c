/* SPDX-License-Identifier: Apache-2.0
 *
 * One floating body whose motion is a unit dual quaternion [dual-quaternions.md].
 *
 * The momentum P of body and fluid is stored about the centre of mass, in world axes. There it
 * changes by external forces alone, and its moment also by the displacement of that point across
 * P. */
#include "integrators/dual_quaternion/dual_quaternion.h"

#include "core/diagnostic.h"
#include "dynamics/body_bound.h"
#include "integrators/list.h"

/* sin(1)^2: |Phi|^2 of the largest rotation in an interval, 2 rad. */
static const double most_turn = 0.70807341827357119;

/* ---- options, memory, start ---- */

/* With the scalar entry m_s of the 8 x 8 inertia, the first scheme is invariant under boosts. */
static const char *const schemes[] = {"corrected", "published", NULL};
static const int32_t orders[] = {2, 0};

static ludo_status dual_quaternion_accept(const ludo_model *model, sim_settings *s,
                                          ludo_diagnostic *why)
{
    const ludo_status status = ludo_single_body_accept(model, s, "dual-quaternion", false, why);
    return status == LUDO_OK ? ludo_dual_quaternion_certify_accept(model, s, why) : status;
}

static void dual_quaternion_layout(sim_state *state, arena *kept, arena *scratch)
{
    static const double same[] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0}; /* steps are in rad, lengths */
    dual_quaternion *d = dual_quaternion_of(state);
    ludo_single_body_layout(&d->body, state, kept, scratch);
    d->state = TAKE(kept, 1, dual_state);
    d->M = TAKE(scratch, 1, dual_inertia);
    d->G = TAKE(scratch, 36, double);
    ludo_broyden_layout(&d->broyden, 1, 6, scratch);
    d->broyden.scale = same;
}

static ludo_status dual_quaternion_open(sim_state *state)
{
    dual_quaternion *d = dual_quaternion_of(state);
    ludo_single_body_open(&d->body, state);
    ludo_dual_quaternion_weigh(d, state);
    return LUDO_OK;
}

/* The axes of the body at the knot. */
static mat3 knot_axes(const dual_quaternion *d)
{
    return q_matrix(ludo_single_body_rotation(&d->body, d->body.base.q));
}

static ludo_status dual_quaternion_start(sim_state *state, ludo_start_report *report)
{
    dual_quaternion *d = dual_quaternion_of(state);
    const ludo_status status = ludo_joint_space_start(&d->body.base, state, report);
    if (status == LUDO_OK) {
        const mat3 R = knot_axes(d);
        d->state->P = ludo_dual_quaternion_momentum(d, &R, ludo_single_body_motion(&d->body));
        d->state->lost = v3(0.0, 0.0, 0.0);
    }
    return status;
}

/* ---- a step ---- */

/* The displacement of the centre of mass: explicit if rotation and translation are independent. */
static ludo_vec3 way_of(const dual_quaternion *d, double h)
{
    return d->decoupled ? v3_scale(h / d->body.mass, dual_quaternion_push(d, h))
                        : ludo_dual_quaternion_way(d);
}

/* P_{k+1}, about the new centre of mass, displaced by `way`:
 *
 *     P.f += (h/2) (f_k + f_{k+1})
 *     P.n += (h/2) (R_k u_k + R_{k+1} u_{k+1}) - way x ( P_k.f + (h/2) f_k )
 *
 * The last term is zero if the displacement is along P, and must not be computed by rounding then.
 */
static force next_momentum(const dual_quaternion *d, double h, ludo_vec3 way,
                           const body_effort *last)
{
    const mat3 R = q_matrix(ludo_single_body_rotation(&d->body, d->body.end));
    const force first = {m3_apply(&d->R, d->kick.u), d->kick.f};
    const force second = {m3_apply(&R, last->u), last->f};
    force P = force_axpy(d->state->P, 0.5 * h, first);
    P.n = d->decoupled ? P.n : v3_sub(P.n, v3_cross(way, P.f));
    return force_axpy(P, 0.5 * h, second);
}

/* The displacement of the centre of mass over the interval, from its coordinates. */
static ludo_vec3 displacement_of(const single_body *b)
{
    return v3_sub(v3_at(b->end), v3_at(b->base.q));
}

/* Accept the solution as the knot, unless it rotates too far or the forces at its end are not
 * finite. */
static ludo_status accept_solution(dual_quaternion *d, sim_state *state, double h)
{
    const ludo_vec3 Phi = q_vector(d->f.a), way = way_of(d, h);
    if (!(v3_dot(Phi, Phi) <= most_turn)) {
        return LUDO_STEP_TOO_LARGE;
    }
    body_effort last;
    const ludo_vec3 dx = v3_add(way, d->state->lost);
    ludo_single_body_move(&d->body, dx, d->f.a);
    const ludo_status status =
        ludo_dual_quaternion_act(d, state, 1, state->interval_start + h, &last);
    if (status == LUDO_OK) {
        d->state->P = next_momentum(d, h, way, &last);
        d->state->lost = v3_sub(dx, displacement_of(&d->body));
        ludo_single_body_accept_step(&d->body, state, h, (double[]){0.5, 0.5});
    }
    return status;
}

static ludo_status dual_quaternion_step(sim_state *state, double h, int32_t stage,
                                        ludo_step_report *report)
{
    (void)stage;
    dual_quaternion *d = dual_quaternion_of(state);
    ludo_single_body_begin(&d->body);
    d->R = knot_axes(d);
    report->node = ludo_single_body_node(&d->body);
    const ludo_status status = ludo_dual_quaternion_solve(d, state, h, report);
    return status == LUDO_OK ? accept_solution(d, state, h) : status;
}

/* ---- a certificate ----
 *
 * Proof in advance that the equations of a step of a rigid body have exactly one solution that
 * rotates it by less than 2 rad [dual-quaternions.md 4]. Rotation and translation are independent
 * then, and the translation is explicit. */

/* sin(2): while h |p| / least is below it, any other solution rotates by more than 2 rad. */
static const double most_momentum = 0.90929742682568171;

ludo_status ludo_dual_quaternion_certify_accept(const ludo_model *model, const sim_settings *s,
                                                ludo_diagnostic *why)
{
    const bool published = strcmp(s->scheme, "published") == 0;
    if (!s->certify || !(published || model->fluids > 0)) {
        return LUDO_OK;
    }
    ludo_diagnose(why, (ludo_place){0}, "--certify works with integrator dual-quaternion %s",
                  published ? "in scheme corrected only: in published the rotation update depends "
                              "on the translation"
                            : "for bodies without a fluid only: in a fluid the rotation depends on "
                              "the translation");
    return LUDO_REFUSED;
}

bool ludo_dual_quaternion_certify(sim_state *state, double h)
{
    dual_quaternion *d = dual_quaternion_of(state);
    ludo_single_body_begin(&d->body);
    d->R = q_matrix(ludo_single_body_rotation(&d->body, d->body.base.q));
    if (!ludo_dual_quaternion_motion(d, &d->R, d->state->P, &d->mean) ||
        ludo_dual_quaternion_act(d, state, 0, state->interval_start, &d->kick) != LUDO_OK) {
        return false;
    }
    const ludo_vec3 p = v3_axpy(m3_apply_t(&d->R, d->state->P.n), 0.5 * h, d->kick.u);
    const double least = ludo_inertia_range(d->body.J).least;
    const bool bounded = fabs(h) * v3_norm(p) < most_momentum * least;
    return bounded && !ludo_dual_quaternion_resists(state->model);
}

/* ---- readers ---- */

static ludo_status dual_quaternion_twists(sim_state *state)
{
    dual_quaternion *d = dual_quaternion_of(state);
    const mat3 R = knot_axes(d);
    body_motion by;
    if (!ludo_dual_quaternion_motion(d, &R, d->state->P, &by)) {
        return LUDO_SINGULAR;
    }
    ludo_single_body_put_motion(&d->body, by);
    ludo_joint_space_put_twists(&d->body.base, state);
    return LUDO_OK;
}

static ludo_status dual_quaternion_reactions(sim_state *state, double h)
{
    (void)h;
    return ludo_joint_space_reactions(&dual_quaternion_of(state)->body.base, state);
}

const integrator ludo_integrator_dual_quaternion = {
    .info = {.name = "dual-quaternion",
             .source = "Xu, Halse: Dual quaternion variational integrator for rigid body dynamic "
                       "simulation, 2016",
             .accepts = "one body that floats, in a fluid too",
             .orders = orders,
             .schemes = schemes},
    .accept = dual_quaternion_accept,
    .layout = dual_quaternion_layout,
    .open = dual_quaternion_open,
    .start = dual_quaternion_start,
    .step = dual_quaternion_step,
    .twists = dual_quaternion_twists,
    .reactions = dual_quaternion_reactions,
    .certify = ludo_dual_quaternion_certify,
    .fluid = true,
};

_Static_assert(sizeof(dual_quaternion) <= WORKSPACE_ROOM * sizeof(max_align_t),
               "WORKSPACE_ROOM too small");
