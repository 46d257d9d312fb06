/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorted names, and looking them up. */
#ifndef LUDO_MODEL_NAMES_H
#define LUDO_MODEL_NAMES_H

#include "model/model.h"

/* Sort entries by name, then number (heap sort: in place, the same on every machine). */
void ludo_names_sort(name_entry *entries, int32_t count);

/* The number of a name, or -1. Entries are sorted. */
int32_t ludo_names_find(const name_entry *entries, int32_t count, const char *name);

#endif
