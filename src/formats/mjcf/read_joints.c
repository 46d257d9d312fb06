/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF joints: frames, limits, forces. Several joints of one body move it in their order; positions
 * and axes hold with all joints at their references. */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_values.h"

#include <string.h>

static const char *const types[] = {"hinge", "slide", "ball", "free"};
enum { HINGE = JOINT_HINGE, SLIDE = JOINT_SLIDE, BALL = JOINT_BALL, FREE = JOINT_FREE };

static bool is_freejoint(const mjcf *r, int32_t element)
{
    return strcmp(xml_at(r->base.doc, element)->name, "freejoint") == 0;
}

mjcf_joint ludo_mjcf_joint_type(mjcf *r, int32_t joint)
{
    return is_freejoint(r, joint)
               ? JOINT_FREE
               : (mjcf_joint)ludo_mjcf_choice(r, joint, "type", "hinge slide ball free", HINGE);
}

bool ludo_mjcf_is_scalar(mjcf *r, int32_t joint)
{
    return ludo_mjcf_joint_type(r, joint) <= JOINT_SLIDE;
}

/* ---- forces along a joint ---- */

static void note_forces(mjcf *r, int32_t element, int32_t type, const ludo_dof_def *along)
{
    const bool rubs = along->friction_loss > 0.0 && !r->no_friction;
    if (type == FREE && rubs) {
        ludo_mjcf_unsupported(r, element, "dry friction of free joints is not simulated");
    }
    if (ludo_mjcf_nonzero(r, element, "springyield")) {
        ludo_mjcf_unsupported(r, element, "springyield is not simulated yet");
    }
}

/* The inertia that a joint sees; of a ball and a free joint, from the mean of its inverse along all
 * rates. */
static double inertia_at(mjcf *r, int32_t element, int32_t type)
{
    const int32_t axes = type == FREE ? 6 : type == BALL ? 3 : 1;
    double inverse = 0.0;
    for (int32_t k = 0; k < axes; k++) {
        ludo_dof_inertia_add_force(r->dof_inertia, r->scope[element].number, k, 1.0);
        inverse += ludo_mjcf_inverse_inertia(r, element);
    }
    return inverse > 0.0 ? axes / inverse : 0.0;
}

/* springdamper: a time constant and a damping ratio, relative to that inertia. */
static void read_relative_spring(mjcf *r, int32_t element, int32_t type, ludo_dof_def *along)
{
    double n[2] = {0.0, 0.0};
    (void)ludo_mjcf_numbers(r, element, "springdamper", 2, n);
    if (n[0] == 0.0 && n[1] == 0.0) {
        return;
    }
    if (!(n[0] > 0.0 && n[1] > 0.0)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "'springdamper' needs two positive numbers");
    }
    const double inertia = r->dof_inertia != NULL ? inertia_at(r, element, type) : 0.0;
    along->stiffness = inertia / (n[0] * n[0] * n[1] * n[1]);
    along->damping = 2.0 * inertia / n[0];
}

/* Angles are in the file's unit: coordinates of hinges, limits of balls. */
static void read_limits(mjcf *r, int32_t element, int32_t type, ludo_dof_def *along)
{
    along->limited =
        ludo_mjcf_limited(r, element, "range", "limited", along->range) && !r->no_limits;
    if (type == BALL && along->limited && along->range[0] != 0.0) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "the range of a ball must begin at 0");
    }
    for (int i = 0; i < 2 && type != SLIDE; i++) {
        along->range[i] = ludo_mjcf_angle(r, element, along->range[i]);
    }
}

/* Stiffness and damping; polynomials of hinges and slides only. */
static void read_coefficients(mjcf *r, int32_t element, int32_t type, ludo_joint_def *joint)
{
    ludo_dof_def *along = joint->along;
    double *k = joint->stiffness_curve[0], *d = joint->damping_curve[0];
    if (type > SLIDE) {
        along->stiffness = ludo_mjcf_coefficient(r, element, "stiffness");
        along->damping = ludo_mjcf_coefficient(r, element, "damping");
        return;
    }
    along->stiffness = ludo_mjcf_polynomial(r, element, "stiffness", k);
    along->damping = ludo_mjcf_polynomial(r, element, "damping", d);
    for (int i = 0; i < 2; i++) {
        k[i] = r->no_springs ? 0.0 : k[i];
        d[i] = r->no_dampers ? 0.0 : d[i];
    }
}

/* Forces that MuJoCo's limit bounds and the effort of a joint does not. */
static void note_unbounded(mjcf *r, int32_t element)
{
    if (r->path_driven) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "actuatorfrcrange",
                       "does not limit actuators along spatial tendons, at sites and of "
                       "slider-cranks: use their forcerange");
    }
    if (ludo_mjcf_flag(r, element, "actuatorgravcomp", false)) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "actuatorgravcomp",
                       "no effect: actuatorfrcrange does not limit the force against gravity");
    }
}

/* The range of the sum of the actuators: that of the only one, or the effort of the joint. */
static void read_effort(mjcf *r, int32_t element, ludo_dof_def *along)
{
    double clamp[2];
    mjcf_scope *s = &r->scope[element];
    s->force_limited =
        ludo_mjcf_limited(r, element, "actuatorfrcrange", "actuatorfrclimited", clamp);
    if (!s->force_limited) {
        return;
    }
    note_unbounded(r, element);
    if (ludo_mjcf_has_single_clamp(r, element)) {
        return;
    }
    along->effort = fmax(fabs(clamp[0]), fabs(clamp[1]));
    if (clamp[0] != -clamp[1]) {
        ludo_mjcf_unsupported(
            r, element,
            "an actuatorfrcrange that is not symmetric is simulated only of joints "
            "with one actuator, in models without actuators on spatial tendons, "
            "sites and slider-cranks: use the forcerange of the actuators");
    }
}

static void read_forces(mjcf *r, int32_t element, int32_t type, ludo_joint_def *joint)
{
    ludo_dof_def *along = joint->along;
    mjcf_scope *s = &r->scope[element];
    read_coefficients(r, element, type, joint);
    along->armature = ludo_mjcf_number(r, element, "armature", 0.0) + s->armature;
    along->friction_loss = ludo_mjcf_number(r, element, "frictionloss", 0.0);
    note_forces(r, element, type, along);
    read_relative_spring(r, element, type, along);
    along->stiffness = r->no_springs ? 0.0 : along->stiffness;
    along->damping = r->no_dampers ? 0.0 : along->damping + s->damping;
    if (type == FREE) { /* all translations share the first entry, the rotation the fourth */
        along->friction_loss = 0.0;
        along[3] = along[0];
        return;
    }
    const double rest = ludo_mjcf_number(r, element, "springref", 0.0);
    along->rest = type == HINGE ? ludo_mjcf_angle(r, element, rest) : type == SLIDE ? rest : 0.0;
    s->rest = along->rest;
    along->friction_loss = r->no_friction ? 0.0 : along->friction_loss;
    read_limits(r, element, type, along);
    read_effort(r, element, along);
}

/* ---- joint frame ---- */

/* The joint frame is at `pos` in the body, parallel to it. */
static void read_axis(mjcf *r, int32_t element, int32_t type, ludo_joint_def *joint)
{
    double pos[3] = {0.0, 0.0, 0.0}, axis[3] = {0.0, 0.0, 1.0};
    (void)ludo_mjcf_numbers(r, element, "pos", 3, pos);
    (void)ludo_mjcf_numbers(r, element, "axis", 3, axis);
    const ludo_frame *in_body = &r->scope[element].frame;
    joint->in_child.position =
        v3_add(in_body->position, q_rotate(in_body->orientation, v3(pos[0], pos[1], pos[2])));
    joint->axis = q_rotate(in_body->orientation, v3(axis[0], axis[1], axis[2]));
    joint->in_parent =
        frame_mul(joint->in_parent, (ludo_frame){joint->in_child.position, q_identity()});
    const double reference = ludo_mjcf_number(r, element, "ref", 0.0);
    joint->reference = type == HINGE   ? ludo_mjcf_angle(r, element, reference)
                       : type == SLIDE ? reference
                                       : 0.0;
}

static void read_joint(mjcf *r, int32_t element, ludo_joint_def *joint)
{
    const bool freejoint = is_freejoint(r, element);
    const int32_t type = (int32_t)ludo_mjcf_joint_type(r, element);
    joint->type = types[type];
    joint->name = ludo_xml_attribute(r->base.doc, element, "name");
    joint->place = xml_place(r->base.doc, element);
    if (!freejoint) {
        read_forces(r, element, type, joint);
    }
    if (type != FREE) {
        read_axis(r, element, type, joint);
    } else if (joint->parent != LUDO_WORLD) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "only bodies in the world can be free");
    }
}

/* The motion of the body, in its axes, from the joint's reference to the rest position of its
 * spring. */
static ludo_frame motion_to_rest(const ludo_joint_def *joint)
{
    const ludo_vec3 p = joint->in_child.position;
    const double length = v3_norm(joint->axis), way = joint->along[0].rest - joint->reference;
    const ludo_vec3 axis = v3_scale(length > 0.0 ? 1.0 / length : 0.0, joint->axis);
    ludo_frame motion = frame_identity();
    if (joint->type == types[SLIDE]) {
        motion.position = v3_scale(way, axis);
    } else if (joint->type == types[HINGE]) {
        motion.orientation = q_about(axis, way);
        motion.position = v3_sub(p, q_rotate(motion.orientation, p));
    }
    return motion;
}

/* ---- joints of a body ---- */

/* Whether a joint can be one of several: hinges and slides can. */
static void check_several(mjcf *r, int32_t element, const char *type)
{
    if (type == types[FREE]) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "a free joint must be the only joint of its body");
    } else if (type == types[BALL]) {
        ludo_reader_fail(&r->base, LUDO_UNSUPPORTED, element,
                         "a ball and other joints on one body are not supported yet");
    }
}

/* A body without joints is fixed to its parent. */
static void add_fixed(mjcf *r, int32_t body, const ludo_joint_def *common)
{
    ludo_joint_def joint = *common;
    joint.type = "fixed";
    joint.place = xml_place(r->base.doc, body);
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, body, ludo_spec_add_joint(r->base.spec, &joint, NULL));
    }
}

void ludo_mjcf_add_joints(mjcf *r, int32_t body)
{
    mjcf_scope *s = &r->scope[body];
    int32_t parent;
    const ludo_frame in_parent = ludo_mjcf_frame_in_parent(r, body, &parent);
    const ludo_joint_def common = {.struct_size = sizeof common,
                                   .parent = r->scope[parent].number,
                                   .child = s->number,
                                   .in_parent = in_parent};
    s->in_world_at_rest = frame_mul(r->scope[parent].in_world_at_rest, in_parent);
    if (s->joint < 0) {
        add_fixed(r, body, &common);
    }
    for (int32_t e = s->joint; e >= 0 && r->base.status == LUDO_OK; e = r->scope[e].next_joint) {
        ludo_joint_def joint = common;
        joint.continues = e != s->joint;
        read_joint(r, e, &joint);
        if (s->joint != s->last_joint) {
            check_several(r, e, joint.type);
        }
        if (r->base.status == LUDO_OK) {
            ludo_reader_check(&r->base, e,
                              ludo_spec_add_joint(r->base.spec, &joint, &r->scope[e].number));
            s->in_world_at_rest = frame_mul(s->in_world_at_rest, motion_to_rest(&joint));
        }
    }
}
