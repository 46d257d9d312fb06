/* SPDX-License-Identifier: Apache-2.0
 *
 * What a model is, as JSON. */
#include "info.h"

#include "json.h"
#include "model_file.h"

#include <string.h>

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

/* Two numbers; null where they don't limit. */
static void write_limits(json *j, const char *key, bool limited, const double range[2])
{
    if (limited) {
        ludo_json_numbers(j, key, range, 2);
    } else {
        ludo_json_null(j, key);
    }
}

/* The range of a joint; of one with several coordinates one each, in a list. */
static void write_range(json *j, const ludo_joint_info *joint)
{
    bool limited = false;
    for (int32_t i = 0; i < joint->dof; i++) {
        limited = limited || joint->along[i].limited;
    }
    if (!limited || joint->dof == 1 || strcmp(joint->type, "ball") == 0) {
        write_limits(j, "range", limited, limited ? joint->along[0].range : NULL);
        return;
    }
    ludo_json_open_list(j, "range");
    for (int32_t i = 0; i < joint->dof; i++) {
        write_limits(j, NULL, joint->along[i].limited, joint->along[i].range);
    }
    ludo_json_close_array(j);
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
        write_range(j, &joint);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

static void write_actuators(json *j, const ludo_model *model)
{
    ludo_json_open_array(j, "actuators");
    for (int32_t i = 0; i < ludo_model_actuator_count(model); i++) {
        const ludo_actuator_info a = ludo_model_actuator(model, i);
        ludo_json_open_object(j, NULL);
        ludo_json_text(j, "name", a.name);
        ludo_json_text(j, "target",
                       a.on_spring ? ludo_model_spring_name(model, a.target)
                                   : ludo_model_joint_name(model, a.target));
        ludo_json_text(j, "type", a.on_spring ? "spring" : "joint");
        ludo_json_number(j, "gear", a.gear);
        ludo_json_number(j, "gain", a.gain);
        ludo_json_numbers(j, "bias", a.bias, 3);
        write_limits(j, "control_range", a.control_limited, a.control_range);
        write_limits(j, "force_range", a.force_limited, a.force_range);
        ludo_json_close_object(j);
    }
    ludo_json_close_array(j);
}

static void write_springs(json *j, const ludo_model *model)
{
    ludo_json_open_array(j, "springs");
    for (int32_t i = 0; i < ludo_model_spring_count(model); i++) {
        const ludo_spring_info s = ludo_model_spring(model, i);
        ludo_json_open_object(j, NULL);
        ludo_json_text(j, "name", s.name);
        ludo_json_text(j, "type", s.type);
        ludo_json_number(j, "stiffness", s.stiffness);
        ludo_json_number(j, "damping", s.damping);
        ludo_json_numbers(j, "rest", s.rest, 2);
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
    write_actuators(&j, model);
    write_springs(&j, model);
    write_empty(&j, "geoms");
    ludo_json_close_object(&j);
}
