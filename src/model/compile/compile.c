/* SPDX-License-Identifier: Apache-2.0
 *
 * From a description to a model: check, order, lay out, fill in. */
#include "model/compile/compile.h"

#include "core/diagnostic.h"
#include "model/check/check.h"
#include "model/layout.h"
#include "model/loop.h"

#include <string.h>

static void compiler_layout(compiler *w, arena *a)
{
    const int32_t n = w->spec->bodies.count;
    const size_t joints = (size_t)w->spec->joints.count;
    const size_t loops =
        joints + (size_t)w->spec->closures.count + (size_t)w->spec->couplings.count;
    ludo_body_tree_layout(&w->tree, w->spec, a);
    w->merging = TAKE(a, n, body_merging);
    w->tree_joint = TAKE(a, n, tree_joint);
    w->needed = TAKE(a, joints, bool);
    w->seen = TAKE(a, joints, bool);
    w->named = TAKE(a, n, int32_t);
    w->joint_list = TAKE(a, (size_t)n + joints, int32_t);
    w->loop = TAKE(a, loops, loop_def);
    w->merged_loop = TAKE(a, loops, loop_def);
    w->seen_mesh = TAKE(a, w->spec->meshes.count, surface);
    w->fluid_of = TAKE(a, n, int32_t);
    w->fluid_at = TAKE(a, n, int32_t);
    w->group = TAKE(a, ludo_compile_group_count(), int32_t);
    w->collides = TAKE(a, w->spec->geoms.count, bool);
    w->hull = TAKE(a, w->spec->meshes.count, polytope);
    w->field = TAKE(a, w->spec->meshes.count, height_field);
    w->facets = TAKE(a, w->spec->meshes.count, facets);
    pose *poses = TAKE(a, n + 1, pose);
    w->at_reference = poses != NULL ? poses + 1 : NULL;
    w->coordinate = TAKE(a, JOINT_MAX_DOF * (size_t)n, double);
    w->scalar = TAKE(a, JOINT_MAX_DOF * (size_t)n, double);
}

/* ---- filling in ---- */

static const double *write_numbers(ludo_model *m, compiler *w, const double *numbers, int32_t count)
{
    if (count == 0) {
        return NULL;
    }
    double *copy = m->numbers + w->number_used;
    memcpy(copy, numbers, (size_t)count * sizeof *copy);
    w->number_used += (size_t)count;
    return copy;
}

static body_inertia inertia_of(const mass_properties *m)
{
    body_inertia inertia = {.mass = m->mass};
    s3_to(m->J, inertia.J);
    return inertia;
}

/* Gravity acts on the mass without its armature, less the lift, about the centre that moves. */
static body_weight weight_of(const body_merging *r)
{
    const ludo_vec3 c = r->moving.com;
    const ludo_vec3 lifted = v3_axpy(r->lift_moment, -r->lift, c);
    return (body_weight){r->mass.mass - r->lift,
                         v3_axpy(v3_scale(-1.0, lifted), r->mass.mass, v3_sub(r->mass.com, c))};
}

static void fill_bodies(ludo_model *m, compiler *w)
{
    for (int32_t i = 0; i < m->body_count; i++) {
        const body_merging *r = &w->merging[i];
        m->body[i] = (model_body){
            .name = ludo_compile_name(m, w, w->body[i].name, "body", "", i),
            .slot = r->slot,
            .parent = r->merged_into == LUDO_WORLD
                          ? LUDO_WORLD
                          : ludo_body_tree_parent(w->spec, &w->tree, r->merged_into),
            .merged_into = r->merged_into,
            .frame_in_merged = r->frame_in_merged,
            .inertia = inertia_of(&r->mass),
            .com = r->mass.com,
            .center = r->moving.com,
        };
        if (body_has_slot(w->merging, i)) {
            m->inertia[r->slot] = inertia_of(&r->moving);
            m->weight[r->slot] = weight_of(r);
            m->weighs_off = m->weighs_off || v3_max(m->weight[r->slot].moment) > 0.0;
            m->body_of[r->slot] = i;
        }
        m->order[m->body_count - 1 - i] = w->tree.walk[i];
    }
}

/* The first joint whose orientation in a keyframe has length zero, or -1. */
static int32_t find_unusable(const ludo_model *m, const model_keyframe *k)
{
    for (int32_t i = 0; i < m->joint_count && k->position != NULL; i++) {
        const model_joint *j = &m->joints[i];
        if (j->slot >= 0 &&
            !joint_coordinates_usable(&m->joint[j->slot], k->position + j->position_first)) {
            return i;
        }
    }
    return -1;
}

static ludo_status check_activations(const ludo_model *m, const ludo_keyframe_def *k,
                                     const char *name, ludo_diagnostic *why)
{
    if (k->activation_count == 0 || k->activation_count == m->activation_count) {
        return LUDO_OK;
    }
    ludo_diagnose(why, k->place,
                  "keyframe '%s' has %d activations; the mechanism has %d: give all or none", name,
                  (int)k->activation_count, (int)m->activation_count);
    return LUDO_BAD_MODEL;
}

/* Check that each list of a keyframe has either all numbers or none. */
static ludo_status check_counts(const ludo_model *m, const ludo_keyframe_def *k, const char *name,
                                ludo_diagnostic *why)
{
    if ((k->position_count == 0 || k->position_count == m->position_count) &&
        (k->velocity_count == 0 || k->velocity_count == m->columns) &&
        (k->control_count == 0 || k->control_count == m->actuator_count)) {
        return check_activations(m, k, name, why);
    }
    const bool long_list = k->position_count > m->position_count ||
                           k->velocity_count > m->columns || k->control_count > m->actuator_count;
    ludo_diagnose(why, k->place,
                  "keyframe '%s' has %d positions, %d velocities and %d controls; the mechanism "
                  "has %d, %d and %d: %s",
                  name, (int)k->position_count, (int)k->velocity_count, (int)k->control_count,
                  (int)m->position_count, (int)m->columns, (int)m->actuator_count,
                  long_list ? "remove the numbers that are too many"
                            : "give all numbers of a list or none");
    return LUDO_BAD_MODEL;
}

static ludo_status fill_keyframe(ludo_model *m, compiler *w, int32_t i)
{
    const ludo_keyframe_def *d = &w->keyframe[i];
    model_keyframe *k = &m->keyframe[i];
    *k = (model_keyframe){
        .name = ludo_compile_name(m, w, d->name, "keyframe", "", i),
        .time = d->time,
        .position = write_numbers(m, w, d->position, d->position_count),
        .velocity = write_numbers(m, w, d->velocity, d->velocity_count),
        .control = write_numbers(m, w, d->control, d->control_count),
        .activation = write_numbers(m, w, d->activation, d->activation_count),
    };
    const ludo_status status = check_counts(m, d, k->name, w->why);
    if (status != LUDO_OK) {
        return status;
    }
    const int32_t unusable = find_unusable(m, k);
    if (unusable >= 0) {
        ludo_diagnose(w->why, d->place,
                      "keyframe '%s' has a quaternion of joint '%s' that cannot be normalised",
                      k->name, m->joints[unusable].name);
        return LUDO_BAD_MODEL;
    }
    return LUDO_OK;
}

/* ---- laying out ---- */

/* The counts that decide how much memory a model takes. */
static void count_model(ludo_model *m, const compiler *w)
{
    m->body_count = w->spec->bodies.count;
    m->slots = w->slots;
    m->joint_count = w->joint_count;
    m->site_count = w->spec->sites.count;
    m->geom_count = w->spec->geoms.count;
    m->loop_count = w->loop_count;
    m->spring_count = w->spec->springs.count;
    m->actuator_count = w->spec->actuators.count;
    m->keyframe_count = w->spec->keyframes.count;
    ludo_compile_sensors_count(m, w);
    m->note_count = w->note_count;
    m->world_mass = w->world_mass;
    m->ball_springs = ludo_compile_ball_spring_count(w);
    m->tethers = ludo_compile_tether_count(w);
    m->curves = ludo_compile_curve_count(w);
    m->drags = ludo_compile_drag_count(w);
    m->fluids = w->fluid_count;
    m->held_room = w->spec->held.count;
    m->term_count = w->term_count;
    m->path_count = w->path_count;
    m->segment_count = w->segment_count;
    m->number_count = w->number_count;
    m->text_size = w->text_size;
    for (int32_t b = 0; b < m->body_count; b++) {
        m->intermediates += body_is_massless(w->merging, b);
        if (body_has_slot(w->merging, b)) {
            m->columns += w->tree_joint[b].dof;
            m->position_count += w->tree_joint[b].position_count;
            m->unwrapped += w->tree_joint[b].kind->unwraps_coordinates;
            m->rows += JOINT_MAX_DOF - w->tree_joint[b].dof;
        }
    }
    for (int32_t i = 0; i < w->loop_count; i++) {
        m->rows += loop_def_rows(&w->loop[i]);
    }
    ludo_compile_contacts_count(m, w);
    ludo_compile_fields_count(m, w);
    ludo_compile_facets_count(m, w);
    ludo_compile_limits_count(m, w);
    ludo_compile_batch_count(m, w);
}

/* Upper bounds for the memory of texts and numbers, which a model keeps in one piece each. */
static void measure(compiler *w)
{
    ludo_compile_measure_names(w);
    ludo_compile_measure_notes(w);
    for (int32_t i = 0; i < w->spec->keyframes.count; i++) {
        const ludo_keyframe_def *k = &w->keyframe[i];
        w->number_count += (size_t)k->position_count + (size_t)k->velocity_count;
        w->number_count += (size_t)k->control_count + (size_t)k->activation_count;
    }
    ludo_compile_measure_tendons(w);
}

static ludo_status fill_model(ludo_model *m, compiler *w)
{
    m->name = ludo_compile_text(m, w, "%s", w->spec->name);
    m->gravity = w->spec->gravity;
    m->timestep = w->spec->timestep;
    fill_bodies(m, w);
    ludo_compile_joints(m, w);
    ludo_compile_frames(m, w);
    ludo_compile_loops(m, w);
    ludo_compile_held(m, w);
    ludo_status status = ludo_compile_drag(m, w);
    status = status == LUDO_OK ? ludo_compile_forces(m, w) : status;
    status = status == LUDO_OK ? ludo_compile_tendon_couplings(m, w) : status;
    status = status == LUDO_OK ? ludo_compile_sensors(m, w) : status;
    for (int32_t i = 0; i < m->keyframe_count && status == LUDO_OK; i++) {
        status = fill_keyframe(m, w, i);
    }
    status = status == LUDO_OK ? ludo_compile_names(m, w) : status;
    if (status == LUDO_OK) {
        ludo_compile_contacts(m, w);
        ludo_compile_limits(m, w);
        ludo_compile_fluids(m, w);
        ludo_compile_notes(m, w);
    }
    return status;
}

/* Lay the model out and fill it; the tree is known. */
static ludo_status build_model(compiler *w, const ludo_allocator *a, ludo_model **out)
{
    ludo_model counts = {.allocator = *a};
    count_model(&counts, w);
    arena size = {NULL, 0, false};
    (void)TAKE(&size, 1, ludo_model);
    ludo_model_layout(&counts, &size);
    char *block = size.overflow ? NULL : memory_take(a, size.used);
    if (block == NULL) {
        return LUDO_NO_MEMORY;
    }
    arena place = {block, 0, false};
    ludo_model *m = TAKE(&place, 1, ludo_model);
    *m = counts;
    m->size = size.used;
    ludo_model_layout(m, &place);
    const ludo_status status = fill_model(m, w);
    if (status == LUDO_OK) {
        *out = m;
    } else {
        memory_give(a, block);
    }
    return status;
}

/* Find the tree, merge bodies, group joints, list loops and fluids; measure names and notes. */
static ludo_status plan(compiler *w, const ludo_allocator *a)
{
    ludo_status status = ludo_body_tree_find(w->spec, &w->tree, w->why);
    if (status == LUDO_OK) {
        status =
            ludo_merging_find(w->spec, &w->tree, w->merging, &w->slots, &w->world_mass, w->why);
    }
    status = status == LUDO_OK ? ludo_compile_fluid_list(w) : status;
    status = status == LUDO_OK ? ludo_compile_loop_list(w) : status;
    status = status == LUDO_OK ? ludo_compile_hulls(w, a) : status;
    status = status == LUDO_OK ? ludo_compile_fields(w, a) : status;
    status = status == LUDO_OK ? ludo_compile_facets(w, a) : status;
    status = status == LUDO_OK ? ludo_compile_ray_hulls(w, a) : status;
    if (status == LUDO_OK) {
        ludo_compile_groups(w);
        measure(w);
    }
    return status;
}

/* Compile without contacts of the pairs `held`. */
static ludo_status compile_once(const ludo_spec *spec, const growing *held, const ludo_allocator *a,
                                ludo_model **out, ludo_diagnostic *why)
{
    compiler w = {.spec = spec,
                  .held = held->items,
                  .held_count = held->count,
                  .body = spec->bodies.items,
                  .joint = spec->joints.items,
                  .coupling = spec->couplings.items,
                  .site = spec->sites.items,
                  .geom = spec->geoms.items,
                  .mesh = spec->meshes.items,
                  .pair = spec->pairs.items,
                  .exclude = spec->excludes.items,
                  .fluid = spec->fluids.items,
                  .spring = spec->springs.items,
                  .actuator = spec->actuators.items,
                  .sensor = spec->sensors.items,
                  .keyframe = spec->keyframes.items,
                  .note = spec->notes.items,
                  .why = why};
    arena size = {NULL, 0, false};
    compiler_layout(&w, &size);
    char *scratch = memory_take(a, size.used);
    if (scratch == NULL) {
        return LUDO_NO_MEMORY;
    }
    compiler_layout(&w, &(arena){scratch, 0, false});
    const ludo_status planned = plan(&w, a);
    const ludo_status status = planned == LUDO_OK ? build_model(&w, a, out) : planned;
    ludo_compile_release_hulls(&w, a);
    ludo_compile_release_fields(&w, a);
    ludo_compile_release_facets(&w, a);
    ludo_compile_release_ray_hulls(&w, a);
    memory_give(a, scratch);
    return status;
}

/* Compile; if joints hold geoms overlapped, which needs a model to find, once more without their
 * contacts. */
static ludo_status compile_checked(const ludo_spec *spec, const ludo_allocator *a, ludo_model **out,
                                   ludo_diagnostic *why)
{
    growing held = {NULL, 0, 0};
    ludo_status status = compile_once(spec, &held, a, out, why);
    if (status == LUDO_OK) {
        status = ludo_compile_find_held(*out, a, &held);
    }
    if (*out != NULL && (status != LUDO_OK || held.count > 0)) {
        ludo_model_destroy(*out);
        *out = NULL;
        status = status == LUDO_OK ? compile_once(spec, &held, a, out, why) : status;
    }
    memory_give(a, held.items);
    return status;
}

ludo_status ludo_compile(const ludo_spec *spec, const ludo_allocator *allocator, ludo_model **out,
                         ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (spec == NULL || out == NULL) {
        ludo_diagnose(why, (ludo_place){0}, "the description or the pointer to the model is NULL");
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
