/* SPDX-License-Identifier: Apache-2.0
 *
 * States of SRDF as keyframes: the named joints at their values, those that follow them where their
 * couplings put them, all others at the reference pose. */
#include "core/memory.h"
#include "formats/text/number.h"
#include "formats/urdf/srdf_file.h"
#include "math/quat.h"
#include "spec/items.h"

#include <math.h>
#include <string.h>

/* Chains of followers are followed so many times, in the order of the file. */
enum { PASSES = 16 };

/* A keyframe in the making. */
typedef struct state {
    srdf_file *s;
    int32_t element, count;
    int32_t *at;      /* per joint: its first coordinate */
    double *position; /* all coordinates */
} state;

/* Coordinates of the joint types that URDF has; a quaternion, if any, is at the end. */
static const struct coordinates {
    const char *type;
    int32_t count;
    bool quaternion;
} types[] = {{"fixed", 0, false},  {"hinge", 1, false}, {"slide", 1, false},
             {"planar", 3, false}, {"ball", 4, true},   {"free", 7, true}};

static const struct coordinates *find_type(const char *type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].type, type) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

static bool is_scalar(const ludo_joint_def *j)
{
    return strcmp(j->type, "hinge") == 0 || strcmp(j->type, "slide") == 0;
}

/* ---- the reference pose ---- */

static bool is_identity(ludo_frame f)
{
    return v3_max(f.position) == 0.0 && q_is_identity(frame_clean(f).orientation);
}

/* Whether all joints have known coordinates: those of URDF do, unless a loop file changed them. */
static bool count_coordinates(state *k)
{
    const ludo_spec *spec = k->s->r.spec;
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(spec, i);
        const struct coordinates *c = find_type(j->type);
        if (c == NULL || (strcmp(j->type, "free") == 0 && !is_identity(j->in_child))) {
            return false;
        }
        k->at[i] = k->count;
        k->count += c->count;
    }
    return true;
}

/* A free joint is at its frame in the world; other joints have their frames coincide. */
static void set_reference(state *k)
{
    const ludo_spec *spec = k->s->r.spec;
    for (int32_t i = 0; i < ludo_spec_joint_count(spec); i++) {
        const ludo_joint_def *j = ludo_spec_joint_at(spec, i);
        const struct coordinates *c = find_type(j->type);
        double *q = k->position + k->at[i];
        memset(q, 0, (size_t)c->count * sizeof *q);
        if (is_scalar(j)) {
            q[0] = j->reference;
        }
        if (c->quaternion) {
            q[c->count - 4] = 1.0;
        }
        if (c->count == 7) {
            const ludo_quat turn = frame_clean(j->in_parent).orientation;
            memcpy(q,
                   (double[]){j->in_parent.position.x, j->in_parent.position.y,
                              j->in_parent.position.z, turn.w, turn.x, turn.y, turn.z},
                   7 * sizeof *q);
        }
    }
}

/* ---- values ---- */

/* The only number of a text; false if it is none. */
static bool read_value(const char *text, double *value)
{
    const char *end = ludo_number_read(text + strspn(text, " \t\r\n"), value);
    return end != NULL && end[strspn(end, " \t\r\n")] == '\0' && !isinf(*value);
}

static void set_joint(state *k, int32_t element)
{
    reader *r = &k->s->r;
    const char *name = ludo_reader_text(r, element, "name");
    const char *text = ludo_reader_text(r, element, "value");
    const int32_t joint = ludo_name_table_find(&k->s->names, SRDF_JOINT, "", name) - 1;
    double value;
    if (joint < 0) {
        ludo_srdf_ignore(k->s, element, "joint", "group_state", "joint", name);
    } else if (!is_scalar(ludo_spec_joint_at(r->spec, joint))) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, element, "group_state", "joint",
                         "ignored, because the joint is not revolute, continuous or prismatic");
    } else if (!read_value(text, &value)) {
        ludo_reader_fail(r, LUDO_PARSE, element, "attribute 'value': '%.40s' is not a number",
                         text);
    } else {
        k->position[k->at[joint]] = value;
    }
}

/* Move a joint that follows another one; false if it is there. */
static bool follow(state *k, const ludo_coupling_def *c)
{
    const ludo_joint_def *j = ludo_spec_joint_at(k->s->r.spec, c->joint);
    const ludo_joint_def *from = ludo_spec_joint_at(k->s->r.spec, c->from);
    if (c->of_springs || j == NULL || from == NULL || !is_scalar(j) || !is_scalar(from)) {
        return false;
    }
    const double x = k->position[k->at[c->from]] - from->reference;
    double *q = &k->position[k->at[c->joint]], sum = 0.0;
    for (int i = 4; i >= 0; i--) {
        sum = sum * x + c->coefficient[i];
    }
    const bool moved = *q != j->reference + sum;
    *q = j->reference + sum;
    return moved;
}

static void set_followers(state *k)
{
    bool moved = true;
    for (int pass = 0; pass < PASSES && moved; pass++) {
        moved = false;
        for (int32_t i = 0; i < ludo_spec_coupling_count(k->s->r.spec); i++) {
            moved = follow(k, ludo_spec_coupling_at(k->s->r.spec, i)) || moved;
        }
    }
}

/* ---- keyframes ---- */

/* States of several groups may have one name: later ones have that of the group before it. */
static const char *claim_name(state *k, const char *name, char *longer, size_t room)
{
    name_table *names = &k->s->names;
    const reader *r = &k->s->r;
    const char *group = ludo_xml_attribute(r->doc, k->element, "group");
    if (ludo_name_table_add(names, SRDF_STATE, "", name, k->element) == 0) {
        return name;
    }
    const size_t before = group != NULL ? strlen(group) : 0, after = strlen(name);
    if (before == 0 || before + after + 2 > room) {
        return NULL;
    }
    memcpy(longer, group, before);
    longer[before] = '.';
    memcpy(longer + before + 1, name, after + 1);
    const bool taken = ludo_name_table_find(names, SRDF_STATE, "", longer) != 0 ||
                       ludo_name_table_add(names, SRDF_STATE, group, name, k->element) != 0;
    return taken ? NULL : longer;
}

static void add_keyframe(state *k)
{
    reader *r = &k->s->r;
    char longer[256];
    ludo_keyframe_def key = ludo_keyframe_default();
    key.name = claim_name(k, ludo_reader_text(r, k->element, "name"), longer, sizeof longer);
    key.position = k->position;
    key.position_count = k->count;
    key.place = xml_place(r->doc, k->element);
    if (key.name == NULL) {
        ludo_reader_warn(r, LUDO_NOTE_WARNING, k->element, "", "group_state",
                         "ignored, because another one has its name and group");
    } else if (r->status == LUDO_OK) {
        ludo_reader_check(r, k->element, ludo_spec_add_keyframe(r->spec, &key, NULL));
    }
}

static void read_state(state *k)
{
    const xml_document *doc = k->s->r.doc;
    set_reference(k);
    for (int32_t e = xml_at(doc, k->element)->first_child; e >= 0;
         e = xml_at(doc, e)->next_sibling) {
        if (strcmp(xml_at(doc, e)->name, "joint") == 0) {
            set_joint(k, e);
        }
    }
    set_followers(k);
    add_keyframe(k);
}

void ludo_srdf_add_state(srdf_file *s, int32_t element)
{
    state k = {.s = s, .element = element};
    const ludo_allocator *a = &s->r.doc->allocator;
    const size_t joints = (size_t)ludo_spec_joint_count(s->r.spec) + 1;
    k.at = memory_take(a, joints * sizeof *k.at);
    k.position = memory_take(a, 7 * joints * sizeof *k.position);
    if (k.at == NULL || k.position == NULL) {
        ludo_reader_check(&s->r, element, LUDO_NO_MEMORY);
    } else if (count_coordinates(&k)) {
        read_state(&k);
    } else {
        ludo_reader_warn(&s->r, LUDO_NOTE_WARNING, element, "", "group_state",
                         "ignored, because the model has joints that URDF does not have");
    }
    memory_give(a, k.position);
    memory_give(a, k.at);
}
