/* SPDX-License-Identifier: Apache-2.0 */
#include "integrators/galerkin/broyden.h"

#include <string.h>

/* An update that lengthens the step by more than this factor is discarded. */
static const double longest = 10.0;

void ludo_broyden_layout(broyden *b, int32_t periods, int32_t period, arena *scratch)
{
    b->size = periods * period;
    b->period = period;
    b->count = 0;
    b->steps = TAKE(scratch, BROYDEN_MEMORY * (size_t)b->size, double);
}

void ludo_broyden_reset(broyden *b)
{
    b->count = 0;
}

static double *step_of(const broyden *b, int32_t j)
{
    return b->steps + (size_t)j * (size_t)b->size;
}

static double dot(const broyden *b, const double *x, const double *y)
{
    double sum = 0.0;
    for (int32_t first = 0; first < b->size; first += b->period) {
        for (int32_t i = 0; i < b->period; i++) {
            sum += (b->scale[i] * x[first + i]) * (b->scale[i] * y[first + i]);
        }
    }
    return sum;
}

/* x += all updates but the last, which needs the step being computed; returns the last update's
 * factor on the step: s_n = x / (1 - s_{n-1} . x / |s_{n-1}|^2). */
static double update(const broyden *b, double *x)
{
    const int32_t last = b->count - 1;
    for (int32_t j = 0; j < last; j++) {
        const double *next = step_of(b, j + 1);
        const double s = dot(b, step_of(b, j), x) / b->square[j];
        for (int32_t i = 0; i < b->size; i++) {
            x[i] += s * next[i];
        }
    }
    return 1.0 / (1.0 - dot(b, step_of(b, last), x) / b->square[last]);
}

void ludo_broyden_step(broyden *b, double *x)
{
    if (b->count > 0) {
        const double stretch = update(b, x);
        const bool good = stretch > 0.0 && stretch <= longest;
        for (int32_t i = 0; i < b->size && good; i++) {
            x[i] *= stretch;
        }
        b->count = good && b->count < BROYDEN_MEMORY ? b->count : 0;
    }
    memcpy(step_of(b, b->count), x, (size_t)b->size * sizeof *x);
    b->square[b->count] = dot(b, x, x);
    b->count++;
}
