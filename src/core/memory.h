/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory: the allocator of an object, and the arena that lays an object out.
 *
 * An object is one block. One layout function takes all its parts; it runs twice, over an arena
 * without memory to measure the size, then over real memory to place the parts, so that measuring
 * and placing cannot disagree. */
#ifndef LUDO_CORE_MEMORY_H
#define LUDO_CORE_MEMORY_H

#include "ludo/base.h"

#include <stdalign.h>
#include <string.h>

/* The allocator itself, or for NULL the C library's, with memory aligned to 64. */
ludo_allocator ludo_allocator_or_default(const ludo_allocator *allocator);

/* A block of no bytes is one of one byte: NULL means that memory is missing. */
static inline void *memory_take(const ludo_allocator *a, size_t size)
{
    return a->allocate(size > 0 ? size : 1, a->user);
}

static inline void memory_give(const ludo_allocator *a, void *memory)
{
    if (memory != NULL) {
        a->release(memory, a->user);
    }
}

/* Begin to bring a cache line from memory. */
static inline void memory_fetch(const void *at)
{
#if defined(__GNUC__)
    __builtin_prefetch(at);
#else
    (void)at;
#endif
}

/* A copy of `length` characters, terminated; NULL without memory. */
static inline char *memory_text(const ludo_allocator *a, const char *text, size_t length)
{
    char *copy = memory_take(a, length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* A block of memory that is allocated from its start. */
typedef struct arena {
    char *base;    /* NULL: measure only */
    size_t used;   /* bytes so far, alignment included */
    bool overflow; /* a size did not fit size_t; sticky */
} arena;

/* The next `count` elements of `size` bytes, zeroed, aligned to 64 from the start of the block (a
 * cache line and the widest vector); NULL while measuring. */
void *ludo_arena_take(arena *a, size_t count, size_t size);

#define TAKE(a, count, type) ((type *)ludo_arena_take((a), (size_t)(count), sizeof(type)))

/* A growing array of elements of one size. */
typedef struct growing {
    void *items;
    int32_t count, capacity;
} growing;

/* Append one element of `size` bytes, zeroed; NULL (array unchanged) without memory. Elements may
 * move. */
void *ludo_growing_add(growing *g, size_t size, const ludo_allocator *a);

#endif
