/* SPDX-License-Identifier: Apache-2.0
 *
 * Aligned free bodies: the frame of a free body without child bodies moves to the centre of mass
 * and the principal axes, as `align` of its joint or `alignfree` of the compiler say. Geoms and
 * sites stay where they are; poses of the body, also in keyframes, are those of the new frame. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "math/principal.h"
#include "spec/items.h"

#include "ludo/edit.h"

#include <string.h>

static bool is_aligned(mjcf *r, int32_t body)
{
    enum { NO, YES, AUTO };
    const mjcf_scope *s = &r->scope[body];
    if (s->joint < 0 || s->carries || ludo_mjcf_joint_type(r, s->joint) != JOINT_FREE) {
        return false;
    }
    const int32_t align = ludo_reader_choice(&r->base, s->joint, "align", "false true auto", AUTO);
    return align == YES || (align == AUTO && mjcf_part_of(r, s->joint)->align_free);
}

/* Axes that are principal by construction: those of an inertial with three moments, or of the only
 * geom, unless it is a mesh. */
static bool has_axes(mjcf *r, int32_t body, ludo_quat *axes)
{
    const mjcf_scope *s = &r->scope[body];
    const int32_t from = mjcf_part_of(r, body)->masses.from;
    const bool by_geoms = from == FROM_GEOMS || (from == FROM_EITHER && s->inertial < 0);
    if (!by_geoms && s->inertial >= 0) {
        *axes = frame_mul(r->scope[s->inertial].frame, ludo_mjcf_frame(r, s->inertial)).orientation;
        return ludo_mjcf_find_template(r, s->inertial, "fullinertia") < 0;
    }
    if (s->heavy != 1 || r->scope[s->heavy_geom].number < 0) {
        return false;
    }
    const ludo_geom_def *geom = ludo_spec_geom_at(r->base.spec, r->scope[s->heavy_geom].number);
    *axes = geom->frame.orientation;
    return strcmp(geom->type, "mesh") != 0;
}

/* The principal axes in the body, and the moments; the largest first if no axes are given. */
static ludo_quat principal(mjcf *r, int32_t element, const ludo_body_def *body, double moment[3])
{
    ludo_quat axes = q_identity();
    if (!has_axes(r, element, &axes)) {
        return ludo_principal_axes(s3_from(body->inertia), moment);
    }
    const sym3 J = s3_turn(q_matrix(q_conj(axes)), s3_from(body->inertia));
    moment[0] = J.xx;
    moment[1] = J.yy;
    moment[2] = J.zz;
    return axes;
}

static void align(mjcf *r, int32_t element)
{
    mjcf_scope *s = &r->scope[element];
    double moment[3];
    if (!is_aligned(r, element) || r->base.status != LUDO_OK) {
        return;
    }
    ludo_body_def body = *ludo_spec_body_at(r->base.spec, s->number);
    s->aligned = (ludo_frame){body.com, principal(r, element, &body, moment)};
    s->is_aligned = true;
    s->in_world = frame_mul(s->in_world, s->aligned);
    body.com = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < 6; i++) {
        body.inertia[i] = i < 3 ? moment[i] : 0.0;
    }
    ludo_reader_check(&r->base, element, ludo_spec_set_body(r->base.spec, s->number, &body));
}

/* ---- what is on aligned bodies ---- */

static void move_geom(mjcf *r, int32_t number, const mjcf_scope *body)
{
    ludo_geom_def geom = *ludo_spec_geom_at(r->base.spec, number);
    geom.frame = frame_mul(frame_inverse(body->aligned), geom.frame);
    ludo_reader_check(&r->base, 0, ludo_spec_set_geom(r->base.spec, number, &geom));
}

static void move_site(mjcf *r, int32_t number, const mjcf_scope *body)
{
    ludo_site_def site = *ludo_spec_site_at(r->base.spec, number);
    site.frame = frame_mul(frame_inverse(body->aligned), site.frame);
    ludo_reader_check(&r->base, 0, ludo_spec_set_site(r->base.spec, number, &site));
}

static bool is_moved(const mjcf *r, const int32_t *element, int32_t body)
{
    return body >= 0 && r->scope[element[body]].is_aligned;
}

/* `element`: of each body of the description. */
static void move_all(mjcf *r, const int32_t *element)
{
    for (int32_t i = 0; i < ludo_spec_geom_count(r->base.spec) && r->base.status == LUDO_OK; i++) {
        const int32_t body = ludo_spec_geom_at(r->base.spec, i)->body;
        if (is_moved(r, element, body)) {
            move_geom(r, i, &r->scope[element[body]]);
        }
    }
    for (int32_t i = 0; i < ludo_spec_site_count(r->base.spec) && r->base.status == LUDO_OK; i++) {
        const int32_t body = ludo_spec_site_at(r->base.spec, i)->body;
        if (is_moved(r, element, body)) {
            move_site(r, i, &r->scope[element[body]]);
        }
    }
}

void ludo_mjcf_align_bodies(mjcf *r)
{
    const ludo_allocator *a = &r->base.doc->allocator;
    const int32_t bodies = ludo_spec_body_count(r->base.spec);
    int32_t *element = memory_take(a, (size_t)bodies * sizeof *element);
    if (element == NULL) {
        ludo_reader_check(&r->base, 0, LUDO_NO_MEMORY);
    }
    for (int32_t e = 1; e < r->base.doc->elements.count && r->base.status == LUDO_OK; e++) {
        if (r->scope[e].body == e) {
            align(r, e);
            element[r->scope[e].number] = e;
        }
    }
    if (r->base.status == LUDO_OK) {
        move_all(r, element);
    }
    memory_give(a, element);
}
