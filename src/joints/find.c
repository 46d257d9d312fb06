/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a joint type by its name. */
#include "joints/list.h"

#include <string.h>

const joint_kind *ludo_joint_kind_find(const char *name)
{
    static const joint_kind *const kinds[] = {
#define X(name) &ludo_joint_##name,
        LUDO_JOINT_LIST(X)
#undef X
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}
