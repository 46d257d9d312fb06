/* SPDX-License-Identifier: Apache-2.0
 *
 * Scratch for reading sensors, and the public readers. */
#include "sim/sensing.h"

static size_t sensing_layout(sensing *s, const ludo_model *m, char *block)
{
    arena a = {block, 0, false};
    (void)TAKE(&a, 1, sensing);
    s->q = TAKE(&a, m->position_count, double);
    s->v = TAKE(&a, m->columns, double);
    s->a = TAKE(&a, m->columns, double);
    s->J = TAKE(&a, 6 * (size_t)m->columns, double);
    s->force = TAKE(&a, m->actuator_count, double);
    s->effort = TAKE(&a, m->columns, double);
    s->idle = TAKE(&a, m->columns, double);
    const size_t drives = ludo_sim_has_path_drives(m) ? (size_t)m->actuator_count : 0;
    s->B = TAKE(&a, (size_t)m->columns * drives, double);
    return a.overflow ? 0 : a.used;
}

ludo_status ludo_sensing_create(const ludo_model *model, const ludo_allocator *a, sensing **out)
{
    static const uint32_t needs = SENSOR_NEEDS_ACCELERATIONS | SENSOR_NEEDS_FORCES;
    *out = NULL;
    if ((model->sensor_needs & needs) == 0 && !ludo_sim_has_path_drives(model)) {
        return LUDO_OK;
    }
    sensing measured = {.dynamics = NULL};
    const size_t size = sensing_layout(&measured, model, NULL);
    sensing *s = size > 0 ? memory_take(a, size) : NULL;
    if (s == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)sensing_layout(s, model, (char *)s);
    const ludo_status status = ludo_dynamics_create(model, a, &s->dynamics);
    if (status == LUDO_NO_MEMORY) {
        memory_give(a, s);
        return status;
    }
    *out = s;
    return LUDO_OK;
}

void ludo_sensing_destroy(sensing *s, const ludo_allocator *a)
{
    if (s != NULL) {
        ludo_dynamics_destroy(s->dynamics);
        memory_give(a, s);
    }
}

ludo_status ludo_sim_sensor(ludo_sim *sim, int32_t sensor, double *out)
{
    if (sim == NULL || out == NULL || sensor < 0 || sensor >= sim->state.model->sensor_count) {
        return LUDO_BAD_ARGUMENT;
    }
    return ludo_sensors_read_one(sim, sensor, out);
}
