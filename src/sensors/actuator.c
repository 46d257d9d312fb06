/* SPDX-License-Identifier: Apache-2.0
 *
 * Lengths, rates and forces of tendons and actuators. */
#include "sensors/list.h"
#include "sim/sensing.h"

/* ludo_sim_spring() or ludo_sim_actuator(). */
typedef ludo_status state_of(ludo_sim *sim, int32_t number, ludo_tendon_state *out);

static ludo_status read_length(sensing *s, const sensor_data *d, state_of *of, double *out)
{
    ludo_tendon_state state = {.struct_size = sizeof state};
    const ludo_status status = of(s->sim, d->object, &state);
    out[0] = state.length;
    return status;
}

static ludo_status read_rate(sensing *s, const sensor_data *d, state_of *of, double *out)
{
    ludo_tendon_state state = {.struct_size = sizeof state};
    const ludo_status status = of(s->sim, d->object, &state);
    out[0] = state.rate;
    return status;
}

static ludo_status read_tendonpos(sensing *s, const sensor_data *d, double *out)
{
    return read_length(s, d, ludo_sim_spring, out);
}

static ludo_status read_tendonvel(sensing *s, const sensor_data *d, double *out)
{
    return read_rate(s, d, ludo_sim_spring, out);
}

static ludo_status read_tendonactuatorfrc(sensing *s, const sensor_data *d, double *out)
{
    const ludo_model *m = s->sim->state.model;
    out[0] = 0.0;
    for (int32_t i = 0; i < m->actuator_count && s->forces == LUDO_OK; i++) {
        out[0] += m->actuator[i].tendon == d->object ? s->force[i] : 0.0;
    }
    return s->forces;
}

static ludo_status read_actuatorpos(sensing *s, const sensor_data *d, double *out)
{
    return read_length(s, d, ludo_sim_actuator, out);
}

static ludo_status read_actuatorvel(sensing *s, const sensor_data *d, double *out)
{
    return read_rate(s, d, ludo_sim_actuator, out);
}

static ludo_status read_actuatorfrc(sensing *s, const sensor_data *d, double *out)
{
    out[0] = s->forces == LUDO_OK ? s->force[d->object] : 0.0;
    return s->forces;
}

const sensor_kind ludo_sensor_tendonpos = {
    .name = "tendonpos", .size = 1, .on = SENSOR_ON(SPRING), .read = read_tendonpos};
const sensor_kind ludo_sensor_tendonvel = {
    .name = "tendonvel", .size = 1, .on = SENSOR_ON(SPRING), .read = read_tendonvel};
const sensor_kind ludo_sensor_tendonactuatorfrc = {
    .name = "tendonactuatorfrc",
    .size = 1,
    .on = SENSOR_ON(SPRING),
    .needs = SENSOR_NEEDS_FORCES,
    .read = read_tendonactuatorfrc,
};
const sensor_kind ludo_sensor_actuatorpos = {
    .name = "actuatorpos", .size = 1, .on = SENSOR_ON(ACTUATOR), .read = read_actuatorpos};
const sensor_kind ludo_sensor_actuatorvel = {
    .name = "actuatorvel", .size = 1, .on = SENSOR_ON(ACTUATOR), .read = read_actuatorvel};
const sensor_kind ludo_sensor_actuatorfrc = {
    .name = "actuatorfrc",
    .size = 1,
    .on = SENSOR_ON(ACTUATOR),
    .needs = SENSOR_NEEDS_FORCES,
    .read = read_actuatorfrc,
};
