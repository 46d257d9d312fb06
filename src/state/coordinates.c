/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates and rates of joints, slot by slot: from poses and twists, and back. */
#include "state/state.h"

#include <string.h>

void ludo_state_read_position(const sim_state *state, int32_t s, double *q)
{
    const joint_data *j = &state->model->joint[s];
    const pose *poses = state_poses(state);
    j->kind->position(j, &poses[j->parent], &poses[s], state->memory + state->model->column[s], q);
}

void ludo_state_read_rate(const sim_state *state, int32_t s, double *rate)
{
    const joint_data *j = &state->model->joint[s];
    const pose *z = state_poses(state);
    const joint_pair pair = {j,
                             &z[j->parent],
                             &z[s],
                             state->memory + state->model->column[s],
                             &state->twists[j->parent],
                             &state->twists[s]};
    j->kind->rate(&pair, rate);
}

void ludo_state_joint_rate(const sim_state *state, int32_t s, double *rate)
{
    const joint_data *j = &state->model->joint[s];
    if (j->kind->stores_coordinates) {
        memcpy(rate, state->stored_rate + state->model->column[s], (size_t)j->dof * sizeof *rate);
    } else {
        ludo_state_read_rate(state, s, rate);
    }
}

void ludo_state_track(const sim_state *state, const pose *poses, double *coordinate)
{
    const ludo_model *m = state->model;
    for (int32_t s = 0; s < m->slots && m->unwrapped > 0; s++) {
        const joint_data *j = &m->joint[s];
        if (j->kind->unwraps_coordinates) {
            double q[JOINT_MAX_DOF];
            const int32_t c = m->column[s];
            j->kind->position(j, &poses[j->parent], &poses[s], state->memory + c, q);
            memcpy(coordinate + c, q, (size_t)j->dof * sizeof *q);
        }
    }
}

void ludo_state_gather(const sim_state *state, double *position, double *rate)
{
    const ludo_model *m = state->model;
    for (int32_t s = 0; s < m->slots; s++) {
        ludo_state_read_position(state, s, position + m->position[s]);
        ludo_state_joint_rate(state, s, rate + m->column[s]);
    }
}

/* ---- the order of keyframes ---- */

void ludo_state_order_positions(const ludo_model *m, const double *position, double *q)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        memcpy(q + j->position_first, position + j->position,
               (size_t)j->position_count * sizeof *q);
    }
}

void ludo_state_order_rates(const ludo_model *m, const double *rate, double *v)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        memcpy(v + j->velocity_first, rate + j->column, (size_t)j->dof * sizeof *v);
    }
}

void ludo_state_unorder_positions(const ludo_model *m, const double *q, double *position)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        memcpy(position + j->position, q + j->position_first,
               (size_t)j->position_count * sizeof *q);
    }
}

void ludo_state_unorder_rates(const ludo_model *m, const double *v, double *rate)
{
    for (int32_t i = 0; i < m->joint_count; i++) {
        const model_joint *j = &m->joints[i];
        memcpy(rate + j->column, v + j->velocity_first, (size_t)j->dof * sizeof *v);
    }
}

/* ---- scalars ---- */

void ludo_state_gather_slot(const sim_state *state, int32_t s, double *phi, double *rate)
{
    const ludo_model *m = state->model;
    const int32_t scalars = joint_scalars(&m->joint[s]);
    double *position = state->position + m->position[s];
    ludo_state_read_position(state, s, position);
    ludo_state_joint_rate(state, s, rate + m->column[s]);
    for (int32_t c = 0; c < m->joint[s].dof; c++) {
        phi[m->column[s] + c] = c < scalars ? position[c] : 0.0;
    }
}

void ludo_state_gather_scalars(const sim_state *state, double *phi, double *rate)
{
    for (int32_t s = 0; s < state->model->slots; s++) {
        ludo_state_gather_slot(state, s, phi, rate);
    }
}

void ludo_state_place(sim_state *state, const double *position)
{
    const ludo_model *m = state->model;
    pose *poses = state_poses(state);
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        j->kind->place(j, &poses[j->parent], position, &poses[s], state->memory + m->column[s]);
        position += j->position_count;
    }
}

void ludo_state_move(sim_state *state, const double *rate)
{
    const ludo_model *m = state->model;
    const pose *poses = state_poses(state);
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        state->twists[s] =
            j->kind->move(j, &poses[j->parent], &poses[s], state->memory + m->column[s],
                          &state->twists[j->parent], rate);
        memcpy(state->stored_rate + m->column[s], rate, (size_t)j->dof * sizeof *rate);
        rate += j->dof;
    }
}
