/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorted names, and binary search among them. */
#ifndef LUDO_MODEL_NAMES_H
#define LUDO_MODEL_NAMES_H

#include "model/model.h"

/* Sort entries by name, then number (heap sort: in place, equal results on every machine). */
void ludo_names_sort(name_entry *entries, int32_t count);

/* The number of a name, or LUDO_NOT_FOUND. Requires sorted entries. */
int32_t ludo_names_find(const name_entry *entries, int32_t count, const char *name);

#endif
