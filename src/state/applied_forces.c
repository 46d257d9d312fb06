/* SPDX-License-Identifier: Apache-2.0
 *
 * Forces applied from outside: wrenches on bodies, efforts of joints and the user's function. */
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
    memset(state->joint_effort, 0, (size_t)state->model->columns * sizeof *state->joint_effort);
}

bool ludo_state_efforts_turn(const sim_state *state)
{
    const ludo_model *m = state->model;
    bool turn = false;
    for (int32_t i = 0; i < m->joint_count && state->progress->exerted != 0; i++) {
        const model_joint *j = &m->joints[i];
        for (int32_t dof = 0; dof < j->dof; dof++) {
            const bool straight = ludo_state_scalar_column(m, i, dof) >= 0 &&
                                  !m->joint[j->slot].kind->unwraps_coordinates;
            turn = turn || (!straight && state->joint_effort[j->velocity_first + dof] != 0.0);
        }
    }
    return turn;
}

static bool is_zero(ludo_vec3 a)
{
    return a.x == 0.0 && a.y == 0.0 && a.z == 0.0;
}

/* Apply the user's wrench to body i. */
static void push_body(const placement *at, int32_t i, const ludo_wrench *w, double *wrench,
                      double *effort)
{
    const model_body *b = &at->model->body[i];
    if (is_zero(w->force) && is_zero(w->torque)) {
        return;
    }
    const pose z = ludo_attached_frame_pose(at, &b->on);
    const world_wrench applied = {w->force, m3_apply(&z.R, w->torque)};
    ludo_attached_frame_apply(at, &b->on, b->com, applied, wrench, effort);
}

/* Apply a force at the origin of a free joint's body and a torque in its axes. */
static void push_free(const placement *at, const model_joint *j, const double *e, double *wrench,
                      double *effort)
{
    const attached_frame *on = &at->model->body[j->child].on;
    const mat3 R = ludo_attached_frame_pose(at, on).R;
    const world_wrench applied = {v3(e[0], e[1], e[2]), m3_apply(&R, v3(e[3], e[4], e[5]))};
    ludo_attached_frame_apply(at, on, v3(0.0, 0.0, 0.0), applied, wrench, effort);
}

/* Apply a torque about the axes of the child's joint frame to the child, and its opposite to the
 * parent. */
static void turn_child(const placement *at, int32_t slot, const double *e, double *wrench)
{
    const joint_data *j = &at->model->joint[slot];
    const ludo_vec3 none = {0.0, 0.0, 0.0};
    const ludo_quat axes = q_mul(at->poses[slot].q, j->q_b_off);
    const ludo_vec3 t = q_rotate(axes, v3(e[0], e[1], e[2]));
    wrench_add(wrench, slot, none, t);
    wrench_add(wrench, j->parent, none, v3_scale(-1.0, t));
}

/* Add efforts per public rate: each by its power, effort times rate. */
static void add_efforts(const placement *at, const double *given, double *wrench, double *effort)
{
    const ludo_model *m = at->model;
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *named = &m->joints[i];
        const double *e = given + named->velocity_first;
        int32_t dof = 0;
        for (; dof < named->dof && ludo_state_scalar_column(m, i, dof) >= 0; dof++) {
            effort[named->column + dof] += e[dof];
        }
        if (dof < named->dof && joint_is_free(&m->joint[named->slot])) {
            push_free(at, named, e, wrench, effort);
        } else if (dof < named->dof) {
            turn_child(at, named->slot, e + dof, wrench);
        }
    }
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
    add_efforts(at, state->efforts, wrench, effort);
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
    if (state->progress->exerted != 0) {
        add_efforts(at, state->joint_effort, wrench, effort);
    }
    if (state->function != NULL) {
        add_function(state, at, time, wrench, effort);
    }
    turn_efforts(at, wrench, effort);
    return true;
}
