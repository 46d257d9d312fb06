/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading sensors: bring the simulation up to date as far as they need it, read each, apply its
 * cutoff. */
#include "sensors/frames.h"

#include <string.h>

/* Coordinates, rates and accelerations of all joints. */
static void find_accelerations(sensing *s)
{
    const ludo_model *m = s->sim->state.model;
    s->accelerations = LUDO_UNSUPPORTED;
    if (s->dynamics != NULL) {
        s->accelerations = ludo_sim_get_accelerations(s->sim, s->a, m->columns);
    }
}

/* Forces of actuators at the knot, and efforts with and without them. */
static void find_forces(sensing *s)
{
    s->forces = LUDO_UNSUPPORTED;
    if (s->dynamics != NULL) {
        (void)ludo_dynamics_set_activations(s->dynamics, s->sim->state.activation,
                                            s->sim->state.model->activation_count);
        s->forces = ludo_dynamics_forces(s->dynamics, s->q, s->v, s->sim->state.control, s->effort,
                                         s->force);
    }
    if (s->forces == LUDO_OK) {
        s->forces = ludo_dynamics_forces(s->dynamics, s->q, s->v, NULL, s->idle, NULL);
    }
}

/* Find what sensors with these needs read. */
static ludo_status prepare(sensing *s, uint32_t needs)
{
    const ludo_model *m = s->sim->state.model;
    ludo_status status = ludo_sim_twists(s->sim);
    if (status == LUDO_OK && s->q != NULL) {
        status = ludo_sim_get_positions(s->sim, s->q, m->position_count);
        status = status == LUDO_OK ? ludo_sim_get_velocities(s->sim, s->v, m->columns) : status;
    }
    if (status == LUDO_OK && (needs & SENSOR_NEEDS_ACCELERATIONS) != 0) {
        find_accelerations(s);
    }
    if (status == LUDO_OK && (needs & SENSOR_NEEDS_FORCES) != 0) {
        find_forces(s);
    }
    if (status == LUDO_OK && (needs & SENSOR_NEEDS_REACTIONS) != 0) {
        status = ludo_sim_reactions(s->sim);
    }
    return status;
}

static double bounded(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static void cut_off(const sensor_data *d, double *out)
{
    if (!(d->cutoff > 0.0) || d->kind->bound == SENSOR_UNBOUNDED) {
        return;
    }
    const double low = d->kind->bound == SENSOR_ABOVE ? -HUGE_VAL : -d->cutoff;
    for (int32_t i = 0; i < d->kind->size; i++) {
        out[i] = bounded(out[i], low, d->cutoff);
    }
}

static ludo_status read_sensor(sensing *s, const sensor_data *d, double *out)
{
    const ludo_status status = d->kind->read(s, d, out);
    cut_off(d, out);
    return status;
}

/* The scratch of a simulation; without one, room for what every sensor reads. */
static sensing *sensing_of(ludo_sim *sim, sensing *plain)
{
    sensing *s = sim->sensing != NULL ? sim->sensing : plain;
    s->sim = sim;
    return s;
}

ludo_status ludo_sensors_read_one(ludo_sim *sim, int32_t sensor, double *out)
{
    sensing plain = {.dynamics = NULL}, *s = sensing_of(sim, &plain);
    const sensor_data *d = &sim->state.model->sensor[sensor];
    const ludo_status status = prepare(s, d->kind->needs);
    return status == LUDO_OK ? read_sensor(s, d, out) : status;
}

ludo_status ludo_sensors_read(ludo_sim *sim, double *out)
{
    const ludo_model *m = sim->state.model;
    sensing plain = {.dynamics = NULL}, *s = sensing_of(sim, &plain);
    ludo_status status = prepare(s, m->sensor_needs);
    for (int32_t i = 0; i < m->sensor_count && status == LUDO_OK; i++) {
        status = read_sensor(s, &m->sensor[i], out + m->sensor[i].first);
    }
    return status;
}
