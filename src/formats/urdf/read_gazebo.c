/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF: settings for Gazebo. Those that concern the mechanism are read: friction of links, springs
 * of joints. */
#include "formats/urdf/read.h"

#include <string.h>

/* Settings of Gazebo's contact solver and of its import, which have no meaning or no effect here:
 * contacts are hard, links keep their names. */
static const char without_effect[] =
    "kp kd minDepth min_depth maxVel max_vel maxContacts max_contacts fdir1 slip1 slip2 bounce "
    "soft_cfm soft_erp stopCfm stopErp stopKp stopKd fudgeFactor cfmDamping provideFeedback "
    "implicitSpringDamper preserveFixedJoint disableFixedJointLumping selfCollide self_collide "
    "dampingFactor laserRetro material visual collision";

static const char of_links[] = "mu mu1 mu2";
static const char of_joints[] = "springStiffness springReference";

/* ---- links ---- */

static void read_link(urdf *u, int32_t gazebo, int32_t link)
{
    const double mu = ludo_urdf_number(u, gazebo, "mu mu1", -1.0);
    const double second = ludo_urdf_number(u, gazebo, "mu2", mu);
    const double friction = mu >= 0.0 ? mu : second;
    if (second != friction) {
        ludo_urdf_warn(u, ludo_urdf_next(u, gazebo, -1, "mu2"),
                       "differs from mu1: friction is isotropic, by mu1");
    }
    if (friction >= 0.0) {
        u->scope[link].friction = friction;
    } else if (ludo_urdf_next(u, gazebo, -1, of_links) >= 0) {
        ludo_urdf_warn(u, gazebo, "its friction is negative, ignored");
    }
}

/* ---- joints ---- */

static void read_joint(urdf *u, int32_t gazebo, int32_t joint)
{
    const double stiffness = ludo_urdf_number(u, gazebo, "springStiffness", 0.0);
    const double rest = ludo_urdf_number(u, gazebo, "springReference", 0.0);
    if (stiffness == 0.0) {
        return;
    }
    if (stiffness < 0.0 || !ludo_urdf_is_scalar(u, joint)) {
        ludo_urdf_warn(u, gazebo,
                       "its spring is ignored: the stiffness must be positive, the joint revolute, "
                       "continuous or prismatic");
        return;
    }
    u->scope[joint].stiffness = stiffness;
    u->scope[joint].rest = rest;
}

/* ---- both ---- */

/* Warn of everything that would have an effect and is not read. Sensors of links and joints are
 * read later. */
static void note_others(urdf *u, int32_t gazebo, bool on_link, bool on_joint)
{
    for (int32_t e = xml_at(u->r.doc, gazebo)->first_child; e >= 0;
         e = xml_at(u->r.doc, e)->next_sibling) {
        const char *name = xml_at(u->r.doc, e)->name;
        const bool sensor = (on_link || on_joint) && strcmp(name, "sensor") == 0;
        if (!sensor && ludo_reader_find_word(without_effect, name) < 0 &&
            !(on_link && ludo_reader_find_word(of_links, name) >= 0) &&
            !(on_joint && ludo_reader_find_word(of_joints, name) >= 0)) {
            ludo_urdf_warn(u, e, "ignored");
        }
    }
}

void ludo_urdf_read_gazebo(urdf *u, int32_t gazebo)
{
    const char *name = ludo_xml_attribute(u->r.doc, gazebo, "reference");
    const int32_t link = ludo_name_table_find(&u->r.names, FAMILY_LINK, "", name);
    const int32_t joint = ludo_name_table_find(&u->r.names, FAMILY_JOINT, "", name);
    if (name != NULL && link == 0 && joint == 0) {
        ludo_urdf_warn(u, gazebo, "ignored: its reference is neither a link nor a joint");
        return;
    }
    if (link != 0) {
        read_link(u, gazebo, link);
    }
    if (joint != 0) { /* of the same name, if both */
        read_joint(u, gazebo, joint);
    }
    note_others(u, gazebo, link != 0, joint != 0);
}
