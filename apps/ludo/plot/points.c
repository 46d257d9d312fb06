/* SPDX-License-Identifier: Apache-2.0
 *
 * Points of curves. */
#include "plot/points.h"

#include "data/decimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 4000,      /* of a curve over time: more than the dots across a page */
    MOST_ANY_POINTS = 100000 /* of a curve over any other quantity */
};

static bool make_room(curve *c, size_t points)
{
    c->x = calloc(points, sizeof *c->x);
    c->y = calloc(points, sizeof *c->y);
    return c->x != NULL && c->y != NULL;
}

/* The plotted value of a number. */
static double shown(double y, bool log)
{
    const double size = fabs(y);
    return !log ? y : size > 0.0 ? size : (double)NAN;
}

bool ludo_points_over_time(curve *c, const double *time, const double *y, size_t rows, bool log)
{
    decimation t;
    if (!ludo_decimate_begin(&t, (int64_t)rows, MOST_POINTS)) {
        return false;
    }
    for (size_t k = 0; k < rows; k++) {
        ludo_decimate_add(&t, (int64_t)k, time[k], shown(y[k], log));
    }
    const bool made = make_room(c, (size_t)t.count);
    if (made) {
        c->count = (size_t)t.count;
        memcpy(c->x, t.time, c->count * sizeof *c->x);
        memcpy(c->y, t.value, c->count * sizeof *c->y);
    }
    ludo_decimate_release(&t);
    return made;
}

bool ludo_points_against(curve *c, const double *x, const double *y, size_t rows, bool log)
{
    const size_t every = (rows - 1) / MOST_ANY_POINTS + 1;
    if (!make_room(c, (rows - 1) / every + 1)) {
        return false;
    }
    for (size_t k = 0; k < rows; k += every) {
        c->x[c->count] = x[k];
        c->y[c->count++] = shown(y[k], log);
    }
    return true;
}
