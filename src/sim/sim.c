/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating, copying and releasing simulations. */
#include "sim/sim.h"
#include "sim/density.h"
#include "sim/sensing.h"

#include "core/diagnostic.h"
#include "core/sized.h"
#include "assembly/kinematics.h"

#include <math.h>
#include <string.h>

/* Take the memory that a step changes, and scratch. */
static void kept_layout(ludo_sim *sim, arena *kept, arena *scratch)
{
    const ludo_model *m = sim->state.model;
    sim->state.progress = TAKE(kept, 1, sim_progress);
    sim->state.poses[0] = state_take_poses(m, kept);
    sim->state.poses[1] = state_take_poses(m, kept);
    twist *twists = TAKE(kept, m->slots + 1, twist);
    sim->state.twists = twists != NULL ? twists + 1 : NULL;
    sim->state.memory = TAKE(kept, m->columns, double);
    sim->state.stored_rate = TAKE(kept, m->columns, double);
    sim->state.control = TAKE(kept, m->actuator_count, double);
    sim->state.activation = TAKE(kept, m->activation_count, double);
    sim->state.servo = TAKE(kept, m->columns, servo_data);
    sim->state.push = TAKE(kept, m->body_count, ludo_wrench);
    sim->state.joint_effort = TAKE(kept, m->columns, double);
    sim->state.moved = TAKE(kept, m->loop_count > 0 ? m->columns : 0, double);
    sim->state.stays = TAKE(kept, m->loop_count > 0 ? m->joint_count : 0, int64_t);
    sim->state.rate_stays = TAKE(kept, m->loop_count > 0 ? m->joint_count : 0, int64_t);
    sim->state.left_out = TAKE(kept, m->loop_count, int64_t);
    sim->state.spring_force = TAKE(kept, m->spring_count, double);
    sim->state.actuator_force = TAKE(kept, m->actuator_count, double);
    sim->state.position = TAKE(scratch, m->position_count, double);
    sim->state.rate = TAKE(scratch, m->columns, double);
    sim->state.frames = TAKE(scratch, m->body_count, ludo_frame);
    sim->state.wrenches = TAKE(scratch, m->body_count, ludo_wrench);
    sim->state.efforts = TAKE(scratch, m->columns, double);
    for (int end = 0; end < 2; end++) {
        sim->state.followed[end] = TAKE(scratch, m->followed ? m->actuator_count : 0, double);
    }
    sim->state.reaction = TAKE(scratch, 6 * (size_t)m->slots, double);
    sim->state.acceleration = TAKE(scratch, m->columns, double);
    sim->state.span = TAKE(scratch, m->span_count, tendon_span);
    sim->state.loop_force = TAKE(scratch, JOINT_MAX_ROWS * (size_t)m->loop_count, double);
    sim->density = sim->state.settings.accuracy > 0.0 ? TAKE(kept, 1, step_density) : NULL;
    ludo_kinematics_layout(&sim->state, scratch);
    sim->state.shared_size = kept->used;
    sim->integrator->layout(&sim->state, kept, scratch);
}

/* Whether model and options allow bodies to come to rest or fall asleep. */
static bool may_rest(const ludo_sim *sim)
{
    const sim_settings *s = &sim->state.settings;
    return sim->integrator->sleepless != NULL && (s->rest || s->sleep_speed > 0.0) && s->contacts &&
           sim->state.model->contacts.touched_by != NULL;
}

/* The next of the copies of kept memory behind the state's, if it is wanted; NULL: not. */
static char *next_copy(const ludo_sim *sim, size_t *count, char *base, bool wanted)
{
    char *copy = base != NULL && wanted ? base + *count * sim->state.kept_size : NULL;
    *count += wanted ? 1 : 0;
    return copy;
}

/* Place the copies: one to go back in a step, one for parts of it, one of bodies at rest, two for
 * divided steps. Returns the number of kept memories. */
static size_t place_copies(ludo_sim *sim, char *base)
{
    const bool divides = sim->state.settings.accuracy > 0.0;
    size_t count = 1;
    sim->state.saved = next_copy(sim, &count, base, true);
    sim->state.aside = next_copy(sim, &count, base, true);
    sim->state.rested = next_copy(sim, &count, base, may_rest(sim));
    sim->step_start = next_copy(sim, &count, base, divides);
    sim->section_start = next_copy(sim, &count, base, divides);
    return count;
}

/* The state's block: the workspace, kept memory, room for copies of it, scratch. Called without
 * memory to measure, then over one block to place; returns its size, or 0 on overflow. */
static size_t state_layout(ludo_sim *sim, char *block)
{
    arena head = {block, 0, false};
    (void)TAKE(&head, WORKSPACE_ROOM, max_align_t);
    char *base = block != NULL ? block + head.used : NULL;
    const size_t count = place_copies(sim, base);
    arena kept = {base, 0, false};
    arena scratch = {block != NULL ? base + count * sim->state.kept_size : NULL, 0, false};
    kept_layout(sim, &kept, &scratch);
    sim->state.kept = base;
    sim->state.kept_size = kept.used;
    const bool overflow = kept.overflow || scratch.overflow || kept.used > SIZE_MAX / 8 ||
                          scratch.used > SIZE_MAX / 4;
    return overflow ? 0 : head.used + count * kept.used + scratch.used;
}

/* Measure, allocate and place the state; the integrator's struct is measured outside the block. */
static ludo_status allocate_state(ludo_sim *sim)
{
    max_align_t workspace[WORKSPACE_ROOM] = {{0}};
    sim->state.workspace = workspace;
    const size_t size = state_layout(sim, NULL);
    sim->block = size > 0 ? memory_take(&sim->state.allocator, size) : NULL;
    sim->block_size = size;
    if (sim->block == NULL) {
        return LUDO_NO_MEMORY;
    }
    sim->state.workspace = memcpy(sim->block, workspace, sizeof workspace);
    (void)state_layout(sim, sim->block);
    return LUDO_OK;
}

static void close_parts(ludo_sim *sim)
{
    if (sim->integrator->close != NULL) {
        sim->integrator->close(&sim->state);
    }
    ludo_kinematics_close(&sim->state);
}

/* Create the parts outside the block. */
static ludo_status open_parts(ludo_sim *sim)
{
    const integrator *by = sim->integrator;
    ludo_status status = ludo_kinematics_open(&sim->state);
    if (status == LUDO_OK && by->open != NULL) {
        status = by->open(&sim->state);
        if (status != LUDO_OK) {
            ludo_kinematics_close(&sim->state);
        }
    }
    if (status == LUDO_OK) {
        status = ludo_sensing_create(sim->state.model, &sim->state.allocator, &sim->sensing);
        if (status != LUDO_OK) {
            close_parts(sim);
        }
    }
    return status;
}

ludo_status ludo_sim_build(ludo_sim *sim, const ludo_model *model, const ludo_sim_options *options,
                           ludo_diagnostic *why)
{
    static const char too_many[] = "too many loops pass the same bodies";
    ludo_status status = ludo_sim_choose_settings(sim, model, options, why);
    if (status != LUDO_OK) {
        return status;
    }
    status = allocate_state(sim);
    if (status == LUDO_OK) {
        status = open_parts(sim);
        if (status != LUDO_OK) {
            memory_give(&sim->state.allocator, sim->block);
        }
    }
    const bool refused = status == LUDO_REFUSED;
    return status == LUDO_OK
               ? LUDO_OK
               : ludo_sim_refuse(status, why, refused ? too_many : ludo_status_text(status), "");
}

/* ---- the simulation ---- */

/* The first block: the struct, then the views. Called with sim NULL to measure; returns its size,
 * or 0 on overflow. */
static size_t views_layout(ludo_sim *sim, const ludo_model *model)
{
    arena a = {(char *)sim, 0, false};
    (void)TAKE(&a, 1, ludo_sim);
    ludo_sim_views_layout(sim, model, &a);
    return a.overflow ? 0 : a.used;
}

ludo_status ludo_sim_create_stateless(const ludo_model *model, const ludo_allocator *a,
                                      ludo_sim **out, ludo_diagnostic *why)
{
    const size_t size = views_layout(NULL, model);
    ludo_sim *sim = size > 0 ? memory_take(a, size) : NULL;
    if (sim == NULL) {
        return ludo_sim_refuse(LUDO_NO_MEMORY, why, ludo_status_text(LUDO_NO_MEMORY), "");
    }
    (void)views_layout(sim, model);
    sim->state.allocator = *a;
    sim->state.activations_at = (double)NAN;
    *out = sim;
    return LUDO_OK;
}

ludo_status ludo_sim_create(const ludo_model *model, const ludo_sim_options *options,
                            const ludo_allocator *allocator, ludo_sim **out, ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (model == NULL || out == NULL) {
        return ludo_sim_refuse(LUDO_BAD_ARGUMENT, why, "the model or the output pointer is NULL",
                               "");
    }
    if (options != NULL && !SIZED_KNOWN(options)) {
        ludo_diagnose_size(why, (ludo_place){0}, options->struct_size,
                           "ludo_sim_options_default()");
        return LUDO_BAD_ARGUMENT;
    }
    ludo_sim_options o = ludo_sim_options_default();
    if (options != NULL) {
        SIZED_READ(&o, options);
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    ludo_sim *sim = NULL;
    ludo_status status = ludo_sim_create_stateless(model, &a, &sim, why);
    if (status != LUDO_OK) {
        return status;
    }
    status = ludo_sim_build(sim, model, &o, why);
    if (status != LUDO_OK) {
        memory_give(&a, sim);
        return status;
    }
    (void)ludo_sim_reset(sim, -1);
    *out = sim;
    return LUDO_OK;
}

void ludo_sim_release(ludo_sim *sim)
{
    ludo_sensing_destroy(sim->sensing, &sim->state.allocator);
    close_parts(sim);
    memory_give(&sim->state.allocator, sim->block);
}

void ludo_sim_destroy(ludo_sim *sim)
{
    if (sim != NULL) {
        const ludo_allocator a = sim->state.allocator;
        ludo_sim_release(sim);
        memory_give(&a, sim);
    }
}

/* Whether two settings give equal results; strings of settings are static and unique. */
static bool same_settings(const sim_settings *a, const sim_settings *b)
{
    return a->order == b->order && a->scheme == b->scheme && a->rotation == b->rotation &&
           a->solver == b->solver && a->damping == b->damping && a->cone == b->cone &&
           a->contacts == b->contacts && a->limits == b->limits && a->certify == b->certify &&
           a->rest == b->rest && a->sleep_speed == b->sleep_speed &&
           a->sleep_time == b->sleep_time && a->tolerance == b->tolerance &&
           a->accuracy == b->accuracy && a->max_iterations == b->max_iterations &&
           a->max_substeps == b->max_substeps;
}

bool ludo_sim_is_of(const ludo_sim *sim, const ludo_model *model, const integrator *by,
                    const sim_settings *settings)
{
    return sim->state.model == model && sim->integrator == by &&
           same_settings(&sim->state.settings, settings);
}

ludo_status ludo_sim_copy(ludo_sim *to, const ludo_sim *from)
{
    if (to == NULL || from == NULL ||
        !ludo_sim_is_of(to, from->state.model, from->integrator, &from->state.settings)) {
        return LUDO_BAD_ARGUMENT;
    }
    memmove(to->state.kept, from->state.kept, to->state.kept_size);
    ludo_sim_note_replaced(to);
    return LUDO_OK;
}

void ludo_sim_note_replaced(ludo_sim *sim)
{
    sim->state.writes++;
    sim->start_status = LUDO_OK;
    sim->reactions_known = sim->state.rank_known = sim->contacts_known = false;
}

const ludo_model *ludo_sim_model(const ludo_sim *sim)
{
    return sim != NULL ? sim->state.model : NULL;
}

ludo_status ludo_sim_allocator(const ludo_sim *sim, ludo_allocator *out)
{
    if (sim == NULL || out == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    *out = sim->state.allocator;
    return LUDO_OK;
}

int32_t ludo_sim_order(const ludo_sim *sim)
{
    return sim != NULL ? sim->state.settings.order : 0;
}

const char *ludo_sim_scheme(const ludo_sim *sim)
{
    return sim != NULL ? sim->state.settings.scheme : NULL;
}

int32_t ludo_sim_fill(const ludo_sim *sim)
{
    return sim != NULL && sim->integrator->fill != NULL ? sim->integrator->fill(&sim->state) : 0;
}

double ludo_sim_time(const ludo_sim *sim)
{
    return sim != NULL ? sim->state.progress->time : (double)NAN;
}

ludo_status ludo_sim_set_time(ludo_sim *sim, double time)
{
    if (sim == NULL || !isfinite(time)) {
        return LUDO_BAD_ARGUMENT;
    }
    sim->state.progress->time = time;
    sim->state.progress->time_error = 0.0;
    sim->reactions_known = false;
    return LUDO_OK;
}
