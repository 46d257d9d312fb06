/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing URDF: motors as transmissions; friction of links and springs of joints as settings for
 * Gazebo. */
#include "formats/urdf/write.h"
#include "spec/items.h"

/* ---- motors ---- */

/* The part of a scalar dof of a joint; NULL: there is none. */
static const outline_part *find_part(const urdf_out *u, int32_t joint, int32_t rate)
{
    const bool known = joint >= 0 && joint < ludo_spec_joint_count(u->w->spec);
    for (int32_t i = known ? u->o.joint_part[joint] : -1;
         i >= 0 && i < u->o.part_count && u->o.part[i].joint == joint; i++) {
        if (u->o.part[i].rate == rate && part_is_scalar(&u->o.part[i])) {
            return &u->o.part[i];
        }
    }
    return NULL;
}

/* Whether the largest force of a motor is the effort limit of its joint, which readers take. */
static bool has_limit_of_joint(const ludo_actuator_def *a, double effort)
{
    const double most = a->force_limited ? a->force_range[1] * fabs(a->gear) : 0.0;
    return fabs(most - effort) <= 1e-14 * effort &&
           (!a->force_limited || (a->force_range[0] == -a->force_range[1] && effort > 0.0));
}

/* The joint that a transmission can drive by an actuator; NULL: none. */
static const outline_part *find_driven(const urdf_out *u, const ludo_actuator_def *a)
{
    const bool plain = !a->on_spring && a->gear != 0.0 && a->gain == 1.0 && a->bias[0] == 0.0 &&
                       a->bias[1] == 0.0 && a->bias[2] == 0.0 && !a->control_limited;
    const outline_part *p = plain ? find_part(u, a->target, a->dof) : NULL;
    if (p == NULL) {
        return NULL;
    }
    const ludo_dof_def *d = &ludo_spec_joint_at(u->w->spec, p->joint)->along[p->rate];
    return has_limit_of_joint(a, d->effort) ? p : NULL;
}

/* Whether an earlier actuator drives the same joint. */
static bool is_driven_before(const urdf_out *u, int32_t actuator, const outline_part *p)
{
    bool found = false;
    for (int32_t i = 0; i < actuator && !found; i++) {
        found = find_driven(u, ludo_spec_actuator_at(u->w->spec, i)) == p;
    }
    return found;
}

static void write_transmission(const urdf_out *u, int32_t actuator, const outline_part *p)
{
    writer *w = u->w;
    const char *name = w->name[THING_ACTUATOR][actuator];
    ludo_write_open(w, "transmission");
    ludo_write_text(w, "name", name);
    ludo_write_content(w, "type", "transmission_interface/SimpleTransmission");
    ludo_write_open(w, "joint");
    ludo_write_text(w, "name", p->name);
    ludo_write_content(w, "hardwareInterface", "hardware_interface/EffortJointInterface");
    ludo_write_close(w, "joint");
    ludo_write_open(w, "actuator");
    ludo_write_text(w, "name", name);
    char gear[NUMBER_ROOM];
    (void)ludo_number_write(gear, ludo_spec_actuator_at(w->spec, actuator)->gear);
    ludo_write_content(w, "mechanicalReduction", gear);
    ludo_write_close(w, "actuator");
    ludo_write_close(w, "transmission");
}

void ludo_urdf_write_motors(const urdf_out *u)
{
    writer *w = u->w;
    for (int32_t i = 0; i < ludo_spec_actuator_count(w->spec) && w->status == LUDO_OK; i++) {
        const ludo_actuator_def *a = ludo_spec_actuator_at(w->spec, i);
        const outline_part *p = find_driven(u, a);
        if (p != NULL && !is_driven_before(u, i, p)) {
            write_transmission(u, i, p);
        } else {
            ludo_write_remark(w,
                              "left out: URDF has one motor per joint, limited by the joint's "
                              "effort",
                              a->place, "actuator '%s'", w->name[THING_ACTUATOR][i]);
        }
    }
}

/* ---- settings for Gazebo ---- */

static void write_setting(writer *w, const char *element, double number)
{
    char text[NUMBER_ROOM];
    (void)ludo_number_write(text, number);
    ludo_write_content(w, element, text);
}

void ludo_urdf_write_friction(const urdf_out *u, const char *link, int32_t first)
{
    writer *w = u->w;
    const double friction = ludo_urdf_link_friction(u, first);
    if (friction != ludo_geom_default().friction[0]) {
        ludo_write_open(w, "gazebo");
        ludo_write_text(w, "reference", link);
        write_setting(w, "mu1", friction);
        write_setting(w, "mu2", friction);
        ludo_write_close(w, "gazebo");
    }
}

void ludo_urdf_write_spring(writer *w, const char *joint, const ludo_dof_def *d)
{
    if (d->stiffness != 0.0) {
        ludo_write_open(w, "gazebo");
        ludo_write_text(w, "reference", joint);
        write_setting(w, "springStiffness", d->stiffness);
        write_setting(w, "springReference", d->rest);
        ludo_write_close(w, "gazebo");
    }
}
