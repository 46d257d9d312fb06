/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing MJCF joints: hinges, slides, balls and free joints, and the forces along them. */
#include "formats/mjcf_write/write.h"
#include "spec/items.h"

#include <math.h>

/* ---- forces along a joint ---- */

/* Whether a joint has one actuator, whose own range is within the joint's effort: readers of MJCF
 * take the range of a joint with one actuator for that of the actuator. */
static bool is_limited_by_actuator(const writer *w, const outline_part *p, double effort)
{
    int32_t count = 0;
    bool within = false;
    for (int32_t i = 0; i < ludo_spec_actuator_count(w->spec); i++) {
        const ludo_actuator_def *a = ludo_spec_actuator_at(w->spec, i);
        if (!a->on_spring && a->target == p->joint && a->dof == p->rate) {
            const double most = fmax(fabs(a->force_range[0]), fabs(a->force_range[1]));
            within = a->force_limited && most * fabs(a->gear) <= (1.0 + 1e-14) * effort;
            count++;
        }
    }
    return count == 1 && within;
}

/* A constant, or a polynomial. */
static void write_polynomial(writer *w, const char *name, double constant, const double higher[2])
{
    if (higher[0] != 0.0 || higher[1] != 0.0) {
        ludo_write_numbers(w, name, (double[]){constant, higher[0], higher[1]}, 3);
    } else {
        ludo_write_number_unless(w, name, constant, 0.0);
    }
}

static void write_forces(writer *w, const outline_part *p, const ludo_joint_def *j)
{
    const ludo_dof_def *d = &j->along[p->rate];
    const double least = p->type == PART_BALL ? 0.0 : d->range[0]; /* ignored for a ball */
    ludo_write_number_unless(w, "ref", p->reference, 0.0);
    ludo_mjcf_write_range(w, "range", "limited", d->limited, (double[]){least, d->range[1]});
    write_polynomial(w, "stiffness", d->stiffness, j->stiffness_curve[p->rate]);
    ludo_write_number_unless(w, "springref", d->rest, 0.0);
    write_polynomial(w, "damping", d->damping, j->damping_curve[p->rate]);
    ludo_write_number_unless(w, "armature", d->armature, 0.0);
    ludo_write_number_unless(w, "frictionloss", d->friction_loss, 0.0);
    if (d->effort > 0.0 && !is_limited_by_actuator(w, p, d->effort)) {
        ludo_write_numbers(w, "actuatorfrcrange", (double[]){-d->effort, d->effort}, 2);
    }
}

/* ---- joints ---- */

static bool dof_acts_at(const ludo_dof_def *d)
{
    return d->stiffness != 0.0 || d->damping != 0.0 || d->armature != 0.0;
}

/* Whether a free joint has forces along it, which the element freejoint cannot express. */
static bool has_forces(const ludo_joint_def *j)
{
    return j != NULL && (dof_acts_at(&j->along[0]) || dof_acts_at(&j->along[3]));
}

static void write_free_forces(writer *w, const ludo_joint_def *j)
{
    const ludo_dof_def *d = &j->along[0], *turn = &j->along[3];
    ludo_write_number_unless(w, "stiffness", d->stiffness, 0.0);
    ludo_write_number_unless(w, "damping", d->damping, 0.0);
    ludo_write_number_unless(w, "armature", d->armature, 0.0);
    if (d->stiffness != turn->stiffness || d->damping != turn->damping ||
        d->armature != turn->armature) {
        ludo_write_remark(w,
                          "MJCF has one stiffness, damping and armature for all rates of a free "
                          "joint: those of the translations are written",
                          j->place, "joint '%s'", j->name);
    }
}

static void write_joint(writer *w, const outline_part *p)
{
    static const char *const types[PART_TYPES] = {
        [PART_HINGE] = "hinge", [PART_SLIDE] = "slide", [PART_BALL] = "ball"};
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, p->joint);
    const bool loaded = p->type == PART_FREE && p->joint >= 0 && has_forces(j);
    const char *element = p->type == PART_FREE && !loaded ? "freejoint" : "joint";
    ludo_write_open(w, element);
    ludo_write_text(w, "name", p->name);
    if (loaded) {
        ludo_write_text(w, "type", "free");
        write_free_forces(w, j);
    } else if (p->type != PART_FREE) {
        ludo_write_text(w, "type", types[p->type]);
        ludo_write_vector_unless_zero(w, "pos", p->at);
        if (p->type != PART_BALL) {
            ludo_write_vector(w, "axis", p->axis);
        }
        write_forces(w, p, j);
    }
    ludo_write_close(w, element);
}

/* ---- losses ---- */

/* Called part after part: the second part of a joint shows that the joint became several. */
static void remark_part(writer *w, const outline_part *p)
{
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, p->joint);
    if (p->index == 1) {
        ludo_write_remark(
            w, "MJCF has no such type: each translation, rotation and ball is written as a joint",
            j->place, "joint '%s' of type %s", p[-1].name, j->type);
    }
    if (p->type == PART_BALL && p->index > 0) {
        ludo_write_remark(w, "Ludo cannot read a ball together with other joints on one body yet",
                          j->place, "joint '%s'", p->name);
    }
    if (p->type == PART_BALL && !q_is_identity(p->turn)) {
        ludo_write_remark(w,
                          "coordinates of a ball refer to the axes of the body in MJCF, not to "
                          "those of the joint",
                          j->place, "joint '%s'", p->name);
    }
    if (p->type != PART_FREE && j->along[p->rate].speed > 0.0) {
        ludo_write_remark(w, "MJCF has no velocity limits of joints", j->place, "joint '%s'",
                          p->name);
    }
}

static void remark_fixed(writer *w, const ludo_joint_def *j)
{
    if (*j->name != '\0') {
        ludo_write_remark(
            w, "MJCF has no fixed joints: a nested body is written, the joint's name is lost",
            j->place, "joint '%s'", j->name);
    }
}

void ludo_mjcf_write_joints(writer *w, const outline *o, int32_t body)
{
    const outline_body *b = &o->body[body];
    for (int32_t i = 0; i < b->parts; i++) {
        const outline_part *p = &o->part[b->part + i];
        write_joint(w, p);
        if (p->joint >= 0) {
            remark_part(w, p);
        }
    }
    if (b->fixed) {
        remark_fixed(w, ludo_spec_joint_at(w->spec, b->joint));
    }
}
