/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a line type by its name. */
#include "tendons/list.h"

#include <string.h>

static const tendon_kind *const kinds[] = {
#define X(name) &ludo_tendon_##name,
    LUDO_TENDON_LIST(X)
#undef X
};

const tendon_kind *ludo_tendon_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}
