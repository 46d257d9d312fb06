/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of a description. */
#include "spec/spec.h"

#include "core/sized.h"
#include "spec/items.h"

#include <math.h>

const char *ludo_spec_name(const ludo_spec *spec)
{
    return spec != NULL ? spec->name : NULL;
}

ludo_status ludo_spec_gravity(const ludo_spec *spec, ludo_vec3 *out)
{
    if (spec == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    *out = spec->gravity;
    return LUDO_OK;
}

ludo_status ludo_spec_medium(const ludo_spec *spec, ludo_medium *out)
{
    if (spec == NULL || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    SIZED_WRITE(out, &spec->medium);
    return LUDO_OK;
}

double ludo_spec_timestep(const ludo_spec *spec)
{
    return spec != NULL ? spec->timestep : (double)NAN;
}

bool ludo_spec_merge(const ludo_spec *spec)
{
    return spec != NULL ? spec->merge : false;
}

bool ludo_spec_spherical(const ludo_spec *spec)
{
    return spec != NULL ? spec->spherical : false;
}

ludo_status ludo_spec_allocator(const ludo_spec *spec, ludo_allocator *out)
{
    if (spec == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    *out = spec->allocator;
    return LUDO_OK;
}

int32_t ludo_spec_note_count(const ludo_spec *spec)
{
    return spec != NULL ? spec->notes.count : 0;
}

ludo_status ludo_spec_note(const ludo_spec *spec, int32_t note, ludo_note_info *out)
{
    if (spec == NULL || note < 0 || note >= spec->notes.count || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    const spec_note *n = (const spec_note *)spec->notes.items + note;
    const ludo_note_info info = {.kind = n->kind, .place = n->place, .message = n->message};
    SIZED_WRITE(out, &info);
    return LUDO_OK;
}

int32_t ludo_spec_held_count(const ludo_spec *spec)
{
    return spec != NULL ? spec->held.count : 0;
}

int32_t ludo_spec_held(const ludo_spec *spec, int32_t number)
{
    const bool known = spec != NULL && number >= 0 && number < spec->held.count;
    return known ? ((const int32_t *)spec->held.items)[number] : -1;
}

/* count and items of one kind of definition, in place and as copies */
#define READ(thing, list, type)                                                                    \
    int32_t ludo_spec_##thing##_count(const ludo_spec *spec)                                       \
    {                                                                                              \
        return spec != NULL ? spec->list.count : 0;                                                \
    }                                                                                              \
    const type *ludo_spec_##thing##_at(const ludo_spec *spec, int32_t thing)                       \
    {                                                                                              \
        const bool known = spec != NULL && thing >= 0 && thing < spec->list.count;                 \
        return known ? (const type *)spec->list.items + thing : NULL;                              \
    }                                                                                              \
    ludo_status ludo_spec_##thing(const ludo_spec *spec, int32_t thing, type *out)                 \
    {                                                                                              \
        const type *def = ludo_spec_##thing##_at(spec, thing);                                     \
        if (def == NULL || !SIZED_KNOWN(out)) {                                                    \
            return LUDO_BAD_ARGUMENT;                                                              \
        }                                                                                          \
        SIZED_WRITE(out, def);                                                                     \
        return LUDO_OK;                                                                            \
    }

READ(body, bodies, ludo_body_def)
READ(joint, joints, ludo_joint_def)
READ(closure, closures, ludo_joint_def)
READ(coupling, couplings, ludo_coupling_def)
READ(site, sites, ludo_site_def)
READ(mesh, meshes, ludo_mesh_def)
READ(geom, geoms, ludo_geom_def)
READ(pair, pairs, ludo_pair_def)
READ(exclude, excludes, ludo_exclude_def)
READ(fluid, fluids, ludo_fluid_def)
READ(spring, springs, ludo_spring_def)
READ(actuator, actuators, ludo_actuator_def)
READ(sensor, sensors, ludo_sensor_def)
READ(keyframe, keyframes, ludo_keyframe_def)
