/* SPDX-License-Identifier: Apache-2.0
 *
 * What acts on a simulation from outside: controls, servos, wrenches on bodies, the user's own
 * forces. */
#include "integrators/sim.h"

#include <math.h>
#include <string.h>

/* ---- controls and servos ---- */

ludo_status ludo_sim_set_control(ludo_sim *sim, int32_t actuator, double control)
{
    if (sim == NULL || actuator < 0 || actuator >= sim->model->actuator_count ||
        !isfinite(control)) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->control[actuator] = control;
    sim->reactions_known = false;
    return LUDO_OK;
}

double ludo_sim_control(const ludo_sim *sim, int32_t actuator)
{
    const bool known = sim != NULL && actuator >= 0 && actuator < sim->model->actuator_count;
    return known ? sim->control[actuator] : 0.0;
}

/* The column of a joint's scalar coordinate, or -1 where it is none that takes efforts. */
static int32_t scalar_column(const ludo_model *m, int32_t joint, int32_t dof)
{
    if (joint < 0 || joint >= m->joint_count || dof < 0 || dof >= m->joints[joint].dof) {
        return -1;
    }
    const model_joint *named = &m->joints[joint]; /* with degrees of freedom it has a slot */
    const joint_data *j = &m->joint[named->slot];
    const bool scalar =
        j->kind->tracks || (named->part + dof < joint_scalars(j) && !joint_is_free(j));
    return scalar ? named->column + dof : -1;
}

ludo_status ludo_sim_set_servo(ludo_sim *sim, int32_t joint, int32_t dof, double target, double kp,
                               double kd)
{
    const int32_t c = sim != NULL ? scalar_column(sim->model, joint, dof) : -1;
    if (c < 0 || !isfinite(target) || !(kp >= 0.0) || !(kd >= 0.0) || !isfinite(kp) ||
        !isfinite(kd)) {
        return LUDO_BAD_ARGUMENT;
    }
    if ((kd > 0.0 && sim->settings.stages > 1) || sim->model->column_kind[c] == COLUMN_TURN) {
        return LUDO_REFUSED;
    }
    sim->servo[c] = (servo_data){target, kp, kd};
    sim->progress->served = 1;
    sim->reactions_known = false;
    return LUDO_OK;
}

/* ---- forces ---- */

ludo_status ludo_sim_set_body_force(ludo_sim *sim, int32_t body, const ludo_wrench *wrench)
{
    if (sim == NULL || wrench == NULL || body < 0 || body >= sim->model->body_count ||
        !v3_finite(wrench->force) || !v3_finite(wrench->torque)) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->push[body] = *wrench;
    sim->progress->pushed = 1;
    sim->reactions_known = false;
    return LUDO_OK;
}

ludo_status ludo_sim_set_force_function(ludo_sim *sim, ludo_force_function *function, void *user)
{
    if (sim == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->function = function;
    sim->function_user = user;
    sim->reactions_known = false;
    return LUDO_OK;
}

void ludo_sim_release(ludo_sim *sim)
{
    memset(sim->servo, 0, (size_t)sim->model->columns * sizeof *sim->servo);
    memset(sim->push, 0, (size_t)sim->model->body_count * sizeof *sim->push);
}

/* Let what users give act on body i. */
static void push_body(const placement *at, int32_t i, const ludo_wrench *w, double *wrench,
                      double *effort)
{
    const model_body *b = &at->model->body[i];
    const pose z = ludo_mount_pose(at, &b->on);
    ludo_mount_push(at, &b->on, b->com, w->force, m3_apply(&z.R, w->torque), wrench, effort);
}

/* The centre of mass and the orientation of body i. */
static ludo_frame body_frame(const placement *at, int32_t i)
{
    const model_body *b = &at->model->body[i];
    return (ludo_frame){ludo_mount_point(at, &b->on, b->com), ludo_mount_pose(at, &b->on).q};
}

/* Ask the user's function. */
static void add_function(ludo_sim *sim, const placement *at, double time, double *wrench,
                         double *effort)
{
    const ludo_model *m = sim->model;
    for (int32_t i = 0; i < m->body_count; i++) {
        sim->frames[i] = body_frame(at, i);
    }
    memset(sim->wrenches, 0, (size_t)m->body_count * sizeof *sim->wrenches);
    memset(sim->efforts, 0, (size_t)m->columns * sizeof *sim->efforts);
    const ludo_force_query query = {time, m->body_count, m->columns, sim->frames};
    sim->function(&query, sim->wrenches, sim->efforts, sim->function_user);
    for (int32_t i = 0; i < m->body_count; i++) {
        push_body(at, i, &sim->wrenches[i], wrench, effort);
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        for (int32_t dof = 0; dof < m->joints[i].dof; dof++) {
            const int32_t c = scalar_column(m, i, dof);
            if (c >= 0) {
                effort[c] += sim->efforts[m->joints[i].velocity_first + dof];
            }
        }
    }
}

/* Efforts along coordinates that joints track act as torques. */
static void turn_efforts(const placement *at, double *wrench, double *effort)
{
    const ludo_model *m = at->model;
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    for (int32_t s = 0; s < m->slots && m->tracked > 0; s++) {
        const joint_data *j = &m->joint[s];
        if (j->kind->tracks) {
            double *e = effort + m->column[s];
            const ludo_vec3 t = j->kind->torque(j, &at->poses[j->parent], &at->poses[s],
                                                at->carried + m->column[s], e);
            wrench_add(wrench, s, none, t);
            wrench_add(wrench, j->parent, none, v3_scale(-1.0, t));
            memset(e, 0, (size_t)j->dof * sizeof *e);
        }
    }
}

bool ludo_sim_applied(ludo_sim *sim, const placement *at, double time, double *wrench,
                      double *effort)
{
    const ludo_model *m = sim->model;
    if (sim->progress->pushed == 0 && sim->function == NULL) {
        return false;
    }
    memset(wrench, 0, 6 * (size_t)m->slots * sizeof *wrench);
    memset(effort, 0, (size_t)m->columns * sizeof *effort);
    for (int32_t i = 0; i < m->body_count; i++) {
        push_body(at, i, &sim->push[i], wrench, effort);
    }
    if (sim->function != NULL) {
        add_function(sim, at, time, wrench, effort);
    }
    turn_efforts(at, wrench, effort);
    return true;
}
