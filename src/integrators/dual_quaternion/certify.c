/* SPDX-License-Identifier: Apache-2.0
 *
 * Proof in advance that the equations of a step of a rigid body have exactly one solution that
 * rotates it by less than 2 rad [dual-quaternions.md 4]. Rotation and translation are independent
 * then, and the translation is explicit. */
#include "integrators/dual_quaternion/dual_quaternion.h"

#include "core/diagnostic.h"
#include "dynamics/body_bound.h"

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
    d->R = q_matrix(ludo_single_body_turn(&d->body, d->body.base.q));
    if (!ludo_dual_quaternion_motion(d, &d->R, d->state->P, &d->mean) ||
        ludo_dual_quaternion_act(d, state, 0, state->clock, &d->kick) != LUDO_OK) {
        return false;
    }
    const ludo_vec3 p = v3_axpy(m3_apply_t(&d->R, d->state->P.n), 0.5 * h, d->kick.u);
    const double least = ludo_inertia_range(d->body.J).least;
    const bool bounded = fabs(h) * v3_norm(p) < most_momentum * least;
    return bounded && !ludo_dual_quaternion_resists(state->model);
}
