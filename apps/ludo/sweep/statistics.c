/* SPDX-License-Identifier: Apache-2.0
 *
 * Mean, extremes and percentiles of outputs. */
#include "sweep/sweep.h"

#include <stdlib.h>

const double ludo_sweep_percents[PERCENTILES] = {5.0, 50.0, 95.0};

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value at a share of sorted values, the first at 0 and the last at 1. */
static double at_share(const double *sorted, int32_t count, double share)
{
    const double place = share * (count - 1);
    const int32_t below = (int32_t)place, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

sweep_statistics ludo_sweep_measure(const sweep *w, int32_t column, double *room)
{
    sweep_statistics s = {0, UNKNOWN, UNKNOWN, UNKNOWN, {UNKNOWN, UNKNOWN, UNKNOWN}};
    double sum = 0.0;
    for (int32_t i = 0; i < w->s->samples; i++) {
        const double value = ran_to_end(w, i) ? value_of(w, i, column) : UNKNOWN;
        if (!isnan(value)) {
            room[s.count++] = value;
            sum += value;
        }
    }
    if (s.count > 0) {
        qsort(room, (size_t)s.count, sizeof *room, compare);
        s.mean = sum / s.count;
        s.least = room[0];
        s.largest = room[s.count - 1];
        for (int i = 0; i < PERCENTILES; i++) {
            s.percentile[i] = at_share(room, s.count, ludo_sweep_percents[i] / 100.0);
        }
    }
    return s;
}

void ludo_sweep_write_statistics(json *j, const sweep *w, int32_t column, double *room,
                                 double (*shown)(double value))
{
    static const char *const keys[PERCENTILES] = {"p5", "p50", "p95"};
    const sweep_statistics s = ludo_sweep_measure(w, column, room);
    ludo_json_text(j, "unit", w->columns.list[column].unit);
    ludo_json_integer(j, "count", s.count);
    ludo_json_number(j, "mean", shown(s.mean));
    ludo_json_number(j, "min", shown(s.least));
    for (int i = 0; i < PERCENTILES; i++) {
        ludo_json_number(j, keys[i], shown(s.percentile[i]));
    }
    ludo_json_number(j, "max", shown(s.largest));
}
