/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory of a model. */
#include "model/layout.h"

#include "model/loop.h"

void ludo_model_layout(ludo_model *m, arena *a)
{
#define X(array, count, type) m->array = TAKE(a, m->count, type);
    LUDO_MODEL_ARRAYS(X)
#undef X
}
