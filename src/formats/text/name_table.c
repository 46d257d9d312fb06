/* SPDX-License-Identifier: Apache-2.0
 *
 * Name table: open addressing, at most half full. */
#include "formats/text/name_table.h"

#include <string.h>

bool ludo_name_table_create(name_table *table, int32_t most, const ludo_allocator *a)
{
    table->places = 2;
    while (table->places / 2 < (uint32_t)most + 1) {
        table->places *= 2;
    }
    const size_t size = table->places * sizeof *table->entries;
    table->entries = memory_take(a, size);
    if (table->entries == NULL) {
        return false;
    }
    memset(table->entries, 0, size);
    return true;
}

void ludo_name_table_release(name_table *table, const ludo_allocator *a)
{
    memory_give(a, table->entries);
}

/* FNV-1a, including the final zero */
static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    }
    return hash * 16777619u;
}

static bool is_key(const name_entry *e, int32_t family, const char *around, const char *name)
{
    return e->family == family && strcmp(e->name, name) == 0 && strcmp(e->around, around) == 0;
}

/* The entry of a name, or the free entry where it belongs. */
static name_entry *place_of(const name_table *table, int32_t family, const char *around,
                            const char *name)
{
    const uint32_t hash = hash_text(hash_text(2166136261u ^ (uint32_t)family, around), name);
    uint32_t i = hash & (table->places - 1);
    while (table->entries[i].element != 0 && !is_key(&table->entries[i], family, around, name)) {
        i = (i + 1) & (table->places - 1);
    }
    return &table->entries[i];
}

int32_t ludo_name_table_find(const name_table *table, int32_t family, const char *around,
                             const char *name)
{
    return name != NULL ? place_of(table, family, around, name)->element : 0;
}

int32_t ludo_name_table_add(name_table *table, int32_t family, const char *around, const char *name,
                            int32_t element)
{
    name_entry *entry = place_of(table, family, around, name);
    const int32_t before = entry->element;
    if (before == 0) {
        *entry = (name_entry){family, element, around, name};
    }
    return before;
}
