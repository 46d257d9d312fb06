/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements by name: a hash table of what a file names, and of what was told about it. */
#ifndef LUDO_FORMATS_TEXT_NAME_TABLE_H
#define LUDO_FORMATS_TEXT_NAME_TABLE_H

#include "core/memory.h"

/* An element under a name; names of different families, or around which something else stands,
 * are different ones. */
typedef struct index_entry {
    int32_t family;
    int32_t element; /* 0: none yet */
    const char *around, *name;
} index_entry;

typedef struct element_index {
    index_entry *entries;
    uint32_t places; /* a power of two */
} element_index;

/* Room for `most` names. false without memory; release it in any case. */
bool ludo_index_create(element_index *index, int32_t most, const ludo_allocator *a);

void ludo_index_release(element_index *index, const ludo_allocator *a);

/* The element under a name, 0 where there is none, or no name (NULL). */
int32_t ludo_index_find(const element_index *index, int32_t family, const char *around,
                        const char *name);

/* Put an element, not 0, under a name unless there is one already. The texts are kept by the
 * caller. Returns the one that was there before, 0 where none was. */
int32_t ludo_index_add(element_index *index, int32_t family, const char *around, const char *name,
                       int32_t element);

#endif
