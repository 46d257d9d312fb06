/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF joints. */
#include "formats/mjcf.h"

#include <string.h>

/* What would change the motion as soon as it is not zero; friction loss has one warning. */
static void note_forces(mjcf *r, int32_t element)
{
    if (ludo_mjcf_nonzero(r, element, "stiffness") || ludo_mjcf_nonzero(r, element, "damping") ||
        ludo_mjcf_nonzero(r, element, "armature") ||
        ludo_mjcf_nonzero(r, element, "springdamper")) {
        ludo_mjcf_unsupported(r, element,
                              "stiffness, damping and armature of joints are not simulated yet");
    }
    if (ludo_mjcf_nonzero(r, element, "frictionloss")) {
        ludo_mjcf_warn_once(r, ONCE_FRICTION_LOSS, element,
                            "friction loss of joints is not simulated yet");
    }
}

static void note_limits(mjcf *r, int32_t element)
{
    enum { NO, YES, AUTO };
    double range[2] = {0.0, 0.0};
    const bool given = ludo_mjcf_numbers(r, element, "range", 2, range);
    const int32_t limited = ludo_mjcf_choice(r, element, "limited", "false true auto", AUTO);
    if (limited == AUTO && given && !r->autolimits) {
        ludo_mjcf_fail(r, LUDO_PARSE, element,
                       "has a range, but doesn't say whether it is limited");
    }
    if (limited == YES && !(range[0] < range[1])) {
        ludo_mjcf_fail(r, LUDO_BAD_MODEL, element, "is limited to an empty range");
    }
    if (limited == YES || (limited == AUTO && range[0] < range[1])) {
        ludo_mjcf_warn_once(r, ONCE_LIMITS, element, "joint limits are not simulated yet");
    }
}

static void read_freejoint(mjcf *r, int32_t element, ludo_joint_def *joint)
{
    joint->type = "free";
    if (ludo_mjcf_choice(r, element, "align", "false true auto", 0) == 1) {
        ludo_mjcf_fail(r, LUDO_UNSUPPORTED, element, "align is not supported yet");
    }
}

/* The joint frame is at `pos` in the body, parallel to it. */
static void read_joint(mjcf *r, int32_t element, ludo_joint_def *joint)
{
    static const char *const types[] = {"hinge", "slide", "ball", "free"};
    enum { HINGE, SLIDE, BALL, FREE };
    const int32_t type = ludo_mjcf_choice(r, element, "type", "hinge slide ball free", HINGE);
    joint->type = types[type];
    note_forces(r, element);
    if (type == FREE) {
        return;
    }
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
    if (type == HINGE) {
        joint->reference = ludo_mjcf_angle(r, reference);
    } else if (type == SLIDE) {
        joint->reference = reference;
    }
    note_limits(r, element);
}

static bool is_freejoint(const mjcf *r, int32_t element)
{
    return strcmp(xml_at(r->doc, element)->name, "freejoint") == 0;
}

/* Without a joint of its own a body is fixed to its parent. */
void ludo_mjcf_add_joint(mjcf *r, int32_t body, int32_t parent, ludo_frame stand)
{
    const int32_t own = r->scope[body].joint, element = own >= 0 ? own : body;
    ludo_joint_def joint = {.type = "fixed",
                            .name = own >= 0 ? ludo_xml_attribute(r->doc, own, "name") : NULL,
                            .parent = parent,
                            .child = r->scope[body].number,
                            .in_parent = stand,
                            .place = xml_place(r->doc, element)};
    if (own >= 0) {
        (is_freejoint(r, own) ? read_freejoint : read_joint)(r, own, &joint);
    }
    if (strcmp(joint.type, "free") == 0 && parent != LUDO_WORLD) {
        ludo_mjcf_fail(r, LUDO_BAD_MODEL, element, "only bodies in the world can be free");
    }
    if (r->status == LUDO_OK) {
        ludo_mjcf_check(r, element, ludo_spec_add_joint(r->spec, &joint, NULL));
    }
}
