/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocators, arenas, growing arrays. */
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGN = 64, FIRST_CAPACITY = 16 };

static void *default_allocate(size_t size, void *user)
{
    (void)user;
    /* unaligned SIMD lanes straddle cache lines, which costs a single link a tenth of its speed */
    return size <= SIZE_MAX - ARENA_ALIGN
               ? aligned_alloc(ARENA_ALIGN, (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN)
               : NULL;
}

static void default_release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

ludo_allocator ludo_allocator_or_default(const ludo_allocator *allocator)
{
    if (allocator != NULL && allocator->allocate != NULL && allocator->release != NULL) {
        return *allocator;
    }
    return (ludo_allocator){default_allocate, default_release, NULL};
}

void *ludo_arena_take(arena *a, size_t count, size_t size)
{
    const size_t room = SIZE_MAX - (ARENA_ALIGN - 1) - a->used;
    if (a->overflow || (size > 0 && count > room / size)) {
        a->overflow = true;
        return NULL;
    }
    const size_t bytes = (count * size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    char *piece = NULL;
    if (a->base != NULL) {
        piece = a->base + a->used;
        memset(piece, 0, bytes);
    }
    a->used += bytes;
    return piece;
}

void *ludo_growing_add(growing *g, size_t size, const ludo_allocator *a)
{
    if (g->count == g->capacity) {
        if (g->capacity > INT32_MAX / 2) {
            return NULL;
        }
        const int32_t capacity = g->capacity > 0 ? 2 * g->capacity : FIRST_CAPACITY;
        if ((size_t)capacity > SIZE_MAX / size) {
            return NULL;
        }
        void *items = memory_take(a, (size_t)capacity * size);
        if (items == NULL) {
            return NULL;
        }
        if (g->count > 0) {
            memcpy(items, g->items, (size_t)g->count * size);
        }
        memory_give(a, g->items);
        g->items = items;
        g->capacity = capacity;
    }
    void *item = (char *)g->items + (size_t)g->count * size;
    memset(item, 0, size);
    g->count++;
    return item;
}
