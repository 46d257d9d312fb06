/* SPDX-License-Identifier: Apache-2.0
 *
 * Specs in files: one table per kind of thing, with the kind's name; variable-length lists are in
 * separate tables KIND.LIST, in the order of their owners. */
#include "trajectory/spec_file.h"

#include "trajectory/attributes.h"
#include "trajectory/dataset.h"
#include "trajectory/spec_tables.h"

#include <stdio.h>
#include <string.h>

enum { NAME_ROOM = 64 };

/* Settings of the whole model. */
typedef struct spec_settings {
    const char *name;
    ludo_vec3 gravity;
    double timestep;
    bool merge, spherical;
    double density, viscosity; /* of the medium */
    ludo_vec3 wind;
} spec_settings;

static const field setting_fields[] = {TEXT(spec_settings, name),      REAL(spec_settings, gravity),
                                       REAL(spec_settings, timestep),  FLAG(spec_settings, merge),
                                       FLAG(spec_settings, spherical), REAL(spec_settings, density),
                                       REAL(spec_settings, viscosity), REAL(spec_settings, wind)};
enum { SETTINGS_FORCES = 3 }; /* that files before ERA_ROBOTS lack */
static const record settings = RECORD_OF(spec_settings, setting_fields);

/* "spec/KIND" or "spec/KIND.LIST" */
static void table_name(char name[NAME_ROOM], const spec_table *t, const spec_list *list)
{
    (void)snprintf(name, NAME_ROOM, "spec/%s%s%s", t->name, list != NULL ? "." : "",
                   list != NULL ? list->item.name : "");
}

static int32_t list_count(const spec_list *list, const any_def *def)
{
    int32_t count = 0;
    memcpy(&count, (const char *)def + list->count_at, sizeof count);
    return count;
}

/* Memory for packed rows; NULL without. */
static char *room_for(const h5_file *f, size_t rows, size_t size)
{
    return size == 0 || rows < SIZE_MAX / size ? memory_take(&f->allocator, rows * size + 1) : NULL;
}

/* ---- writing ---- */

static ludo_status write_table(const h5_file *f, const ludo_spec *spec, const spec_table *t)
{
    const int32_t count = t->count(spec);
    char name[NAME_ROOM];
    any_def def;
    size_t width = 0;
    for (int32_t i = 0; i < count; i++) {
        t->get(spec, i, &def);
        width = ludo_field_record_longest(&t->row, &def, width);
    }
    char *packed = room_for(f, (size_t)count, ludo_field_record_packed(&t->row, width)),
         *row = packed;
    if (packed == NULL) {
        return ludo_h5_no_memory(f);
    }
    for (int32_t i = 0; i < count; i++) {
        t->get(spec, i, &def);
        row = ludo_field_record_pack(&t->row, width, &def, row);
    }
    table_name(name, t, NULL);
    const ludo_status status =
        ludo_dataset_write_records(f, name, &t->row, width, (size_t)count, packed);
    memory_give(&f->allocator, packed);
    return status;
}

/* Append the items of one thing to those of the things before it. */
static char *pack_items(const spec_list *list, const any_def *def, char *row)
{
    const char *items = NULL;
    memcpy(&items, (const char *)def + list->item.at, sizeof items);
    for (int32_t i = 0; i < list_count(list, def); i++) {
        row =
            ludo_field_pack(&list->item, 0, items + (size_t)i * ludo_field_size(&list->item), row);
    }
    return row;
}

static ludo_status write_list(const h5_file *f, const ludo_spec *spec, const spec_table *t,
                              const spec_list *list)
{
    char name[NAME_ROOM];
    any_def def;
    size_t total = 0;
    for (int32_t i = 0; i < t->count(spec); i++) {
        t->get(spec, i, &def);
        total += (size_t)list_count(list, &def);
    }
    char *packed = room_for(f, total, ludo_field_packed(&list->item, 0)), *row = packed;
    if (packed == NULL) {
        return ludo_h5_no_memory(f);
    }
    for (int32_t i = 0; i < t->count(spec); i++) {
        t->get(spec, i, &def);
        row = pack_items(list, &def, row);
    }
    table_name(name, t, list);
    const ludo_status status = ludo_dataset_write_fields(f, name, &list->item, 0, total, packed);
    memory_give(&f->allocator, packed);
    return status;
}

ludo_status ludo_spec_file_write(const h5_file *f, const ludo_spec *spec)
{
    spec_settings said = {.name = ludo_spec_name(spec),
                          .timestep = ludo_spec_timestep(spec),
                          .merge = ludo_spec_merge(spec),
                          .spherical = ludo_spec_spherical(spec)};
    ludo_medium medium = ludo_medium_default();
    (void)ludo_spec_gravity(spec, &said.gravity);
    (void)ludo_spec_medium(spec, &medium);
    said.density = medium.density, said.viscosity = medium.viscosity, said.wind = medium.wind;
    ludo_status status = ludo_dataset_create_group(f, "spec");
    status = status == LUDO_OK ? ludo_attributes_write(f, "spec", &settings, &said) : status;
    for (int k = 0; k < SPEC_TABLES && status == LUDO_OK; k++) {
        const spec_table *t = &ludo_spec_tables[k];
        status = write_table(f, spec, t);
        for (size_t i = 0; i < t->list_count && status == LUDO_OK; i++) {
            status = write_list(f, spec, t, &t->list[i]);
        }
    }
    return status;
}

/* ---- reading ---- */

/* The era of a file: that of its newest table or field. */
static spec_era era_of(const h5_file *f)
{
    if (ludo_h5_holds(f, "spec/sensors")) {
        return ERA_ROBOTS;
    }
    if (ludo_dataset_has_field(f, "spec/geoms", "concave")) {
        return ERA_CONCAVE;
    }
    if (ludo_h5_holds(f, "spec/fluids")) {
        return ludo_dataset_has_field(f, "spec/pairs", "roll_friction") ? ERA_ROLLING : ERA_FLUIDS;
    }
    return ludo_h5_holds(f, "spec/pairs") || ludo_h5_holds(f, "spec/excludes") ? ERA_CONTACTS
                                                                               : ERA_MOTION;
}

/* The row of a table in a file. */
static record row_in(const spec_table *t, spec_era era)
{
    record row = t->row;
    for (int i = 0; i < SPEC_GROWTHS; i++) {
        row.count -= era < t->later[i].since ? t->later[i].fields : 0;
    }
    return row;
}

/* The items of a list of all things, as structs in memory, and how many were assigned. */
typedef struct items {
    char *bytes;
    size_t count, used;
} items;

static ludo_status read_list(const h5_file *f, const spec_table *t, const spec_list *list,
                             items *out)
{
    char name[NAME_ROOM];
    packed_rows packed;
    table_name(name, t, list);
    ludo_status status = ludo_dataset_read_fields(f, name, &list->item, &packed);
    if (status == LUDO_OK) {
        const size_t size = ludo_field_size(&list->item);
        *out = (items){room_for(f, packed.rows, size), packed.rows, 0};
        status = out->bytes != NULL ? LUDO_OK : ludo_h5_no_memory(f);
        char *row = packed.bytes;
        for (size_t i = 0; i < packed.rows && status == LUDO_OK; i++) {
            row = ludo_field_unpack(&list->item, packed.width, row, out->bytes + i * size);
        }
    }
    memory_give(&f->allocator, packed.bytes);
    return status;
}

/* Assign the next items to one thing; false if there are too few. */
static bool take_items(const spec_list *list, items *from, any_def *def)
{
    const int32_t count = list_count(list, def);
    if (count < 0 || (size_t)count > from->count - from->used) {
        return false;
    }
    const size_t used = from->used * ludo_field_size(&list->item);
    const char *first = from->bytes != NULL ? from->bytes + used : NULL;
    memcpy((char *)def + list->item.at, &first, sizeof first);
    from->used += (size_t)count;
    return true;
}

/* Add a thing with its part of the lists. */
static ludo_status add_row(const spec_table *t, items lists[SPEC_LISTS], any_def *def,
                           ludo_spec *spec)
{
    for (size_t i = 0; i < t->list_count; i++) {
        if (!take_items(&t->list[i], &lists[i], def)) {
            return LUDO_BAD_ARGUMENT;
        }
    }
    return t->add(spec, def);
}

/* Add all things of a table; all list items must be used. */
static ludo_status add_rows(const h5_file *f, const spec_table *t, const record *as,
                            const packed_rows *rows, items lists[SPEC_LISTS], ludo_spec *spec)
{
    char *row = rows->bytes;
    for (size_t i = 0; i < rows->rows; i++) {
        any_def def;
        memset(&def, 0, sizeof def);
        row = ludo_field_record_unpack(as, rows->width, row, &def);
        const ludo_status added = add_row(t, lists, &def, spec);
        if (added != LUDO_OK) {
            return added == LUDO_NO_MEMORY
                       ? ludo_h5_no_memory(f)
                       : ludo_h5_say(f, LUDO_PARSE, "row %zu of spec/%s is invalid", i, t->name);
        }
    }
    for (size_t i = 0; i < t->list_count; i++) {
        if (lists[i].used < lists[i].count) {
            return ludo_h5_say(f, LUDO_PARSE, "spec/%s.%s has more rows than spec/%s refers to",
                               t->name, t->list[i].item.name, t->name);
        }
    }
    return LUDO_OK;
}

static ludo_status read_table(const h5_file *f, const spec_table *t, spec_era era, ludo_spec *spec)
{
    const record row = row_in(t, era);
    char name[NAME_ROOM];
    packed_rows rows;
    items lists[SPEC_LISTS] = {{NULL, 0, 0}};
    table_name(name, t, NULL);
    ludo_status status = ludo_dataset_read_records(f, name, &row, &rows);
    for (size_t i = 0; i < t->list_count && status == LUDO_OK; i++) {
        status = era >= t->list[i].since ? read_list(f, t, &t->list[i], &lists[i]) : LUDO_OK;
    }
    status = status == LUDO_OK ? add_rows(f, t, &row, &rows, lists, spec) : status;
    for (size_t i = 0; i < t->list_count; i++) {
        memory_give(&f->allocator, lists[i].bytes);
    }
    memory_give(&f->allocator, rows.bytes);
    return status;
}

static ludo_status apply_settings(const h5_file *f, const spec_settings *said, ludo_spec *spec)
{
    const double merge = said->merge ? 1.0 : 0.0, spherical = said->spherical ? 1.0 : 0.0;
    if (ludo_spec_set_option(spec, "gravity", &said->gravity.x, 3) != LUDO_OK ||
        ludo_spec_set_option(spec, "timestep", &said->timestep, 1) != LUDO_OK ||
        ludo_spec_set_option(spec, "merge", &merge, 1) != LUDO_OK ||
        ludo_spec_set_option(spec, "spherical", &spherical, 1) != LUDO_OK ||
        ludo_spec_set_option(spec, "density", &said->density, 1) != LUDO_OK ||
        ludo_spec_set_option(spec, "viscosity", &said->viscosity, 1) != LUDO_OK ||
        ludo_spec_set_option(spec, "wind", &said->wind.x, 3) != LUDO_OK) {
        return ludo_h5_say(f, LUDO_PARSE, "the attributes of spec are invalid");
    }
    return ludo_spec_set_name(spec, said->name) == LUDO_OK ? LUDO_OK : ludo_h5_no_memory(f);
}

static ludo_status read_settings(const h5_file *f, ludo_spec *spec)
{
    spec_settings said = {.name = NULL};
    char *texts = NULL;
    if (!ludo_h5_holds(f, "spec")) {
        return ludo_h5_unfit(f, "spec", "is missing");
    }
    record known = settings;
    known.count -= era_of(f) < ERA_ROBOTS ? SETTINGS_FORCES : 0;
    ludo_status status = ludo_attributes_read(f, "spec", &known, &said, &texts);
    status = status == LUDO_OK ? apply_settings(f, &said, spec) : status;
    memory_give(&f->allocator, texts);
    return status;
}

ludo_status ludo_spec_file_read(const h5_file *f, ludo_spec **out)
{
    if (ludo_spec_create(&f->allocator, out) != LUDO_OK) {
        return ludo_h5_no_memory(f);
    }
    ludo_status status = read_settings(f, *out);
    const spec_era era = era_of(f);
    for (int k = 0; k < SPEC_TABLES && status == LUDO_OK; k++) {
        const spec_table *t = &ludo_spec_tables[k];
        status = row_in(t, era).count > 0 ? read_table(f, t, era, *out) : LUDO_OK;
    }
    if (status != LUDO_OK) {
        ludo_spec_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- comparison with a model ---- */

/* Compares names and counts: parameters of the model may have been changed since. */
static bool describes(const ludo_model *of, const ludo_model *model)
{
    bool same = ludo_model_body_count(of) == ludo_model_body_count(model) &&
                ludo_model_joint_count(of) == ludo_model_joint_count(model) &&
                ludo_model_loop_count(of) == ludo_model_loop_count(model) &&
                ludo_model_site_count(of) == ludo_model_site_count(model) &&
                ludo_model_geom_count(of) == ludo_model_geom_count(model) &&
                ludo_model_fluid_count(of) == ludo_model_fluid_count(model) &&
                ludo_model_spring_count(of) == ludo_model_spring_count(model) &&
                ludo_model_actuator_count(of) == ludo_model_actuator_count(model) &&
                ludo_model_sensor_count(of) == ludo_model_sensor_count(model) &&
                ludo_model_activation_count(of) == ludo_model_activation_count(model) &&
                ludo_model_position_count(of) == ludo_model_position_count(model) &&
                ludo_model_dof(of) == ludo_model_dof(model) &&
                ludo_model_rows(of) == ludo_model_rows(model);
    for (int32_t i = 0; same && i < ludo_model_body_count(of); i++) {
        same = strcmp(ludo_model_body_name(of, i), ludo_model_body_name(model, i)) == 0;
    }
    for (int32_t i = 0; same && i < ludo_model_joint_count(of); i++) {
        same = strcmp(ludo_model_joint_name(of, i), ludo_model_joint_name(model, i)) == 0;
    }
    return same;
}

ludo_status ludo_spec_file_match(const h5_file *f, const ludo_spec *spec, const ludo_model *model)
{
    ludo_model *of = NULL;
    const ludo_status status = ludo_compile(spec, &f->allocator, &of, f->why);
    if (status == LUDO_NO_MEMORY) {
        return status;
    }
    const bool same = status == LUDO_OK && describes(of, model);
    ludo_model_destroy(of);
    return same
               ? LUDO_OK
               : ludo_h5_say(f, LUDO_BAD_ARGUMENT,
                             "the spec is not the one from which the simulated model was compiled");
}
