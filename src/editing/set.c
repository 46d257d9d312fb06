/* SPDX-License-Identifier: Apache-2.0
 *
 * Replacing definitions. A joint that is replaced may have other coordinates, and its child or the
 * body that it does not carry any more may float: keyframes follow. */
#include "editing/keyframes.h"
#include "ludo/edit.h"

/* Keyframes after joint `number` was replaced. `to` has room for all owners of coordinates. */
static ludo_status follow_all(ludo_spec *spec, const coordinates *before, const int32_t *to,
                              ludo_keyframe_def *out)
{
    const ludo_keyframe_def *keyframe = spec->keyframes.items;
    coordinates after;
    ludo_status status = ludo_coordinates_find(spec, &after);
    for (int32_t k = 0; k < spec->keyframes.count && status == LUDO_OK; k++) {
        const keyframe_source source[2] = {{&keyframe[k], before, {to, to, NULL}, NULL}};
        out[k] = keyframe[k];
        status = ludo_editing_follow(spec, spec, &after, source, &out[k]);
    }
    ludo_coordinates_release(&after);
    return status;
}

/* Replace a joint whose new definition belongs to the spec, and the lists of all keyframes. */
static ludo_status replace_joint(ludo_spec *spec, int32_t number, const ludo_joint_def *def,
                                 const coordinates *before, void *memory)
{
    ludo_joint_def *joint = (ludo_joint_def *)spec->joints.items + number;
    const ludo_joint_def old = *joint;
    const int32_t owners = before->owners[LIST_POSITION];
    ludo_keyframe_def *keyframe = memory;
    int32_t *to = (int32_t *)(void *)(keyframe + spec->keyframes.count);
    for (int32_t i = 0; i < owners; i++) {
        to[i] = i == number && strcmp(old.type, def->type) != 0 ? -1 : i;
    }
    *joint = *def;
    const ludo_status status = follow_all(spec, before, to, keyframe);
    if (status == LUDO_OK) {
        memcpy(spec->keyframes.items, keyframe, (size_t)spec->keyframes.count * sizeof *keyframe);
    } else {
        *joint = old;
    }
    return status;
}

static ludo_status set_joint(ludo_spec *spec, int32_t number, const ludo_joint_def *def)
{
    coordinates before;
    ludo_status status = ludo_coordinates_find(spec, &before);
    const size_t keyframes = (size_t)spec->keyframes.count * sizeof(ludo_keyframe_def);
    const size_t owners = (size_t)before.owners[LIST_POSITION] * sizeof(int32_t);
    void *memory = status == LUDO_OK ? memory_take(&spec->allocator, keyframes + owners) : NULL;
    if (memory != NULL) {
        status = replace_joint(spec, number, def, &before, memory);
    }
    status = status == LUDO_OK && memory == NULL ? LUDO_NO_MEMORY : status;
    memory_give(&spec->allocator, memory);
    ludo_coordinates_release(&before);
    return status;
}

static ludo_status set(ludo_spec *spec, element of, int32_t number, const void *def)
{
    if (spec == NULL || ludo_element_read(spec, of, number) == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    element_def owned;
    const ludo_status status = ludo_element_own(spec, of, def, &owned);
    if (status != LUDO_OK) {
        return status;
    }
    if (of == ELEMENT_JOINT && ludo_editing_has_numbers(spec)) {
        return set_joint(spec, number, &owned.joint);
    }
    memcpy(ludo_element_at(spec, of, number), &owned, ludo_element_kind(of)->size);
    if (of == ELEMENT_GEOM || of == ELEMENT_MESH) {
        ludo_element_forget_caches(spec);
    }
    return LUDO_OK;
}

/* set of one kind of element */
#define SET(thing, type, of)                                                                       \
    ludo_status ludo_spec_set_##thing(ludo_spec *spec, int32_t thing, const type *def)             \
    {                                                                                              \
        return set(spec, of, thing, def);                                                          \
    }

SET(body, ludo_body_def, ELEMENT_BODY)
SET(joint, ludo_joint_def, ELEMENT_JOINT)
SET(closure, ludo_joint_def, ELEMENT_CLOSURE)
SET(coupling, ludo_coupling_def, ELEMENT_COUPLING)
SET(site, ludo_site_def, ELEMENT_SITE)
SET(mesh, ludo_mesh_def, ELEMENT_MESH)
SET(geom, ludo_geom_def, ELEMENT_GEOM)
SET(pair, ludo_pair_def, ELEMENT_PAIR)
SET(exclude, ludo_exclude_def, ELEMENT_EXCLUDE)
SET(fluid, ludo_fluid_def, ELEMENT_FLUID)
SET(spring, ludo_spring_def, ELEMENT_SPRING)
SET(actuator, ludo_actuator_def, ELEMENT_ACTUATOR)
SET(sensor, ludo_sensor_def, ELEMENT_SENSOR)
SET(keyframe, ludo_keyframe_def, ELEMENT_KEYFRAME)
