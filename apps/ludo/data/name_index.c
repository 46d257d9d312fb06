/* SPDX-License-Identifier: Apache-2.0
 *
 * Hash table of names: FNV-1a with linear probing. */
#include "data/name_index.h"

#include <stdlib.h>
#include <string.h>

split_name ludo_name_index_whole(const char *name)
{
    return (split_name){name, strlen(name), ""};
}

static uint32_t hash_bytes(uint32_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619U;
    }
    return hash;
}

static bool is_same(const char *name, const split_name *wanted)
{
    return strncmp(name, wanted->stem, wanted->length) == 0 &&
           strcmp(name + wanted->length, wanted->suffix) == 0;
}

/* The slot of a name, or the free slot where it would be inserted. */
static int32_t *slot_of(const name_index *index, const name_list *names, const split_name *name)
{
    const uint32_t stem_hash = hash_bytes(2166136261U, name->stem, name->length);
    const uint32_t mask = index->slot_count - 1;
    uint32_t at = hash_bytes(stem_hash, name->suffix, strlen(name->suffix)) & mask;
    while (index->slot[at] >= 0 && !is_same(names->name(names->of, index->slot[at]), name)) {
        at = (at + 1) & mask;
    }
    return &index->slot[at];
}

/* Double the number of slots, all free; false without memory, with the table unchanged. */
static bool grow(name_index *index)
{
    const uint32_t count = index->slot_count > 0 ? 2 * index->slot_count : 64;
    int32_t *slot = malloc(count * sizeof *slot);
    if (slot == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        slot[i] = -1;
    }
    free(index->slot);
    *index = (name_index){slot, count};
    return true;
}

bool ludo_name_index_add(name_index *index, const name_list *names)
{
    int32_t first = names->count - 1;
    if (index->slot_count < 2 * (uint32_t)names->count) {
        if (!grow(index)) {
            return false;
        }
        first = 0;
    }
    for (int32_t i = first; i < names->count; i++) {
        const split_name name = ludo_name_index_whole(names->name(names->of, i));
        *slot_of(index, names, &name) = i;
    }
    return true;
}

int32_t ludo_name_index_find(const name_index *index, const name_list *names, split_name name)
{
    return index->slot_count > 0 ? *slot_of(index, names, &name) : -1;
}

void ludo_name_index_release(name_index *index)
{
    free(index->slot);
    *index = (name_index){NULL, 0};
}
