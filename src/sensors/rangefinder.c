/* SPDX-License-Identifier: Apache-2.0
 *
 * Rangefinder: the distance from a site along its z axis to the nearest geom of another body. */
#include "sensors/frames.h"
#include "sensors/list.h"

static double distance_to(const sensing *s, const ray_target *t, const pose *site)
{
    const pose z = sensor_pose(s, &t->frame);
    const ludo_vec3 along = m3_apply(&site->R, v3(0.0, 0.0, 1.0));
    const ray r = {m3_apply_t(&z.R, v3_sub(site->x, z.x)), m3_apply_t(&z.R, along)};
    return t->shape.kind->hit(&r, t->shape.size, &t->surface);
}

static ludo_status read_rangefinder(sensing *s, const sensor_data *d, double *out)
{
    const ludo_model *m = s->sim->state.model;
    const pose site = sensor_pose(s, &d->frame);
    out[0] = NO_HIT;
    for (int32_t i = 0; i < m->ray_target_count; i++) {
        const ray_target *t = &m->ray_target[i];
        if (t->frame.body != d->frame.body) {
            out[0] = ray_nearer(out[0], distance_to(s, t, &site));
        }
    }
    return LUDO_OK;
}

const sensor_kind ludo_sensor_rangefinder = {
    .name = "rangefinder",
    .size = 1,
    .on = SENSOR_ON(SITE),
    .bound = SENSOR_ABOVE,
    .needs = SENSOR_NEEDS_RAYS,
    .read = read_rangefinder,
};
