/* SPDX-License-Identifier: Apache-2.0
 *
 * Touch: the normal forces on the body of a site of which a ray from the contact along the force
 * meets the shape of the site. */
#include "sensors/frames.h"
#include "sensors/list.h"

/* Whether the ray from a point along a direction of the world meets the shape of the site. */
static bool meets(const sensor_data *d, const pose *z, ludo_vec3 point, ludo_vec3 along)
{
    const ray r = {m3_apply_t(&z->R, v3_sub(point, z->x)), m3_apply_t(&z->R, along)};
    return d->shape.kind->hit(&r, d->shape.size, NULL) >= 0.0;
}

static ludo_status read_touch(sensing *s, const sensor_data *d, double *out)
{
    const pose z = sensor_pose(s, &d->frame);
    const contact_report last = ludo_sim_last_contacts(s->sim);
    double sum = 0.0;
    for (int32_t i = 0; i < last.count; i++) {
        const ludo_contact *c = &last.contact[i];
        const bool first = c->body_a == d->frame.body, second = c->body_b == d->frame.body;
        const ludo_vec3 along = first ? v3_scale(-1.0, c->normal) : c->normal;
        if ((first || second) && c->normal_force > 0.0 && meets(d, &z, c->point, along)) {
            sum += c->normal_force;
        }
    }
    out[0] = sum;
    return LUDO_OK;
}

const sensor_kind ludo_sensor_touch = {
    .name = "touch", .size = 1, .on = SENSOR_ON(SITE), .bound = SENSOR_ABOVE, .read = read_touch};
