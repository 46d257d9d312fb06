/* SPDX-License-Identifier: Apache-2.0
 *
 * From a description to a model: check, order, lay out, fill in. */
#include "core/diagnostic.h"
#include "model/check.h"
#include "model/model.h"
#include "model/names.h"
#include "model/tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_ROOM = 48 }; /* a name that is made here is its body's and at most this much longer */

/* What compiling needs and the model doesn't keep. */
typedef struct workshop {
    const ludo_spec *spec;
    const ludo_body_def *body;
    const ludo_joint_def *joint;
    const ludo_site_def *site;
    const ludo_keyframe_def *keyframe;
    const spec_note *note;
    body_tree tree;
    int32_t joint_count; /* of the spec and those of floating bodies */
    int32_t note_count;  /* of the spec and those made here */
    size_t text_size, text_used;
    size_t number_count, number_used;
    ludo_diagnostic *why;
} workshop;

static void workshop_layout(workshop *w, arena *a)
{
    const int32_t n = w->spec->bodies.count;
    w->tree.carrier = TAKE(a, n, int32_t);
    w->tree.slot = TAKE(a, n, int32_t);
    w->tree.body = TAKE(a, n, int32_t);
    w->tree.first_child = TAKE(a, n, int32_t);
    w->tree.next_sibling = TAKE(a, n, int32_t);
    w->tree.stack = TAKE(a, n, int32_t);
}

/* Upper bounds for all texts and keyframe numbers. */
static void measure_texts(workshop *w)
{
    size_t text = strlen(w->spec->name) + 1;
    for (int32_t i = 0; i < w->spec->bodies.count; i++) {
        text += 2 * (strlen(w->body[i].name) + NAME_ROOM); /* its own and a free joint's */
    }
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        const size_t child = strlen(w->body[w->joint[i].child].name);
        text += strlen(w->joint[i].name) + child + 2 * NAME_ROOM;
    }
    for (int32_t i = 0; i < w->spec->sites.count; i++) {
        text += strlen(w->site[i].name) + NAME_ROOM;
    }
    for (int32_t i = 0; i < w->spec->keyframes.count; i++) {
        const ludo_keyframe_def *k = &w->keyframe[i];
        text += strlen(k->name) + NAME_ROOM;
        w->number_count += (size_t)k->position_count + (size_t)k->velocity_count;
    }
    for (int32_t i = 0; i < w->spec->notes.count; i++) {
        const char *file = w->note[i].place.file;
        text += strlen(w->note[i].message) + 1 + (file != NULL ? strlen(file) + 1 : 0);
    }
    for (int32_t i = 0; i < w->spec->bodies.count; i++) {
        if (ludo_check_inertia_is_borderline(w->body[i].inertia)) {
            const char *file = w->body[i].place.file;
            text += strlen(w->body[i].name) + 4 * NAME_ROOM + (file != NULL ? strlen(file) : 0);
            w->note_count++;
        }
    }
    w->text_size = text;
}

/* What a model is made of. Runs twice: to measure and to place. */
static void model_layout(ludo_model *m, const workshop *w, arena *a)
{
    const int32_t n = m->slots;
    m->joint = TAKE(a, n, joint_data);
    m->inertia = TAKE(a, n, body_inertia);
    m->parent = TAKE(a, n, int32_t);
    m->column = TAKE(a, n + 1, int32_t);
    m->column_scale = TAKE(a, m->columns, double);
    m->body_of = TAKE(a, n, int32_t);
    m->joint_of = TAKE(a, n, int32_t);
    m->batch = TAKE(a, m->batches, joint_batch);
    m->order = TAKE(a, n, int32_t);
    m->body = TAKE(a, m->body_count, model_body);
    m->joints = TAKE(a, m->joint_count, model_joint);
    m->site = TAKE(a, m->site_count, ludo_site_info);
    m->keyframe = TAKE(a, m->keyframe_count, model_keyframe);
    m->note = TAKE(a, m->note_count, ludo_note_info);
    m->body_names = TAKE(a, m->body_count, name_entry);
    m->joint_names = TAKE(a, m->joint_count, name_entry);
    m->site_names = TAKE(a, m->site_count, name_entry);
    m->keyframe_names = TAKE(a, m->keyframe_count, name_entry);
    m->numbers = TAKE(a, w->number_count, double);
    m->text = TAKE(a, w->text_size, char);
}

/* A text of the model: `name`, or where that is empty what the format makes of stem and number. */
static const char *write_name(ludo_model *m, workshop *w, const char *name, const char *format,
                              const char *stem, int32_t number)
{
    char *text = m->text + w->text_used;
    const size_t room = w->text_size - w->text_used;
    const int length = *name != '\0' ? snprintf(text, room, "%s", name)
                                     : snprintf(text, room, format, stem, (int)number);
    w->text_used += (size_t)length + 1;
    return text;
}

static const char *write_text(ludo_model *m, workshop *w, const char *text)
{
    return write_name(m, w, text, "%s%.0d", "", 0);
}

static const double *write_numbers(ludo_model *m, workshop *w, const double *numbers, int32_t count)
{
    if (count == 0) {
        return NULL;
    }
    double *copy = m->numbers + w->number_used;
    memcpy(copy, numbers, (size_t)count * sizeof *copy);
    w->number_used += (size_t)count;
    return copy;
}

/* The given orientation, normalised; the identity where it is zero. */
static ludo_frame clean_frame(ludo_frame f)
{
    f.orientation = q_dot(f.orientation, f.orientation) > 0.0 ? q_normalized(f.orientation)
                                                              : q_identity();
    return f;
}

static void fill_bodies(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        const ludo_body_def *d = &w->body[i];
        const int32_t slot = w->tree.slot[i], carrier = w->tree.carrier[i];
        m->body[i] = (model_body){
            .name = write_name(m, w, d->name, "%s%d", "body", i),
            .slot = slot,
            .parent = carrier >= 0 ? w->joint[carrier].parent : LUDO_WORLD,
            .com = d->com,
        };
        m->inertia[slot].mass = d->mass;
        memcpy(m->inertia[slot].J, d->inertia, sizeof d->inertia);
        m->body_of[slot] = i;
        m->order[m->slots - 1 - slot] = i;
    }
}

/* Two unit vectors orthogonal to n and to each other, P[0] x P[1] = n. */
static void span_plane(ludo_vec3 n, ludo_vec3 P[2])
{
    const double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    const ludo_vec3 far = ax <= ay && ax <= az ? v3(1.0, 0.0, 0.0)
                          : ay <= az           ? v3(0.0, 1.0, 0.0)
                                               : v3(0.0, 0.0, 1.0);
    const ludo_vec3 p = v3_cross(far, n);
    P[0] = v3_scale(1.0 / v3_norm(p), p);
    P[1] = v3_cross(n, P[0]);
}

/* What a gap of the joint is compared with: its arms, or the child's radius of gyration. */
static double joint_length(const joint_data *j, const body_inertia *child)
{
    const double a = j->parent >= 0 ? v3_norm(j->p_a) : 0.0, b = v3_norm(j->p_b);
    const double arm = a >= b ? a : b;
    const double gyration = sqrt((child->J[0] + child->J[1] + child->J[2]) / child->mass);
    return arm >= gyration ? arm : gyration;
}

/* The compiled joint of a definition. */
static joint_data make_joint(const ludo_model *m, const ludo_joint_def *d, const joint_kind *kind)
{
    const ludo_frame fa = clean_frame(d->in_parent), fb = clean_frame(d->in_child);
    const ludo_vec3 zero = {0.0, 0.0, 0.0};
    const ludo_vec3 com_a = d->parent >= 0 ? m->body[d->parent].com : zero;
    const ludo_vec3 com_b = m->body[d->child].com;
    joint_data j = {
        .kind = kind,
        .parent = d->parent >= 0 ? m->body[d->parent].slot : -1,
        .p_a = v3_sub(fa.position, com_a),
        .p_b = v3_sub(fb.position, com_b),
        .q_a_off = fa.orientation,
        .q_b_off = fb.orientation,
        .q_off = q_mul(fa.orientation, q_conj(fb.orientation)),
        .origin = v3_scale(-1.0, com_b),
        .reference = d->reference,
    };
    if (kind->has_axis) {
        j.n = q_rotate(fa.orientation, v3_scale(1.0 / v3_norm(d->axis), d->axis));
        j.n = v3_scale(1.0 / v3_norm(j.n), j.n);
        span_plane(j.n, j.P);
    }
    j.length = joint_length(&j, &m->inertia[m->body[d->child].slot]);
    return j;
}

/* Put a joint into the slot of its child; `k` is its number among the joints of that child. */
static void fill_joint(ludo_model *m, workshop *w, int32_t number, const ludo_joint_def *d)
{
    const joint_kind *kind = ludo_joint_kind_find(d->type);
    const int32_t slot = m->body[d->child].slot;
    m->joint[slot] = make_joint(m, d, kind);
    m->parent[slot] = m->joint[slot].parent;
    m->joint_of[slot] = number;
    const ludo_quat child_off = m->joint[slot].q_b_off;
    m->joints[number] = (model_joint){
        .name = write_name(m, w, d->name, "%s.joint%d", m->body[d->child].name, 0),
        .slot = slot,
        .parent = d->parent,
        .child = d->child,
        .anchor = d->in_child.position,
    };
    if (kind->has_axis) {
        const ludo_vec3 axis = q_rotate(child_off, d->axis);
        m->joints[number].axis = v3_scale(1.0 / v3_norm(axis), axis);
    }
}

/* All joints, those of floating bodies last; then where their coordinates and columns are. */
static void fill_joints(ludo_model *m, workshop *w)
{
    int32_t number = 0, position = 0, velocity = 0;
    for (; number < w->spec->joints.count; number++) {
        fill_joint(m, w, number, &w->joint[number]);
    }
    for (int32_t b = 0; b < m->body_count; b++) {
        if (w->tree.carrier[b] < 0) {
            fill_joint(m, w, number++,
                       &(ludo_joint_def){
                           .name = "", .type = "free", .parent = LUDO_WORLD, .child = b});
        }
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        const joint_kind *kind = m->joint[m->joints[i].slot].kind;
        m->joints[i].position_first = position;
        m->joints[i].velocity_first = velocity;
        position += kind->position_count;
        velocity += kind->dof;
    }
    int32_t column = 0;
    for (int32_t s = 0; s < m->slots; s++) {
        const joint_data *j = &m->joint[s];
        m->column[s] = column;
        for (int32_t c = 0; c < j->kind->dof; c++) {
            m->column_scale[column++] = j->kind->column_is_length[c] != 0.0 ? 1.0 / j->length : 1.0;
        }
    }
    m->column[m->slots] = column;
}

/* Put the joint of a slot into lanes `from`, `from` + 1, ... of a batch. */
static void fill_lanes(joint_batch *b, const ludo_model *m, int32_t slot, int from)
{
    const joint_data *j = &m->joint[slot];
    for (int l = from; l < LANES; l++) {
        b->slot[l] = slot;
        b->parent[l] = j->parent;
        put3(&b->p_a, l, j->p_a);
        put3(&b->p_b, l, j->p_b);
        put3(&b->n, l, j->n);
        put4(&b->q_off, l, j->q_off);
        b->inverse_length.at[l] = 1.0 / j->length;
    }
}

/* The joints type by type, LANES side by side, each type in slot order. */
static void fill_batches(ludo_model *m)
{
    int32_t batches = 0;
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        const joint_kind *kind = ludo_joint_kind_at(i);
        joint_batch *b = NULL;
        for (int32_t s = 0; s < m->slots; s++) {
            if (m->joint[s].kind == kind) {
                b = b == NULL || b->count == LANES ? &m->batch[batches++] : b;
                b->kind = kind;
                fill_lanes(b, m, s, b->count++);
            }
        }
    }
}

/* The first joint to which a keyframe gives an orientation without a direction, or -1. */
static int32_t find_unusable(const ludo_model *m, const model_keyframe *k)
{
    for (int32_t i = 0; i < m->joint_count && k->position != NULL; i++) {
        const model_joint *j = &m->joints[i];
        if (!joint_coordinates_usable(m->joint[j->slot].kind, k->position + j->position_first)) {
            return i;
        }
    }
    return -1;
}

static ludo_status fill_keyframes(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->keyframe_count; i++) {
        const ludo_keyframe_def *k = &w->keyframe[i];
        m->keyframe[i] = (model_keyframe){
            .name = write_name(m, w, k->name, "%s%d", "keyframe", i),
            .time = k->time,
            .position = write_numbers(m, w, k->position, k->position_count),
            .velocity = write_numbers(m, w, k->velocity, k->velocity_count),
        };
        const bool fits = (k->position_count == 0 || k->position_count == m->position_count) &&
                          (k->velocity_count == 0 || k->velocity_count == m->columns);
        if (!fits) {
            ludo_diagnose(w->why, k->place,
                          "keyframe '%s' has %d positions and %d velocities; the mechanism has %d "
                          "and %d",
                          m->keyframe[i].name, (int)k->position_count, (int)k->velocity_count,
                          (int)m->position_count, (int)m->columns);
            return LUDO_BAD_MODEL;
        }
        const int32_t unusable = find_unusable(m, &m->keyframe[i]);
        if (unusable >= 0) {
            ludo_diagnose(w->why, k->place, "keyframe '%s' gives joint '%s' no orientation",
                          m->keyframe[i].name, m->joints[unusable].name);
            return LUDO_BAD_MODEL;
        }
    }
    return LUDO_OK;
}

static ludo_place write_place(ludo_model *m, workshop *w, ludo_place place)
{
    place.file = place.file != NULL ? write_text(m, w, place.file) : NULL;
    return place;
}

static void fill_sites_and_notes(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->site_count; i++) {
        m->site[i] = (ludo_site_info){write_name(m, w, w->site[i].name, "%s%d", "site", i),
                                      w->site[i].body, clean_frame(w->site[i].frame)};
    }
    int32_t notes = 0;
    for (; notes < w->spec->notes.count; notes++) {
        const spec_note *note = &w->note[notes];
        m->note[notes] = (ludo_note_info){note->kind, write_place(m, w, note->place),
                                          write_text(m, w, note->message)};
    }
    for (int32_t i = 0; i < m->body_count; i++) {
        if (ludo_check_inertia_is_borderline(w->body[i].inertia)) {
            const ludo_place place = write_place(m, w, w->body[i].place);
            const char *text = write_name(
                m, w, "", "the inertia of body '%s' misses the triangle inequality by less than "
                          "1e-6%.0d", m->body[i].name, 0);
            m->note[notes++] = (ludo_note_info){LUDO_NOTE_WARNING, place, text};
        }
    }
}

/* Sort one kind of names; a name used twice is an error at the place of the second. */
static ludo_status sort_names(name_entry *names, int32_t count, const char *kind,
                              const ludo_place *place, size_t stride, int32_t places,
                              ludo_diagnostic *why)
{
    ludo_names_sort(names, count);
    const int32_t twice = ludo_names_duplicate(names, count);
    if (twice < 0) {
        return LUDO_OK;
    }
    const char *name = names[0].name;
    for (int32_t i = 0; i < count; i++) {
        name = names[i].number == twice ? names[i].name : name;
    }
    const ludo_place at = twice < places
                              ? *(const ludo_place *)((const char *)place + stride * (size_t)twice)
                              : (ludo_place){0};
    ludo_diagnose(why, at, "the %s name '%s' is used twice", kind, name);
    return LUDO_BAD_MODEL;
}

/* The first place of a list of definitions; NULL where the list is empty. */
#define PLACES(list) ((list) != NULL ? &(list)->place : NULL)

static ludo_status fill_names(ludo_model *m, const workshop *w)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        m->body_names[i] = (name_entry){m->body[i].name, i};
    }
    for (int32_t i = 0; i < m->joint_count; i++) {
        m->joint_names[i] = (name_entry){m->joints[i].name, i};
    }
    for (int32_t i = 0; i < m->site_count; i++) {
        m->site_names[i] = (name_entry){m->site[i].name, i};
    }
    for (int32_t i = 0; i < m->keyframe_count; i++) {
        m->keyframe_names[i] = (name_entry){m->keyframe[i].name, i};
    }
    ludo_status status = sort_names(m->body_names, m->body_count, "body", PLACES(w->body),
                                    sizeof *w->body, w->spec->bodies.count, w->why);
    if (status == LUDO_OK) {
        status = sort_names(m->joint_names, m->joint_count, "joint", PLACES(w->joint),
                            sizeof *w->joint, w->spec->joints.count, w->why);
    }
    if (status == LUDO_OK) {
        status = sort_names(m->site_names, m->site_count, "site", PLACES(w->site), sizeof *w->site,
                            w->spec->sites.count, w->why);
    }
    if (status == LUDO_OK) {
        status = sort_names(m->keyframe_names, m->keyframe_count, "keyframe", PLACES(w->keyframe),
                            sizeof *w->keyframe, w->spec->keyframes.count, w->why);
    }
    return status;
}

/* The counts that decide how much memory a model takes. */
static void count_model(ludo_model *m, const workshop *w)
{
    m->body_count = m->slots = w->spec->bodies.count;
    m->joint_count = w->joint_count;
    m->site_count = w->spec->sites.count;
    m->keyframe_count = w->spec->keyframes.count;
    m->note_count = w->note_count;
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        const joint_kind *kind = ludo_joint_kind_at(i);
        int32_t joints = 0;
        for (int32_t j = 0; j < w->joint_count; j++) {
            const char *type = j < w->spec->joints.count ? w->joint[j].type : "free";
            joints += ludo_joint_kind_find(type) == kind;
        }
        m->columns += joints * kind->dof;
        m->position_count += joints * kind->position_count;
        m->rows += joints * (6 - kind->dof);
        m->batches += lanes_blocks(joints);
    }
}

static ludo_status fill_model(ludo_model *m, workshop *w)
{
    m->name = write_text(m, w, w->spec->name);
    m->gravity = w->spec->gravity;
    m->timestep = w->spec->timestep;
    fill_bodies(m, w);
    fill_joints(m, w);
    fill_batches(m);
    fill_sites_and_notes(m, w);
    const ludo_status status = fill_keyframes(m, w);
    return status == LUDO_OK ? fill_names(m, w) : status;
}

/* Lay the model out and fill it, with the tree known. */
static ludo_status build_model(workshop *w, const ludo_allocator *a, ludo_model **out)
{
    ludo_model counts = {.allocator = *a};
    count_model(&counts, w);
    arena measure = {NULL, 0, false};
    (void)TAKE(&measure, 1, ludo_model);
    model_layout(&counts, w, &measure);
    char *block = measure.overflow ? NULL : memory_take(a, measure.used);
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    arena place = {block, 0, false};
    ludo_model *m = TAKE(&place, 1, ludo_model);
    *m = counts;
    model_layout(m, w, &place);
    const ludo_status status = fill_model(m, w);
    if (status == LUDO_OK) {
        *out = m;
    } else {
        memory_give(a, block);
    }
    return status;
}

static ludo_status compile_checked(const ludo_spec *spec, const ludo_allocator *a,
                                   ludo_model **out, ludo_diagnostic *why)
{
    workshop w = {.spec = spec,
                  .body = spec->bodies.items,
                  .joint = spec->joints.items,
                  .site = spec->sites.items,
                  .keyframe = spec->keyframes.items,
                  .note = spec->notes.items,
                  .joint_count = spec->joints.count,
                  .note_count = spec->notes.count,
                  .why = why};
    arena measure = {NULL, 0, false};
    workshop_layout(&w, &measure);
    char *scratch = memory_take(a, measure.used);
    if (scratch == NULL) {
        return LUDO_NO_MEMORY;
    }
    workshop_layout(&w, &(arena){scratch, 0, false});
    ludo_status status = ludo_tree_find(spec, &w.tree, why);
    if (status == LUDO_OK) {
        for (int32_t b = 0; b < spec->bodies.count; b++) {
            w.joint_count += w.tree.carrier[b] < 0;
        }
        measure_texts(&w);
        status = build_model(&w, a, out);
    }
    memory_give(a, scratch);
    return status;
}

ludo_status ludo_compile(const ludo_spec *spec, const ludo_allocator *allocator, ludo_model **out,
                         ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (spec == NULL || out == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "no description, or nowhere to put the model");
        return LUDO_BAD_ARGUMENT;
    }
    const ludo_status status = ludo_check_spec(spec, why);
    if (status != LUDO_OK) {
        return status;
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    const ludo_status compiled = compile_checked(spec, &a, out, why);
    if (compiled == LUDO_NO_MEMORY) {
        ludo_diagnose(why, (ludo_place){0}, "%s", ludo_status_text(compiled));
    }
    return compiled;
}

void ludo_model_destroy(ludo_model *model)
{
    if (model != NULL) {
        const ludo_allocator a = model->allocator;
        memory_give(&a, model);
    }
}
