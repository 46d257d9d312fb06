/* SPDX-License-Identifier: Apache-2.0
 *
 * The largest of many numbers, and its index. A NaN is kept once it occurs. */
#ifndef LUDO_MATH_WORST_H
#define LUDO_MATH_WORST_H

#include <stdbool.h>
#include <stdint.h>

/* Initialise with {0.0, -1}. */
typedef struct worst {
    double value; /* NaN once a NaN occurred */
    int32_t at;   /* -1: nothing was larger than zero */
} worst;

/* Whether a value is larger than the worst so far, or the first NaN. */
static inline bool is_worse(double value, double so_far)
{
    return !(value <= so_far) && so_far == so_far;
}

/* The larger of both. */
static inline double worst_of(double a, double b)
{
    return is_worse(b, a) ? b : a;
}

static inline void worst_take(worst *w, double value, int32_t at)
{
    const bool larger = is_worse(value, w->value);
    w->value = larger ? value : w->value;
    w->at = larger ? at : w->at;
}

#endif
