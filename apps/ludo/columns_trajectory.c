/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of a trajectory: its quantities. */
#include "columns.h"

#include "model_file.h"

static outcome open_trajectory(columns *c)
{
    ludo_diagnostic why = {.message = ""};
    const ludo_status status = ludo_trajectory_open(c->path, NULL, &c->trajectory, &why);
    if (status != LUDO_OK) {
        return ludo_complain_status(status, c->path, &why);
    }
    outcome how = ludo_model_file_compile(ludo_trajectory_spec(c->trajectory), c->path, &c->model);
    if (how == OUTCOME_DONE) {
        how = ludo_quantities_list(&c->quantities, c->model);
    }
    c->count = c->quantities.count;
    return how;
}

static const char *name_quantity(const columns *c, int32_t number)
{
    return c->quantities.all[number].name;
}

static int32_t find_quantity(const columns *c, const char *name)
{
    const quantity *q = ludo_quantities_find(&c->quantities, name);
    return q != NULL ? (int32_t)(q - c->quantities.all) : -1;
}

static outcome read_knots(columns *c)
{
    const int64_t count = ludo_trajectory_knot_count(c->trajectory);
    outcome how = ludo_columns_reserve(c, (size_t)count);
    for (int64_t k = 0; k < count && how == OUTCOME_DONE; k++) {
        ludo_diagnostic why = {.message = ""};
        ludo_knot knot;
        const ludo_status status = ludo_trajectory_knot(c->trajectory, k, &knot, &why);
        if (status != LUDO_OK) {
            return ludo_complain_status(status, c->path, &why);
        }
        c->time[k] = knot.time;
        for (int32_t i = 0; i < c->count; i++) {
            if (c->wanted[i]) {
                c->values[i][k] = ludo_quantity_value(&c->quantities.all[i], &knot);
            }
        }
    }
    return how;
}

static void close_trajectory(columns *c)
{
    ludo_quantities_release(&c->quantities);
    ludo_model_destroy(c->model);
    ludo_trajectory_close(c->trajectory);
}

const column_source ludo_columns_of_trajectory = {
    open_trajectory, name_quantity, find_quantity, read_knots, close_trajectory,
};
