/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a name among thousands: a hash table beside a list of names. Every name of the list is
 * entered as it comes to the list's end; then as many are found as fast as one. */
#ifndef LUDO_APP_DATA_NAME_INDEX_H
#define LUDO_APP_DATA_NAME_INDEX_H

#include "terminal/errors.h"

/* All zero: no names. */
typedef struct name_index {
    int32_t *slot;       /* numbers of names, -1 where it is free; owned */
    uint32_t slot_count; /* a power of two */
} name_index;

/* A name in two pieces: the first `length` bytes of `stem`, then `suffix`. */
typedef struct split_name {
    const char *stem;
    size_t length;
    const char *suffix;
} split_name;

/* A name in one piece. */
split_name ludo_name_index_whole(const char *name);

/* Enter the last name of the list, which is none of those before. False without memory. */
bool ludo_name_index_add(name_index *index, const name_list *names);

/* The number of a name in the list; -1: it isn't there. */
int32_t ludo_name_index_find(const name_index *index, const name_list *names, split_name name);

void ludo_name_index_release(name_index *index);

#endif
