/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of joint types: lookup by number and by name. */
#include "core/kinds.h"
#include "joints/list.h"

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

DEFINE_KIND_FIND(ludo_joint_kind_find, joint_kind, kinds)
