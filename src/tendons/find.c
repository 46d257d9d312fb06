/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup of a type of tendon by its name. */
#include "core/kinds.h"
#include "tendons/list.h"

static const tendon_kind *const kinds[] = {
#define X(name) &ludo_tendon_##name,
    LUDO_TENDON_LIST(X)
#undef X
};

DEFINE_KIND_FIND(ludo_tendon_kind_find, tendon_kind, kinds)
