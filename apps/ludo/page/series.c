/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities over time in a page. */
#include "page/series.h"

void ludo_series_write(json *j, const char *key, deflate_block *p, const quantity *what,
                       const decimation *t, const packed_list *time)
{
    packed_list own = ludo_deflate_block_plan_times(t->time, t->count, t->step);
    packed_list value = ludo_deflate_block_plan(t->value, t->count, what->decades);
    if (time == NULL) {
        ludo_deflate_block_numbers(p, &own, t->time);
    }
    ludo_deflate_block_numbers(p, &value, t->value);
    ludo_json_open_object(j, key);
    ludo_json_text(j, "name", what->name);
    ludo_json_text(j, "label", what->label);
    ludo_json_text(j, "group", what->group);
    ludo_json_text(j, "unit", what->unit);
    ludo_json_integer(j, "knots", t->knots);
    ludo_deflate_block_write(j, "time", time != NULL ? time : &own);
    ludo_deflate_block_write(j, "value", &value);
    ludo_json_close_object(j);
}

outcome ludo_series_write_list(json *j, const char *key, deflate_block *p, const quantity *what,
                               const series_data *data)
{
    decimation t;
    if (!ludo_decimate_begin(&t, data->count, data->most)) {
        return ludo_error_memory();
    }
    for (int64_t i = 0; i < data->count; i++) {
        ludo_decimate_add(&t, i, data->time[i], data->value[i]);
    }
    ludo_series_write(j, key, p, what, &t, NULL);
    ludo_decimate_release(&t);
    return OUTCOME_DONE;
}
