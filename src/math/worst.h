/* SPDX-License-Identifier: Apache-2.0
 *
 * The largest of many numbers, and where it was. */
#ifndef LUDO_MATH_WORST_H
#define LUDO_MATH_WORST_H

#include <stdbool.h>
#include <stdint.h>

/* Begin with {0.0, -1}. */
typedef struct worst {
    double value; /* NaN once one was met */
    int32_t at;   /* -1: nothing was larger than zero */
} worst;

static inline void worst_take(worst *w, double value, int32_t at)
{
    const bool larger = !(value <= w->value) && w->value == w->value;
    w->value = larger ? value : w->value;
    w->at = larger ? at : w->at;
}

#endif
