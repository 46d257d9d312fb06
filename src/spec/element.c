/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of kinds of elements, and owned copies of definitions. */
#include "spec/element.h"

#include "core/sized.h"

#include <stddef.h>
#include <string.h>

/* ---- references ---- */

static void visit_joint(void *def, reference_visit *visit, void *user)
{
    ludo_joint_def *d = def;
    visit(&d->parent, ELEMENT_BODY, user);
    visit(&d->child, ELEMENT_BODY, user);
}

static void visit_coupling(void *def, reference_visit *visit, void *user)
{
    ludo_coupling_def *d = def;
    if (d->of_springs) {
        visit(&d->spring, ELEMENT_SPRING, user);
        visit(&d->from_spring, ELEMENT_SPRING, user);
    } else {
        visit(&d->joint, ELEMENT_JOINT, user);
        visit(&d->from, ELEMENT_JOINT, user);
    }
}

static void visit_site(void *def, reference_visit *visit, void *user)
{
    visit(&((ludo_site_def *)def)->body, ELEMENT_BODY, user);
}

static void visit_geom(void *def, reference_visit *visit, void *user)
{
    ludo_geom_def *d = def;
    visit(&d->body, ELEMENT_BODY, user);
    if (strcmp(d->type, "mesh") == 0 || strcmp(d->type, "hfield") == 0) {
        visit(&d->mesh, ELEMENT_MESH, user);
    }
}

static void visit_pair(void *def, reference_visit *visit, void *user)
{
    ludo_pair_def *d = def;
    visit(&d->geom_a, ELEMENT_GEOM, user);
    visit(&d->geom_b, ELEMENT_GEOM, user);
}

static void visit_exclude(void *def, reference_visit *visit, void *user)
{
    ludo_exclude_def *d = def;
    visit(&d->body_a, ELEMENT_BODY, user);
    visit(&d->body_b, ELEMENT_BODY, user);
}

static void visit_fluid(void *def, reference_visit *visit, void *user)
{
    visit(&((ludo_fluid_def *)def)->body, ELEMENT_BODY, user);
}

static void visit_actuator(void *def, reference_visit *visit, void *user)
{
    ludo_actuator_def *d = def;
    visit(&d->target, d->on_spring ? ELEMENT_SPRING : ELEMENT_JOINT, user);
}

/* The kind of element of an object; ELEMENTS: none. */
static element kind_of_object(ludo_object of)
{
    static const element of_object[] = {
        [LUDO_OBJECT_NONE] = ELEMENTS,         [LUDO_OBJECT_BODY] = ELEMENT_BODY,
        [LUDO_OBJECT_CENTER] = ELEMENT_BODY,   [LUDO_OBJECT_SITE] = ELEMENT_SITE,
        [LUDO_OBJECT_GEOM] = ELEMENT_GEOM,     [LUDO_OBJECT_JOINT] = ELEMENT_JOINT,
        [LUDO_OBJECT_SPRING] = ELEMENT_SPRING, [LUDO_OBJECT_ACTUATOR] = ELEMENT_ACTUATOR,
    };
    const bool known = (int)of >= 0 && (size_t)of < sizeof of_object / sizeof *of_object;
    return known ? of_object[of] : ELEMENTS;
}

static void visit_sensor(void *def, reference_visit *visit, void *user)
{
    ludo_sensor_def *d = def;
    if (kind_of_object(d->of) != ELEMENTS) {
        visit(&d->object, kind_of_object(d->of), user);
    }
    if (kind_of_object(d->reference_of) != ELEMENTS) {
        visit(&d->reference, kind_of_object(d->reference_of), user);
    }
}

static void visit_held(void *def, reference_visit *visit, void *user)
{
    visit(def, ELEMENT_JOINT, user);
}

/* ---- frames on the world ---- */

static ludo_frame *joint_frame_on_world(void *def)
{
    ludo_joint_def *d = def;
    return d->parent == LUDO_WORLD ? &d->in_parent : NULL;
}

static ludo_frame *site_frame_on_world(void *def)
{
    ludo_site_def *d = def;
    return d->body == LUDO_WORLD ? &d->frame : NULL;
}

static ludo_frame *geom_frame_on_world(void *def)
{
    ludo_geom_def *d = def;
    return d->body == LUDO_WORLD ? &d->frame : NULL;
}

/* ---- the table ---- */

#define LIST(things, type) .list = offsetof(ludo_spec, things), .size = sizeof(type)
#define DEFINITIONS(things, type) LIST(things, type), .sized = true
#define PLACE(type) .place = (int32_t)offsetof(type, place)
#define NAME(type) .text = {offsetof(type, name)}, .texts = 1, .named = true, PLACE(type)
#define NAME_AND(type, other)                                                                      \
    .text = {offsetof(type, name), offsetof(type, other)}, .texts = 2, .named = true, PLACE(type)
#define ARRAY(type, member, per)                                                                   \
    {                                                                                              \
        offsetof(type, member), offsetof(type, member##_count),                                    \
            (per) * sizeof *((type *)NULL)->member, INT32_MAX / (per)                              \
    }

static const element_kind kinds[ELEMENTS] = {
    [ELEMENT_BODY] = {"body", DEFINITIONS(bodies, ludo_body_def), NAME(ludo_body_def)},
    [ELEMENT_MESH] = {"mesh", DEFINITIONS(meshes, ludo_mesh_def), NAME_AND(ludo_mesh_def, file),
                      .array = {ARRAY(ludo_mesh_def, vertex, 3), ARRAY(ludo_mesh_def, face, 3)},
                      .arrays = 2},
    [ELEMENT_JOINT] = {"joint", DEFINITIONS(joints, ludo_joint_def), NAME_AND(ludo_joint_def, type),
                       .needs_text = true, .visit_references = visit_joint,
                       .frame_on_world = joint_frame_on_world},
    [ELEMENT_CLOSURE] = {"closure", DEFINITIONS(closures, ludo_joint_def),
                         NAME_AND(ludo_joint_def, type), .needs_text = true,
                         .visit_references = visit_joint, .frame_on_world = joint_frame_on_world},
    [ELEMENT_SITE] = {"site", DEFINITIONS(sites, ludo_site_def), NAME_AND(ludo_site_def, type),
                      .visit_references = visit_site, .frame_on_world = site_frame_on_world},
    [ELEMENT_GEOM] = {"geom", DEFINITIONS(geoms, ludo_geom_def), NAME_AND(ludo_geom_def, type),
                      .needs_text = true, .visit_references = visit_geom,
                      .frame_on_world = geom_frame_on_world},
    [ELEMENT_PAIR] = {"pair", DEFINITIONS(pairs, ludo_pair_def), NAME(ludo_pair_def),
                      .visit_references = visit_pair},
    [ELEMENT_EXCLUDE] = {"exclude", DEFINITIONS(excludes, ludo_exclude_def), NAME(ludo_exclude_def),
                         .visit_references = visit_exclude},
    [ELEMENT_FLUID] = {"fluid", DEFINITIONS(fluids, ludo_fluid_def), PLACE(ludo_fluid_def),
                       .visit_references = visit_fluid},
    [ELEMENT_SPRING] = {"spring", DEFINITIONS(springs, ludo_spring_def),
                        NAME_AND(ludo_spring_def, type), .needs_text = true,
                        .array = {ARRAY(ludo_spring_def, term, 1), ARRAY(ludo_spring_def, path, 1)},
                        .arrays = 2, .visit_references = ludo_element_visit_spring},
    [ELEMENT_COUPLING] = {"coupling", DEFINITIONS(couplings, ludo_coupling_def),
                          NAME(ludo_coupling_def), .visit_references = visit_coupling},
    [ELEMENT_ACTUATOR] = {"actuator", DEFINITIONS(actuators, ludo_actuator_def),
                          .text = {offsetof(ludo_actuator_def, name),
                                   offsetof(ludo_actuator_def, gain_type),
                                   offsetof(ludo_actuator_def, bias_type),
                                   offsetof(ludo_actuator_def, dynamics_type)},
                          .texts = 4, .named = true, PLACE(ludo_actuator_def),
                          .visit_references = visit_actuator},
    [ELEMENT_SENSOR] = {"sensor", DEFINITIONS(sensors, ludo_sensor_def),
                        NAME_AND(ludo_sensor_def, type), .needs_text = true,
                        .visit_references = visit_sensor},
    [ELEMENT_KEYFRAME] =
        {"keyframe", DEFINITIONS(keyframes, ludo_keyframe_def), NAME(ludo_keyframe_def),
         .array = {ARRAY(ludo_keyframe_def, position, 1), ARRAY(ludo_keyframe_def, velocity, 1),
                   ARRAY(ludo_keyframe_def, control, 1), ARRAY(ludo_keyframe_def, activation, 1)},
         .arrays = 4},
    [ELEMENT_HELD] = {"held joint", LIST(held, int32_t), .place = NO_MEMBER,
                      .visit_references = visit_held},
    [ELEMENT_NOTE] = {"note", LIST(notes, spec_note), .text = {offsetof(spec_note, message)},
                      .texts = 1, .needs_text = true, PLACE(spec_note)},
};

const element_kind *ludo_element_kind(element of)
{
    return &kinds[of];
}

growing *ludo_element_list(ludo_spec *spec, element of)
{
    return (growing *)(void *)((char *)spec + kinds[of].list);
}

static const growing *list_of(const ludo_spec *spec, element of)
{
    return (const growing *)(const void *)((const char *)spec + kinds[of].list);
}

int32_t ludo_element_count(const ludo_spec *spec, element of)
{
    return list_of(spec, of)->count;
}

const void *ludo_element_read(const ludo_spec *spec, element of, int32_t number)
{
    const growing *list = list_of(spec, of);
    const bool known = number >= 0 && number < list->count;
    return known ? (const char *)list->items + kinds[of].size * (size_t)number : NULL;
}

void *ludo_element_at(ludo_spec *spec, element of, int32_t number)
{
    return (void *)ludo_element_read(spec, of, number);
}

/* ---- members of a definition ---- */

static const void *read_member(const void *def, size_t at)
{
    return (const char *)def + at;
}

static const char *read_text(const void *def, size_t at)
{
    return *(const char *const *)read_member(def, at);
}

static const void *read_array(const void *def, size_t at)
{
    return *(const void *const *)read_member(def, at);
}

static int32_t read_count(const void *def, size_t at)
{
    return *(const int32_t *)read_member(def, at);
}

const char *ludo_element_name(const element_kind *kind, const void *def)
{
    return read_text(def, kind->text[0]);
}

void ludo_element_rename(const element_kind *kind, void *def, const char *name)
{
    memcpy((char *)def + kind->text[0], &name, sizeof name);
}

ludo_place ludo_element_place(const element_kind *kind, const void *def)
{
    ludo_place place = {NULL, 0, 0};
    if (kind->place != NO_MEMBER) {
        memcpy(&place, read_member(def, (size_t)kind->place), sizeof place);
    }
    return place;
}

/* ---- owned copies ---- */

void *ludo_element_keep(ludo_spec *spec, const void *bytes, size_t size)
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
    if (size > 0 && bytes != NULL) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

const char *ludo_element_keep_text(ludo_spec *spec, const char *text)
{
    const bool empty = text == NULL || *text == '\0';
    return empty ? "" : ludo_element_keep(spec, text, strlen(text) + 1);
}

/* Replace the file name of a place by an owned copy, shared by consecutive elements of one file. */
static bool keep_place(ludo_spec *spec, ludo_place *place)
{
    if (place->file == NULL) {
        return true;
    }
    if (spec->file == NULL || strcmp(spec->file, place->file) != 0) {
        const char *file = ludo_element_keep_text(spec, place->file);
        if (file == NULL) {
            return false;
        }
        spec->file = file;
    }
    place->file = spec->file;
    return true;
}

static bool keep_texts(ludo_spec *spec, const element_kind *kind, void *def)
{
    bool kept = true;
    for (int32_t i = 0; i < kind->texts && kept; i++) {
        const char **text = (const char **)(void *)((char *)def + kind->text[i]);
        *text = ludo_element_keep_text(spec, *text);
        kept = *text != NULL;
    }
    return kept;
}

/* Replace arrays by owned copies; an empty one becomes NULL. */
static bool keep_arrays(ludo_spec *spec, const element_kind *kind, void *def)
{
    bool kept = true;
    for (int32_t i = 0; i < kind->arrays && kept; i++) {
        const element_array *a = &kind->array[i];
        const int32_t count = read_count(def, a->count);
        const void **array = (const void **)(void *)((char *)def + a->at);
        *array = count > 0 ? ludo_element_keep(spec, *array, (size_t)count * a->size) : NULL;
        kept = count == 0 || *array != NULL;
    }
    return kept;
}

/* Whether a definition has its texts, and arrays with possible counts. */
static bool is_complete(const element_kind *kind, const void *def)
{
    bool complete = !kind->needs_text || read_text(def, kind->text[kind->texts - 1]) != NULL;
    for (int32_t i = 0; i < kind->arrays && complete; i++) {
        const element_array *a = &kind->array[i];
        const int32_t count = read_count(def, a->count);
        complete = count == 0 || (count > 0 && count <= a->most && read_array(def, a->at) != NULL);
    }
    return complete;
}

/* Copy a definition of the caller. */
static void copy_def(const element_kind *kind, const void *def, void *out)
{
    if (kind->sized) {
        sized_read(out, def, kind->size);
    } else {
        memcpy(out, def, kind->size);
    }
}

ludo_status ludo_element_own(ludo_spec *spec, element of, const void *def, element_def *out)
{
    const element_kind *kind = &kinds[of];
    if (spec == NULL || def == NULL || (kind->sized && !sized_known(def, kind->size)) ||
        !is_complete(kind, def)) {
        return LUDO_BAD_ARGUMENT;
    }
    copy_def(kind, def, out);
    ludo_place *place = kind->place != NO_MEMBER ? (void *)((char *)out + kind->place) : NULL;
    const bool kept = keep_texts(spec, kind, out) && keep_arrays(spec, kind, out) &&
                      (place == NULL || keep_place(spec, place));
    return kept ? LUDO_OK : LUDO_NO_MEMORY;
}

ludo_status ludo_element_push(ludo_spec *spec, element of, const element_def *owned,
                              int32_t *number)
{
    growing *list = ludo_element_list(spec, of);
    void *item = ludo_growing_add(list, kinds[of].size, &spec->allocator);
    if (item == NULL) {
        return LUDO_NO_MEMORY;
    }
    memcpy(item, owned, kinds[of].size);
    if (number != NULL) {
        *number = list->count - 1;
    }
    return LUDO_OK;
}

ludo_status ludo_element_add(ludo_spec *spec, element of, const void *def, int32_t *number)
{
    element_def owned;
    const ludo_status status = ludo_element_own(spec, of, def, &owned);
    return status == LUDO_OK ? ludo_element_push(spec, of, &owned, number) : status;
}

void ludo_element_forget_caches(ludo_spec *spec)
{
    spec->chains.count = spec->next_geoms.count = spec->weights.count = 0;
    spec->has_late_geoms = false;
}
