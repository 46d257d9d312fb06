/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorted names, and binary search among them. */
#include "model/names.h"

#include <string.h>

static bool before(const name_entry *a, const name_entry *b)
{
    const int c = strcmp(a->name, b->name);
    return c < 0 || (c == 0 && a->number < b->number);
}

/* Move the entry at `root` down to its place in the heap of the first `count` entries. */
static void sink(name_entry *e, int32_t root, int32_t count)
{
    for (int32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && before(&e[child], &e[child + 1])) {
            child++;
        }
        if (!before(&e[root], &e[child])) {
            return;
        }
        const name_entry t = e[root];
        e[root] = e[child];
        e[child] = t;
        root = child;
    }
}

void ludo_names_sort(name_entry *entries, int32_t count)
{
    for (int32_t i = count / 2; i-- > 0;) {
        sink(entries, i, count);
    }
    for (int32_t end = count; end-- > 1;) {
        const name_entry t = entries[0];
        entries[0] = entries[end];
        entries[end] = t;
        sink(entries, 0, end);
    }
}

int32_t ludo_names_find(const name_entry *entries, int32_t count, const char *name)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const int c = strcmp(entries[middle].name, name);
        if (c == 0) {
            return entries[middle].number;
        }
        if (c < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return LUDO_NOT_FOUND;
}
