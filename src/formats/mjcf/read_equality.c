/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF equality: closures between bodies and couplings of joints, with all joints at their
 * references. Softness parameters give a warning: equalities hold exactly. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"
#include "spec/items.h"

#include <string.h>

/* ---- activity ---- */

static bool is_active(mjcf *r, int32_t element)
{
    const bool active = ludo_mjcf_flag(r, element, "active", true) && !r->no_equality;
    if (!active) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "equality",
                       "left out, because it is not active");
    } else if (ludo_mjcf_find_template(r, element, "solref solimp") >= 0) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "solref and solimp of equality",
                       "ignored: equalities hold exactly");
    }
    return active;
}

void ludo_mjcf_read_soft_equality(mjcf *r, int32_t element)
{
    if (is_active(r, element)) {
        ludo_mjcf_unsupported(r, element, "equalities of soft bodies are not simulated");
    }
}

/* ---- closures ---- */

/* One end: a frame on a body. */
typedef struct side {
    int32_t body; /* its element; 0: the world */
    ludo_frame frame;
} side;

/* The body of an attribute; the world if it is missing. */
static int32_t read_side(mjcf *r, int32_t element, const char *name)
{
    const char *text = ludo_xml_attribute(r->base.doc, element, name);
    if (text == NULL || strcmp(text, "world") == 0) {
        return 0;
    }
    const int32_t body = ludo_mjcf_named(r, FAMILY_BODY, element, name);
    return body >= 0 ? body : 0;
}

static void read_sites(mjcf *r, int32_t element, side sides[2])
{
    static const char *const names[2] = {"site1", "site2"};
    if (ludo_mjcf_find_template(r, element, "body1 body2 anchor relpose") >= 0) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "must connect either two sites or two bodies, not both");
    }
    for (int i = 0; i < 2; i++) {
        const int32_t site = ludo_mjcf_named(r, FAMILY_SITE, element, names[i]);
        if (site >= 0) {
            sides[i].body = r->scope[site].body;
            sides[i].frame = ludo_spec_site_at(r->base.spec, r->scope[site].number)->frame;
        }
    }
}

/* Express a frame of one body in another body. */
static ludo_frame seen_from(const mjcf *r, int32_t other, const side *given)
{
    const ludo_frame world = frame_mul(r->scope[given->body].in_world, given->frame);
    return frame_mul(frame_inverse(r->scope[other].in_world), world);
}

/* connect: `anchor` is a point of body 1. */
static void read_connect(mjcf *r, int32_t element, side sides[2])
{
    double anchor[3] = {0.0, 0.0, 0.0};
    if (!ludo_reader_numbers(&r->base, element, "anchor", 3, anchor)) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "needs 'body1' and 'anchor', or 'site1' and 'site2'");
    }
    sides[0].frame.position = v3(anchor[0], anchor[1], anchor[2]);
    sides[1].frame = seen_from(r, sides[1].body, &sides[0]);
}

/* weld: `anchor` is a point of body 2, which has the pose `relpose` in body 1; a zero quaternion
 * means the pose with all joints at their references. */
static void read_weld(mjcf *r, int32_t element, side sides[2])
{
    double anchor[3] = {0.0, 0.0, 0.0}, n[7] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    (void)ludo_reader_numbers(&r->base, element, "anchor", 3, anchor);
    (void)ludo_reader_numbers(&r->base, element, "relpose", 7, n);
    sides[1].frame.position = v3(anchor[0], anchor[1], anchor[2]);
    const ludo_quat turn = {n[3], n[4], n[5], n[6]};
    if (q_dot(turn, turn) > 0.0) {
        sides[0].frame = (ludo_frame){v3(n[0], n[1], n[2]), q_normalized(turn)};
    } else {
        sides[0].frame = seen_from(r, sides[0].body, &sides[1]);
    }
}

static void add_closure(mjcf *r, int32_t element, const char *type, const side sides[2])
{
    const bool turned = sides[1].body == 0; /* the world must be the parent */
    const side *parent = &sides[turned], *child = &sides[!turned];
    if (sides[0].body == sides[1].body) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "connects a body with itself");
        return;
    }
    const ludo_joint_def closure = {.struct_size = sizeof closure,
                                    .name = ludo_xml_attribute(r->base.doc, element, "name"),
                                    .type = type,
                                    .parent = r->scope[parent->body].number,
                                    .child = r->scope[child->body].number,
                                    .in_parent = parent->frame,
                                    .in_child = child->frame,
                                    .axis = {0.0, 0.0, 1.0},
                                    .place = xml_place(r->base.doc, element)};
    ludo_reader_check(&r->base, element, ludo_spec_add_closure(r->base.spec, &closure, NULL));
}

void ludo_mjcf_read_closure(mjcf *r, int32_t element)
{
    const ludo_frame none = frame_identity();
    const bool connect = strcmp(xml_at(r->base.doc, element)->name, "connect") == 0;
    side sides[2] = {{.frame = none}, {.frame = none}};
    sides[0].body = read_side(r, element, "body1");
    sides[1].body = read_side(r, element, "body2");
    if (ludo_mjcf_find_template(r, element, "site1 site2") >= 0) {
        read_sites(r, element, sides);
    } else if (ludo_xml_attribute(r->base.doc, element, "body1") == NULL) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element, "needs 'body1', or 'site1' and 'site2'");
    } else if (connect) {
        read_connect(r, element, sides);
    } else {
        read_weld(r, element, sides);
    }
    if (r->base.status == LUDO_OK && is_active(r, element)) {
        add_closure(r, element, connect ? "ball" : "fixed", sides);
    }
}

/* ---- couplings ---- */

/* The index of a joint with one coordinate. */
static int32_t read_scalar(mjcf *r, int32_t element, const char *name)
{
    const int32_t joint = ludo_mjcf_named(r, FAMILY_JOINT, element, name);
    if (joint >= 0 && !ludo_mjcf_is_scalar(r, joint)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "joint coupling needs hinges or slides");
    }
    return joint >= 0 ? r->scope[joint].number : -1;
}

static void check_pair(mjcf *r, int32_t element, const ludo_coupling_def *coupling)
{
    if (coupling->joint == coupling->from) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "couples a joint with itself");
    }
}

static void add_coupling(mjcf *r, int32_t element, const ludo_coupling_def *coupling)
{
    ludo_reader_check(&r->base, element, ludo_spec_add_coupling(r->base.spec, coupling, NULL));
}

void ludo_mjcf_read_coupling(mjcf *r, int32_t element)
{
    ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                  .name = ludo_xml_attribute(r->base.doc, element, "name"),
                                  .joint = read_scalar(r, element, "joint1"),
                                  .from = -1,
                                  .coefficient = {0.0, 1.0},
                                  .place = xml_place(r->base.doc, element)};
    if (ludo_xml_attribute(r->base.doc, element, "joint2") != NULL) {
        coupling.from = read_scalar(r, element, "joint2");
    }
    (void)ludo_mjcf_some(r, element, "polycoef", 1, 5, coupling.coefficient);
    check_pair(r, element, &coupling);
    if (r->base.status == LUDO_OK && is_active(r, element)) {
        add_coupling(r, element, &coupling);
    }
}

/* ---- tendon couplings ---- */

/* The tendons of an equality; `other` NULL: the length of `own` is constant. */
typedef struct tendon_pair {
    const ludo_spring_def *own, *other;
    int32_t number[2]; /* in the spec; -1: none */
    double k[5];       /* of the polynomial */
} tendon_pair;

static const ludo_spring_def *read_tendon(mjcf *r, int32_t element, const char *name,
                                          int32_t *number)
{
    const int32_t tendon = ludo_mjcf_named(r, FAMILY_TENDON, element, name);
    *number = tendon >= 0 ? r->scope[tendon].number : -1;
    return tendon >= 0 ? ludo_spec_spring_at(r->base.spec, *number) : NULL;
}

static tendon_pair read_tendons(mjcf *r, int32_t element)
{
    tendon_pair p = {.k = {0.0, 1.0}, .number = {-1, -1}};
    (void)ludo_mjcf_some(r, element, "polycoef", 1, 5, p.k);
    p.own = read_tendon(r, element, "tendon1", &p.number[0]);
    if (ludo_xml_attribute(r->base.doc, element, "tendon2") != NULL) {
        p.other = read_tendon(r, element, "tendon2", &p.number[1]);
    }
    return p;
}

/* Whether an equality of tendons is one of joints: of two fixed tendons of one joint each, or of
 * one of at most two joints. A fixed tendon is a weighted sum of coordinates. */
static bool is_of_joints(const tendon_pair *p)
{
    const int32_t count = p->own->term_count;
    return p->other != NULL ? count == 1 && p->other->term_count == 1 : count == 1 || count == 2;
}

/* Without a second tendon the first joint follows the second one with opposite sign. */
static void couple_joints(mjcf *r, int32_t element, const tendon_pair *p)
{
    const ludo_tendon_term *own = p->own->term, *other = p->other != NULL          ? p->other->term
                                                         : p->own->term_count == 2 ? own + 1
                                                                                   : NULL;
    const double k[5] = {p->k[0], other != NULL ? -1.0 : 0.0};
    ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                  .name = ludo_xml_attribute(r->base.doc, element, "name"),
                                  .joint = own->joint,
                                  .from = other != NULL ? other->joint : -1,
                                  .place = xml_place(r->base.doc, element)};
    if (own->weight == 0.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "couples a joint with coefficient 0");
        return;
    }
    double scale = 1.0 / own->weight;
    for (int i = 0; i < 5; i++) {
        coupling.coefficient[i] = scale * (p->other != NULL ? p->k[i] : k[i]);
        scale *= other != NULL ? other->weight : 0.0;
    }
    check_pair(r, element, &coupling);
    if (r->base.status == LUDO_OK) {
        add_coupling(r, element, &coupling);
    }
}

static void couple_lengths(mjcf *r, int32_t element, const tendon_pair *p)
{
    ludo_coupling_def coupling = {.struct_size = sizeof coupling,
                                  .name = ludo_xml_attribute(r->base.doc, element, "name"),
                                  .from = -1,
                                  .place = xml_place(r->base.doc, element),
                                  .of_springs = true,
                                  .spring = p->number[0],
                                  .from_spring = p->number[1]};
    memcpy(coupling.coefficient, p->k, sizeof coupling.coefficient);
    if (coupling.spring == coupling.from_spring) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "couples a tendon with itself");
    } else {
        add_coupling(r, element, &coupling);
    }
}

void ludo_mjcf_read_tendon_coupling(mjcf *r, int32_t element)
{
    if (!is_active(r, element)) {
        return;
    }
    const tendon_pair p = read_tendons(r, element);
    if (r->base.status == LUDO_OK) {
        (is_of_joints(&p) ? couple_joints : couple_lengths)(r, element, &p);
    }
}
