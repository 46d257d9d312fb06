/* SPDX-License-Identifier: Apache-2.0
 *
 * Random numbers of samples. Each is a function of the seed and two counters, so that it depends
 * neither on the numbers drawn before nor on threads; only integers, + * and sqrt are used, so that
 * it has the same bits on every machine. */
#ifndef LUDO_APP_SWEEP_DRAW_H
#define LUDO_APP_SWEEP_DRAW_H

#include <stdbool.h>
#include <stdint.h>

/* The distribution of a varied number: uniform from low to high, or its logarithm is. */
typedef struct draw_range {
    double low, high;
    bool logarithmic; /* low > 0 */
} draw_range;

/* A number in [0, 1) for a sample and one of its variations, both counted from 0. */
double ludo_draw_uniform(int32_t seed, int32_t sample, int32_t variation);

/* The number of a range at a share of it, from 0 to 1. */
double ludo_draw_at(const draw_range *range, double share);

#endif
