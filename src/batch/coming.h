/* SPDX-License-Identifier: Apache-2.0
 *
 * A state that is needed soon. It comes from memory in parts, between other work: more cache lines
 * at a time would wait for each other. */
#ifndef LUDO_BATCH_COMING_H
#define LUDO_BATCH_COMING_H

#include "batch/batch.h"

typedef struct coming {
    const char *state; /* the next part of it */
    size_t left, part; /* [bytes] */
} coming;

enum { CACHE_LINE = 64 };

/* The state of simulation k, by so many parts; none where there is no such simulation. Its size is
 * taken for that of one that the thread has, because another thread may write its own. */
static inline coming coming_state(const ludo_batch *b, int32_t k, int32_t like, size_t parts)
{
    const size_t size = k < b->count ? b->entry[like].size : 0;
    return (coming){k < b->count ? b->entry[k].state : b->entry[like].state, size,
                    size / parts + CACHE_LINE};
}

/* Ask for the next part. Parts that are not asked for only take time later. */
static inline void coming_fetch(coming *next)
{
    const size_t part = next->left < next->part ? next->left : next->part;
    for (size_t at = 0; at < part; at += CACHE_LINE) {
        memory_fetch(next->state + at);
    }
    next->state += part;
    next->left -= part;
}

#endif
