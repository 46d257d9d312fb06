/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers of a description. */
#include "spec/spec.h"

const char *ludo_spec_name(const ludo_spec *spec)
{
    return spec->name;
}

ludo_vec3 ludo_spec_gravity(const ludo_spec *spec)
{
    return spec->gravity;
}

double ludo_spec_timestep(const ludo_spec *spec)
{
    return spec->timestep;
}

bool ludo_spec_merge(const ludo_spec *spec)
{
    return spec->merge;
}

bool ludo_spec_spherical(const ludo_spec *spec)
{
    return spec->spherical;
}

ludo_allocator ludo_spec_allocator(const ludo_spec *spec)
{
    return spec->allocator;
}

int32_t ludo_spec_note_count(const ludo_spec *spec)
{
    return spec->notes.count;
}

ludo_note_info ludo_spec_note(const ludo_spec *spec, int32_t note)
{
    const spec_note *items = spec->notes.items;
    return note >= 0 && note < spec->notes.count
               ? (ludo_note_info){items[note].kind, items[note].place, items[note].message}
               : (ludo_note_info){.message = NULL};
}

int32_t ludo_spec_kept_count(const ludo_spec *spec)
{
    return spec->kept.count;
}

int32_t ludo_spec_kept(const ludo_spec *spec, int32_t number)
{
    const int32_t *items = spec->kept.items;
    return number >= 0 && number < spec->kept.count ? items[number] : -1;
}

/* count and items of one kind of definition */
#define READ(thing, list, type)                                                                    \
    int32_t ludo_spec_##thing##_count(const ludo_spec *spec)                                       \
    {                                                                                              \
        return spec->list.count;                                                                   \
    }                                                                                              \
    const type *ludo_spec_##thing(const ludo_spec *spec, int32_t thing)                            \
    {                                                                                              \
        const type *items = spec->list.items;                                                      \
        return thing >= 0 && thing < spec->list.count ? items + thing : NULL;                      \
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
READ(keyframe, keyframes, ludo_keyframe_def)
