/* SPDX-License-Identifier: Apache-2.0
 *
 * The editable description: creation, options, adding elements. */
#include "core/sized.h"
#include "math/vec3.h"
#include "spec/element.h"

#include <string.h>

ludo_status ludo_spec_create(const ludo_allocator *allocator, ludo_spec **out)
{
    if (out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    *out = memory_take(&a, sizeof **out);
    if (*out == NULL) {
        return LUDO_NO_MEMORY;
    }
    **out = (ludo_spec){.allocator = a,
                        .name = "",
                        .gravity = {0.0, 0.0, -9.81},
                        .timestep = 0.01,
                        .spherical = true};
    return LUDO_OK;
}

void ludo_spec_destroy(ludo_spec *spec)
{
    if (spec == NULL) {
        return;
    }
    const ludo_allocator a = spec->allocator;
    void **owned = spec->owned.items;
    for (int32_t i = 0; i < spec->owned.count; i++) {
        memory_give(&a, owned[i]);
    }
    memory_give(&a, spec->owned.items);
    for (element of = 0; of < ELEMENTS; of++) {
        memory_give(&a, ludo_element_list(spec, of)->items);
    }
    memory_give(&a, spec->chains.items);
    memory_give(&a, spec->next_geoms.items);
    memory_give(&a, spec->weights.items);
    memory_give(&a, spec);
}

ludo_status ludo_spec_set_name(ludo_spec *spec, const char *name)
{
    if (spec == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    const char *copy = ludo_element_keep_text(spec, name);
    spec->name = copy != NULL ? copy : spec->name;
    return copy != NULL ? LUDO_OK : LUDO_NO_MEMORY;
}

/* Set an option that is 0 or 1. */
static ludo_status set_flag(bool *flag, double value)
{
    if (value != 0.0 && value != 1.0) {
        return LUDO_BAD_ARGUMENT;
    }
    *flag = value == 1.0;
    return LUDO_OK;
}

static ludo_status set_medium(ludo_medium *m, const char *name, const double *values, int32_t count)
{
    if (strcmp(name, "wind") == 0 && count == 3) {
        m->wind = (ludo_vec3){values[0], values[1], values[2]};
        return LUDO_OK;
    }
    double *number = strcmp(name, "density") == 0     ? &m->density
                     : strcmp(name, "viscosity") == 0 ? &m->viscosity
                                                      : NULL;
    if (number == NULL || count != 1 || !(values[0] >= 0.0)) {
        return LUDO_BAD_ARGUMENT;
    }
    *number = values[0];
    return LUDO_OK;
}

ludo_status ludo_spec_set_option(ludo_spec *spec, const char *name, const double *values,
                                 int32_t count)
{
    /* options have one number or three: no more of them are read */
    if (spec == NULL || name == NULL || values == NULL || count > 3 || !all_finite(values, count)) {
        return LUDO_BAD_ARGUMENT;
    }
    if (strcmp(name, "gravity") == 0 && count == 3) {
        spec->gravity = (ludo_vec3){values[0], values[1], values[2]};
        return LUDO_OK;
    }
    if (strcmp(name, "timestep") == 0 && count == 1 && values[0] > 0.0) {
        spec->timestep = values[0];
        return LUDO_OK;
    }
    if (strcmp(name, "merge") == 0 && count == 1) {
        return set_flag(&spec->merge, values[0]);
    }
    if (strcmp(name, "spherical") == 0 && count == 1) {
        return set_flag(&spec->spherical, values[0]);
    }
    return set_medium(&spec->medium, name, values, count);
}

ludo_status ludo_spec_hold_joint(ludo_spec *spec, int32_t joint)
{
    if (spec == NULL || joint < 0 || joint >= spec->joints.count) {
        return LUDO_BAD_ARGUMENT;
    }
    return ludo_element_add(spec, ELEMENT_HELD, &joint, NULL);
}

ludo_status ludo_spec_add_note(ludo_spec *spec, ludo_note_kind kind, ludo_place place,
                               const char *message)
{
    if ((int)kind < LUDO_NOTE_WARNING || kind > LUDO_NOTE_LIMIT) {
        return LUDO_BAD_ARGUMENT;
    }
    return ludo_element_add(spec, ELEMENT_NOTE, &(spec_note){kind, place, message}, NULL);
}

/* add of one kind of element */
#define ADD(thing, type, of)                                                                       \
    ludo_status ludo_spec_add_##thing(ludo_spec *spec, const type *def, int32_t *thing)            \
    {                                                                                              \
        return ludo_element_add(spec, of, def, thing);                                             \
    }

ADD(body, ludo_body_def, ELEMENT_BODY)
ADD(joint, ludo_joint_def, ELEMENT_JOINT)
ADD(closure, ludo_joint_def, ELEMENT_CLOSURE)
ADD(coupling, ludo_coupling_def, ELEMENT_COUPLING)
ADD(site, ludo_site_def, ELEMENT_SITE)
ADD(mesh, ludo_mesh_def, ELEMENT_MESH)
ADD(geom, ludo_geom_def, ELEMENT_GEOM)
ADD(pair, ludo_pair_def, ELEMENT_PAIR)
ADD(exclude, ludo_exclude_def, ELEMENT_EXCLUDE)
ADD(fluid, ludo_fluid_def, ELEMENT_FLUID)
ADD(spring, ludo_spring_def, ELEMENT_SPRING)
ADD(actuator, ludo_actuator_def, ELEMENT_ACTUATOR)
ADD(sensor, ludo_sensor_def, ELEMENT_SENSOR)
ADD(keyframe, ludo_keyframe_def, ELEMENT_KEYFRAME)

ludo_status ludo_spec_add_link(ludo_spec *spec, const ludo_body_def *body,
                               const ludo_joint_def *joint, int32_t *number)
{
    if (spec == NULL || !SIZED_KNOWN(joint)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_joint_def carrier;
    SIZED_READ(&carrier, joint);
    ludo_status status = ludo_spec_add_body(spec, body, &carrier.child);
    if (status == LUDO_OK) {
        status = ludo_spec_add_joint(spec, &carrier, NULL);
        spec->bodies.count -= status != LUDO_OK ? 1 : 0;
    }
    if (status == LUDO_OK && number != NULL) {
        *number = carrier.child;
    }
    return status;
}
