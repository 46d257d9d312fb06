/* SPDX-License-Identifier: Apache-2.0
 *
 * Suggestions for a misspelt name. */
#ifndef LUDO_NAMES_H
#define LUDO_NAMES_H

#include "ludo/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Names to choose from, by number. */
typedef struct ludo_name_list {
    int32_t count;                                       /* number of names */
    const char *(*name)(const void *of, int32_t number); /* NULL: not a candidate */
    const void *of;                                      /* passed to `name` */
} ludo_name_list;

/** The largest number of suggestions. */
#define LUDO_MAX_NEAR 5

/** Find the names that `wanted` may be a misspelling of: a third of its characters may be wrong, or
 * missing at the end. Their numbers go to `near`, the nearest first. Returns their number.
 * Case of ASCII letters is ignored. O(count). */
LUDO_API int32_t ludo_names_near(const char *wanted, const ludo_name_list *names,
                                 int32_t near[LUDO_MAX_NEAR]);

/** Write "did you mean a, b?" with these names, cut to `size` > 0 characters, or "" if none is
 * near. Returns whether one is. O(count). */
LUDO_API bool ludo_names_suggest(const char *wanted, const ludo_name_list *names, char *text,
                                 size_t size);

#ifdef __cplusplus
}
#endif
#endif
