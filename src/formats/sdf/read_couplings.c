/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: coordinates that follow others, by a mimic or a gearbox. */
#include "formats/sdf/read.h"
#include "spec/items.h"

#include <math.h>
#include <string.h>

/* Cosine of the angle between axes that count as parallel, less one: files have about 6 digits. */
static const double least_turn = 1e-9;

static void add(sdf *s, int32_t element, const ludo_coupling_def *def)
{
    if (s->r.status == LUDO_OK) {
        ludo_reader_check(&s->r, element, ludo_spec_add_coupling(s->r.spec, def, NULL));
    }
}

/* ---- mimic ---- */

/* Whether a joint has a coordinate along an axis; a failure: it has none. */
static bool has_axis(sdf *s, int32_t mimic, int32_t joint, int32_t axis)
{
    if (s->scope[joint].dof[axis] < 0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, mimic,
                         "joint '%.64s' has no coordinate along its %s%s", s->scope[joint].name,
                         axis == 0 ? "axis" : "axis2",
                         ludo_sdf_closes(s, joint) ? ", because it closes a loop" : "");
    }
    return s->r.status == LUDO_OK;
}

void ludo_sdf_add_mimic(sdf *s, int32_t mimic)
{
    reader *r = &s->r;
    const int32_t axis = xml_at(r->doc, mimic)->parent, joint = xml_at(r->doc, axis)->parent;
    const int32_t own = strcmp(xml_at(r->doc, axis)->name, "axis2") == 0;
    const int32_t other = ludo_reader_choice(r, mimic, "axis", "axis axis2", 0);
    const int32_t from = ludo_sdf_joint_named(s, mimic, ludo_reader_text(r, mimic, "joint"));
    if (from < 0 || !has_axis(s, mimic, joint, own) || !has_axis(s, mimic, from, other)) {
        return;
    }
    const double multiplier = ludo_sdf_number(s, mimic, "multiplier", 1.0);
    const double offset = ludo_sdf_number(s, mimic, "offset", 0.0);
    const double reference = ludo_sdf_number(s, mimic, "reference", 0.0);
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .joint = s->scope[joint].joint[own],
                                   .dof = s->scope[joint].dof[own],
                                   .from = s->scope[from].joint[other],
                                   .from_dof = s->scope[from].dof[other],
                                   .coefficient = {offset - multiplier * reference, multiplier},
                                   .place = xml_place(r->doc, mimic)};
    if (joint == from && own == other) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, mimic, "a joint can't follow itself");
    }
    add(s, mimic, &def);
}

/* ---- gearbox ---- */

/* The angle of a link relative to the reference body: sign times the coordinate of a hinge. */
typedef struct angle {
    int32_t joint; /* SDF_NONE: there is no such hinge */
    double sign;
} angle;

static bool is_hinge(const sdf *s, int32_t joint)
{
    const ludo_joint_def *def =
        s->scope[joint].dof[0] < 0 ? NULL : ludo_spec_joint_at(s->r.spec, s->scope[joint].number);
    return def != NULL && strcmp(def->type, "hinge") == 0 && s->scope[joint].dof[1] < 0;
}

/* The hinge between two links that turns about the axis of a gearbox. */
static angle find_angle(sdf *s, int32_t gearbox, const char *name, int32_t reference, int32_t link)
{
    const int32_t element = ludo_reader_needed(&s->r, gearbox, name);
    const ludo_vec3 axis = element >= 0 ? ludo_sdf_axis(s, gearbox, element) : v3(0.0, 0.0, 0.0);
    for (int32_t e = 0; e < s->r.doc->elements.count && s->r.status == LUDO_OK; e++) {
        const sdf_scope *j = &s->scope[e];
        const bool forward = j->parent == reference && j->child == link;
        const bool backward = j->parent == link && j->child == reference;
        if (!(forward || backward) || !is_hinge(s, e)) {
            continue;
        }
        const ludo_vec3 own = ludo_spec_joint_at(s->r.spec, j->number)->axis;
        const double cosine =
            v3_dot(axis, q_rotate(ludo_sdf_between(s, gearbox, e).orientation, own));
        if (fabs(cosine) > 1.0 - least_turn) {
            return (angle){e, (cosine > 0.0) == forward ? 1.0 : -1.0};
        }
    }
    return (angle){SDF_NONE, 0.0};
}

/* theta_2 = - ratio theta_1 for the angles of child and parent relative to the reference body. */
void ludo_sdf_add_gearbox(sdf *s, int32_t joint)
{
    reader *r = &s->r;
    const sdf_scope *j = &s->scope[joint];
    if (strcmp(ludo_reader_text(r, joint, "type"), "gearbox") != 0) {
        return;
    }
    const int32_t body = ludo_reader_needed(r, joint, "gearbox_reference_body");
    const int32_t frame =
        body >= 0 ? ludo_sdf_frame_named(s, body, body, xml_at(r->doc, body)->text) : SDF_NONE;
    const int32_t reference = frame >= 0 ? ludo_sdf_link_of(s, frame) : SDF_NONE;
    if (reference < 0) {
        return;
    }
    const angle first = find_angle(s, joint, "axis", reference, j->parent);
    const angle second = find_angle(s, joint, "axis2", reference, j->child);
    if (first.joint < 0 || second.joint < 0) {
        ludo_reader_unsupported(r, joint,
                                "couples links that no hinges about its axes connect to the "
                                "reference body");
        return;
    }
    const double ratio = ludo_sdf_number(s, joint, "gearbox_ratio", 1.0);
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .name = j->name,
                                   .joint = s->scope[second.joint].number,
                                   .from = s->scope[first.joint].number,
                                   .coefficient = {0.0, -ratio * first.sign * second.sign},
                                   .place = xml_place(r->doc, joint)};
    add(s, joint, &def);
}
