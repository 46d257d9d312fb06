/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of a trajectory: its quantities. */
#include "data/columns.h"

static outcome open_trajectory(columns *c)
{
    const outcome how = ludo_recorded_run_open(&c->recorded, c->path);
    c->count = c->recorded.quantities.count;
    return how;
}

static const char *name_quantity(const columns *c, int32_t number)
{
    return c->recorded.quantities.all[number].name;
}

static int32_t find_quantity(const columns *c, split_name name)
{
    return ludo_quantities_find(&c->recorded.quantities, name);
}

static outcome read_knots(columns *c)
{
    const int64_t count = ludo_trajectory_sample_count(c->recorded.trajectory);
    outcome how = ludo_columns_reserve(c, (size_t)count);
    for (int64_t k = 0; k < count && how == OUTCOME_DONE; k++) {
        ludo_sample knot = {.struct_size = sizeof knot};
        how = ludo_recorded_run_knot(&c->recorded, k, &knot);
        if (how != OUTCOME_DONE) {
            return how;
        }
        c->time[k] = knot.time;
        for (int32_t i = 0; i < c->count; i++) {
            if (c->wanted[i]) {
                c->values[i][k] = ludo_quantity_value(&c->recorded.quantities.all[i], &knot);
            }
        }
    }
    return how;
}

static void close_trajectory(columns *c)
{
    ludo_recorded_run_close(&c->recorded);
}

const column_source ludo_columns_of_trajectory = {
    open_trajectory, name_quantity, find_quantity, read_knots, close_trajectory,
};
