/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF bodies: their frames and inertias, and what is attached to them. */
#include "formats/mjcf.h"
#include "math/symmetric.h"

#include <string.h>

/* ---- what makes up a body, found where it stands: perhaps within <frame> elements ---- */

void ludo_mjcf_read_body(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    s->body = element;
    s->frame = (ludo_frame){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

void ludo_mjcf_read_frame(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    s->frame = frame_mul(s->frame, ludo_mjcf_frame(r, element));
}

void ludo_mjcf_read_inertial(mjcf *r, int32_t element)
{
    mjcf_scope *body = &r->scope[r->scope[element].body];
    if (body == r->scope) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "the world has no inertia");
    } else if (body->inertial >= 0) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "a body has one inertial at most");
    }
    body->inertial = element;
}

void ludo_mjcf_read_joint(mjcf *r, int32_t element)
{
    mjcf_scope *body = &r->scope[r->scope[element].body];
    if (body == r->scope) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "the world has no joints");
    } else if (body->joint >= 0) {
        r->scope[body->last_joint].next_joint = element;
    } else {
        body->joint = element;
    }
    body->last_joint = element;
}

/* Geometry only matters for contacts, which it can be kept out of. */
void ludo_mjcf_read_geom(mjcf *r, int32_t element)
{
    r->scope[r->scope[element].body].geom = element;
    if (ludo_mjcf_number(r, element, "contype", 1.0) != 0.0 ||
        ludo_mjcf_number(r, element, "conaffinity", 1.0) != 0.0) {
        ludo_mjcf_warn_once(r, ONCE_CONTACTS, element, "contacts are not simulated yet");
    }
}

/* ---- the parts as a whole ---- */

/* Moments about the centre of mass, from diagonal moments or the full matrix (xx yy zz xy xz yz)
 * in the axes of the inertial frame. */
static sym3 read_moments(mjcf *r, int32_t element)
{
    double n[6] = {0.0};
    const bool diagonal = ludo_mjcf_numbers(r, element, "diaginertia", 3, n);
    const bool full = ludo_mjcf_numbers(r, element, "fullinertia", 6, n);
    if (full && (diagonal || ludo_mjcf_source(r, element, ludo_mjcf_orientations) >= 0)) {
        ludo_mjcf_fail(r, LUDO_PARSE, element,
                       "fullinertia stands alone: without diaginertia and orientation");
    }
    return s3_from(n);
}

static void read_mass(mjcf *r, int32_t element, ludo_body_def *body)
{
    const ludo_frame in_body = frame_mul(r->scope[element].frame, ludo_mjcf_frame(r, element));
    const sym3 J = s3_turn(q_matrix(in_body.orientation), read_moments(r, element));
    if (ludo_mjcf_source(r, element, "pos") < 0 || ludo_mjcf_source(r, element, "mass") < 0) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "needs 'pos' and 'mass'");
    }
    body->com = in_body.position;
    body->mass = ludo_mjcf_number(r, element, "mass", 0.0);
    memcpy(body->inertia, (double[]){J.xx, J.yy, J.zz, J.xy, J.xz, J.yz}, sizeof body->inertia);
    body->place = xml_place(r->doc, element);
}

void ludo_mjcf_add_body(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    const mjcf_scope *around = &r->scope[xml_at(r->doc, element)->parent];
    const ludo_frame stand = frame_mul(around->frame, ludo_mjcf_frame(r, element));
    ludo_body_def body = {.name = ludo_xml_attribute(r->doc, element, "name"),
                          .place = xml_place(r->doc, element)};
    if (body.name != NULL && strcmp(body.name, "world") == 0) {
        ludo_mjcf_fail(r, LUDO_BAD_MODEL, element, "this is the name of the world");
    }
    if (s->inertial >= 0) {
        read_mass(r, s->inertial, &body);
    } else if (s->geom >= 0) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element,
                       "mass from geometry is not supported yet: give the body an inertial");
    }
    if (ludo_mjcf_flag(r, element, "mocap", false) || ludo_mjcf_nonzero(r, element, "gravcomp")) {
        ludo_mjcf_unsupported(r, element, "mocap and gravcomp are not simulated");
    }
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_body(r->spec, &body, &s->number));
        ludo_mjcf_add_joints(r, element, around->body, stand);
    }
}

/* ---- sites ---- */

void ludo_mjcf_read_site(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    const ludo_site_def site = {.name = ludo_xml_attribute(r->doc, element, "name"),
                                .body = r->scope[s->body].number,
                                .frame = frame_mul(s->frame, ludo_mjcf_frame(r, element)),
                                .place = xml_place(r->doc, element)};
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_site(r->spec, &site, &s->number));
        ludo_mjcf_register(r, FAMILY_SITE, element);
    }
}
