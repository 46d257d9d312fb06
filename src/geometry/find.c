/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a type of shape by its name. */
#include "geometry/list.h"

#include <string.h>

static const shape_kind *const kinds[] = {
#define X(name) &ludo_shape_##name,
    LUDO_SHAPE_LIST(X)
#undef X
};

const shape_kind *ludo_shape_kind_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}
