/* SPDX-License-Identifier: Apache-2.0
 *
 * URDF joints: types, limits, dynamics, mimic; loop joints. A joint's frame is that of its child.
 */
#include "formats/urdf/read.h"
#include "spec/items.h"

#include <string.h>

static const urdf_joint_type types[] = {
    {"revolute", "hinge", 1, 1, true, true},
    {"continuous", "hinge", 1, 1, false, true},
    {"prismatic", "slide", 1, 1, true, true},
    {"fixed", "fixed", 0, 0, false, true},
    {"floating", "free", 0, 0, false, true},
    {"planar", "planar", 1, 3, false, true},
    {"spherical", "ball", 0, 1, false, true},
    {"hinge", "hinge", 1, 0, false, false},
    {"slide", "slide", 1, 0, false, false},
    {"ball", "ball", 0, 0, false, false},
    {"cylindrical", "cylindrical", 1, 0, false, false},
    {"universal", "universal", 2, 0, false, false},
    {"point-on-line", "point-on-line", 1, 0, false, false},
    {"free-planar", "free-planar", 1, 0, false, false},
    {"orientation-only", "orientation-only", 0, 0, false, false},
};

/* ---- type and axis ---- */

const urdf_joint_type *ludo_urdf_joint_type(urdf *u, int32_t element, bool closes)
{
    const char *word = ludo_reader_text(&u->r, element, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].word, word) == 0 && (closes || types[i].carries)) {
            return &types[i];
        }
    }
    ludo_reader_fail(&u->r, LUDO_PARSE, element, "unknown type '%.40s'", word);
    return &types[0];
}

ludo_vec3 ludo_urdf_axis(urdf *u, int32_t joint, const char *name, ludo_vec3 otherwise)
{
    const int32_t element = ludo_reader_child(&u->r, joint, name);
    if (element < 0) {
        return otherwise;
    }
    double n[3] = {0.0, 0.0, 0.0};
    (void)ludo_reader_text(&u->r, element, "xyz");
    (void)ludo_reader_numbers(&u->r, element, "xyz", 3, n);
    const ludo_vec3 given = v3(n[0], n[1], n[2]);
    if (!v3_has_direction(given)) {
        ludo_reader_fail(&u->r, LUDO_BAD_MODEL, element, "is zero: it must have a direction");
        return otherwise;
    }
    return v3_unit(given);
}

static void read_axes(urdf *u, int32_t element, const urdf_joint_type *type, ludo_joint_def *joint)
{
    if (type->axes > 0) {
        joint->axis = ludo_urdf_axis(u, element, "axis", v3(1.0, 0.0, 0.0));
    }
    if (type->axes > 1) {
        joint->axis2 = ludo_urdf_axis(u, element, "axis2", v3(0.0, 1.0, 0.0));
    }
}

/* ---- limits and dynamics ---- */

/* A range needs both ends, in order: some programs write reversed ends to say that there is
 * none. */
static void read_range(urdf *u, int32_t joint, int32_t limit, ludo_dof_def *along)
{
    double range[2] = {0.0, 0.0};
    const bool both = limit >= 0 && ludo_reader_numbers(&u->r, limit, "lower", 1, &range[0]) &&
                      ludo_reader_numbers(&u->r, limit, "upper", 1, &range[1]);
    if (both && range[0] < range[1]) {
        along->limited = true;
        memcpy(along->range, range, sizeof along->range);
    } else {
        ludo_reader_warn(&u->r, LUDO_NOTE_WARNING, limit >= 0 ? limit : joint, "", "limit",
                         "no range: it needs both 'lower' and 'upper', with lower < upper");
    }
}

static void read_limits(urdf *u, int32_t joint, const urdf_joint_type *type, ludo_dof_def *along)
{
    const int32_t limit = ludo_reader_child(&u->r, joint, "limit");
    if (type->limited) {
        read_range(u, joint, limit, along);
    } else if (limit >= 0 && ludo_reader_number(&u->r, limit, "lower", 0.0) !=
                                 ludo_reader_number(&u->r, limit, "upper", 0.0)) {
        ludo_urdf_warn(u, limit, "range ignored: joints of this type have none");
    }
    const bool scalar = type->axes == 1 && type->rates == 1;
    if (limit >= 0 && scalar) {
        along->effort = ludo_reader_number(&u->r, limit, "effort", 0.0);
        along->speed = ludo_reader_number(&u->r, limit, "velocity", 0.0);
    }
}

static void read_dynamics(urdf *u, int32_t joint, const urdf_joint_type *type, ludo_dof_def *along)
{
    const int32_t dynamics = ludo_reader_child(&u->r, joint, "dynamics");
    if (dynamics < 0) {
        return;
    }
    const double damping = ludo_reader_number(&u->r, dynamics, "damping", 0.0);
    const double friction = ludo_reader_number(&u->r, dynamics, "friction", 0.0);
    for (int32_t i = 0; i < type->rates; i++) {
        along[i].damping = damping;
        along[i].friction_loss = friction;
    }
    if (strcmp(type->type, "free") == 0 && (damping != 0.0 || friction != 0.0)) {
        ludo_reader_unsupported(&u->r, dynamics,
                                "damping and friction of floating joints are not simulated");
    }
}

/* The spring and the inertia of a rotor that other elements give a joint. */
static void apply_settings(const urdf_scope *s, ludo_dof_def *along)
{
    along->stiffness = s->stiffness;
    along->rest = s->rest;
    along->armature = s->armature;
}

bool ludo_urdf_is_scalar(const urdf *u, int32_t joint)
{
    const char *type = ludo_xml_attribute(u->r.doc, joint, "type");
    return type != NULL && ludo_reader_find_word("revolute continuous prismatic", type) >= 0;
}

/* ---- joints and closures ---- */

/* The parent of a floating link is the world: the named parent must be fixed in the world. */
static void float_in_world(urdf *u, int32_t joint, ludo_joint_def *def)
{
    ludo_frame parent;
    if (!ludo_urdf_is_fixed(u, u->scope[joint].parent, &parent)) {
        ludo_reader_fail(&u->r, LUDO_UNSUPPORTED, joint,
                         "the parent of a floating joint must be fixed in the world");
        return;
    }
    def->parent = LUDO_WORLD;
    def->in_parent = frame_mul(parent, def->in_parent);
}

void ludo_urdf_add_joint(urdf *u, int32_t joint)
{
    reader *r = &u->r;
    const urdf_scope *s = &u->scope[joint];
    const urdf_joint_type *type = ludo_urdf_joint_type(u, joint, false);
    ludo_joint_def def = {.struct_size = sizeof def,
                          .name = ludo_xml_attribute(r->doc, joint, "name"),
                          .type = type->type,
                          .parent = u->scope[s->parent].number,
                          .child = u->scope[s->child].number,
                          .in_parent = s->frame,
                          .place = xml_place(r->doc, joint)};
    read_axes(u, joint, type, &def);
    read_limits(u, joint, type, def.along);
    read_dynamics(u, joint, type, def.along);
    apply_settings(s, def.along);
    if (strcmp(type->type, "free") == 0) {
        float_in_world(u, joint, &def);
    }
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, joint, ludo_spec_add_joint(r->spec, &def, &u->scope[joint].number));
    }
}

/* A closure has no coordinate, so dynamics have no effect. */
static void read_acting(urdf *u, int32_t loop)
{
    reader *r = &u->r;
    const int32_t dynamics = ludo_reader_child(r, loop, "dynamics");
    const int32_t limit = ludo_reader_child(r, loop, "limit");
    if (dynamics >= 0 && (ludo_reader_number(r, dynamics, "damping", 0.0) != 0.0 ||
                          ludo_reader_number(r, dynamics, "friction", 0.0) != 0.0)) {
        ludo_reader_unsupported(r, dynamics,
                                "damping and friction of what closes a loop are not simulated: "
                                "make another joint of the loop close it");
    }
    if (limit >= 0) {
        ludo_urdf_warn(u, limit, "ignored");
    }
}

/* The link of a closure's end, and the joint frame in it. */
static int32_t read_end(urdf *u, int32_t loop, const char *end, ludo_frame *frame)
{
    const int32_t element = ludo_reader_needed(&u->r, loop, end);
    const int32_t link = element >= 0 ? ludo_urdf_named(u, FAMILY_LINK, element, "link") : -1;
    if (link < 0) {
        return LUDO_WORLD;
    }
    *frame = ludo_urdf_frame(u, element);
    return u->scope[link].number;
}

void ludo_urdf_add_closure(urdf *u, int32_t element, const ludo_joint_def *def)
{
    reader *r = &u->r;
    read_acting(u, element);
    if (strcmp(def->type, "free") == 0) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, element, "a floating joint cannot close a loop");
    }
    if (def->child == LUDO_WORLD) {
        const bool loop = strcmp(xml_at(r->doc, element)->name, "loop_joint") == 0;
        ludo_reader_fail(r, LUDO_BAD_MODEL, element, "%s is the world: make the world %s",
                         loop ? "link2" : "the child", loop ? "link1" : "the parent");
    }
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, element, ludo_spec_add_closure(r->spec, def, NULL));
    }
}

void ludo_urdf_add_loop(urdf *u, int32_t loop)
{
    reader *r = &u->r;
    const urdf_joint_type *type = ludo_urdf_joint_type(u, loop, true);
    ludo_joint_def def = {.struct_size = sizeof def,
                          .name = ludo_xml_attribute(r->doc, loop, "name"),
                          .type = type->type,
                          .place = xml_place(r->doc, loop)};
    def.parent = read_end(u, loop, "link1", &def.in_parent);
    def.child = read_end(u, loop, "link2", &def.in_child);
    read_axes(u, loop, type, &def);
    ludo_urdf_add_closure(u, loop, &def);
}

/* ---- mimic joints ---- */

static bool is_fixed(const urdf *u, int32_t joint)
{
    return strcmp(ludo_spec_joint_at(u->r.spec, u->scope[joint].number)->type, "fixed") == 0;
}

/* Check that one joint can follow another. A fixed joint has no coordinate. */
static bool can_follow(urdf *u, int32_t mimic, int32_t joint, int32_t from)
{
    if (is_fixed(u, joint)) {
        ludo_urdf_warn(u, mimic, "ignored, because the joint is fixed");
        return false;
    }
    if (!ludo_urdf_is_scalar(u, joint) || !ludo_urdf_is_scalar(u, from)) {
        ludo_reader_fail(
            &u->r, LUDO_BAD_MODEL, mimic,
            "follows joint '%.64s': both joints must be revolute, continuous or prismatic",
            ludo_xml_attribute(u->r.doc, from, "name"));
    }
    return u->r.status == LUDO_OK;
}

void ludo_urdf_add_mimic(urdf *u, int32_t mimic)
{
    reader *r = &u->r;
    const int32_t joint = xml_at(r->doc, mimic)->parent;
    const int32_t from = ludo_urdf_named(u, FAMILY_JOINT, mimic, "joint");
    if (from < 0 || ludo_reader_child(r, joint, "mimic") < 0 ||
        !can_follow(u, mimic, joint, from)) {
        return;
    }
    const ludo_coupling_def def = {.struct_size = sizeof def,
                                   .joint = u->scope[joint].number,
                                   .from = u->scope[from].number,
                                   .coefficient = {ludo_reader_number(r, mimic, "offset", 0.0),
                                                   ludo_reader_number(r, mimic, "multiplier", 1.0)},
                                   .place = xml_place(r->doc, mimic)};
    if (joint == from) {
        ludo_reader_fail(r, LUDO_BAD_MODEL, mimic, "a joint can't follow itself");
    }
    if (r->status == LUDO_OK) {
        ludo_reader_check(r, mimic, ludo_spec_add_coupling(r->spec, &def, NULL));
    }
}
