/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF bodies: frames, joints and sites. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

#include <string.h>

/* ---- content of a body, directly or within <frame> elements ---- */

void ludo_mjcf_read_body(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    s->body = element;
    s->frame = frame_identity();
}

/* A pose that is applied `count` times. */
static ludo_frame power(ludo_frame pose, int32_t count)
{
    ludo_frame product = frame_identity();
    for (; count > 0; count /= 2) {
        product = count % 2 == 1 ? frame_mul(product, pose) : product;
        pose = frame_mul(pose, pose);
    }
    return product;
}

/* A frame of a replicate has the pose of the first copy (expand.h). */
void ludo_mjcf_read_frame(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    const int32_t count = (int32_t)ludo_reader_number(&r->base, element, "#power", 1.0);
    s->frame = frame_mul(s->frame, power(ludo_mjcf_frame(r, element), count));
}

void ludo_mjcf_read_inertial(mjcf *r, int32_t element)
{
    mjcf_scope *body = &r->scope[r->scope[element].body];
    if (body == r->scope) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "the world cannot have an inertial: move it into a body");
    } else if (body->inertial >= 0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "a body can have only one inertial");
    }
    body->inertial = element;
}

void ludo_mjcf_read_joint(mjcf *r, int32_t element)
{
    mjcf_scope *body = &r->scope[r->scope[element].body];
    if (body == r->scope) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "the world cannot have joints: move them into a body");
    } else if (body->joint >= 0) {
        r->scope[body->last_joint].next_joint = element;
    } else {
        body->joint = element;
    }
    body->last_joint = element;
    ludo_mjcf_register(r, FAMILY_JOINT, element);
    r->relative_springs = r->relative_springs || ludo_mjcf_nonzero(r, element, "springdamper");
}

/* ---- the body ---- */

ludo_frame ludo_mjcf_frame_in_parent(mjcf *r, int32_t body, int32_t *parent)
{
    const mjcf_scope *around = &r->scope[xml_at(r->base.doc, body)->parent];
    *parent = around->body;
    const ludo_frame in_parent = frame_mul(around->frame, ludo_mjcf_frame(r, body));
    const mjcf_scope *s = &r->scope[body];
    return s->is_aligned ? frame_mul(in_parent, s->aligned) : in_parent;
}

void ludo_mjcf_add_body(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    int32_t parent;
    const ludo_frame in_parent = ludo_mjcf_frame_in_parent(r, element, &parent);
    ludo_body_def body = {.struct_size = sizeof body,
                          .name = ludo_xml_attribute(r->base.doc, element, "name"),
                          .place = xml_place(r->base.doc, element)};
    s->moves = r->scope[parent].moves || s->joint >= 0;
    r->scope[parent].carries = true;
    s->in_world = frame_mul(r->scope[parent].in_world, in_parent);
    if (body.name != NULL && strcmp(body.name, "world") == 0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'world' is the name of the world: rename the body");
    }
    if (s->inertial >= 0) {
        ludo_mjcf_read_mass(r, s->inertial, &body);
    }
    if (ludo_mjcf_flag(r, element, "mocap", false)) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "mocap", "ignored: a mocap body stays fixed");
        if (parent != 0 || s->joint >= 0) {
            ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                             "mocap needs a body directly on the world, without joints");
        }
    }
    const double lift = ludo_mjcf_number(r, element, "gravcomp", 0.0);
    body.gravity_compensation = ludo_mjcf_is_passive(r) ? 0.0 : lift;
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element, ludo_spec_add_body(r->base.spec, &body, &s->number));
        ludo_mjcf_register(r, FAMILY_BODY, element);
    }
}

/* ---- sites ---- */

void ludo_mjcf_read_site(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    ludo_site_def site = {.struct_size = sizeof site,
                          .name = ludo_xml_attribute(r->base.doc, element, "name"),
                          .body = r->scope[s->body].number,
                          .frame = frame_mul(s->frame, ludo_mjcf_frame(r, element)),
                          .place = xml_place(r->base.doc, element)};
    ludo_mjcf_read_site_shape(r, element, &site);
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element, ludo_spec_add_site(r->base.spec, &site, &s->number));
        ludo_mjcf_register(r, FAMILY_SITE, element);
    }
}
