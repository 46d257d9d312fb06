/* SPDX-License-Identifier: Apache-2.0
 *
 * A hash table for a list of names. Each name is inserted when it is appended to the list; a lookup
 * takes O(1). */
#ifndef LUDO_APP_DATA_NAME_INDEX_H
#define LUDO_APP_DATA_NAME_INDEX_H

#include "terminal/errors.h"

/* All zero: no names. */
typedef struct name_index {
    int32_t *slot;       /* numbers of names, -1: free; owned */
    uint32_t slot_count; /* a power of two */
} name_index;

/* A name in two parts: the first `length` bytes of `stem`, then `suffix`. */
typedef struct split_name {
    const char *stem;
    size_t length;
    const char *suffix;
} split_name;

/* A name in one part. */
split_name ludo_name_index_whole(const char *name);

/* Insert the last name of the list, which differs from all before. False without memory. */
bool ludo_name_index_add(name_index *index, const name_list *names);

/* The number of a name in the list, or -1. */
int32_t ludo_name_index_find(const name_index *index, const name_list *names, split_name name);

void ludo_name_index_release(name_index *index);

#endif
