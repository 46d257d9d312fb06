/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that take one sample after another. A thread keeps one simulation at a time, so that the
 * memory of a sweep does not grow with its number of samples. */
#define _POSIX_C_SOURCE 200809L

#include "sweep/sweep.h"

#include "terminal/interrupt.h"
#include "terminal/terminal.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The samples of a sweep, shared by its threads. */
typedef struct queue {
    sweep *w;
    pthread_mutex_t lock; /* of all below, and of the counts of the sweep */
    int32_t next;         /* the next sample that no thread has taken */
    int32_t done;
    ludo_status status; /* LUDO_OK, or why no further sample begins */
    progress line;
} queue;

/* Take a sample; -1: none is left, or the sweep ends. */
static int32_t take(queue *q)
{
    (void)pthread_mutex_lock(&q->lock);
    const bool more =
        q->next < q->w->s->samples && q->status == LUDO_OK && !ludo_interrupt_received();
    const int32_t sample = more ? q->next++ : -1;
    (void)pthread_mutex_unlock(&q->lock);
    return sample;
}

static void count(queue *q, int32_t sample, ludo_status status)
{
    sweep *w = q->w;
    (void)pthread_mutex_lock(&q->lock);
    q->status = q->status == LUDO_OK ? status : q->status;
    q->done++;
    w->finished += w->result[sample].finished;
    w->stopped += w->result[sample].finished && w->result[sample].message != NULL;
    q->line.failed = w->stopped;
    ludo_terminal_progress_show(&q->line, ludo_terminal_clock(), q->done, w->s->samples);
    (void)pthread_mutex_unlock(&q->lock);
}

static void *work(void *of)
{
    queue *q = of;
    for (int32_t sample = take(q); sample >= 0; sample = take(q)) {
        count(q, sample, ludo_sweep_run_sample(q->w, sample));
    }
    return NULL;
}

static int32_t thread_count(const sweep_settings *s)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const long wanted = s->threads > 0 ? s->threads : online > 0 ? online : 1;
    return wanted < s->samples ? (int32_t)wanted : s->samples;
}

/* Work on this thread and on `more` others. If the system has fewer threads, these do the work. */
static void share(queue *q, pthread_t *threads, int32_t more)
{
    int32_t begun = 0;
    while (begun < more && pthread_create(&threads[begun], NULL, work, q) == 0) {
        begun++;
    }
    (void)work(q);
    for (int32_t i = 0; i < begun; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}

outcome ludo_sweep_run(sweep *w)
{
    const int32_t count = thread_count(w->s);
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    queue q = {.w = w, .line = ludo_terminal_progress_begin(!w->s->run.quiet, "samples")};
    if (threads == NULL || pthread_mutex_init(&q.lock, NULL) != 0) {
        free(threads);
        return ludo_error_memory();
    }
    const double begun = ludo_terminal_clock();
    ludo_interrupt_catch();
    share(&q, threads, count - 1);
    w->wall = ludo_terminal_clock() - begun;
    ludo_terminal_progress_end(&q.line);
    (void)pthread_mutex_destroy(&q.lock);
    free(threads);
    return q.status == LUDO_OK ? OUTCOME_DONE : ludo_error_memory();
}
