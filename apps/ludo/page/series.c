/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantities against time. */
#include "page/series.h"

void ludo_series_write(json *j, const char *key, pack *p, const quantity *what, const thinning *t,
                       const packed *time)
{
    packed own = ludo_pack_plan_times(t->time, t->count, t->step);
    packed value = ludo_pack_plan(t->value, t->count, what->decades);
    if (time == NULL) {
        ludo_pack_numbers(p, &own, t->time);
    }
    ludo_pack_numbers(p, &value, t->value);
    ludo_json_open_object(j, key);
    ludo_json_text(j, "name", what->name);
    ludo_json_text(j, "label", what->label);
    ludo_json_text(j, "group", what->group);
    ludo_json_text(j, "unit", what->unit);
    ludo_json_integer(j, "knots", t->knots);
    ludo_pack_write(j, "time", time != NULL ? time : &own);
    ludo_pack_write(j, "value", &value);
    ludo_json_close_object(j);
}

outcome ludo_series_write_list(json *j, const char *key, pack *p, const quantity *what,
                               const double *time, const double *value, int64_t count, int32_t most)
{
    thinning t;
    if (!ludo_thinning_begin(&t, count, most)) {
        return ludo_complain_memory();
    }
    for (int64_t i = 0; i < count; i++) {
        ludo_thinning_add(&t, i, time[i], value[i]);
    }
    ludo_series_write(j, key, p, what, &t, NULL);
    ludo_thinning_release(&t);
    return OUTCOME_DONE;
}
