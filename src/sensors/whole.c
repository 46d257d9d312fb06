/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of the whole simulation: energies and time. The potential energy counts bodies that are
 * merged with the world, too. */
#include "sensors/frames.h"
#include "sensors/list.h"

static double fixed_potential(sensing *s)
{
    const ludo_model *m = s->sim->state.model;
    double sum = 0.0;
    for (int32_t b = 0; b < m->body_count; b++) {
        if (m->body[b].merged_into == LUDO_WORLD) {
            const placement at = state_placement(&s->sim->state);
            const ludo_vec3 x = ludo_attached_frame_point(&at, &m->body[b].on, m->body[b].com);
            sum -= m->body[b].inertia.mass * v3_dot(m->gravity, x);
        }
    }
    return sum;
}

static ludo_status read_e_potential(sensing *s, const sensor_data *d, double *out)
{
    ludo_energy energy = {0};
    (void)d;
    const ludo_status status = ludo_sim_energy(s->sim, &energy);
    out[0] = energy.potential + energy.springs + fixed_potential(s);
    return status;
}

static ludo_status read_e_kinetic(sensing *s, const sensor_data *d, double *out)
{
    ludo_energy energy = {0};
    (void)d;
    const ludo_status status = ludo_sim_energy(s->sim, &energy);
    out[0] = energy.kinetic;
    return status;
}

static ludo_status read_clock(sensing *s, const sensor_data *d, double *out)
{
    (void)d;
    out[0] = ludo_sim_time(s->sim);
    return LUDO_OK;
}

const sensor_kind ludo_sensor_e_potential = {
    .name = "e_potential", .size = 1, .on = SENSOR_ON(NONE), .read = read_e_potential};
const sensor_kind ludo_sensor_e_kinetic = {
    .name = "e_kinetic", .size = 1, .on = SENSOR_ON(NONE), .read = read_e_kinetic};
const sensor_kind ludo_sensor_clock = {
    .name = "clock", .size = 1, .on = SENSOR_ON(NONE), .read = read_clock};
