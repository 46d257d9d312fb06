/* SPDX-License-Identifier: Apache-2.0
 *
 * A batch: packed states, arrays of the caller, a workspace per thread. */
#ifndef LUDO_BATCH_INTERNAL_H
#define LUDO_BATCH_INTERNAL_H

#include "batch/pool.h"
#include "ludo/batch.h"
#include "sim/lanes.h"

/* Simulations that a thread takes at a time. */
enum { BATCH_GROUP = 8 };

/* A simulation of a batch. */
typedef struct batch_entry {
    char *state;   /* its packed state, with room for the largest one */
    size_t size;   /* of that state now [bytes] */
    ludo_sim *own; /* its workspace, with a model of its own, and then `state` is a block of its
                      own; NULL: that of the thread */
    ludo_step_report report;
    bool named; /* among those to reset, while these are checked */
} batch_entry;

struct ludo_batch {
    ludo_allocator allocator;
    const ludo_model *model;
    int32_t count, threads;
    pool *pool;
    ludo_sim **workspace; /* per thread */
    sim_lanes **lanes;    /* per thread; NULL: the model's simulations do not step side by side */
    char *states;         /* of all entries without a model of their own */
    batch_entry *entry;
    int32_t *status;                      /* of the caller, per simulation */
    double *time;                         /* to be read by the caller, per simulation */
    double *rows[LUDO_QUANTITY_COUNT];    /* of the caller; NULL: not asked for */
    double *written[LUDO_QUANTITY_COUNT]; /* rows that can be set, as the batch wrote them */
};

/* The workspace in which a thread handles a simulation. */
static inline ludo_sim *batch_workspace(const ludo_batch *b, int32_t thread, int32_t k)
{
    return b->entry[k].own != NULL ? b->entry[k].own : b->workspace[thread];
}

/* Take a simulation into its workspace. */
ludo_sim *ludo_batch_take(const ludo_batch *b, int32_t thread, int32_t k);

/* Keep the state of simulation k. */
void ludo_batch_keep(ludo_batch *b, ludo_sim *sim, int32_t k);

/* ---- rows (rows.c) ---- */

/* Set the quantities whose rows of simulation k the caller has changed; *any, unless NULL: there
 * were some. */
ludo_status ludo_batch_take_rows(const ludo_batch *b, ludo_sim *sim, int32_t k, bool *any);

/* Write all rows of simulation k. @return as ludo_sim_get() */
ludo_status ludo_batch_write_rows(const ludo_batch *b, ludo_sim *sim, int32_t k);

/* Copy all rows of simulation `from` to simulation `to`. */
void ludo_batch_copy_rows(const ludo_batch *b, int32_t to, int32_t from);

void ludo_batch_release_rows(ludo_batch *b);

#endif
