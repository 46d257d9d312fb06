/* SPDX-License-Identifier: Apache-2.0
 *
 * Few points of many, without losing extremes: the knots between the first and the last fall into
 * stretches of equal length, and of each the lowest and the highest point are kept. */
#ifndef LUDO_APP_DATA_DECIMATE_H
#define LUDO_APP_DATA_DECIMATE_H

#include <stdbool.h>
#include <stdint.h>

/* A point that was recorded. */
typedef struct decimation_point {
    int64_t knot; /* -1: none */
    double time, value;
} decimation_point;

/* Points that are being thinned. Values that are not numbers are kept only where a stretch has no
 * others. */
typedef struct decimation {
    int64_t knots, bins, bin;   /* how many will come; of which one the last was */
    decimation_point low, high; /* of that stretch so far */
    double *time, *value;       /* kept: `count` of each, in `memory` */
    int32_t count;
    double step; /* from the first knot to the second [s]; 0 where there is none */
    double *memory;
} decimation;

/* Begin to thin so many knots, 1 to 2^40, to `most` points, 4 to 2^20. All are kept where there
 * are no more. False without memory. */
bool ludo_decimate_begin(decimation *t, int64_t knots, int32_t most);

/* Take the next knot. */
void ludo_decimate_add(decimation *t, int64_t knot, double time, double value);

void ludo_decimate_release(decimation *t);

/* Whether points were left out. */
bool ludo_decimate_left_out(const decimation *t);

#endif
