/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces applied from outside: wrenches on bodies and the user's force function. */
#include "state/state.h"

#include <string.h>

int32_t ludo_state_scalar_column(const ludo_model *m, int32_t joint, int32_t dof)
{
    if (joint < 0 || joint >= m->joint_count || dof < 0 || dof >= m->joints[joint].dof) {
        return -1;
    }
    const model_joint *named = &m->joints[joint]; /* a joint with degrees of freedom has a slot */
    const joint_data *j = &m->joint[named->slot];
    const bool scalar =
        j->kind->unwraps_coordinates || (named->part + dof < joint_scalars(j) && !joint_is_free(j));
    return scalar ? named->column + dof : -1;
}

void ludo_state_release_forces(sim_state *state)
{
    memset(state->servo, 0, (size_t)state->model->columns * sizeof *state->servo);
    memset(state->push, 0, (size_t)state->model->body_count * sizeof *state->push);
}

/* Apply the user's wrench to body i. */
static void push_body(const placement *at, int32_t i, const ludo_wrench *w, double *wrench,
                      double *effort)
{
    const model_body *b = &at->model->body[i];
    const pose z = ludo_attached_frame_pose(at, &b->on);
    const world_wrench applied = {w->force, m3_apply(&z.R, w->torque)};
    ludo_attached_frame_apply(at, &b->on, b->com, applied, wrench, effort);
}

/* The centre of mass and the orientation of body i. */
static ludo_frame body_frame(const placement *at, int32_t i)
{
    const model_body *b = &at->model->body[i];
    return (ludo_frame){ludo_attached_frame_point(at, &b->on, b->com),
                        ludo_attached_frame_pose(at, &b->on).q};
}

/* Add the wrenches and efforts of the user's function. */
static void add_function(sim_state *state, const placement *at, double time, double *wrench,
                         double *effort)
{
    const ludo_model *m = state->model;
    for (int32_t i = 0; i < m->body_count; i++) {
        state->frames[i] = body_frame(at, i);
    }
    memset(state->wrenches, 0, (size_t)m->body_count * sizeof *state->wrenches);
    memset(state->efforts, 0, (size_t)m->columns * sizeof *state->efforts);
    const ludo_force_query query = {time, m->body_count, m->columns, state->frames};
    state->function(&query, state->wrenches, state->efforts, state->function_user);
    for (int32_t i = 0; i < m->body_count; i++) {
        push_body(at, i, &state->wrenches[i], wrench, effort);
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        for (int32_t dof = 0; dof < m->joints[i].dof; dof++) {
            const int32_t c = ludo_state_scalar_column(m, i, dof);
            if (c >= 0) {
                effort[c] += state->efforts[m->joints[i].velocity_first + dof];
            }
        }
    }
}

/* Replace efforts along unwrapped coordinates by torques. */
static void turn_efforts(const placement *at, double *wrench, double *effort)
{
    const ludo_model *m = at->model;
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    for (int32_t s = 0; s < m->slots && m->unwrapped > 0; s++) {
        const joint_data *j = &m->joint[s];
        if (j->kind->unwraps_coordinates) {
            double *e = effort + m->column[s];
            const ludo_vec3 t = j->kind->torque(j, &at->poses[j->parent], &at->poses[s],
                                                at->coordinate + m->column[s], e);
            wrench_add(wrench, s, none, t);
            wrench_add(wrench, j->parent, none, v3_scale(-1.0, t));
            memset(e, 0, (size_t)j->dof * sizeof *e);
        }
    }
}

bool ludo_state_applied_forces(sim_state *state, const placement *at, double time, double *wrench,
                               double *effort)
{
    const ludo_model *m = state->model;
    if (state->progress->pushed == 0 && state->function == NULL) {
        return false;
    }
    memset(wrench, 0, 6 * (size_t)m->slots * sizeof *wrench);
    memset(effort, 0, (size_t)m->columns * sizeof *effort);
    for (int32_t i = 0; i < m->body_count; i++) {
        push_body(at, i, &state->push[i], wrench, effort);
    }
    if (state->function != NULL) {
        add_function(state, at, time, wrench, effort);
    }
    turn_efforts(at, wrench, effort);
    return true;
}
