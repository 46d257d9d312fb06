/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates, rates and efforts of joints. */
#include "sensors/list.h"
#include "sim/sensing.h"

#include <string.h>

static const model_joint *joint_of(const sensing *s, const sensor_data *d)
{
    return &s->sim->state.model->joints[d->object];
}

static ludo_status read_jointpos(sensing *s, const sensor_data *d, double *out)
{
    double q[JOINT_MAX_POSITION];
    const ludo_status status = ludo_sim_joint_position(s->sim, d->object, q);
    out[0] = status == LUDO_OK ? q[d->dof] : 0.0;
    return status;
}

static ludo_status read_jointvel(sensing *s, const sensor_data *d, double *out)
{
    double v[JOINT_MAX_DOF];
    const ludo_status status = ludo_sim_joint_velocity(s->sim, d->object, v);
    out[0] = status == LUDO_OK ? v[d->dof] : 0.0;
    return status;
}

static ludo_status read_jointactuatorfrc(sensing *s, const sensor_data *d, double *out)
{
    const int32_t rate = joint_of(s, d)->velocity_first + d->dof;
    out[0] = s->forces == LUDO_OK ? s->effort[rate] - s->idle[rate] : 0.0;
    return s->forces;
}

static ludo_status read_ballquat(sensing *s, const sensor_data *d, double *out)
{
    double q[JOINT_MAX_POSITION] = {0.0};
    const ludo_status status = ludo_sim_joint_position(s->sim, d->object, q);
    memcpy(out, q + joint_of(s, d)->position_count - 4, 4 * sizeof *out);
    return status;
}

static ludo_status read_ballangvel(sensing *s, const sensor_data *d, double *out)
{
    double v[JOINT_MAX_DOF] = {0.0};
    const ludo_status status = ludo_sim_joint_velocity(s->sim, d->object, v);
    memcpy(out, v + joint_of(s, d)->dof - 3, 3 * sizeof *out);
    return status;
}

const sensor_kind ludo_sensor_jointpos = {
    .name = "jointpos", .size = 1, .on = SENSOR_ON(JOINT), .read = read_jointpos};
const sensor_kind ludo_sensor_jointvel = {
    .name = "jointvel", .size = 1, .on = SENSOR_ON(JOINT), .read = read_jointvel};
const sensor_kind ludo_sensor_jointactuatorfrc = {
    .name = "jointactuatorfrc",
    .size = 1,
    .on = SENSOR_ON(JOINT),
    .needs = SENSOR_NEEDS_FORCES,
    .read = read_jointactuatorfrc,
};
const sensor_kind ludo_sensor_ballquat = {
    .name = "ballquat",
    .size = 4,
    .on = SENSOR_ON(JOINT),
    .bound = SENSOR_UNBOUNDED,
    .read = read_ballquat,
};
const sensor_kind ludo_sensor_ballangvel = {
    .name = "ballangvel", .size = 3, .on = SENSOR_ON(JOINT), .read = read_ballangvel};
