/* SPDX-License-Identifier: Apache-2.0
 *
 * Min-max decimation of curves: the knots between the first and the last are divided into bins of
 * equal length, and the lowest and highest point of each bin are kept. */
#ifndef LUDO_APP_DATA_DECIMATE_H
#define LUDO_APP_DATA_DECIMATE_H

#include <stdbool.h>
#include <stdint.h>

/* A point of a curve. */
typedef struct decimation_point {
    int64_t knot; /* -1: none */
    double time, value;
} decimation_point;

/* A curve being decimated. NaN is kept only in a bin without numbers. */
typedef struct decimation {
    int64_t knots, bins, bin;   /* number of knots, number of bins, bin of the last knot */
    decimation_point low, high; /* of the current bin */
    double *time, *value;       /* kept points: `count` of each, in `memory` */
    int32_t count;
    double step; /* from the first knot to the second [s]; 0 for a single knot */
    double *memory;
} decimation;

/* Begin to decimate `knots` points (1 to 2^40) to at most `most` points (4 to 2^20). If there are
 * no more than `most`, all are kept. False without memory. */
bool ludo_decimate_begin(decimation *t, int64_t knots, int32_t most);

/* Add the next knot. */
void ludo_decimate_add(decimation *t, int64_t knot, double time, double value);

void ludo_decimate_release(decimation *t);

/* True if points were left out. */
bool ludo_decimate_left_out(const decimation *t);

#endif
