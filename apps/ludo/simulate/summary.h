/* SPDX-License-Identifier: Apache-2.0
 *
 * The summary of a run: as JSON and as a table. */
#ifndef LUDO_APP_SIMULATE_SUMMARY_H
#define LUDO_APP_SIMULATE_SUMMARY_H

#include "simulate/run.h"

#include <stdio.h>

/* A run and its measurements. */
typedef struct summary {
    const char *model; /* name of the model; its path if it has none */
    const char *integrator;
    double dt; /* [s] */
    const run_record *record;
    double *values; /* buffer for the coordinates of one joint */
    ludo_sim *sim;  /* at the last knot */
} summary;

/* Write the JSON. Errors remain in the stream: check ferror(). */
void ludo_summary_write(FILE *file, const summary *s);

/* Print the table. */
void ludo_summary_print(FILE *file, const summary *s);

#endif
