/* SPDX-License-Identifier: Apache-2.0
 *
 * The editable description: growing arrays, and owned copies of all texts and arrays. */
#include "spec/spec.h"

#include "core/sized.h"
#include "math/vec3.h"

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
    memory_give(&a, spec->bodies.items);
    memory_give(&a, spec->joints.items);
    memory_give(&a, spec->closures.items);
    memory_give(&a, spec->couplings.items);
    memory_give(&a, spec->sites.items);
    memory_give(&a, spec->meshes.items);
    memory_give(&a, spec->geoms.items);
    memory_give(&a, spec->pairs.items);
    memory_give(&a, spec->excludes.items);
    memory_give(&a, spec->fluids.items);
    memory_give(&a, spec->springs.items);
    memory_give(&a, spec->actuators.items);
    memory_give(&a, spec->keyframes.items);
    memory_give(&a, spec->notes.items);
    memory_give(&a, spec->held.items);
    memory_give(&a, spec->chains.items);
    memory_give(&a, spec->next_geoms.items);
    memory_give(&a, spec->weights.items);
    memory_give(&a, spec);
}

/* A copy of `size` bytes that lives as long as the spec; NULL without memory. */
static void *keep(ludo_spec *spec, const void *bytes, size_t size)
{
    void *copy = memory_take(&spec->allocator, size > 0 ? size : 1);
    if (copy == NULL) {
        return NULL;
    }
    void **slot = ludo_growing_add(&spec->owned, sizeof *slot, &spec->allocator);
    if (slot == NULL) {
        memory_give(&spec->allocator, copy);
        return NULL;
    }
    *slot = copy;
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

/* Replace a text by an owned copy; NULL becomes "". */
static bool keep_text(ludo_spec *spec, const char **text)
{
    *text = (*text == NULL || **text == '\0') ? "" : keep(spec, *text, strlen(*text) + 1);
    return *text != NULL;
}

/* Replace the file name of a place by an owned copy, shared by consecutive items of one file. */
static bool keep_place(ludo_spec *spec, ludo_place *place)
{
    if (place->file == NULL) {
        return true;
    }
    if (spec->file == NULL || strcmp(spec->file, place->file) != 0) {
        const char *file = place->file;
        if (!keep_text(spec, &file)) {
            return false;
        }
        spec->file = file;
    }
    place->file = spec->file;
    return true;
}

/* An owned copy of an array, NULL if it is empty; *kept becomes false without memory. */
static const void *keep_array(ludo_spec *spec, const void *items, int32_t count, size_t size,
                              bool *kept)
{
    const void *copy = count > 0 ? keep(spec, items, (size_t)count * size) : NULL;
    *kept = *kept && (count == 0 || copy != NULL);
    return copy;
}

static bool is_array(const void *items, int32_t count)
{
    return count == 0 || (count > 0 && items != NULL);
}

ludo_status ludo_spec_set_name(ludo_spec *spec, const char *name)
{
    if (spec == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    if (!keep_text(spec, &name)) {
        return LUDO_NO_MEMORY;
    }
    spec->name = name;
    return LUDO_OK;
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

ludo_status ludo_spec_set_option(ludo_spec *spec, const char *name, const double *values,
                                 int32_t count)
{
    if (spec == NULL || name == NULL || values == NULL || !all_finite(values, count)) {
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
    return LUDO_BAD_ARGUMENT;
}

/* Append a definition whose texts are already owned; *number is its number. */
static ludo_status append(ludo_spec *spec, growing *list, const void *def, size_t size,
                          int32_t *number)
{
    void *item = ludo_growing_add(list, size, &spec->allocator);
    if (item == NULL) {
        return LUDO_NO_MEMORY;
    }
    memcpy(item, def, size);
    if (number != NULL) {
        *number = list->count - 1;
    }
    return LUDO_OK;
}

ludo_status ludo_spec_add_body(ludo_spec *spec, const ludo_body_def *def, int32_t *body)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_body_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->bodies, &d, sizeof d, body) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_set_body(ludo_spec *spec, int32_t body, const ludo_body_def *def)
{
    if (spec == NULL || !SIZED_KNOWN(def) || body < 0 || body >= spec->bodies.count) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_body_def d;
    SIZED_READ(&d, def);
    if (!keep_text(spec, &d.name) || !keep_place(spec, &d.place)) {
        return LUDO_NO_MEMORY;
    }
    ((ludo_body_def *)spec->bodies.items)[body] = d;
    return LUDO_OK;
}

static ludo_status add_joint(ludo_spec *spec, growing *list, const ludo_joint_def *def,
                             int32_t *number)
{
    if (!SIZED_KNOWN(def) || def->type == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_joint_def d;
    SIZED_READ(&d, def);
    const bool kept =
        keep_text(spec, &d.name) && keep_text(spec, &d.type) && keep_place(spec, &d.place);
    return kept ? append(spec, list, &d, sizeof d, number) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_joint(ludo_spec *spec, const ludo_joint_def *def, int32_t *joint)
{
    return spec != NULL ? add_joint(spec, &spec->joints, def, joint) : LUDO_BAD_ARGUMENT;
}

ludo_status ludo_spec_add_closure(ludo_spec *spec, const ludo_joint_def *def, int32_t *closure)
{
    return spec != NULL ? add_joint(spec, &spec->closures, def, closure) : LUDO_BAD_ARGUMENT;
}

ludo_status ludo_spec_hold_joint(ludo_spec *spec, int32_t joint)
{
    if (spec == NULL || joint < 0 || joint >= spec->joints.count) {
        return LUDO_BAD_ARGUMENT;
    }
    return append(spec, &spec->held, &joint, sizeof joint, NULL);
}

ludo_status ludo_spec_add_coupling(ludo_spec *spec, const ludo_coupling_def *def, int32_t *coupling)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_coupling_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->couplings, &d, sizeof d, coupling) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_site(ludo_spec *spec, const ludo_site_def *def, int32_t *site)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_site_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->sites, &d, sizeof d, site) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_mesh(ludo_spec *spec, const ludo_mesh_def *def, int32_t *mesh)
{
    if (spec == NULL || !SIZED_KNOWN(def) || def->vertex_count > INT32_MAX / 3 ||
        def->face_count > INT32_MAX / 3 || !is_array(def->vertex, def->vertex_count) ||
        !is_array(def->face, def->face_count)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_mesh_def d;
    SIZED_READ(&d, def);
    bool kept = keep_text(spec, &d.name) && keep_text(spec, &d.file) && keep_place(spec, &d.place);
    d.vertex = keep_array(spec, d.vertex, d.vertex_count, 3 * sizeof *d.vertex, &kept);
    d.face = keep_array(spec, d.face, d.face_count, 3 * sizeof *d.face, &kept);
    return kept ? append(spec, &spec->meshes, &d, sizeof d, mesh) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_geom(ludo_spec *spec, const ludo_geom_def *def, int32_t *geom)
{
    if (spec == NULL || !SIZED_KNOWN(def) || def->type == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_geom_def d;
    SIZED_READ(&d, def);
    const bool kept =
        keep_text(spec, &d.name) && keep_text(spec, &d.type) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->geoms, &d, sizeof d, geom) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_pair(ludo_spec *spec, const ludo_pair_def *def, int32_t *pair)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_pair_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->pairs, &d, sizeof d, pair) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_exclude(ludo_spec *spec, const ludo_exclude_def *def, int32_t *exclude)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_exclude_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->excludes, &d, sizeof d, exclude) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_fluid(ludo_spec *spec, const ludo_fluid_def *def, int32_t *fluid)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_fluid_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_place(spec, &d.place);
    return kept ? append(spec, &spec->fluids, &d, sizeof d, fluid) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_spring(ludo_spec *spec, const ludo_spring_def *def, int32_t *spring)
{
    if (spec == NULL || !SIZED_KNOWN(def) || def->type == NULL ||
        !is_array(def->term, def->term_count)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_spring_def d;
    SIZED_READ(&d, def);
    bool kept = keep_text(spec, &d.name) && keep_text(spec, &d.type) && keep_place(spec, &d.place);
    d.term = keep_array(spec, d.term, d.term_count, sizeof *d.term, &kept);
    return kept ? append(spec, &spec->springs, &d, sizeof d, spring) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_actuator(ludo_spec *spec, const ludo_actuator_def *def, int32_t *actuator)
{
    if (spec == NULL || !SIZED_KNOWN(def)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_actuator_def d;
    SIZED_READ(&d, def);
    const bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    return kept ? append(spec, &spec->actuators, &d, sizeof d, actuator) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_keyframe(ludo_spec *spec, const ludo_keyframe_def *def, int32_t *keyframe)
{
    if (spec == NULL || !SIZED_KNOWN(def) || !is_array(def->position, def->position_count) ||
        !is_array(def->velocity, def->velocity_count) ||
        !is_array(def->control, def->control_count)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_keyframe_def d;
    SIZED_READ(&d, def);
    bool kept = keep_text(spec, &d.name) && keep_place(spec, &d.place);
    d.position = keep_array(spec, d.position, d.position_count, sizeof *d.position, &kept);
    d.velocity = keep_array(spec, d.velocity, d.velocity_count, sizeof *d.velocity, &kept);
    d.control = keep_array(spec, d.control, d.control_count, sizeof *d.control, &kept);
    return kept ? append(spec, &spec->keyframes, &d, sizeof d, keyframe) : LUDO_NO_MEMORY;
}

ludo_status ludo_spec_add_note(ludo_spec *spec, ludo_note_kind kind, ludo_place place,
                               const char *message)
{
    if (spec == NULL || message == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    spec_note note = {kind, place, message};
    const bool kept = keep_text(spec, &note.message) && keep_place(spec, &note.place);
    return kept ? append(spec, &spec->notes, &note, sizeof note, NULL) : LUDO_NO_MEMORY;
}
