/* SPDX-License-Identifier: Apache-2.0
 *
 * From a description to a model: check, order, lay out, fill in. */
#include "model/compile.h"

#include "core/diagnostic.h"
#include "model/check.h"

#include <string.h>

static void workshop_layout(workshop *w, arena *a)
{
    const int32_t n = w->spec->bodies.count;
    w->tree.carrier = TAKE(a, n, int32_t);
    w->tree.slot = TAKE(a, n, int32_t);
    w->tree.body = TAKE(a, n, int32_t);
    w->tree.first_child = TAKE(a, n, int32_t);
    w->tree.next_sibling = TAKE(a, n, int32_t);
    w->tree.stack = TAKE(a, n, int32_t);
    w->carrier = TAKE(a, n, tree_joint);
    w->group = TAKE(a, ludo_compile_group_count(), int32_t);
}

/* What belongs to public numbers. */
static void public_layout(ludo_model *m, arena *a)
{
    m->body = TAKE(a, m->body_count, model_body);
    m->joints = TAKE(a, m->joint_count, model_joint);
    m->site = TAKE(a, m->site_count, ludo_site_info);
    m->spring = TAKE(a, m->spring_count, model_spring);
    m->actuator = TAKE(a, m->actuator_count, ludo_actuator_info);
    m->keyframe = TAKE(a, m->keyframe_count, model_keyframe);
    m->note = TAKE(a, m->note_count, ludo_note_info);
    m->body_names = TAKE(a, m->body_count, name_entry);
    m->joint_names = TAKE(a, m->joint_count, name_entry);
    m->site_names = TAKE(a, m->site_count, name_entry);
    m->spring_names = TAKE(a, m->spring_count, name_entry);
    m->actuator_names = TAKE(a, m->actuator_count, name_entry);
    m->keyframe_names = TAKE(a, m->keyframe_count, name_entry);
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
    m->part_lanes = TAKE(a, m->part_lane_count, part_lanes);
    m->order = TAKE(a, n, int32_t);
    m->line = TAKE(a, m->spring_count, line_data);
    m->term = TAKE(a, w->term_count, line_term);
    m->tendon_term = TAKE(a, w->term_count, ludo_tendon_term);
    m->motor = TAKE(a, m->actuator_count, motor_data);
    m->turn = TAKE(a, m->turns, turn_data);
    public_layout(m, a);
    m->numbers = TAKE(a, w->number_count, double);
    m->text = TAKE(a, w->text_size, char);
}

/* ---- filling in ---- */

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

static void fill_bodies(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        const ludo_body_def *d = &w->body[i];
        const int32_t slot = w->tree.slot[i];
        m->body[i] = (model_body){
            .name = ludo_compile_name(m, w, d->name, "body", "", i),
            .slot = slot,
            .parent = ludo_compile_definition(w, w->carrier[i].first)->parent,
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

/* Whether a keyframe has numbers for all or for none. */
static ludo_status check_counts(const ludo_model *m, const ludo_keyframe_def *k, const char *name,
                                ludo_diagnostic *why)
{
    if ((k->position_count == 0 || k->position_count == m->position_count) &&
        (k->velocity_count == 0 || k->velocity_count == m->columns) &&
        (k->control_count == 0 || k->control_count == m->actuator_count)) {
        return LUDO_OK;
    }
    ludo_diagnose(why, k->place,
                  "keyframe '%s' has %d positions, %d velocities and %d controls; the mechanism "
                  "has %d, %d and %d",
                  name, (int)k->position_count, (int)k->velocity_count, (int)k->control_count,
                  (int)m->position_count, (int)m->columns, (int)m->actuator_count);
    return LUDO_BAD_MODEL;
}

static ludo_status fill_keyframe(ludo_model *m, workshop *w, int32_t i)
{
    const ludo_keyframe_def *d = &w->keyframe[i];
    model_keyframe *k = &m->keyframe[i];
    *k = (model_keyframe){
        .name = ludo_compile_name(m, w, d->name, "keyframe", "", i),
        .time = d->time,
        .position = write_numbers(m, w, d->position, d->position_count),
        .velocity = write_numbers(m, w, d->velocity, d->velocity_count),
        .control = write_numbers(m, w, d->control, d->control_count),
    };
    const ludo_status status = check_counts(m, d, k->name, w->why);
    if (status != LUDO_OK) {
        return status;
    }
    const int32_t unusable = find_unusable(m, k);
    if (unusable >= 0) {
        ludo_diagnose(w->why, d->place, "keyframe '%s' gives joint '%s' no orientation", k->name,
                      m->joints[unusable].name);
        return LUDO_BAD_MODEL;
    }
    return LUDO_OK;
}

static void fill_sites(ludo_model *m, workshop *w)
{
    for (int32_t i = 0; i < m->site_count; i++) {
        m->site[i] = (ludo_site_info){ludo_compile_name(m, w, w->site[i].name, "site", "", i),
                                      w->site[i].body, frame_clean(w->site[i].frame)};
    }
}

/* ---- laying out ---- */

/* The counts that decide how much memory a model takes. */
static void count_model(ludo_model *m, const workshop *w)
{
    m->body_count = m->slots = w->spec->bodies.count;
    m->joint_count = w->joint_count;
    m->site_count = w->spec->sites.count;
    m->spring_count = w->spec->springs.count;
    m->actuator_count = w->spec->actuators.count;
    m->keyframe_count = w->spec->keyframes.count;
    m->note_count = w->note_count;
    m->turns = ludo_compile_turn_count(w);
    for (int32_t b = 0; b < m->body_count; b++) {
        m->columns += w->carrier[b].dof;
        m->position_count += w->carrier[b].position_count;
        m->rows += JOINT_MAX_DOF - w->carrier[b].dof;
    }
    ludo_compile_batch_count(m, w);
}

/* Upper bounds for what models keep in one piece. */
static void measure(workshop *w)
{
    ludo_compile_measure_names(w);
    ludo_compile_measure_notes(w);
    for (int32_t i = 0; i < w->spec->keyframes.count; i++) {
        const ludo_keyframe_def *k = &w->keyframe[i];
        w->number_count += (size_t)k->position_count + (size_t)k->velocity_count;
        w->number_count += (size_t)k->control_count;
    }
    for (int32_t i = 0; i < w->spec->springs.count; i++) {
        w->term_count += (size_t)w->spring[i].term_count;
    }
}

static ludo_status fill_model(ludo_model *m, workshop *w)
{
    m->name = ludo_compile_text(m, w, "%s", w->spec->name);
    m->gravity = w->spec->gravity;
    m->timestep = w->spec->timestep;
    fill_bodies(m, w);
    ludo_compile_joints(m, w);
    fill_sites(m, w);
    ludo_compile_forces(m, w);
    ludo_compile_notes(m, w);
    ludo_status status = LUDO_OK;
    for (int32_t i = 0; i < m->keyframe_count && status == LUDO_OK; i++) {
        status = fill_keyframe(m, w, i);
    }
    return status == LUDO_OK ? ludo_compile_names(m, w) : status;
}

/* Lay the model out and fill it, with the tree known. */
static ludo_status build_model(workshop *w, const ludo_allocator *a, ludo_model **out)
{
    ludo_model counts = {.allocator = *a};
    count_model(&counts, w);
    arena size = {NULL, 0, false};
    (void)TAKE(&size, 1, ludo_model);
    model_layout(&counts, w, &size);
    char *block = size.overflow ? NULL : memory_take(a, size.used);
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
                  .why = why};
    arena size = {NULL, 0, false};
    workshop_layout(&w, &size);
    char *scratch = memory_take(a, size.used);
    if (scratch == NULL) {
        return LUDO_NO_MEMORY;
    }
    workshop_layout(&w, &(arena){scratch, 0, false});
    ludo_status status = ludo_tree_find(spec, &w.tree, why);
    if (status == LUDO_OK) {
        ludo_compile_carriers(&w);
        measure(&w);
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
