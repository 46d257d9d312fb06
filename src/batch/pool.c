/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that share the parts of a task: each has a range of parts, from which all take. */
#include "batch/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* A thread and its share. Threads that take from it write `next` only, on cache lines of its own.
 */
typedef struct pool_thread {
    alignas(128) atomic_int next; /* the next part of the share that no thread has taken */
    int32_t end;                  /* the part after the last one */
    int32_t index;
    pool *of;
    pthread_t handle;
} pool_thread;

struct pool {
    ludo_allocator allocator;
    int32_t threads; /* the caller's is number 0 */
    pool_thread *thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t begun, done;
    int64_t task_number; /* how many tasks have begun */
    int32_t working;     /* threads, but the caller's, that have not ended the task */
    bool ends;
    pool_task *task;
    int32_t count, size; /* of the task, of a part */
    void *user;
};

int32_t ludo_pool_processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 1024 ? 1024 : (int32_t)online;
}

/* ---- parts ---- */

/* Do parts of a share until all are taken. */
static void take_parts(const pool *p, int32_t thread, pool_thread *from)
{
    for (;;) {
        const int32_t part = atomic_fetch_add_explicit(&from->next, 1, memory_order_relaxed);
        if (part >= from->end) {
            return;
        }
        const int32_t first = part * p->size, left = p->count - first;
        p->task(p->user, thread, first, left < p->size ? left : p->size);
    }
}

/* Do the own share, then help others, from the next one on. */
static void work(pool *p, int32_t thread)
{
    for (int32_t i = 0; i < p->threads; i++) {
        take_parts(p, thread, &p->thread[(thread + i) % p->threads]);
    }
}

/* ---- threads ---- */

/* Wait for a task after number `seen`; returns its number, or 0 at the end of the pool. */
static int64_t next_task(pool *p, int64_t seen)
{
    (void)pthread_mutex_lock(&p->lock);
    while (p->task_number == seen && !p->ends) {
        (void)pthread_cond_wait(&p->begun, &p->lock);
    }
    const int64_t number = p->ends ? 0 : p->task_number;
    (void)pthread_mutex_unlock(&p->lock);
    return number;
}

static void report_done(pool *p)
{
    (void)pthread_mutex_lock(&p->lock);
    p->working--;
    if (p->working == 0) {
        (void)pthread_cond_signal(&p->done);
    }
    (void)pthread_mutex_unlock(&p->lock);
}

static void *thread_main(void *argument)
{
    pool_thread *self = argument;
    int64_t seen = 0;
    while ((seen = next_task(self->of, seen)) != 0) {
        work(self->of, self->index);
        report_done(self->of);
    }
    return NULL;
}

/* End threads 1 to `started` - 1. */
static void end_threads(pool *p, int32_t started)
{
    (void)pthread_mutex_lock(&p->lock);
    p->ends = true;
    (void)pthread_cond_broadcast(&p->begun);
    (void)pthread_mutex_unlock(&p->lock);
    for (int32_t i = 1; i < started; i++) {
        (void)pthread_join(p->thread[i].handle, NULL);
    }
}

static void release(pool *p)
{
    (void)pthread_cond_destroy(&p->done);
    (void)pthread_cond_destroy(&p->begun);
    (void)pthread_mutex_destroy(&p->lock);
    const ludo_allocator a = p->allocator;
    memory_give(&a, p);
}

/* The struct and its threads. Called with p NULL to measure; returns the size, or 0 on overflow. */
static size_t pool_layout(pool *p, int32_t threads)
{
    arena a = {(char *)p, 0, false};
    (void)TAKE(&a, 1, pool);
    pool_thread *thread = TAKE(&a, threads + 1, pool_thread);
    if (p != NULL) { /* the arena aligns to one cache line, threads to two */
        const uintptr_t at = (uintptr_t)thread, unit = alignof(pool_thread);
        p->thread = (pool_thread *)(void *)((char *)thread + (unit - at % unit) % unit);
    }
    return a.overflow ? 0 : a.used;
}

ludo_status ludo_pool_create(int32_t threads, const ludo_allocator *allocator, pool **out)
{
    const size_t size = pool_layout(NULL, threads);
    pool *p = size > 0 ? memory_take(allocator, size) : NULL;
    if (p == NULL) {
        return LUDO_NO_MEMORY;
    }
    (void)pool_layout(p, threads);
    p->allocator = *allocator;
    p->threads = threads;
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->begun, NULL);
    (void)pthread_cond_init(&p->done, NULL);
    for (int32_t i = 0; i < threads; i++) {
        p->thread[i].index = i;
        p->thread[i].of = p;
        if (i > 0 && pthread_create(&p->thread[i].handle, NULL, thread_main, &p->thread[i]) != 0) {
            end_threads(p, i);
            release(p);
            return LUDO_NO_MEMORY;
        }
    }
    *out = p;
    return LUDO_OK;
}

void ludo_pool_destroy(pool *p)
{
    if (p != NULL) {
        end_threads(p, p->threads);
        release(p);
    }
}

void ludo_pool_run(pool *p, int32_t count, int32_t size, pool_task *task, void *user)
{
    const int32_t parts = count / size + (count % size > 0 ? 1 : 0);
    (void)pthread_mutex_lock(&p->lock);
    p->task = task;
    p->count = count;
    p->size = size;
    p->user = user;
    for (int32_t i = 0; i < p->threads; i++) {
        const int64_t begin = (int64_t)parts * i / p->threads;
        atomic_store_explicit(&p->thread[i].next, (int32_t)begin, memory_order_relaxed);
        p->thread[i].end = (int32_t)((int64_t)parts * (i + 1) / p->threads);
    }
    p->working = p->threads - 1;
    p->task_number++;
    (void)pthread_cond_broadcast(&p->begun);
    (void)pthread_mutex_unlock(&p->lock);
    work(p, 0);
    (void)pthread_mutex_lock(&p->lock);
    while (p->working > 0) {
        (void)pthread_cond_wait(&p->done, &p->lock);
    }
    (void)pthread_mutex_unlock(&p->lock);
}
