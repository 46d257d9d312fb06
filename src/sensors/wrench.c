/* SPDX-License-Identifier: Apache-2.0
 *
 * Force and torque between the body of a site and its parent: the wrench that the joint of the body
 * transmits to it, at the site. */
#include "sensors/frames.h"
#include "sensors/list.h"

/* The body index whose joint carries the body of the site. */
static int32_t slot_of(const sensing *s, const sensor_data *d)
{
    return s->sim->state.model->body[d->frame.body].slot;
}

static ludo_status read_force(sensing *s, const sensor_data *d, double *out)
{
    const pose z = sensor_pose(s, &d->frame);
    sensor_put_along(&z, v3_at(s->sim->state.reaction + 6 * slot_of(s, d)), out);
    return LUDO_OK;
}

static ludo_status read_torque(sensing *s, const sensor_data *d, double *out)
{
    const double *w = s->sim->state.reaction + 6 * slot_of(s, d);
    const pose z = sensor_pose(s, &d->frame), *body = &state_poses(&s->sim->state)[slot_of(s, d)];
    const ludo_vec3 moment = v3_cross(v3_sub(body->x, z.x), v3_at(w));
    sensor_put_along(&z, v3_add(v3_at(w + 3), moment), out);
    return LUDO_OK;
}

const sensor_kind ludo_sensor_force = {
    .name = "force",
    .size = 3,
    .on = SENSOR_ON(SITE),
    .needs = SENSOR_NEEDS_REACTIONS,
    .read = read_force,
};
const sensor_kind ludo_sensor_torque = {
    .name = "torque",
    .size = 3,
    .on = SENSOR_ON(SITE),
    .needs = SENSOR_NEEDS_REACTIONS,
    .read = read_torque,
};
