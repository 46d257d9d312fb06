/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling sensors: what they are on, and where their values are among those of all sensors. */
#include "core/diagnostic.h"
#include "model/compile/compile.h"

void ludo_compile_sensors_count(ludo_model *m, const compiler *w)
{
    m->sensor_count = w->spec->sensors.count;
    for (int32_t i = 0; i < m->sensor_count; i++) {
        const sensor_kind *kind = ludo_sensor_kind_find(w->sensor[i].type);
        m->sensor_values += kind->size;
        m->sensor_needs |= kind->needs;
    }
    ludo_compile_rays_count(m, w);
}

sensor_frame ludo_compile_sensor_frame(const ludo_model *m, int32_t body, ludo_frame frame)
{
    return (sensor_frame){body, frame, ludo_compile_attached_frame(m, body, frame)};
}

/* The centre of mass as the description has it: that of the body alone. */
static ludo_frame at_center(const compiler *w, int32_t body)
{
    ludo_frame frame = frame_identity();
    frame.position = body != LUDO_WORLD ? w->body[body].com : frame.position;
    return frame;
}

/* The frame of an object; that of the world if it has none. */
static sensor_frame frame_of(const ludo_model *m, const compiler *w, ludo_object of, int32_t number)
{
    switch (of) {
    case LUDO_OBJECT_BODY:
        return ludo_compile_sensor_frame(m, number, frame_identity());
    case LUDO_OBJECT_CENTER:
        return ludo_compile_sensor_frame(m, number, at_center(w, number));
    case LUDO_OBJECT_SITE:
        return ludo_compile_sensor_frame(m, m->site[number].body, m->site[number].frame);
    case LUDO_OBJECT_GEOM:
        return ludo_compile_sensor_frame(m, m->geom[number].body, m->geom[number].frame);
    default:
        return ludo_compile_sensor_frame(m, LUDO_WORLD, frame_identity());
    }
}

/* The shape of the site of a sensor. */
static sensor_shape shape_of(const compiler *w, const ludo_sensor_def *d)
{
    sensor_shape shape = {ludo_shape_kind_find("sphere"), {0.005, 0.0, 0.0}};
    const ludo_site_def *site = d->of == LUDO_OBJECT_SITE ? &w->site[d->object] : NULL;
    if (site != NULL && site->size[0] != 0.0) {
        shape.kind = *site->type != '\0' ? ludo_shape_kind_find(site->type) : shape.kind;
        memcpy(shape.size, site->size, sizeof shape.size);
    }
    return shape;
}

/* A joint without coordinates of its own has nothing to read. */
static const char *joint_problem(const ludo_model *m, const ludo_sensor_def *d)
{
    if (d->of != LUDO_OBJECT_JOINT || m->joints[d->object].loop < 0) {
        return NULL;
    }
    return "is on a joint that closes a loop and has no coordinate";
}

static void fill_sensor(ludo_model *m, compiler *w, int32_t i, int32_t first)
{
    const ludo_sensor_def *d = &w->sensor[i];
    const sensor_kind *kind = ludo_sensor_kind_find(d->type);
    m->sensor[i] = (sensor_data){
        .kind = kind,
        .object = d->object,
        .dof = d->dof,
        .has_reference = d->reference_of != LUDO_OBJECT_NONE,
        .frame = frame_of(m, w, d->of, d->object),
        .reference = frame_of(m, w, d->reference_of, d->reference),
        .shape = shape_of(w, d),
        .cutoff = d->cutoff,
        .first = first,
    };
    m->sensor_info[i] = (ludo_sensor_info){
        .name = ludo_compile_name(m, w, d->name, "sensor", "", i),
        .type = kind->name,
        .of = d->of,
        .reference_of = d->reference_of,
        .object = d->object,
        .dof = d->dof,
        .reference = d->reference,
        .cutoff = d->cutoff,
        .noise = d->noise,
        .first = first,
        .count = kind->size,
    };
}

ludo_status ludo_compile_sensors(ludo_model *m, compiler *w)
{
    ludo_status status = LUDO_OK;
    int32_t first = 0;
    for (int32_t i = 0; i < m->sensor_count && status == LUDO_OK; i++) {
        fill_sensor(m, w, i, first);
        first += m->sensor_info[i].count;
        status = ludo_check_report(w->why, w->sensor[i].place,
                                   ludo_label("sensor", m->sensor_info[i].name, i),
                                   joint_problem(m, &w->sensor[i]));
    }
    if (status == LUDO_OK) {
        ludo_compile_rays(m, w);
    }
    return status;
}
