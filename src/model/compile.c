/* SPDX-License-Identifier: Apache-2.0
 *
 * From a description to a model: check, order, lay out, fill in. */
#include "model/compile.h"

#include "core/diagnostic.h"
#include "model/check.h"

#include <stdio.h>
#include <string.h>

enum { DAMPED_ROOM = 160 }; /* for what damps */
enum { NAME_ROOM = 48 }; /* a name that is made here is its body's and at most this much longer */

static void workshop_layout(workshop *w, arena *a)
{
    const int32_t n = w->spec->bodies.count;
    w->tree.carrier = TAKE(a, n, int32_t);
    w->tree.slot = TAKE(a, n, int32_t);
    w->tree.body = TAKE(a, n, int32_t);
    w->tree.first_child = TAKE(a, n, int32_t);
    w->tree.next_sibling = TAKE(a, n, int32_t);
    w->tree.stack = TAKE(a, n, int32_t);
    w->placed = TAKE(a, n, bool);
}

static const char limits_note[] = "joint limits are not simulated yet";

/* The first joint with a limit, or -1. */
static int32_t first_limited(const workshop *w)
{
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int c = 0; c < LUDO_MAX_DOF; c++) {
            if (w->joint[i].along[c].limited) {
                return i;
            }
        }
    }
    return -1;
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
    for (int32_t i = 0; i < w->spec->springs.count; i++) {
        text += strlen(w->spring[i].name) + NAME_ROOM;
        w->term_count += w->spring[i].term_count;
    }
    for (int32_t i = 0; i < w->spec->actuators.count; i++) {
        text += strlen(w->actuator[i].name) + NAME_ROOM;
    }
    for (int32_t i = 0; i < w->spec->keyframes.count; i++) {
        const ludo_keyframe_def *k = &w->keyframe[i];
        text += strlen(k->name) + NAME_ROOM;
        w->number_count +=
            (size_t)k->position_count + (size_t)k->velocity_count + (size_t)k->control_count;
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
    if (first_limited(w) >= 0) {
        const char *file = w->joint[first_limited(w)].place.file;
        text += sizeof limits_note + (file != NULL ? strlen(file) + 1 : 0);
        w->note_count++;
    }
    w->text_size = text + DAMPED_ROOM;
}

/* What a model is made of. Runs twice: to measure and to place. */
static void model_layout(ludo_model *m, const workshop *w, arena *a)
{
    const int32_t n = m->slots;
    m->joint = TAKE(a, n, joint_data);
    m->inertia = TAKE(a, n, body_inertia);
    m->parent = TAKE(a, n, int32_t);
    m->column = TAKE(a, n + 1, int32_t);
    m->corner = TAKE(a, n + 1, int32_t);
    m->position = TAKE(a, n + 1, int32_t);
    m->column_scale = TAKE(a, m->columns, double);
    m->column_kind = TAKE(a, m->columns, joint_column);
    m->along = TAKE(a, m->columns, ludo_dof_def);
    m->acts = TAKE(a, m->columns, bool);
    m->part = TAKE(a, m->columns, joint_part);
    m->body_of = TAKE(a, n, int32_t);
    m->joint_of = TAKE(a, n, int32_t);
    m->batch = TAKE(a, m->batches, joint_batch);
    m->order = TAKE(a, n, int32_t);
    m->line = TAKE(a, m->spring_count, line_data);
    m->term = TAKE(a, w->term_count, line_term);
    m->motor = TAKE(a, m->actuator_count, motor_data);
    m->turn = TAKE(a, n, turn_data);
    m->body = TAKE(a, m->body_count, model_body);
    m->joints = TAKE(a, m->joint_count, model_joint);
    m->site = TAKE(a, m->site_count, ludo_site_info);
    m->spring = TAKE(a, m->spring_count, model_spring);
    m->tendon_term = TAKE(a, w->term_count, ludo_tendon_term);
    m->actuator = TAKE(a, m->actuator_count, ludo_actuator_info);
    m->keyframe = TAKE(a, m->keyframe_count, model_keyframe);
    m->note = TAKE(a, m->note_count, ludo_note_info);
    m->body_names = TAKE(a, m->body_count, name_entry);
    m->joint_names = TAKE(a, m->joint_count, name_entry);
    m->site_names = TAKE(a, m->site_count, name_entry);
    m->spring_names = TAKE(a, m->spring_count, name_entry);
    m->actuator_names = TAKE(a, m->actuator_count, name_entry);
    m->keyframe_names = TAKE(a, m->keyframe_count, name_entry);
    m->numbers = TAKE(a, w->number_count, double);
    m->text = TAKE(a, w->text_size, char);
}

/* ---- texts and numbers of the model ---- */

const char *ludo_compile_text(ludo_model *m, workshop *w, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = m->text + w->text_used;
    memcpy(copy, text, size);
    w->text_used += size;
    return copy;
}

const char *ludo_compile_name(ludo_model *m, workshop *w, const char *name, const char *stem,
                              const char *suffix, int32_t number)
{
    char *text = m->text + w->text_used;
    if (*name != '\0') {
        return ludo_compile_text(m, w, name);
    }
    const int length =
        snprintf(text, w->text_size - w->text_used, "%s%s%d", stem, suffix, (int)number);
    w->text_used += (size_t)length + 1;
    return text;
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

/* ---- filling in ---- */

static void fill_bodies(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        const ludo_body_def *d = &w->body[i];
        const int32_t slot = w->tree.slot[i], carrier = w->tree.carrier[i];
        m->body[i] = (model_body){
            .name = ludo_compile_name(m, w, d->name, "body", "", i),
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

/* The first joint to which a keyframe gives an orientation without a direction, or -1. */
static int32_t find_unusable(const ludo_model *m, const model_keyframe *k)
{
    for (int32_t i = 0; i < m->joint_count && k->position != NULL; i++) {
        const model_joint *j = &m->joints[i];
        if (!joint_coordinates_usable(&m->joint[j->slot], k->position + j->position_first)) {
            return i;
        }
    }
    return -1;
}

static ludo_status check_keyframe(const ludo_model *m, const workshop *w, int32_t i)
{
    const ludo_keyframe_def *k = &w->keyframe[i];
    const char *name = m->keyframe[i].name;
    if ((k->position_count != 0 && k->position_count != m->position_count) ||
        (k->velocity_count != 0 && k->velocity_count != m->columns)) {
        ludo_diagnose(w->why, k->place,
                      "keyframe '%s' has %d positions and %d velocities; the mechanism has %d "
                      "and %d",
                      name, (int)k->position_count, (int)k->velocity_count, (int)m->position_count,
                      (int)m->columns);
        return LUDO_BAD_MODEL;
    }
    if (k->control_count != 0 && k->control_count != m->actuator_count) {
        ludo_diagnose(w->why, k->place, "keyframe '%s' has %d controls; the mechanism has %d", name,
                      (int)k->control_count, (int)m->actuator_count);
        return LUDO_BAD_MODEL;
    }
    const int32_t unusable = find_unusable(m, &m->keyframe[i]);
    if (unusable >= 0) {
        ludo_diagnose(w->why, k->place, "keyframe '%s' gives joint '%s' no orientation", name,
                      m->joints[unusable].name);
        return LUDO_BAD_MODEL;
    }
    return LUDO_OK;
}

static ludo_status fill_keyframes(ludo_model *m, workshop *w)
{
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < m->keyframe_count && status == LUDO_OK; i++) {
        const ludo_keyframe_def *k = &w->keyframe[i];
        m->keyframe[i] = (model_keyframe){
            .name = ludo_compile_name(m, w, k->name, "keyframe", "", i),
            .time = k->time,
            .position = write_numbers(m, w, k->position, k->position_count),
            .velocity = write_numbers(m, w, k->velocity, k->velocity_count),
            .control = write_numbers(m, w, k->control, k->control_count),
        };
        status = check_keyframe(m, w, i);
    }
    return status;
}

static ludo_place write_place(ludo_model *m, workshop *w, ludo_place place)
{
    place.file = place.file != NULL ? ludo_compile_text(m, w, place.file) : NULL;
    return place;
}

static void fill_sites_and_notes(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->site_count; i++) {
        m->site[i] = (ludo_site_info){ludo_compile_name(m, w, w->site[i].name, "site", "", i),
                                      w->site[i].body, frame_clean(w->site[i].frame)};
    }
    int32_t notes = 0;
    for (; notes < w->spec->notes.count; notes++) {
        const spec_note *note = &w->note[notes];
        m->note[notes] = (ludo_note_info){note->kind, write_place(m, w, note->place),
                                          ludo_compile_text(m, w, note->message)};
    }
    for (int32_t i = 0; i < m->body_count; i++) {
        if (ludo_check_inertia_is_borderline(w->body[i].inertia)) {
            const ludo_place place = write_place(m, w, w->body[i].place);
            char text[2 * NAME_ROOM + 64];
            (void)snprintf(text, sizeof text,
                           "body '%.64s': its inertia misses the triangle inequality by less than "
                           "1e-6",
                           m->body[i].name);
            m->note[notes++] =
                (ludo_note_info){LUDO_NOTE_WARNING, place, ludo_compile_text(m, w, text)};
        }
    }
    const int32_t limited = first_limited(w);
    if (limited >= 0) {
        const ludo_place place = write_place(m, w, w->joint[limited].place);
        m->note[notes++] =
            (ludo_note_info){LUDO_NOTE_WARNING, place, ludo_compile_text(m, w, limits_note)};
    }
}

/* Joints of a kind, and their parts where it is composite. */
static void count_kind(const workshop *w, const joint_kind *kind, int32_t *joints, int32_t *parts)
{
    *joints = *parts = 0;
    for (int32_t j = 0; j < w->joint_count; j += ludo_compile_run(w, j)) {
        if (ludo_compile_kind(w, j) == kind) {
            ++*joints;
            *parts += ludo_compile_run(w, j);
        }
    }
}

/* The counts that decide how much memory a model takes; of batches an upper bound. */
static void count_model(ludo_model *m, const workshop *w)
{
    m->body_count = m->slots = w->spec->bodies.count;
    m->joint_count = w->joint_count;
    m->site_count = w->spec->sites.count;
    m->spring_count = w->spec->springs.count;
    m->actuator_count = w->spec->actuators.count;
    m->keyframe_count = w->spec->keyframes.count;
    m->note_count = w->note_count;
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        const joint_kind *kind = ludo_joint_kind_at(i);
        int32_t joints, parts;
        count_kind(w, kind, &joints, &parts);
        const int32_t dof = kind->carries ? parts : joints * kind->dof;
        m->columns += dof;
        m->position_count += kind->carries ? parts : joints * kind->position_count;
        m->rows += 6 * joints - dof;
        m->batches += kind->carries ? joints : lanes_blocks(joints);
    }
}

static ludo_status fill_model(ludo_model *m, workshop *w)
{
    m->name = ludo_compile_text(m, w, w->spec->name);
    m->gravity = w->spec->gravity;
    m->timestep = w->spec->timestep;
    fill_bodies(m, w);
    m->batches = 0;
    ludo_compile_joints(m, w);
    fill_sites_and_notes(m, w);
    ludo_compile_forces(m, w);
    const ludo_status status = fill_keyframes(m, w);
    return status == LUDO_OK ? ludo_compile_names(m, w) : status;
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

static ludo_status compile_checked(const ludo_spec *spec, const ludo_allocator *a, ludo_model **out,
                                   ludo_diagnostic *why)
{
    workshop w = {.spec = spec,
                  .body = spec->bodies.items,
                  .joint = spec->joints.items,
                  .site = spec->sites.items,
                  .spring = spec->springs.items,
                  .actuator = spec->actuators.items,
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
