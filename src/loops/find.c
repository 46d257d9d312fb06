/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a kind of loop by its name. */
#include "loops/list.h"

#include <string.h>

static const loop_kind *const kinds[] = {
#define X(name) &ludo_loop_##name,
    LUDO_LOOP_LIST(X)
#undef X
};

const loop_kind *ludo_loop_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}
