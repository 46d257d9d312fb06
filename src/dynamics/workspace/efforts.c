/* SPDX-License-Identifier: Apache-2.0
 *
 * Efforts of springs, dampers and actuators along the rates of keyframes, at an instant: the
 * generalized forces Q_j = S_j . W + e_j of [minimal.md 5] without gravity. */
#include "dynamics/workspace/workspace.h"

/* At rates u, per column. */
static ludo_status evaluate_forces(ludo_dynamics *d, bool acts, const double *u)
{
    const forces_instant now = {.state = &d->state, .at = &d->at, .q = d->q, .y = d->zero, .dy = u};
    d->forces.actuators = acts ? d->tree.model->actuator_count : 0;
    return ludo_forces_evaluate(&d->forces, &now, &d->acting);
}

ludo_status ludo_workspace_exert(ludo_dynamics *d, bool acts)
{
    const ludo_status status = evaluate_forces(d, acts, d->u);
    ludo_tree_up(&d->tree, d->acting.wrench);
    for (int32_t c = 0; c < d->tree.columns; c++) {
        const force W = d->acting.wrench[d->tree.node_at[c]];
        d->e[c] = pair_of(W, d->at.S[c]) + d->acting.e[c];
    }
    return status;
}

bool ludo_workspace_take_controls(ludo_dynamics *d, const double *u)
{
    const int32_t count = d->tree.model->actuator_count;
    if (u == NULL) {
        return true;
    }
    memcpy(d->state.control, u, (size_t)count * sizeof *u);
    return all_finite(u, count);
}

ludo_status ludo_dynamics_set_activations(ludo_dynamics *dynamics, const double *activation,
                                          int32_t count)
{
    if (dynamics == NULL || (activation == NULL && count != 0) ||
        count != dynamics->tree.model->activation_count || !all_finite(activation, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    for (int32_t i = 0; i < count; i++) {
        dynamics->state.activation[i] = activation[i];
    }
    return LUDO_OK;
}

ludo_status ludo_dynamics_forces(ludo_dynamics *dynamics, const double *q, const double *v,
                                 const double *u, double *effort, double *pull)
{
    ludo_dynamics *d = dynamics;
    if (!state_usable(d, q, v) || !ludo_workspace_take_controls(d, u) || effort == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_workspace_evaluate(d, q, v);
    const ludo_status status = ludo_workspace_exert(d, u != NULL);
    ludo_keyframe_from_efforts(&d->order, d->e, effort);
    for (int32_t i = 0; i < d->tree.model->actuator_count && pull != NULL; i++) {
        pull[i] = u != NULL ? d->acting.actuator[i] : 0.0;
    }
    return status;
}

/* ---- moment arms ---- */

/* The derivative of an actuator's coordinate or length, per column of the tree. */
static void find_gradient(ludo_dynamics *d, const actuator_data *a, double *gradient)
{
    if (a->tendon >= 0) {
        ludo_forces_gradient(&d->forces, &d->state, &d->at, a->tendon, gradient);
        return;
    }
    memset(gradient, 0, (size_t)d->tree.columns * sizeof *gradient);
    gradient[d->forces.column[a->column]] = 1.0;
}

ludo_status ludo_dynamics_actuation(ludo_dynamics *dynamics, const double *q, double *B)
{
    ludo_dynamics *d = dynamics;
    if (!coordinates_usable(d, q) || B == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_model *m = d->tree.model;
    const size_t count = (size_t)m->actuator_count;
    ludo_workspace_evaluate(d, q, NULL);
    const ludo_status status = evaluate_forces(d, false, d->zero);
    for (size_t k = 0; k < count; k++) {
        find_gradient(d, &m->actuator[k], d->e);
        ludo_keyframe_from_efforts(&d->order, d->e, d->x);
        for (int32_t c = 0; c < d->tree.columns; c++) {
            B[count * (size_t)c + k] = m->actuator[k].gear * d->x[c];
        }
    }
    return status;
}
