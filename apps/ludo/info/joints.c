/* SPDX-License-Identifier: Apache-2.0
 *
 * The joints of a model as JSON. */
#include "info/info.h"

#include "reading.h"

#include <string.h>

static void write_axis(json *j, ludo_vec3 axis)
{
    if (axis.x == 0.0 && axis.y == 0.0 && axis.z == 0.0) {
        ludo_json_null(j, "axis");
    } else {
        ludo_json_vec3(j, "axis", axis);
    }
}

/* True if a joint has one set of parameters: one coordinate, or a ball. */
static bool is_single(const ludo_joint_info *joint)
{
    return joint->dof == 1 || strcmp(joint->type, "ball") == 0;
}

/* The range of a joint; a list of one per coordinate if there are several. */
static void write_range(json *j, const ludo_joint_info *joint)
{
    bool limited = false;
    for (int32_t i = 0; i < joint->dof; i++) {
        limited = limited || joint->along[i].limited;
    }
    if (!limited || is_single(joint)) {
        ludo_info_write_limits(j, "range", limited, limited ? joint->along[0].range : NULL);
        return;
    }
    ludo_json_open_list(j, "range");
    for (int32_t i = 0; i < joint->dof; i++) {
        ludo_info_write_limits(j, NULL, joint->along[i].limited, joint->along[i].range);
    }
    ludo_json_close_array(j);
}

/* A parameter of each coordinate of a joint. */
typedef struct figure {
    const char *key;
    size_t field; /* its offset in ludo_dof_def */
} figure;

static const figure figures[] = {
    {"armature", offsetof(ludo_dof_def, armature)},
    {"stiffness", offsetof(ludo_dof_def, stiffness)},
    {"rest", offsetof(ludo_dof_def, rest)},
    {"damping", offsetof(ludo_dof_def, damping)},
    {"friction_loss", offsetof(ludo_dof_def, friction_loss)},
    {"effort", offsetof(ludo_dof_def, effort)},
    {"speed", offsetof(ludo_dof_def, speed)},
};

static double figure_of(const ludo_dof_def *d, const figure *f)
{
    double value;
    memcpy(&value, (const char *)d + f->field, sizeof value);
    return value;
}

/* A parameter of a joint; a list of one per coordinate if there are several. */
static void write_figure(json *j, const ludo_joint_info *joint, const figure *f)
{
    if (is_single(joint)) {
        ludo_json_number(j, f->key, figure_of(&joint->along[0], f));
        return;
    }
    ludo_json_open_list(j, f->key);
    for (int32_t i = 0; i < joint->dof; i++) {
        ludo_json_number(j, NULL, figure_of(&joint->along[i], f));
    }
    ludo_json_close_array(j);
}

/* The coordinate at which the frames of a joint coincide; null for several coordinates and for
 * joints that the model added. */
static void write_reference(json *j, const ludo_spec *spec, const ludo_joint_info *joint, int32_t i)
{
    const ludo_joint_def d = joint_def_of(spec, i);
    if (d.type != NULL && joint->position_count == 1) {
        ludo_json_number(j, "reference", d.reference);
    } else {
        ludo_json_null(j, "reference");
    }
}

void ludo_info_write_joint(json *j, const void *of, int32_t i)
{
    const subject *s = of;
    const ludo_model *model = s->model;
    const ludo_joint_info joint = joint_info_of(model, i);
    if (joint.merged || joint.loop >= 0) {
        return;
    }
    ludo_json_open_named(j, joint.name);
    ludo_json_text(j, "type", joint.type);
    ludo_info_write_body_name(j, "parent", model, joint.parent);
    ludo_info_write_body_name(j, "child", model, joint.child);
    write_axis(j, joint.axis);
    ludo_json_vec3(j, "anchor", joint.anchor);
    write_range(j, &joint);
    write_reference(j, s->spec, &joint, i);
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++) {
        write_figure(j, &joint, &figures[k]);
    }
    const ludo_joint_def def = joint_def_of(s->spec, i);
    ludo_info_write_curves(j, &def, is_single(&joint) ? 1 : joint.dof);
    ludo_json_close_object(j);
}
