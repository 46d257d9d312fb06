/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup of a kind of loop constraint by its name. */
#include "core/kinds.h"
#include "loops/list.h"

static const loop_kind *const kinds[] = {
#define X(name) &ludo_loop_##name,
    LUDO_LOOP_LIST(X)
#undef X
};

DEFINE_KIND_FIND(ludo_loop_kind_find, loop_kind, kinds)
