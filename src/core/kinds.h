/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup by name in a list of kinds: tables of operations, each with a member `name`. */
#ifndef LUDO_CORE_KINDS_H
#define LUDO_CORE_KINDS_H

#include <stddef.h>
#include <string.h>

/* Defines `const type *function(const char *name)`: the element of the array `kinds` of pointers
 * with that name; NULL: none has it. */
#define DEFINE_KIND_FIND(function, type, kinds)                                                    \
    const type *function(const char *name)                                                         \
    {                                                                                              \
        for (size_t i = 0; i < sizeof(kinds) / sizeof *(kinds); i++) {                             \
            if (strcmp((kinds)[i]->name, name) == 0) {                                             \
                return (kinds)[i];                                                                 \
            }                                                                                      \
        }                                                                                          \
        return NULL;                                                                               \
    }

#endif
