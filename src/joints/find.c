/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding a joint type by its name. */
#include "joints/list.h"

#include <string.h>

static const joint_kind *const kinds[] = {
#define X(name) &ludo_joint_##name,
    LUDO_JOINT_LIST(X)
#undef X
};

int32_t ludo_joint_kind_count(void)
{
    return (int32_t)(sizeof kinds / sizeof *kinds);
}

const joint_kind *ludo_joint_kind_at(int32_t number)
{
    return kinds[number];
}

const joint_kind *ludo_joint_kind_find(const char *name)
{
    for (int32_t i = 0; i < ludo_joint_kind_count(); i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}
