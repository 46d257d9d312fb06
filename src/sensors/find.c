/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of types of sensors, and lookup by name. */
#include "core/kinds.h"
#include "sensors/list.h"

static const sensor_kind *const kinds[] = {
#define X(name) &ludo_sensor_##name,
    LUDO_SENSOR_LIST(X)
#undef X
};

DEFINE_KIND_FIND(ludo_sensor_kind_find, sensor_kind, kinds)

int32_t ludo_sensor_kind_count(void)
{
    return (int32_t)(sizeof kinds / sizeof *kinds);
}

const sensor_kind *ludo_sensor_kind_at(int32_t number)
{
    return kinds[number];
}
