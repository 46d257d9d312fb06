/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls, servos, body forces, efforts of joints and the user's force function, as users set
 * them.
 */
#include "sim/sim.h"

#include <math.h>
#include <string.h>

/* ---- controls and servos ---- */

ludo_status ludo_sim_set_control(ludo_sim *sim, int32_t actuator, double control)
{
    if (sim == NULL || actuator < 0 || actuator >= sim->state.model->actuator_count ||
        !isfinite(control)) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->state.control[actuator] = control;
    sim->reactions_known = false;
    return LUDO_OK;
}

ludo_status ludo_sim_control(const ludo_sim *sim, int32_t actuator, double *out)
{
    if (sim == NULL || actuator < 0 || actuator >= sim->state.model->actuator_count ||
        out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    *out = sim->state.control[actuator];
    return LUDO_OK;
}

ludo_status ludo_sim_set_servo(ludo_sim *sim, int32_t joint, int32_t dof, double target, double kp,
                               double kd)
{
    const int32_t c = sim != NULL ? ludo_state_scalar_column(sim->state.model, joint, dof) : -1;
    if (c < 0 || !isfinite(target) || !(kp >= 0.0) || !(kd >= 0.0) || !isfinite(kp) ||
        !isfinite(kd)) {
        return LUDO_BAD_ARGUMENT;
    }
    if ((kd > 0.0 && sim->state.settings.stages > 1) ||
        sim->state.model->column_kind[c] == COLUMN_BALL) {
        return LUDO_REFUSED;
    }
    sim->state.servo[c] = (servo_data){target, kp, kd};
    sim->state.progress->served = 1;
    sim->reactions_known = false;
    return LUDO_OK;
}

/* ---- forces ---- */

ludo_status ludo_sim_set_body_force(ludo_sim *sim, int32_t body, const ludo_wrench *wrench)
{
    if (sim == NULL || wrench == NULL || body < 0 || body >= sim->state.model->body_count ||
        !v3_finite(wrench->force) || !v3_finite(wrench->torque)) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->state.push[body] = *wrench;
    sim->state.progress->pushed = 1;
    sim->reactions_known = false;
    return LUDO_OK;
}

void ludo_sim_note_efforts(ludo_sim *sim)
{
    sim->state.progress->pushed = 1;
    sim->state.progress->exerted = 1;
    sim->reactions_known = false;
}

ludo_status ludo_sim_set_joint_effort(ludo_sim *sim, int32_t joint, const double *effort)
{
    if (sim == NULL || effort == NULL || joint < 0 || joint >= sim->state.model->joint_count ||
        !all_finite(effort, sim->state.model->joints[joint].dof)) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *j = &sim->state.model->joints[joint];
    if (j->loop >= 0) {
        return LUDO_REFUSED;
    }
    memcpy(sim->state.joint_effort + j->velocity_first, effort, (size_t)j->dof * sizeof *effort);
    ludo_sim_note_efforts(sim);
    return LUDO_OK;
}

ludo_status ludo_sim_joint_effort(const ludo_sim *sim, int32_t joint, double *out)
{
    if (sim == NULL || out == NULL || joint < 0 || joint >= sim->state.model->joint_count) {
        return LUDO_BAD_ARGUMENT;
    }
    const model_joint *j = &sim->state.model->joints[joint];
    memcpy(out, sim->state.joint_effort + j->velocity_first, (size_t)j->dof * sizeof *out);
    return LUDO_OK;
}

ludo_status ludo_sim_set_force_function(ludo_sim *sim, ludo_force_function *function, void *user)
{
    if (sim == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->state.function = function;
    sim->state.function_user = user;
    sim->reactions_known = false;
    return LUDO_OK;
}
