/* SPDX-License-Identifier: Apache-2.0
 *
 * MJCF keyframes. A keyframe of an attached model has the numbers of that model; its joints and
 * actuators know their places among them (expand.h). */
#include "formats/mjcf/read.h"
#include "formats/mjcf/read_law.h"
#include "formats/mjcf/read_values.h"

#include <stdlib.h>
#include <string.h>

/* ---- places of joints ---- */

static const int32_t positions[] = {
    [JOINT_HINGE] = 1, [JOINT_SLIDE] = 1, [JOINT_BALL] = 4, [JOINT_FREE] = 7};
static const int32_t rates[] = {
    [JOINT_HINGE] = 1, [JOINT_SLIDE] = 1, [JOINT_BALL] = 3, [JOINT_FREE] = 6};

static void place(mjcf *r, int32_t joint, mjcf_layout *layout)
{
    const mjcf_joint type = ludo_mjcf_joint_type(r, joint);
    layout->position[joint] = layout->positions;
    layout->rate[joint] = layout->rates;
    layout->positions += positions[type];
    layout->rates += rates[type];
}

void ludo_mjcf_read_layout(mjcf *r, mjcf_layout *layout)
{
    const int32_t count = r->base.doc->elements.count;
    const size_t size = (size_t)count * sizeof(int32_t);
    *layout = (mjcf_layout){memory_take(&r->base.doc->allocator, size),
                            memory_take(&r->base.doc->allocator, size), 0, 0};
    if (layout->position == NULL || layout->rate == NULL) {
        ludo_reader_check(&r->base, 0, LUDO_NO_MEMORY);
        return;
    }
    for (int32_t e = 0; e < count; e++) {
        layout->position[e] = layout->rate[e] = -1;
    }
    for (int32_t body = 1; body < count; body++) {
        const bool is = r->scope[body].body == body;
        for (int32_t e = is ? r->scope[body].joint : -1; e >= 0; e = r->scope[e].next_joint) {
            place(r, e, layout);
        }
    }
}

/* ---- keyframes of attached models ---- */

/* The numbers of a keyframe's list in the attached model; the list of the whole model. */
typedef struct numbers {
    double *own, *all;
    int32_t own_count, all_count;
} numbers;

/* The numbers behind the ID of a #part, up to three; the number of them if the ID is that of a
 * keyframe, else 0. */
static int32_t read_part(const char *part, const char *id, int32_t out[3])
{
    const size_t length = strcspn(id, " ");
    if (strcspn(part, " ") != length || strncmp(part, id, length) != 0) {
        return 0;
    }
    int32_t count = 0;
    for (const char *p = part + length; *p == ' ' && count < 3; count++) {
        char *end;
        out[count] = (int32_t)strtol(p + 1, &end, 10);
        p = end;
    }
    return count;
}

/* The places of a joint or actuator in a keyframe; the number of them, 0: it has none. */
static int32_t find_part(const mjcf *r, int32_t element, const char *id, int32_t out[3])
{
    for (int32_t i = 0; i < xml_at(r->base.doc, element)->attributes; i++) {
        const xml_attribute *a = xml_attribute_at(r->base.doc, element, i);
        const int32_t count = strcmp(a->name, "#part") == 0 ? read_part(a->value, id, out) : 0;
        if (count > 0) {
            return count;
        }
    }
    return 0;
}

static void read_own(mjcf *r, int32_t element, const char *name, int32_t most, numbers *n)
{
    ludo_mjcf_all_numbers(r, element, name, &n->own, &n->own_count);
    if (n->own_count > most) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "attribute '%s' has %d numbers: its model has %d", name, (int)n->own_count,
                         (int)most);
    }
}

static void take_all(mjcf *r, int32_t element, int32_t count, numbers *n)
{
    n->all_count = count;
    n->all = memory_take(&r->base.doc->allocator, (size_t)count * sizeof *n->all + 1);
    if (n->all == NULL) {
        ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
    }
}

/* The reference coordinates of a joint. */
static void refer(mjcf *r, int32_t joint, double *out)
{
    const mjcf_joint type = ludo_mjcf_joint_type(r, joint);
    const ludo_frame pose = r->scope[r->scope[joint].body].in_world;
    const ludo_quat q = type == JOINT_FREE ? pose.orientation : q_identity();
    if (type == JOINT_HINGE || type == JOINT_SLIDE) {
        const double n = ludo_mjcf_number(r, joint, "ref", 0.0);
        out[0] = type == JOINT_HINGE ? ludo_mjcf_angle(r, joint, n) : n;
        return;
    }
    if (type == JOINT_FREE) {
        memcpy(out, (double[]){pose.position.x, pose.position.y, pose.position.z}, 3 * sizeof *out);
        out += 3;
    }
    memcpy(out, (double[]){q.w, q.x, q.y, q.z}, 4 * sizeof *out);
}

/* Copy `count` numbers from a place of the own list, as far as there are numbers. */
static void copy_numbers(const numbers *n, int32_t from, int32_t to, int32_t count)
{
    for (int32_t i = 0; i < count && from + i < n->own_count; i++) {
        n->all[to + i] = n->own[from + i];
    }
}

/* Copy the numbers of a joint. Those of a keyframe of the document itself (`id` NULL) have their
 * places. */
static void scatter_joint(mjcf *r, int32_t joint, const mjcf_layout *layout, const char *id,
                          const numbers list[2])
{
    const mjcf_joint type = ludo_mjcf_joint_type(r, joint);
    int32_t from[3] = {layout->position[joint], layout->rate[joint], 0};
    refer(r, joint, list[0].all + layout->position[joint]);
    memset(list[1].all + layout->rate[joint], 0, (size_t)rates[type] * sizeof(double));
    if (id == NULL || find_part(r, joint, id, from) == 2) {
        copy_numbers(&list[0], from[0], layout->position[joint], positions[type]);
        copy_numbers(&list[1], from[1], layout->rate[joint], rates[type]);
    }
}

static bool is_actuator(const mjcf *r, int32_t element)
{
    const mjcf_rule *rule = r->scope[element].rule;
    return rule != NULL && rule->pass == PASS_ACTUATORS && strcmp(rule->parent, "actuator") == 0;
}

/* Controls go to the actuators in their order. */
static void scatter_controls(mjcf *r, const char *id, const numbers *list)
{
    int32_t place = 0;
    for (int32_t e = 1; e < r->base.doc->elements.count; e++) {
        if (is_actuator(r, e)) {
            const int32_t count = ludo_mjcf_count_inputs(r, e);
            int32_t from[3] = {place, 0, 0};
            memset(list->all + place, 0, (size_t)count * sizeof *list->all);
            if (id == NULL || find_part(r, e, id, from) == 1) {
                copy_numbers(list, from[0], place, count);
            }
            place += count;
        }
    }
}

static int32_t count_controls(mjcf *r)
{
    int32_t count = 0;
    for (int32_t e = 1; e < r->base.doc->elements.count; e++) {
        count += is_actuator(r, e) ? ludo_mjcf_count_inputs(r, e) : 0;
    }
    return count;
}

/* Each keyframe looks at all elements. */
static void count_visits(mjcf *r, int32_t element)
{
    r->visits += r->base.doc->elements.count;
    if (r->visits > EXPAND_MAX_VISITS) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "there are too many keyframes in a model of this size");
    }
}

/* Lists of the whole model, with reference values where a keyframe has no numbers. */
static void scatter(mjcf *r, int32_t element, const char *id, numbers list[3])
{
    mjcf_layout layout;
    count_visits(r, element);
    ludo_mjcf_read_layout(r, &layout);
    take_all(r, element, layout.positions, &list[0]);
    take_all(r, element, layout.rates, &list[1]);
    take_all(r, element, count_controls(r), &list[2]);
    for (int32_t e = 1; e < r->base.doc->elements.count && r->base.status == LUDO_OK; e++) {
        if (layout.position[e] >= 0) {
            scatter_joint(r, e, &layout, id, list);
        }
    }
    if (r->base.status == LUDO_OK) {
        scatter_controls(r, id, &list[2]);
    }
    memory_give(&r->base.doc->allocator, layout.position);
    memory_give(&r->base.doc->allocator, layout.rate);
}

/* ---- keyframe ---- */

/* A list without numbers stays empty, a longer one than the model's (`whole`) stays as it is. */
static void choose(numbers *n, bool whole)
{
    n->all_count = n->own_count == 0 ? 0 : n->all_count;
    if (whole && n->own_count > n->all_count) {
        double *all = n->all;
        n->all = n->own;
        n->all_count = n->own_count;
        n->own = all;
    }
}

/* Whether an actuator has several controls: places in keyframes of attached models count one. */
static bool has_several_inputs(mjcf *r)
{
    bool several = false;
    for (int32_t e = 1; e < r->base.doc->elements.count && !several; e++) {
        several = is_actuator(r, e) && ludo_mjcf_count_inputs(r, e) > 1;
    }
    return several;
}

static void read_lists(mjcf *r, int32_t element, numbers list[3])
{
    static const char *const names[] = {"qpos", "qvel", "ctrl"};
    const char *part = ludo_xml_attribute(r->base.doc, element, "#part");
    int32_t most[3] = {INT32_MAX, INT32_MAX, INT32_MAX};
    if (part != NULL) {
        (void)read_part(part, part, most);
    }
    const bool unplaced = part != NULL &&
                          ludo_xml_attribute(r->base.doc, element, "ctrl") != NULL &&
                          has_several_inputs(r);
    if (unplaced) {
        ludo_mjcf_warn(
            r, LUDO_NOTE_WARNING, element,
            "ctrl of keyframes of attached models, in a model with a pid of several inputs",
            "ignored");
    }
    for (int i = 0; i < (unplaced ? 2 : 3); i++) {
        read_own(r, element, names[i], most[i], &list[i]);
    }
    if (r->base.status == LUDO_OK) {
        scatter(r, element, part, list);
    }
    for (int i = 0; i < 3; i++) {
        choose(&list[i], part == NULL);
    }
}

/* Activations have their places in keyframes of the document itself only. */
static void read_activations(mjcf *r, int32_t element, numbers *n)
{
    if (ludo_xml_attribute(r->base.doc, element, "#part") == NULL) {
        ludo_mjcf_all_numbers(r, element, "act", &n->own, &n->own_count);
    } else if (ludo_xml_attribute(r->base.doc, element, "act") != NULL) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "act of keyframes of attached models",
                       "ignored");
    }
}

static void add_key(mjcf *r, int32_t element, const numbers list[3], const numbers *activation)
{
    const ludo_keyframe_def key = {.struct_size = sizeof key,
                                   .name = ludo_xml_attribute(r->base.doc, element, "name"),
                                   .time = ludo_mjcf_number(r, element, "time", 0.0),
                                   .position = list[0].all,
                                   .position_count = list[0].all_count,
                                   .velocity = list[1].all,
                                   .velocity_count = list[1].all_count,
                                   .control = list[2].all,
                                   .control_count = r->actuators_left_out ? 0 : list[2].all_count,
                                   .activation = activation->own,
                                   .activation_count =
                                       r->actuators_left_out ? 0 : activation->own_count,
                                   .place = xml_place(r->base.doc, element)};
    if (r->base.status == LUDO_OK) {
        ludo_reader_check(&r->base, element, ludo_spec_add_keyframe(r->base.spec, &key, NULL));
    }
}

void ludo_mjcf_read_key(mjcf *r, int32_t element)
{
    numbers list[3] = {{.own = NULL}, {.own = NULL}, {.own = NULL}}, activation = {.own = NULL};
    read_lists(r, element, list);
    read_activations(r, element, &activation);
    if (ludo_mjcf_find_template(r, element, "mpos mquat") >= 0) {
        ludo_mjcf_warn(r, LUDO_NOTE_WARNING, element, "mpos and mquat of keyframes", "ignored");
    }
    add_key(r, element, list, &activation);
    memory_give(&r->base.doc->allocator, activation.own);
    for (int i = 0; i < 3; i++) {
        memory_give(&r->base.doc->allocator, list[i].own);
        memory_give(&r->base.doc->allocator, list[i].all);
    }
}

/* Up to this many keyframes of the reference pose; more are a mistake. */
enum { MOST_KEYS = 10000 };

void ludo_mjcf_read_size(mjcf *r, int32_t element)
{
    const double keys = ludo_reader_number(&r->base, element, "nkey", 0.0);
    if (!(keys >= 0.0 && keys <= MOST_KEYS)) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element,
                         "attribute 'nkey' must be between 0 and %d", MOST_KEYS);
    } else if (xml_at(r->base.doc, element)->part == 0) {
        r->keys = (int32_t)keys > r->keys ? (int32_t)keys : r->keys;
    }
}

void ludo_mjcf_add_keys(mjcf *r)
{
    const ludo_keyframe_def key = {.struct_size = sizeof key};
    while (r->base.status == LUDO_OK && ludo_spec_keyframe_count(r->base.spec) < r->keys) {
        ludo_reader_check(&r->base, 0, ludo_spec_add_keyframe(r->base.spec, &key, NULL));
    }
}
