/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF transmissions and command interfaces of ros2_control: a motor on the joint of each. Without
 * a control a motor exerts no force, so that the motion of a model does not depend on them. */
#include "formats/urdf/read.h"
#include "spec/items.h"

#include <string.h>

/* ---- motors ---- */

/* The joint that an element names, if a motor can act along it; -1, with a warning, otherwise. */
static int32_t find_joint(urdf *u, int32_t element)
{
    const char *name = ludo_xml_attribute(u->r.doc, element, "name");
    const int32_t joint = ludo_name_table_find(&u->r.names, FAMILY_JOINT, "", name);
    if (joint == 0) {
        ludo_urdf_warn(u, element, "no motor: the robot has no such joint");
        return -1;
    }
    if (!ludo_urdf_is_scalar(u, joint)) {
        ludo_urdf_warn(u, element, "no motor: the joint must be revolute, continuous or prismatic");
        return -1;
    }
    if (u->scope[joint].driver != 0) {
        ludo_urdf_warn(u, element, "no motor: the joint has one already");
        return -1;
    }
    return joint;
}

/* Of several motors of one name the first keeps it. */
static const char *claim_name(urdf *u, int32_t element, const char *name)
{
    if (name == NULL || *name == '\0' ||
        ludo_name_table_add(&u->r.names, FAMILY_ACTUATOR, "", name, element) == 0) {
        return name;
    }
    ludo_urdf_warn(u, element, "the name is in use: its motor is kept without a name");
    return NULL;
}

/* A motor whose largest force, times the reduction, is the effort limit of the joint. */
void ludo_urdf_add_motor(urdf *u, int32_t joint)
{
    reader *r = &u->r;
    const urdf_scope *s = &u->scope[joint];
    if (s->driver == 0) {
        return;
    }
    const double effort = ludo_spec_joint_at(r->spec, s->number)->along[0].effort;
    ludo_actuator_def motor = ludo_actuator_motor();
    motor.name = claim_name(u, s->driver, s->motor);
    motor.target = s->number;
    motor.gear = s->reduction;
    motor.place = xml_place(r->doc, s->driver);
    if (effort > 0.0) {
        motor.force_limited = true;
        motor.force_range[1] = effort / fabs(s->reduction);
        motor.force_range[0] = -motor.force_range[1];
    }
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, s->driver, ludo_spec_add_actuator(r->spec, &motor, NULL));
    }
}

/* The inertia of a rotor that turns `reduction` times as fast as its joint. */
static double read_rotor(urdf *u, int32_t actuator, double reduction)
{
    const double inertia = ludo_urdf_number(u, actuator, "motorInertia", 0.0);
    if (inertia < 0.0) {
        ludo_urdf_warn(u, actuator, "its motorInertia is negative, ignored");
    }
    return inertia > 0.0 ? inertia * reduction * reduction : 0.0;
}

/* ---- transmissions ---- */

/* The type: the attribute, or the element `type` or `plugin`, without its package. */
static const char *type_of(const urdf *u, int32_t transmission)
{
    const char *type = ludo_xml_attribute(u->r.doc, transmission, "type");
    const int32_t e = ludo_urdf_next(u, transmission, -1, "type plugin");
    type = e >= 0 ? xml_at(u->r.doc, e)->text : type;
    const char *slash = type != NULL ? strrchr(type, '/') : NULL;
    return slash != NULL ? slash + 1 : type != NULL ? type : "";
}

static const char names_of_reduction[] = "mechanicalReduction mechanical_reduction";

/* The reduction is in the actuator, the joint or the transmission, which differs by program. */
static double read_reduction(urdf *u, int32_t transmission, int32_t actuator, int32_t joint)
{
    double reduction = ludo_urdf_number(u, transmission, names_of_reduction, 1.0);
    reduction = ludo_urdf_number(u, joint, names_of_reduction, reduction);
    if (actuator >= 0) {
        reduction = ludo_urdf_number(u, actuator, names_of_reduction, reduction);
    }
    if (reduction == 0.0) {
        ludo_urdf_warn(u, transmission, "its reduction is 0, 1 is used");
    }
    return reduction != 0.0 ? reduction : 1.0;
}

void ludo_urdf_read_transmission(urdf *u, int32_t transmission)
{
    const int32_t joint = ludo_urdf_next(u, transmission, -1, "joint");
    const int32_t actuator = ludo_urdf_next(u, transmission, -1, "actuator");
    if (strcmp(type_of(u, transmission), "SimpleTransmission") != 0) {
        ludo_urdf_warn(u, transmission, "no motor: only a SimpleTransmission is read");
        return;
    }
    if (joint < 0 || ludo_urdf_next(u, transmission, joint, "joint") >= 0) {
        ludo_urdf_warn(u, transmission, "no motor: a SimpleTransmission has one joint");
        return;
    }
    const int32_t target = find_joint(u, joint);
    if (target < 0) {
        return;
    }
    urdf_scope *driven = &u->scope[target];
    const int32_t named = actuator >= 0 ? actuator : transmission;
    driven->driver = transmission;
    driven->motor = ludo_xml_attribute(u->r.doc, named, "name");
    driven->reduction = read_reduction(u, transmission, actuator, joint);
    driven->armature = actuator >= 0 ? read_rotor(u, actuator, driven->reduction) : 0.0;
}

/* ---- ros2_control ---- */

/* The joints with a command interface, unless a transmission drives them. */
static void read_command(urdf *u, int32_t element)
{
    const char *name = ludo_xml_attribute(u->r.doc, element, "name");
    const int32_t known = ludo_name_table_find(&u->r.names, FAMILY_JOINT, "", name);
    const bool driven = known > 0 && u->scope[known].driver != 0;
    if (driven || ludo_urdf_next(u, element, -1, "command_interface") < 0) {
        return;
    }
    const int32_t joint = find_joint(u, element);
    if (joint >= 0) {
        u->scope[joint].driver = element;
        u->scope[joint].motor = name;
        u->scope[joint].reduction = 1.0;
    }
}

void ludo_urdf_read_commands(urdf *u, int32_t control)
{
    static void (*const reads[])(urdf *, int32_t) = {ludo_urdf_read_transmission, read_command};
    static const char *const names[] = {"transmission", "joint"};
    for (int i = 0; i < 2; i++) {
        for (int32_t e = ludo_urdf_next(u, control, -1, names[i]); e >= 0;
             e = ludo_urdf_next(u, control, e, names[i])) {
            reads[i](u, e);
        }
    }
}
