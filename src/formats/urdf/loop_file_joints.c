/* SPDX-License-Identifier: Apache-2.0
 *
 * Joint types of a loop file. URDF has no universal joint, and CAD exporters write hinges where the
 * robot has spherical and universal joints. A hinge becomes a joint of the named type about the
 * same frames. The letters of a universal joint are axes of the joint frame: the first one is fixed
 * in the parent, the second one in the child. */
#include "formats/urdf/loop_file_items.h"

#include "core/diagnostic.h"
#include "ludo/edit.h"
#include "math/vec3.h"
#include "spec/items.h"

#include <stdio.h>
#include <string.h>

enum { AXIS_X, AXIS_Y, AXIS_Z };

typedef struct joint_word {
    const char *word, *type; /* in the file; in the spec */
    int32_t angles;          /* number of angles with axes */
    int32_t axis[2];
} joint_word;

static const joint_word words[] = {
    {"SPHERICAL", "ball", 0, {0}},
    {"UJOINT_XY", "universal", 2, {AXIS_X, AXIS_Y}},
    {"UJOINT_XZ", "universal", 2, {AXIS_X, AXIS_Z}},
    {"UJOINT_YX", "universal", 2, {AXIS_Y, AXIS_X}},
    {"UJOINT_YZ", "universal", 2, {AXIS_Y, AXIS_Z}},
    {"UJOINT_ZX", "universal", 2, {AXIS_Z, AXIS_X}},
    {"UJOINT_ZY", "universal", 2, {AXIS_Z, AXIS_Y}},
    {"CARDAN", "universal", 2, {AXIS_X, AXIS_Y}},
    {"FIXED", "fixed", 0, {0}},
};

static const joint_word *find_word(loop_file *s, int32_t item)
{
    if (!ludo_loop_file_expect_text(s, item, "a joint type")) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (ludo_loop_file_is_word(s, item, words[i].word)) {
            return &words[i];
        }
    }
    ludo_loop_file_fail(s, LUDO_PARSE, item,
                        "unknown joint type '%.40s': use SPHERICAL, UJOINT_ and two of X, Y, Z, "
                        "CARDAN or FIXED",
                        loop_file_text(s, item));
    return NULL;
}

/* ---- elements that need the coordinate of a hinge ---- */

/* The place of a coupling, an actuator or a spring of a joint; NULL: none. */
static const ludo_place *find_coupling(const ludo_spec *spec, int32_t joint)
{
    for (int32_t i = 0; i < ludo_spec_coupling_count(spec); i++) {
        const ludo_coupling_def *c = ludo_spec_coupling_at(spec, i);
        if (!c->of_springs && (c->joint == joint || c->from == joint)) {
            return &c->place;
        }
    }
    return NULL;
}

static const ludo_place *find_actuator(const ludo_spec *spec, int32_t joint)
{
    for (int32_t i = 0; i < ludo_spec_actuator_count(spec); i++) {
        const ludo_actuator_def *a = ludo_spec_actuator_at(spec, i);
        if (!a->on_spring && a->target == joint) {
            return &a->place;
        }
    }
    return NULL;
}

static const ludo_place *find_spring(const ludo_spec *spec, int32_t joint)
{
    for (int32_t i = 0; i < ludo_spec_spring_count(spec); i++) {
        const ludo_spring_def *d = ludo_spec_spring_at(spec, i);
        for (int32_t k = 0; k < d->term_count; k++) {
            if (d->term[k].joint == joint) {
                return &d->place;
            }
        }
    }
    return NULL;
}

static const struct joint_user {
    const char *what;
    const ludo_place *(*find)(const ludo_spec *spec, int32_t joint);
} users[] = {{"a mimic or coupling", find_coupling},
             {"an actuator", find_actuator},
             {"a spring or tendon", find_spring}};

static void check_unused(loop_file *s, int32_t item, int32_t joint, const joint_word *word)
{
    for (size_t i = 0; i < sizeof users / sizeof *users; i++) {
        const ludo_place *place = users[i].find(s->spec, joint);
        if (place != NULL) {
            ludo_loop_file_fail(s, LUDO_BAD_MODEL, item,
                                "joint '%.64s' cannot become %s: %s (%.64s:%d) needs its angle",
                                loop_file_text(s, item), word->word, users[i].what,
                                place->file != NULL ? place->file : "", (int)place->line);
        }
    }
}

/* ---- the new joint ---- */

/* Forces of a hinge along an angle about its own axis, or the opposite one: `sign` 1 or -1. Angles
 * of the new joint are zero where its frames coincide. */
static ludo_dof_def along_same_axis(const ludo_joint_def *hinge, double sign)
{
    ludo_dof_def d = hinge->along[0];
    const double low = sign * (d.range[0] - hinge->reference);
    const double high = sign * (d.range[1] - hinge->reference);
    d.range[0] = !d.limited ? 0.0 : low < high ? low : high;
    d.range[1] = !d.limited ? 0.0 : low < high ? high : low;
    d.rest = d.stiffness != 0.0 ? sign * (d.rest - hinge->reference) : 0.0;
    return d;
}

/* Forces of a hinge along another angle: those without a range, rest or direction. */
static ludo_dof_def along_other_axis(const ludo_joint_def *hinge)
{
    const ludo_dof_def *d = &hinge->along[0];
    return (ludo_dof_def){
        .damping = d->damping, .armature = d->armature, .friction_loss = d->friction_loss};
}

/* 1 or -1 where a vector is along that side of an axis of the joint frame, else 0. */
static double side_along(ludo_vec3 a, ludo_vec3 axis)
{
    static const double digits = 1e-9; /* of numbers in a file */
    const double part = v3_dot(a, axis);
    return v3_norm(v3_cross(a, axis)) > digits * v3_norm(a) ? 0.0 : part > 0.0 ? 1.0 : -1.0;
}

static ludo_vec3 unit_axis(int32_t axis)
{
    return v3(axis == AXIS_X ? 1.0 : 0.0, axis == AXIS_Y ? 1.0 : 0.0, axis == AXIS_Z ? 1.0 : 0.0);
}

/* The joint that a hinge becomes. Returns whether its range and spring stay. */
static bool retype(const ludo_joint_def *hinge, const joint_word *word, ludo_joint_def *to)
{
    bool stays = !hinge->along[0].limited && hinge->along[0].stiffness == 0.0;
    *to = *hinge;
    to->type = word->type;
    to->reference = 0.0;
    to->axis = to->axis2 = v3(0.0, 0.0, 0.0);
    memset(to->along, 0, sizeof to->along);
    if (word->angles == 0) {
        to->along[0] =
            strcmp(word->type, "ball") == 0 ? along_other_axis(hinge) : (ludo_dof_def){0};
        return stays;
    }
    to->axis = unit_axis(word->axis[0]);
    to->axis2 = unit_axis(word->axis[1]);
    for (int32_t i = 0; i < word->angles; i++) {
        const double side = side_along(hinge->axis, unit_axis(word->axis[i]));
        to->along[i] = side != 0.0 ? along_same_axis(hinge, side) : along_other_axis(hinge);
        stays = stays || side != 0.0;
    }
    return stays;
}

/* ---- the lists ---- */

/* Whether a joint is one of several between the same bodies. */
static bool is_part(const ludo_spec *spec, int32_t joint)
{
    const ludo_joint_def *next = ludo_spec_joint_at(spec, joint + 1);
    return ludo_spec_joint_at(spec, joint)->continues || (next != NULL && next->continues);
}

static void warn(loop_file *s, int32_t item, const joint_word *word, const char *reason)
{
    char text[200];
    (void)snprintf(text, sizeof text, "joint '%.64s', %s: %s", loop_file_text(s, item), word->word,
                   reason);
    ludo_one_line(text);
    ludo_loop_file_warn(s, item, text);
}

static void set_joint(loop_file *s, int32_t item, int32_t joint, const joint_word *word)
{
    ludo_joint_def to;
    const bool stays = retype(ludo_spec_joint_at(s->spec, joint), word, &to);
    ludo_loop_file_check(s, item, ludo_spec_set_joint(s->spec, joint, &to));
    if (!stays) {
        warn(s, item, word, "range and spring of the hinge ignored");
    }
}

static void add_joint_type(loop_file *s, int32_t item, int32_t type)
{
    const int32_t joint = ludo_loop_file_list_joint(s, FAMILY_RETYPED, item);
    const joint_word *word = joint >= 0 ? find_word(s, type) : NULL;
    if (word == NULL) {
        return;
    }
    const char *from = ludo_spec_joint_at(s->spec, joint)->type;
    if (strcmp(from, "fixed") == 0) {
        warn(s, item, word, "ignored, because the joint is fixed");
        return;
    }
    if (strcmp(from, "hinge") != 0 || is_part(s->spec, joint)) {
        ludo_loop_file_fail(
            s, LUDO_BAD_MODEL, item, "joint '%.64s' is %s: only a hinge can become %s",
            loop_file_text(s, item),
            is_part(s->spec, joint) ? "one of several joints of a body" : from, word->word);
    }
    check_unused(s, item, joint, word);
    if (s->status == LUDO_OK) {
        set_joint(s, item, joint, word);
    }
}

void ludo_loop_file_read_joint_types(loop_file *s)
{
    static const loop_file_pairs joints = {KEY_RETYPED, KEY_JOINT_TYPES, "joint", "joints"};
    ludo_loop_file_read_pairs(s, &joints, add_joint_type);
}
