/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing URDF joints. A joint's coordinate is zero if the frames of both links coincide up to the
 * joint's origin: a nonzero reference is moved into the origin. */
#include "formats/urdf/write.h"
#include "spec/items.h"

/* ---- joint origin ---- */

/* The motion of a part from its reference to zero, in axes of the body. */
static ludo_frame motion_to_zero(const outline_part *p)
{
    ludo_frame f = frame_identity();
    if (p->type == PART_SLIDE) {
        f.position = v3_scale(-p->reference, v3_unit(p->axis));
    } else {
        f.orientation = q_about(v3_unit(p->axis), -p->reference);
    }
    return f;
}

/* Frame of the i-th part's link in the link of the part before it, or of the body's parent, at
 * coordinates zero. Intermediate links are parallel to the body. */
static ludo_frame origin_of(const urdf_out *u, const outline_body *b, int32_t i)
{
    const outline_part *p = &u->o.part[b->part + i];
    ludo_frame f = frame_identity();
    if (i > 0) {
        f.position = v3_sub(p->at, p[-1].at);
    } else {
        const ludo_frame first = {p->type == PART_FREE ? b->in_parent.position : b->anchor,
                                  b->in_parent.orientation};
        f = ludo_urdf_in_link(u, b->parent, first);
    }
    if (p->reference != 0.0) {
        f = frame_mul(f, motion_to_zero(p));
    }
    if ((p->type == PART_BALL || p->type == PART_PLANAR) && !q_is_identity(p->turn)) {
        f.orientation = q_mul(f.orientation, p->turn);
    }
    return f;
}

/* ---- limits and dynamics ---- */

static const ludo_dof_def *along(const urdf_out *u, const outline_part *p)
{
    static const ludo_dof_def nothing;
    const ludo_joint_def *j = ludo_spec_joint_at(u->w->spec, p->joint);
    return j != NULL && p->rate >= 0 ? &j->along[p->rate] : &nothing;
}

/* Many readers require effort and velocity of hinges and slides; 0 means unknown. */
static void write_limit(writer *w, const outline_part *p, const ludo_dof_def *d)
{
    const bool needed = d->limited || p->type == PART_SLIDE;
    if (!part_is_scalar(p) || !(needed || d->effort > 0.0 || d->speed > 0.0)) {
        return;
    }
    ludo_write_open(w, "limit");
    if (d->limited) {
        ludo_write_number(w, "lower", d->range[0]);
        ludo_write_number(w, "upper", d->range[1]);
    }
    ludo_write_number(w, "effort", d->effort);
    ludo_write_number(w, "velocity", d->speed);
    ludo_write_close(w, "limit");
}

static void write_dynamics(writer *w, const ludo_dof_def *d)
{
    if (d->damping == 0.0 && d->friction_loss == 0.0) {
        return;
    }
    ludo_write_open(w, "dynamics");
    ludo_write_number_unless(w, "damping", d->damping, 0.0);
    ludo_write_number_unless(w, "friction", d->friction_loss, 0.0);
    ludo_write_close(w, "dynamics");
}

static void write_mimic(const urdf_out *u, const outline_part *p)
{
    writer *w = u->w;
    const int32_t i = u->follows[p - u->o.part];
    if (i < 0) {
        return;
    }
    const ludo_coupling_def *c = ludo_spec_coupling_at(w->spec, i);
    const outline_part *from = ludo_outline_scalar(w, &u->o, c->from, c->from_dof, c->place);
    if (from == NULL) {
        return;
    }
    const double offset = p->reference - c->coefficient[1] * from->reference + c->coefficient[0];
    ludo_write_open(w, "mimic");
    ludo_write_text(w, "joint", from->name);
    ludo_write_number(w, "multiplier", c->coefficient[1]);
    ludo_write_number(w, "offset", offset);
    ludo_write_close(w, "mimic");
}

/* ---- losses ---- */

/* Properties of one dof without a URDF attribute. */
static void remark_rate(writer *w, const ludo_joint_def *j, const ludo_dof_def *d,
                        const outline_part *p)
{
    const char *name = p->name;
    if (d->stiffness != 0.0 && !part_is_scalar(p)) {
        ludo_write_remark(w, "URDF has springs in hinges and slides only", j->place, "joint '%s'",
                          name);
    }
    if (d->armature != 0.0) {
        ludo_write_remark(w, "URDF has no armature", j->place, "joint '%s'", name);
    }
}

/* A ball or planar joint loses its limits, and damping that differs between its dofs. */
static bool loses_rates(const ludo_joint_def *j, const outline_part *p)
{
    const int32_t rates = p->type == PART_PLANAR ? 3 : 1;
    for (int32_t i = 0; i < rates; i++) {
        const ludo_dof_def *d = &j->along[p->rate + i], *first = &j->along[p->rate];
        if (d->limited || d->effort > 0.0 || d->speed > 0.0 || d->damping != first->damping ||
            d->friction_loss != first->friction_loss) {
            return true;
        }
    }
    return false;
}

static void remark_part(writer *w, const outline_part *p)
{
    const ludo_joint_def *j = ludo_spec_joint_at(w->spec, p->joint);
    if (j == NULL) {
        return;
    }
    if (p->rate < 0) {
        ludo_write_remark(w,
                          "URDF has no such joint: its ball is written as three hinges, with other "
                          "coordinates and without springs, dampers and friction",
                          j->place, "joint '%s'", j->name);
        return;
    }
    for (int32_t i = 0; i < part_rates(p) && p->type != PART_FREE; i++) {
        remark_rate(w, j, &j->along[p->rate + i], p);
    }
    if (p->reference != 0.0) {
        ludo_write_remark(w,
                          "URDF has no reference coordinates: the model starts with coordinates 0",
                          j->place, "joint '%s'", p->name);
    }
    if (p->type == PART_BALL) {
        ludo_write_remark(w, "ball joints are an extension of URDF that not all programs read",
                          j->place, "joint '%s'", p->name);
    }
    if (!part_is_scalar(p) && p->type != PART_FREE && loses_rates(j, p)) {
        ludo_write_remark(
            w, "URDF has one damping and no limits of balls and planar joints: these are lost",
            j->place, "joint '%s'", p->name);
    }
}

/* ---- joints ---- */

static const char *type_of(const outline_part *p, const ludo_dof_def *d)
{
    static const char *const types[PART_TYPES] = {[PART_SLIDE] = "prismatic",
                                                  [PART_BALL] = "spherical",
                                                  [PART_PLANAR] = "planar",
                                                  [PART_FREE] = "floating"};
    return p->type != PART_HINGE ? types[p->type] : d->limited ? "revolute" : "continuous";
}

static void write_ends(writer *w, const char *parent, const char *child)
{
    ludo_urdf_write_value(w, "parent", "link", parent);
    ludo_urdf_write_value(w, "child", "link", child);
}

/* The i-th part that carries a body. */
static void write_part(const urdf_out *u, int32_t body, int32_t i)
{
    writer *w = u->w;
    const outline_body *b = &u->o.body[body];
    const outline_part *p = &u->o.part[b->part + i];
    const ludo_dof_def *d = along(u, p);
    const char *parent = i > 0 ? u->between[b->part + i - 1] : ludo_urdf_link_name(u, b->parent);
    const char *child = i + 1 < b->parts ? u->between[b->part + i] : w->name[THING_BODY][body];
    ludo_write_open(w, "joint");
    ludo_write_text(w, "name", p->name);
    ludo_write_text(w, "type", type_of(p, d));
    ludo_urdf_write_origin(w, origin_of(u, b, i));
    write_ends(w, parent, child);
    if (part_is_scalar(p)) {
        ludo_urdf_write_axis(w, "axis", p->axis);
    } else if (p->type == PART_PLANAR) {
        ludo_urdf_write_axis(w, "axis", q_rotate(q_conj(p->turn), p->axis));
    }
    write_limit(w, p, d);
    write_dynamics(w, d);
    write_mimic(u, p);
    ludo_write_close(w, "joint");
    if (part_is_scalar(p)) {
        ludo_urdf_write_spring(w, p->name, d);
    }
    remark_part(w, p);
}

void ludo_urdf_write_fixed(const urdf_out *u, const char *name, int32_t parent,
                           ludo_frame in_parent, const char *child)
{
    writer *w = u->w;
    if (*name == '\0') {
        name = ludo_write_variant(w, URDF_JOINTS, ludo_write_say(w, "%s.joint0", child));
    }
    ludo_write_open(w, "joint");
    ludo_write_text(w, "name", name);
    ludo_write_text(w, "type", "fixed");
    ludo_urdf_write_origin(w, ludo_urdf_in_link(u, parent, in_parent));
    write_ends(w, ludo_urdf_link_name(u, parent), child);
    ludo_write_close(w, "joint");
}

/* The root link needs no joint. */
static void write_fixed_body(const urdf_out *u, int32_t body)
{
    const outline_body *b = &u->o.body[body];
    if (u->world != NULL || b->parent != LUDO_WORLD) {
        const char *name = ludo_spec_joint_at(u->w->spec, b->joint)->name;
        ludo_urdf_write_fixed(u, name, b->parent, b->in_parent, u->w->name[THING_BODY][body]);
    }
}

void ludo_urdf_write_joints(const urdf_out *u, int32_t body)
{
    writer *w = u->w;
    const outline_body *b = &u->o.body[body];
    if (b->fixed) {
        write_fixed_body(u, body);
    }
    for (int32_t i = 0; i < b->parts && w->status == LUDO_OK; i++) {
        write_part(u, body, i);
        if (i + 1 < b->parts) {
            ludo_urdf_write_value(w, "link", "name", u->between[b->part + i]);
            ludo_write_remark(w, "URDF has one axis per joint: massless links are written between",
                              ludo_spec_body_at(w->spec, body)->place, "body '%s'",
                              w->name[THING_BODY][body]);
        }
    }
}
