/* SPDX-License-Identifier: Apache-2.0
 *
 * Name table: a hash table of elements and warnings by name. */
#ifndef LUDO_FORMATS_TEXT_NAME_TABLE_H
#define LUDO_FORMATS_TEXT_NAME_TABLE_H

#include "core/memory.h"

/* An element by name. Equal names of different families, or with different `around`, are different
 * entries. */
typedef struct name_entry {
    int32_t family;
    int32_t element; /* 0: free entry */
    const char *around, *name;
} name_entry;

typedef struct name_table {
    name_entry *entries;
    uint32_t places; /* a power of two */
} name_table;

/* Create a table for up to `most` names. false without memory; release it in any case. */
bool ludo_name_table_create(name_table *table, int32_t most, const ludo_allocator *a);

void ludo_name_table_release(name_table *table, const ludo_allocator *a);

/* The element of a name; 0 if there is none or the name is NULL. */
int32_t ludo_name_table_find(const name_table *table, int32_t family, const char *around,
                             const char *name);

/* Add an element, not 0, unless the name exists. The caller keeps the texts alive. Returns the
 * existing element, 0 if the name is new. */
int32_t ludo_name_table_add(name_table *table, int32_t family, const char *around, const char *name,
                            int32_t element);

#endif
