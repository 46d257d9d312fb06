/* SPDX-License-Identifier: Apache-2.0
 *
 * What a model is, as JSON. */
#include "info.h"

#include "json.h"
#include "model_file.h"

static void write_notes(json *j, const ludo_model *model, const char *path)
{
    ludo_json_open_array(j, "warnings");
    for (int32_t i = 0; i < ludo_model_note_count(model); i++) {
        const ludo_note_info note = ludo_model_note(model, i);
        ludo_json_text(j, NULL, ludo_model_file_note(&note, path, "").text);
    }
    ludo_json_close_array(j);
}

/* The name of a body; null for the world. */
static void write_body_name(json *j, const char *key, const ludo_model *model, int32_t body)
{
    ludo_json_text(j, key, ludo_model_body_name(model, body));
}

static void write_empty(json *j, const char *key)
{
    ludo_json_open_list(j, key);
    ludo_json_close_array(j);
}

static void write_bodies(json *j, const ludo_model *model)
{
    ludo_json_open_array(j, "bodies");
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        const ludo_body_info b = ludo_model_body(model, i);
        ludo_json_open_object(j, NULL);
        ludo_json_text(j, "name", b.name);
        write_body_name(j, "parent", model, b.parent);
        ludo_json_number(j, "mass", b.mass);
        ludo_json_vec3(j, "com", b.com);
        ludo_json_numbers(j, "inertia", b.inertia, 6);
        write_empty(j, "merged");
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

static void write_axis(json *j, ludo_vec3 axis)
{
    if (axis.x == 0.0 && axis.y == 0.0 && axis.z == 0.0) {
        ludo_json_null(j, "axis");
    } else {
        ludo_json_vec3(j, "axis", axis);
    }
}

static void write_joints(json *j, const ludo_model *model)
{
    ludo_json_open_array(j, "joints");
    for (int32_t i = 0; i < ludo_model_joint_count(model); i++) {
        const ludo_joint_info joint = ludo_model_joint(model, i);
        ludo_json_open_object(j, NULL);
        ludo_json_text(j, "name", joint.name);
        ludo_json_text(j, "type", joint.type);
        write_body_name(j, "parent", model, joint.parent);
        write_body_name(j, "child", model, joint.child);
        write_axis(j, joint.axis);
        ludo_json_vec3(j, "anchor", joint.anchor);
        ludo_json_null(j, "range");
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

static void write_structure(json *j, const ludo_model *model)
{
    const int32_t rows = ludo_model_rows(model);
    ludo_json_integer(j, "dof", ludo_model_dof(model));
    write_empty(j, "loops");
    ludo_json_integer(j, "rows", rows);
    ludo_json_integer(j, "rank", rows); /* of trees */
    write_empty(j, "redundant");
    ludo_json_open_list(j, "order");
    for (int32_t i = 0; i < ludo_model_body_count(model); i++) {
        write_body_name(j, NULL, model, ludo_model_order(model)[i]);
    }
    ludo_json_close_array(j);
    ludo_json_integer(j, "fill", ludo_model_fill(model));
    write_empty(j, "actuators");
    write_empty(j, "geoms");
}

void ludo_info_write(FILE *file, const ludo_model *model, const char *path)
{
    json j = {.file = file};
    ludo_json_open_object(&j, NULL);
    ludo_json_text(&j, "model", ludo_model_file_title(model, path));
    write_notes(&j, model, path);
    ludo_json_number(&j, "mass", ludo_model_mass(model));
    write_bodies(&j, model);
    write_joints(&j, model);
    write_structure(&j, model);
    ludo_json_close_object(&j);
}
