/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookup of a type of shape by its name. */
#include "core/kinds.h"
#include "geometry/list.h"

static const shape_kind *const kinds[] = {
#define X(name) &ludo_shape_##name,
    LUDO_SHAPE_LIST(X)
#undef X
};

DEFINE_KIND_FIND(ludo_shape_kind_find, shape_kind, kinds)
