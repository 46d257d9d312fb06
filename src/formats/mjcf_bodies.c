/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF bodies: their frames, inertias, joints, sites and keyframes. */
#include "formats/mjcf.h"
#include "math/symmetric.h"

#include <string.h>

/* ---- inertia ---- */

/* Moments about the centre of mass in body axes, from diagonal moments in the inertial frame or
 * from the full matrix (xx yy zz xy xz yz). */
static void read_moments(mjcf *r, int32_t element, ludo_quat orientation, double inertia[6])
{
    double n[6];
    const bool diagonal = ludo_mjcf_numbers(r, element, "diaginertia", 3, n);
    if (diagonal) {
        const sym3 J = s3_turn(q_matrix(orientation), (sym3){n[0], n[1], n[2], 0.0, 0.0, 0.0});
        const double turned[6] = {J.xx, J.yy, J.zz, J.xy, J.xz, J.yz};
        memcpy(inertia, turned, sizeof turned);
    }
    if (!ludo_mjcf_numbers(r, element, "fullinertia", 6, n)) {
        return;
    }
    if (diagonal || q_vector(orientation).x != 0.0 || q_vector(orientation).y != 0.0 ||
        q_vector(orientation).z != 0.0) {
        ludo_mjcf_fail(r, LUDO_PARSE, element,
                       "fullinertia stands alone: without diaginertia and orientation");
    }
    memcpy(inertia, n, sizeof n);
}

static void read_inertial(mjcf *r, int32_t element, ludo_body_def *body)
{
    const ludo_frame frame = ludo_mjcf_frame(r, element);
    if (ludo_xml_attribute(r->doc, element, "pos") == NULL ||
        ludo_xml_attribute(r->doc, element, "mass") == NULL) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "needs 'pos' and 'mass'");
    }
    body->com = frame.position;
    body->mass = ludo_mjcf_number(r, element, "mass", 0.0);
    body->place = xml_place(r->doc, element);
    read_moments(r, element, frame.orientation, body->inertia);
    ludo_mjcf_finish(r, element);
}

/* ---- joints ---- */

/* Attributes that would change the motion, as soon as they are not zero. */
static void refuse_joint_forces(mjcf *r, int32_t element)
{
    static const char *const names[] = {"stiffness", "damping", "armature"};
    double pair[2];
    for (int i = 0; i < 3; i++) {
        if (ludo_mjcf_number(r, element, names[i], 0.0) != 0.0) {
            ludo_mjcf_unsupported(r, element,
                                  "stiffness, damping and armature of joints are not "
                                  "simulated yet");
            break;
        }
    }
    if (ludo_mjcf_numbers(r, element, "springdamper", 2, pair) &&
        (pair[0] > 0.0 || pair[1] > 0.0)) {
        ludo_mjcf_unsupported(r, element, "springdamper is not simulated yet");
    }
    for (int i = 0; i < 3; i++) {
        (void)ludo_mjcf_text(r, element, names[i]);
    }
    if (ludo_mjcf_number(r, element, "frictionloss", 0.0) != 0.0) {
        ludo_mjcf_warn_once(r, ONCE_FRICTION_LOSS, element,
                            "friction loss of joints is not simulated yet");
    }
}

static void read_limit(mjcf *r, int32_t element)
{
    double range[2] = {0.0, 0.0};
    bool automatic;
    const bool given = ludo_mjcf_numbers(r, element, "range", 2, range);
    const bool limited = ludo_mjcf_flag(r, element, "limited", given && r->autolimits, &automatic);
    if (limited) {
        ludo_mjcf_warn_once(r, ONCE_LIMITS, element, "joint limits are not simulated yet");
    }
}

/* The joint of a body whose frame stands at `frame` in the parent's: the joint frame is at `pos` in
 * the body, parallel to it. */
static void read_joint(mjcf *r, int32_t element, const ludo_frame *frame, ludo_joint_def *joint)
{
    double pos[3] = {0.0, 0.0, 0.0}, axis[3] = {0.0, 0.0, 1.0};
    const char *type = ludo_mjcf_text(r, element, "type");
    joint->type = type != NULL ? type : "hinge";
    joint->name = ludo_xml_attribute(r->doc, element, "name");
    joint->place = xml_place(r->doc, element);
    (void)ludo_mjcf_numbers(r, element, "pos", 3, pos);
    (void)ludo_mjcf_numbers(r, element, "axis", 3, axis);
    const double reference = ludo_mjcf_number(r, element, "ref", 0.0);
    const bool hinge = strcmp(joint->type, "hinge") == 0;
    joint->reference = hinge ? ludo_mjcf_angle(r, reference) : reference;
    joint->axis = v3(axis[0], axis[1], axis[2]);
    if (strcmp(joint->type, "free") != 0) {
        joint->in_child.position = v3(pos[0], pos[1], pos[2]);
        joint->in_parent = frame_mul(*frame, (ludo_frame){joint->in_child.position, q_identity()});
    }
    refuse_joint_forces(r, element);
    read_limit(r, element);
    ludo_mjcf_ignore(r, element,
                     "actuatorfrclimited actuatorfrcrange actuatorgravcomp group margin "
                     "solimpfriction solimplimit solreffriction solreflimit springref user");
    ludo_mjcf_finish(r, element);
}

static void read_freejoint(mjcf *r, int32_t element, ludo_joint_def *joint)
{
    joint->type = "free";
    joint->name = ludo_xml_attribute(r->doc, element, "name");
    joint->place = xml_place(r->doc, element);
    ludo_mjcf_ignore(r, element, "align group");
    ludo_mjcf_finish(r, element);
}

/* ---- bodies ---- */

/* What stands in a body that makes it up: at most one inertial and one joint. */
typedef struct body_parts {
    int32_t inertial, joint; /* elements, -1: none */
    bool geoms;
} body_parts;

static body_parts find_parts(mjcf *r, int32_t element)
{
    body_parts parts = {-1, -1, false};
    for (int32_t e = xml_at(r->doc, element)->first_child; e >= 0;
         e = xml_at(r->doc, e)->next_sibling) {
        const char *name = xml_at(r->doc, e)->name;
        const bool joint = strcmp(name, "joint") == 0 || strcmp(name, "freejoint") == 0;
        if (joint && parts.joint >= 0) {
            ludo_mjcf_fail(r, LUDO_UNSUPPORTED, e,
                           "several joints on one body are not supported yet");
        }
        if (strcmp(name, "inertial") == 0 && parts.inertial >= 0) {
            ludo_mjcf_fail(r, LUDO_PARSE, e, "a body has one inertial at most");
        }
        parts.joint = joint ? e : parts.joint;
        parts.inertial = strcmp(name, "inertial") == 0 ? e : parts.inertial;
        parts.geoms = parts.geoms || strcmp(name, "geom") == 0;
    }
    return parts;
}

/* The joint that carries a body; without one it is fixed to its parent. */
static void add_joint(mjcf *r, int32_t element, int32_t part, int32_t parent, ludo_frame frame)
{
    ludo_joint_def joint = {.type = "fixed",
                            .parent = parent,
                            .child = r->scope[element].body,
                            .in_parent = frame,
                            .place = xml_place(r->doc, element)};
    if (part >= 0) {
        r->scope[part].class = r->scope[element].class;
        const char *class = ludo_xml_attribute(r->doc, part, "class");
        if (class != NULL) {
            r->scope[part].class = ludo_mjcf_find_class(r, part, class);
        }
        const bool freejoint = strcmp(xml_at(r->doc, part)->name, "freejoint") == 0;
        if (freejoint) {
            read_freejoint(r, part, &joint);
        } else {
            read_joint(r, part, &frame, &joint);
        }
        if (strcmp(joint.type, "free") == 0 && parent != LUDO_WORLD) {
            ludo_mjcf_fail(r, LUDO_BAD_MODEL, part, "only bodies in the world can be free");
        }
    }
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_joint(r->spec, &joint, NULL));
    }
}

void ludo_mjcf_read_body(mjcf *r, int32_t element)
{
    mjcf_scope *scope = &r->scope[element];
    const int32_t parent = scope->body;
    const ludo_frame frame = frame_mul(scope->frame, ludo_mjcf_frame(r, element));
    const char *childclass = ludo_xml_attribute(r->doc, element, "childclass");
    if (childclass != NULL) {
        scope->class = ludo_mjcf_find_class(r, element, childclass);
    }
    const body_parts parts = find_parts(r, element);
    ludo_body_def body = {.name = ludo_xml_attribute(r->doc, element, "name"),
                          .place = xml_place(r->doc, element)};
    if (parts.inertial >= 0) {
        read_inertial(r, parts.inertial, &body);
    } else if (parts.geoms) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element,
                       "mass from geometry is not supported yet: give the body an inertial");
    }
    if (ludo_mjcf_flag(r, element, "mocap", false, NULL) ||
        ludo_mjcf_number(r, element, "gravcomp", 0.0) != 0.0) {
        ludo_mjcf_unsupported(r, element, "mocap and gravcomp are not simulated");
    }
    ludo_mjcf_ignore(r, element, "user sleep");
    ludo_mjcf_finish(r, element);
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_body(r->spec, &body, &scope->body));
        add_joint(r, element, parts.joint, parent, frame);
    }
    scope->frame = (ludo_frame){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
}

void ludo_mjcf_read_frame(mjcf *r, int32_t element)
{
    mjcf_scope *scope = &r->scope[element];
    const char *childclass = ludo_xml_attribute(r->doc, element, "childclass");
    if (childclass != NULL) {
        scope->class = ludo_mjcf_find_class(r, element, childclass);
    }
    scope->frame = frame_mul(scope->frame, ludo_mjcf_frame(r, element));
    (void)ludo_xml_attribute(r->doc, element, "name");
    ludo_mjcf_finish(r, element);
}

void ludo_mjcf_read_site(mjcf *r, int32_t element)
{
    const mjcf_scope *scope = &r->scope[element];
    const ludo_site_def site = {.name = ludo_xml_attribute(r->doc, element, "name"),
                                .body = scope->body,
                                .frame = frame_mul(scope->frame, ludo_mjcf_frame(r, element)),
                                .place = xml_place(r->doc, element)};
    ludo_mjcf_ignore(r, element, "class group material rgba size type user");
    ludo_mjcf_finish(r, element);
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_site(r->spec, &site, NULL));
    }
}

/* Geometry only matters for contacts, which it can be kept out of. */
void ludo_mjcf_read_geom(mjcf *r, int32_t element)
{
    if (ludo_mjcf_number(r, element, "contype", 1.0) != 0.0 ||
        ludo_mjcf_number(r, element, "conaffinity", 1.0) != 0.0) {
        ludo_mjcf_warn_once(r, ONCE_CONTACTS, element, "contacts are not simulated yet");
    }
}

void ludo_mjcf_read_key(mjcf *r, int32_t element)
{
    double *position, *velocity;
    ludo_keyframe_def key = {.name = ludo_xml_attribute(r->doc, element, "name"),
                             .time = ludo_mjcf_number(r, element, "time", 0.0),
                             .place = xml_place(r->doc, element)};
    ludo_mjcf_all_numbers(r, element, "qpos", &position, &key.position_count);
    ludo_mjcf_all_numbers(r, element, "qvel", &velocity, &key.velocity_count);
    key.position = position;
    key.velocity = velocity;
    if (ludo_xml_attribute(r->doc, element, "ctrl") != NULL ||
        ludo_xml_attribute(r->doc, element, "act") != NULL) {
        ludo_mjcf_warn_once(r, ONCE_CONTROL, element, "controls of keyframes are not used yet");
    }
    ludo_mjcf_ignore(r, element, "mpos mquat");
    ludo_mjcf_finish(r, element);
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_keyframe(r->spec, &key, NULL));
    }
    memory_give(&r->doc->allocator, position);
    memory_give(&r->doc->allocator, velocity);
}
