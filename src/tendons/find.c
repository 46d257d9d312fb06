/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a line type by its name. */
#include "tendons/list.h"

#include <string.h>

static const line_kind *const kinds[] = {
#define X(name) &ludo_line_##name,
    LUDO_LINE_LIST(X)
#undef X
};

const line_kind *ludo_line_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}
