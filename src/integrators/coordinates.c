/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates and rates of joints, slot by slot: from poses and twists, and back to them. */
#include "integrators/sim.h"

#include <string.h>

void ludo_sim_read_position(const ludo_sim *sim, int32_t s, double *q)
{
    const joint_data *j = &sim->model->joint[s];
    const pose *poses = sim_poses(sim);
    j->kind->position(j, &poses[j->parent], &poses[s], sim->memory + sim->model->column[s], q);
}

void ludo_sim_read_rate(const ludo_sim *sim, int32_t s, double *rate)
{
    const joint_data *j = &sim->model->joint[s];
    const pose *z = sim_poses(sim);
    j->kind->rate(j, &z[j->parent], &z[s], sim->memory + sim->model->column[s],
                  &sim->twists[j->parent], &sim->twists[s], rate);
}

void ludo_sim_joint_rate(const ludo_sim *sim, int32_t s, double *rate)
{
    const joint_data *j = &sim->model->joint[s];
    if (j->kind->carries) {
        memcpy(rate, sim->carried_rate + sim->model->column[s], (size_t)j->dof * sizeof *rate);
    } else {
        ludo_sim_read_rate(sim, s, rate);
    }
}

void ludo_sim_track(const ludo_sim *sim, const pose *poses, double *coordinate)
{
    const ludo_model *m = sim->model;
    for (int32_t s = 0; s < m->slots && m->tracked > 0; s++) {
        const joint_data *j = &m->joint[s];
        if (j->kind->tracks) {
            double q[JOINT_MAX_DOF];
            const int32_t c = m->column[s];
            j->kind->position(j, &poses[j->parent], &poses[s], sim->memory + c, q);
            memcpy(coordinate + c, q, (size_t)j->dof * sizeof *q);
        }
    }
}

void ludo_sim_gather(const ludo_sim *sim, double *position, double *rate)
{
    const ludo_model *m = sim->model;
    for (int32_t s = 0; s < m->slots; s++) {
        ludo_sim_read_position(sim, s, position + m->position[s]);
        ludo_sim_joint_rate(sim, s, rate + m->column[s]);
    }
}

void ludo_sim_gather_slot(const ludo_sim *sim, int32_t s, double *phi, double *rate)
{
    const ludo_model *m = sim->model;
    const int32_t scalars = joint_scalars(&m->joint[s]);
    double *position = sim->position + m->position[s];
    ludo_sim_read_position(sim, s, position);
    ludo_sim_joint_rate(sim, s, rate + m->column[s]);
    for (int32_t c = 0; c < m->joint[s].dof; c++) {
        phi[m->column[s] + c] = c < scalars ? position[c] : 0.0;
    }
}

void ludo_sim_gather_scalars(const ludo_sim *sim, double *phi, double *rate)
{
    for (int32_t s = 0; s < sim->model->slots; s++) {
        ludo_sim_gather_slot(sim, s, phi, rate);
    }
}

void ludo_sim_place(ludo_sim *sim, const double *position)
{
    const ludo_model *m = sim->model;
    pose *poses = sim_poses(sim);
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        j->kind->place(j, &poses[j->parent], position, &poses[s], sim->memory + m->column[s]);
        position += j->position_count;
    }
}

void ludo_sim_move(ludo_sim *sim, const double *rate)
{
    const ludo_model *m = sim->model;
    const pose *poses = sim_poses(sim);
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        sim->twists[s] = j->kind->move(j, &poses[j->parent], &poses[s], sim->memory + m->column[s],
                                       &sim->twists[j->parent], rate);
        memcpy(sim->carried_rate + m->column[s], rate, (size_t)j->dof * sizeof *rate);
        rate += j->dof;
    }
}
