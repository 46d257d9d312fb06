/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating, resetting, copying and releasing batches. */
#include "batch/batch.h"

#include "core/diagnostic.h"
#include "core/sized.h"

#include <string.h>

/* ---- states ---- */

ludo_sim *ludo_batch_take(const ludo_batch *b, int32_t thread, int32_t k)
{
    ludo_sim *sim = batch_workspace(b, thread, k);
    ludo_sim_unpack(sim, b->entry[k].state);
    return sim;
}

void ludo_batch_keep(ludo_batch *b, ludo_sim *sim, int32_t k)
{
    b->entry[k].size = ludo_sim_pack(sim, b->entry[k].state);
}

/* ---- creating ---- */

static ludo_status refuse_memory(ludo_diagnostic *why)
{
    return ludo_sim_refuse(LUDO_NO_MEMORY, why, ludo_status_text(LUDO_NO_MEMORY), "");
}

/* The struct and its arrays. Called with b NULL to measure; returns the size, or 0 on overflow. */
static size_t batch_layout(ludo_batch *b, int32_t count, int32_t threads)
{
    arena a = {(char *)b, 0, false};
    (void)TAKE(&a, 1, ludo_batch);
    ludo_sim **workspace = TAKE(&a, threads, ludo_sim *);
    sim_lanes **lanes = TAKE(&a, threads, sim_lanes *);
    batch_entry *entry = TAKE(&a, count, batch_entry);
    int32_t *status = TAKE(&a, count, int32_t);
    double *time = TAKE(&a, count, double);
    if (b != NULL) {
        *b = (ludo_batch){.count = count, .threads = threads, .workspace = workspace};
        b->lanes = lanes;
        b->entry = entry;
        b->status = status;
        b->time = time;
    }
    return a.overflow ? 0 : a.used;
}

/* Create the workspaces, then the states that they can have; the pages of a state are written as
 * far as it needs them. */
static ludo_status create_states(ludo_batch *b, const ludo_sim_options *options,
                                 ludo_diagnostic *why)
{
    for (int32_t i = 0; i < b->threads; i++) {
        ludo_status status =
            ludo_sim_create(b->model, options, &b->allocator, &b->workspace[i], why);
        if (status == LUDO_OK) {
            status = ludo_sim_lanes_create(b->workspace[i], &b->lanes[i]);
        }
        if (status != LUDO_OK) {
            return status;
        }
    }
    const size_t room = ludo_sim_pack_room(b->workspace[0]), count = (size_t)b->count;
    b->states = room <= SIZE_MAX / count ? memory_take(&b->allocator, count * room) : NULL;
    for (size_t k = 0; k < count && b->states != NULL; k++) {
        b->entry[k].state = b->states + k * room;
    }
    return b->states != NULL ? LUDO_OK : refuse_memory(why);
}

static ludo_status create_parts(ludo_batch *b, const ludo_sim_options *options,
                                ludo_diagnostic *why)
{
    ludo_status status = create_states(b, options, why);
    if (status == LUDO_OK) {
        status = ludo_pool_create(b->threads, &b->allocator, &b->pool);
        if (status != LUDO_OK) {
            (void)ludo_sim_refuse(status, why, "there is no memory for threads, or no thread left",
                                  "");
        }
    }
    return status == LUDO_OK ? ludo_batch_reset(b, NULL, 0, -1) : status;
}

ludo_status ludo_batch_create(const ludo_model *model, const ludo_sim_options *options,
                              int32_t count, int32_t threads, const ludo_allocator *allocator,
                              ludo_batch **out, ludo_diagnostic *why)
{
    if (out != NULL) {
        *out = NULL;
    }
    if (model == NULL || out == NULL || count < 1 || threads < 0 || threads > 4096) {
        return ludo_sim_refuse(LUDO_BAD_ARGUMENT, why,
                               "a batch needs a model, an output pointer, a count of 1 or more and "
                               "0 to 4096 threads",
                               "");
    }
    const ludo_allocator a = ludo_allocator_or_default(allocator);
    const int32_t most = threads > 0 ? threads : ludo_pool_processors();
    const size_t size = batch_layout(NULL, count, most);
    ludo_batch *b = size > 0 ? memory_take(&a, size) : NULL;
    if (b == NULL) {
        return refuse_memory(why);
    }
    (void)batch_layout(b, count, most);
    b->allocator = a;
    b->model = model;
    const ludo_status status = create_parts(b, options, why);
    if (status != LUDO_OK) {
        ludo_batch_destroy(b);
        return status;
    }
    *out = b;
    return LUDO_OK;
}

/* Release the workspace and the state that a simulation has for a model of its own. */
static void release_own(ludo_batch *b, int32_t k)
{
    if (b->entry[k].own != NULL) {
        ludo_sim_destroy(b->entry[k].own);
        memory_give(&b->allocator, b->entry[k].state);
    }
}

void ludo_batch_destroy(ludo_batch *batch)
{
    if (batch == NULL) {
        return;
    }
    ludo_pool_destroy(batch->pool);
    ludo_batch_release_rows(batch);
    for (int32_t k = 0; k < batch->count; k++) {
        release_own(batch, k);
    }
    for (int32_t i = 0; i < batch->threads; i++) {
        ludo_sim_lanes_destroy(batch->lanes[i]);
        ludo_sim_destroy(batch->workspace[i]);
    }
    const ludo_allocator a = batch->allocator;
    memory_give(&a, batch->states);
    memory_give(&a, batch);
}

/* ---- resetting ---- */

/* A reset in progress: of simulations which[i], or of all. */
typedef struct resetting {
    ludo_batch *batch;
    const int32_t *which;
    int32_t number, keyframe;
    int32_t made; /* one that was reset, of which others are copies; -1: none yet */
} resetting;

static int32_t simulation_of(const resetting *r, int32_t i)
{
    return r->which != NULL ? r->which[i] : i;
}

/* Reset a simulation in its workspace. Its state is kept as it is before the start, as that of a
 * single simulation is, so that what the caller writes next gives the same bits. */
static void reset_one(const resetting *r, int32_t thread, int32_t k)
{
    ludo_batch *b = r->batch;
    ludo_sim *sim = batch_workspace(b, thread, k);
    (void)ludo_sim_reset(sim, r->keyframe);
    ludo_batch_keep(b, sim, k);
    b->status[k] = (int32_t)ludo_batch_write_rows(b, sim, k);
    b->entry[k].report = (ludo_step_report){.struct_size = sizeof(ludo_step_report)};
}

/* Reset simulation k as a copy of one with the same model. */
static void copy_one(const resetting *r, int32_t k)
{
    ludo_batch *b = r->batch;
    if (k != r->made) {
        const batch_entry *from = &b->entry[r->made];
        memcpy(b->entry[k].state, from->state, from->size);
        b->entry[k].size = from->size;
        b->entry[k].report = from->report;
        b->status[k] = b->status[r->made];
        ludo_batch_copy_rows(b, k, r->made);
    }
}

static void reset_group(void *user, int32_t thread, int32_t first, int32_t count)
{
    const resetting *r = user;
    for (int32_t i = first; i < first + count; i++) {
        const int32_t k = simulation_of(r, i);
        if (r->batch->entry[k].own != NULL) {
            reset_one(r, thread, k);
        } else {
            copy_one(r, k);
        }
    }
}

static bool has(const ludo_batch *b, int32_t which)
{
    return b != NULL && which >= 0 && which < b->count;
}

/* Whether simulation k has a keyframe. */
static bool has_keyframe(const ludo_batch *b, int32_t k, int32_t keyframe)
{
    const ludo_model *m = b->entry[k].own != NULL ? b->entry[k].own->state.model : b->model;
    return keyframe >= -1 && keyframe < m->keyframe_count;
}

/* Whether all simulations and their keyframes exist, each simulation once. */
static bool reset_usable(const resetting *r)
{
    ludo_batch *b = r->batch;
    int32_t good = 0;
    for (; good < r->number && has(b, simulation_of(r, good)); good++) {
        batch_entry *entry = &b->entry[simulation_of(r, good)];
        if (entry->named || !has_keyframe(b, simulation_of(r, good), r->keyframe)) {
            break;
        }
        entry->named = true;
    }
    for (int32_t i = 0; i < good; i++) {
        b->entry[simulation_of(r, i)].named = false;
    }
    return good == r->number && r->keyframe >= -1 && r->keyframe < b->model->keyframe_count;
}

ludo_status ludo_batch_reset(ludo_batch *batch, const int32_t *which, int32_t number,
                             int32_t keyframe)
{
    resetting r = {batch, which, number, keyframe, -1};
    if (batch == NULL) {
        return LUDO_BAD_ARGUMENT;
    }
    r.number = which != NULL ? number : batch->count;
    if (r.number < 0 || !reset_usable(&r)) {
        return LUDO_BAD_ARGUMENT;
    }
    for (int32_t i = 0; i < r.number && r.made < 0; i++) {
        const int32_t k = simulation_of(&r, i);
        if (batch->entry[k].own == NULL) {
            reset_one(&r, 0, k);
            r.made = k;
        }
    }
    ludo_pool_run(batch->pool, r.number, BATCH_GROUP, reset_group, &r);
    return LUDO_OK;
}

/* ---- one simulation ---- */

ludo_status ludo_batch_get_sim(ludo_batch *batch, int32_t which, ludo_sim *to)
{
    if (!has(batch, which)) {
        return LUDO_BAD_ARGUMENT;
    }
    return ludo_sim_copy(to, ludo_batch_take(batch, 0, which));
}

ludo_status ludo_batch_set_sim(ludo_batch *batch, int32_t which, const ludo_sim *from)
{
    if (!has(batch, which)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_sim *sim = batch_workspace(batch, 0, which);
    ludo_status status = ludo_sim_copy(sim, from);
    if (status == LUDO_OK) {
        batch->status[which] = (int32_t)ludo_batch_write_rows(batch, sim, which);
        ludo_batch_keep(batch, sim, which);
    }
    return status;
}

/* A workspace and a state for a model of its own. */
static ludo_status create_own(const ludo_batch *b, int32_t which, const ludo_model *model,
                              batch_entry *own, ludo_diagnostic *why)
{
    ludo_status status =
        ludo_sim_create_changed(ludo_batch_take(b, 0, which), model, &own->own, why);
    own->state =
        status == LUDO_OK ? memory_take(&b->allocator, ludo_sim_pack_room(own->own)) : NULL;
    if (status == LUDO_OK && own->state == NULL) {
        status = refuse_memory(why);
    }
    if (status != LUDO_OK) {
        ludo_sim_destroy(own->own);
    }
    return status;
}

ludo_status ludo_batch_set_model(ludo_batch *batch, int32_t which, const ludo_model *model,
                                 ludo_diagnostic *why)
{
    if (!has(batch, which) || model == NULL) {
        return ludo_sim_refuse(LUDO_BAD_ARGUMENT, why,
                               "the batch or the model is NULL, or there is no such simulation",
                               "");
    }
    batch_entry own = batch->entry[which];
    const ludo_status status = create_own(batch, which, model, &own, why);
    if (status != LUDO_OK) {
        return status;
    }
    release_own(batch, which);
    batch->entry[which] = own;
    batch->status[which] = (int32_t)ludo_batch_write_rows(batch, own.own, which);
    ludo_batch_keep(batch, own.own, which);
    return LUDO_OK;
}

/* ---- reading ---- */

int32_t ludo_batch_count(const ludo_batch *batch)
{
    return batch != NULL ? batch->count : 0;
}

int32_t ludo_batch_threads(const ludo_batch *batch)
{
    return batch != NULL ? batch->threads : 0;
}

int32_t *ludo_batch_status(ludo_batch *batch)
{
    return batch != NULL ? batch->status : NULL;
}

const double *ludo_batch_time(const ludo_batch *batch)
{
    return batch != NULL ? batch->time : NULL;
}

ludo_status ludo_batch_get_memory(const ludo_batch *batch, ludo_batch_memory *out)
{
    if (batch == NULL || !SIZED_KNOWN(out)) {
        return LUDO_BAD_ARGUMENT;
    }
    ludo_batch_memory memory = {.struct_size = sizeof memory};
    for (int32_t k = 0; k < batch->count; k++) {
        const size_t size = batch->entry[k].size;
        memory.state = size > memory.state ? size : memory.state;
    }
    memory.room = ludo_sim_pack_room(batch->workspace[0]);
    for (int i = 0; i < LUDO_QUANTITY_COUNT; i++) {
        const int32_t length = ludo_model_quantity_count(batch->model, (ludo_quantity)i);
        const size_t bytes = (size_t)length * sizeof(double);
        memory.rows += batch->rows[i] != NULL ? bytes : 0;
        memory.rows += batch->written[i] != NULL ? bytes : 0;
    }
    memory.rows += sizeof *batch->status + sizeof *batch->time + sizeof *batch->entry;
    memory.workspace = batch->workspace[0]->block_size;
    memory.lanes = ludo_sim_lanes_size(batch->lanes[0]);
    SIZED_WRITE(out, &memory);
    return LUDO_OK;
}
