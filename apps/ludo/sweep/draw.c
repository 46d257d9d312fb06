/* SPDX-License-Identifier: Apache-2.0
 *
 * Random numbers by the mixing function of splitmix64, applied to one counter after the other. */
#include "sweep/draw.h"

#include <math.h>

/* Advance by one state and mix its bits. */
static uint64_t mix(uint64_t state, uint64_t counter)
{
    uint64_t z = state + (counter + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double ludo_draw_uniform(int32_t seed, int32_t sample, int32_t variation)
{
    const uint64_t of_sample = mix(mix(0, (uint64_t)seed), (uint64_t)sample);
    return (double)(mix(of_sample, (uint64_t)variation) >> 11) * 0x1p-53;
}

/* low (high / low)^share: bit by bit of the share, a factor (high / low)^(1/2), (1/4), ... */
static double geometric(const draw_range *range, double share)
{
    double value = range->low, factor = range->high / range->low;
    for (int bit = 0; bit < 53; bit++) {
        factor = sqrt(factor);
        share *= 2.0;
        if (share >= 1.0) {
            value *= factor;
            share -= 1.0;
        }
    }
    return value;
}

double ludo_draw_at(const draw_range *range, double share)
{
    if (share <= 0.0 || share >= 1.0) {
        return share <= 0.0 ? range->low : range->high;
    }
    const double value = range->logarithmic ? geometric(range, share)
                                            : range->low + (range->high - range->low) * share;
    return fmin(fmax(value, range->low), range->high);
}
