/* SPDX-License-Identifier: Apache-2.0
 *
 * Processor time, and statistics of repeated samples. */
#ifndef LUDO_BENCH_TIMING_H
#define LUDO_BENCH_TIMING_H

#include <stdlib.h>
#include <time.h>

static inline double seconds_since(clock_t start)
{
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* The time of one run [s]: the mean over as many whole runs as fill `least` seconds. */
static inline double seconds_per_run(void (*run)(void *subject), void *subject, double least)
{
    const clock_t start = clock();
    double seconds = 0.0;
    long runs = 0;
    do {
        run(subject);
        runs++;
        seconds = seconds_since(start);
    } while (seconds < least);
    return seconds / (double)runs;
}

static inline int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void sort_samples(double *sample, size_t count)
{
    qsort(sample, count, sizeof *sample, ascending);
}

#endif
