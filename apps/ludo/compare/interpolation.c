/* SPDX-License-Identifier: Apache-2.0
 *
 * Interpolation between the knots of a recording. */
#include "compare/interpolation.h"

/* The last knot at or before a time; 0 if all are later. */
static size_t find_knot(const double *time, size_t count, size_t stride, double at)
{
    size_t low = 0, high = count;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (time[stride * middle] <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

interpolation ludo_interpolation_at(const double *time, size_t rows, size_t stride, double at)
{
    const size_t count = (rows - 1) / stride + 1, before = INTERPOLATION_KNOTS / 2 - 1;
    const size_t used = count < INTERPOLATION_KNOTS ? count : INTERPOLATION_KNOTS;
    const size_t found = find_knot(time, count, stride, at);

    /* three knots on each side; near an end the outermost six */
    size_t first = found > before ? found - before : 0;
    first = first + used > count ? count - used : first;
    interpolation b = {.first = stride * first, .stride = stride, .count = (int)used};
    const double *knot = time + b.first;
    for (size_t i = 0; i < used; i++) {
        b.weight[i] = 1.0;
        for (size_t k = 0; k < used; k++) {
            if (k != i) {
                b.weight[i] *= (at - knot[stride * k]) / (knot[stride * i] - knot[stride * k]);
            }
        }
    }
    return b;
}
