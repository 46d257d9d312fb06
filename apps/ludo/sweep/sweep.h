/* SPDX-License-Identifier: Apache-2.0
 *
 * ludo sweep: many runs of one model, each with other values of varied parameters. */
#ifndef LUDO_APP_SWEEP_SWEEP_H
#define LUDO_APP_SWEEP_SWEEP_H

#include "text/json.h"
#include "sweep/columns.h"
#include "sweep/variation.h"

#include <stdio.h>

/* The values of the options. */
typedef struct sweep_settings {
    simulate_settings run; /* first: its options and setters are used; `output` is the table */
    text_list vary;
    text_list given; /* all arguments, in one block with their texts */
    int32_t samples, seed;
    int32_t threads; /* 0: as many as processors */
    bool as_json;
} sweep_settings;

/* The result of a sample. */
typedef struct sample_result {
    bool finished; /* its run ended, else it was interrupted or never began */
    char *message; /* why the run stopped early; NULL if it did not; owned */
} sample_result;

/* A sweep and its results. */
typedef struct sweep {
    const sweep_settings *s;
    mechanism of;
    run_plan plan;
    const char *integrator, *scheme;
    int32_t order;
    variation *vary; /* per variation */
    int32_t vary_count;
    sweep_columns columns;
    sample_result *result;     /* per sample */
    double *drawn;             /* per sample: the value of each variation */
    double *value;             /* per sample: each output */
    int32_t finished, stopped; /* samples that finished, and those of them that stopped early */
    double wall;               /* [s] */
} sweep;

/* Run a sample and keep its result. Returns LUDO_OK also for a run that stops early. */
ludo_status ludo_sweep_run_sample(sweep *w, int32_t sample);

/* Run all samples on several threads, until an interrupt. Prints errors. */
outcome ludo_sweep_run(sweep *w);

/* Write the table as CSV: a row per finished sample. */
void ludo_sweep_write_table(FILE *file, const sweep *w);

/* Write the table as HDF5 (table_h5.c): a row per finished sample; `room`: for a number per sample.
 * Replaces the file at the path. Prints errors. */
outcome ludo_sweep_write_h5(const char *path, const sweep *w, double *room);

/* ---- statistics ---- */

enum { PERCENTILES = 3 };
extern const double ludo_sweep_percents[PERCENTILES];

/* Of an output over all samples that ran to the end and have a value; NaN without any. */
typedef struct sweep_statistics {
    int32_t count;
    double mean, least, largest;
    double percentile[PERCENTILES]; /* interpolated linearly between sorted values */
} sweep_statistics;

/* `room`: for a number per sample. */
sweep_statistics ludo_sweep_measure(const sweep *w, int32_t column, double *room);

/* Write the unit and the statistics of an output as members of an object; `shown` rounds numbers.
 */
void ludo_sweep_write_statistics(json *j, const sweep *w, int32_t column, double *room,
                                 double (*shown)(double value));

/* Whether a sample ran to the end. */
static inline bool ran_to_end(const sweep *w, int32_t sample)
{
    return w->result[sample].finished && w->result[sample].message == NULL;
}

static inline double value_of(const sweep *w, int32_t sample, int32_t column)
{
    return w->value[(size_t)sample * (size_t)w->columns.count + (size_t)column];
}

static inline double drawn_of(const sweep *w, int32_t sample, int32_t number)
{
    return w->drawn[(size_t)sample * (size_t)w->vary_count + (size_t)number];
}

/* ---- summaries ---- */

/* Write the JSON; `room`: for a number per sample. Errors remain in the stream: check ferror(). */
void ludo_sweep_write_json(FILE *file, const sweep *w, double *room);

/* Print the table of statistics. */
void ludo_sweep_print(FILE *file, const sweep *w, double *room);

/* Write the page of histograms; replaces the file at the path. Prints errors. */
outcome ludo_sweep_write_page(const char *path, const sweep *w, double *room);

#endif
