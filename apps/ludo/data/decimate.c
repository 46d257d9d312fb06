/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimation of curves. */
#include "data/decimate.h"

#include <math.h>
#include <stdlib.h>

static const decimation_point none = {-1, 0.0, 0.0};

bool ludo_decimate_begin(decimation *t, int64_t knots, int32_t most)
{
    const int64_t inner = knots > 2 ? knots - 2 : 0;
    const bool all = knots <= most;
    const size_t room = all ? (size_t)knots : (size_t)most;
    *t = (decimation){.knots = knots,
                      .bins = all ? inner : (most - 2) / 2,
                      .bin = -1,
                      .low = none,
                      .high = none,
                      .memory = malloc(2 * room * sizeof *t->memory)};
    t->time = t->memory;
    t->value = t->memory != NULL ? t->memory + room : NULL;
    return t->memory != NULL;
}

static void keep(decimation *t, decimation_point p)
{
    t->time[t->count] = p.time;
    t->value[t->count] = p.value;
    t->count++;
}

/* Keep the lowest and the highest point of the bin, in order of time. */
static void close_bin(decimation *t)
{
    const bool rises = t->low.knot < t->high.knot;
    if (t->low.knot >= 0) {
        keep(t, rises ? t->low : t->high);
    }
    if (t->low.knot != t->high.knot) {
        keep(t, rises ? t->high : t->low);
    }
    t->low = t->high = none;
}

/* The bin of a knot: the first and the last knot have their own. */
static int64_t bin_of(const decimation *t, int64_t knot)
{
    if (knot == 0 || knot == t->knots - 1) {
        return knot == 0 ? 0 : t->bins + 1;
    }
    return 1 + (knot - 1) * t->bins / (t->knots - 2);
}

void ludo_decimate_add(decimation *t, int64_t knot, double time, double value)
{
    const decimation_point p = {knot, time, value};
    const int64_t bin = bin_of(t, knot);
    if (bin != t->bin) {
        close_bin(t);
        t->bin = bin;
    }
    t->step = knot == 1 ? time - t->time[0] : t->step;
    const bool first = t->low.knot < 0, better = !isnan(value) && isnan(t->low.value);
    if (first || better || value < t->low.value) {
        t->low = p;
    }
    if (first || better || value > t->high.value) {
        t->high = p;
    }
    if (knot == t->knots - 1) {
        close_bin(t);
    }
}

bool ludo_decimate_left_out(const decimation *t)
{
    return t->count < t->knots;
}

void ludo_decimate_release(decimation *t)
{
    free(t->memory);
    *t = (decimation){.knots = 0};
}
