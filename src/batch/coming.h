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

/* The state of simulation k, by so many parts; of none where there is no such simulation. */
static inline coming coming_state(const ludo_batch *b, int32_t k, size_t parts)
{
    const size_t size = k < b->count ? b->entry[k].size : 0;
    return (coming){k < b->count ? b->entry[k].state : b->entry[0].state, size,
                    size / parts + CACHE_LINE};
}

/* Ask for the next part. */
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
