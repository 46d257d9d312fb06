/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that share a task. */
#ifndef LUDO_BATCH_POOL_H
#define LUDO_BATCH_POOL_H

#include "core/memory.h"
#include "ludo/status.h"

typedef struct pool pool;

/* A task: numbers `first` to `first + count - 1` of it, done by thread number `thread`. */
typedef void pool_task(void *user, int32_t thread, int32_t first, int32_t count);

/* The number of processors that are online, at least 1. */
int32_t ludo_pool_processors(void);

/* Create a pool of `threads` threads, >= 1, the caller's included.
 * @return LUDO_OK, LUDO_NO_MEMORY (also: the system has no more threads) */
ludo_status ludo_pool_create(int32_t threads, const ludo_allocator *allocator, pool **out);

/* End the threads and release the pool; NULL is allowed. */
void ludo_pool_destroy(pool *p);

/* Do numbers 0 to `count` - 1 of a task, each once, and wait for all. A thread takes parts of
 * `size` adjacent numbers, the last one may be shorter. It begins with its share of adjacent parts,
 * and helps others when it has done these. */
void ludo_pool_run(pool *p, int32_t count, int32_t size, pool_task *task, void *user);

#endif
