/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run came to: as JSON for scripts, as a table for people. */
#ifndef LUDO_APP_SIMULATE_SUMMARY_H
#define LUDO_APP_SIMULATE_SUMMARY_H

#include "simulate/run.h"

#include <stdio.h>

/* A run and its figures. */
typedef struct summary {
    const char *model; /* its name, or the path */
    const char *integrator;
    double dt; /* [s] */
    const run_record *record;
    double *values; /* room for the coordinates of any joint */
    ludo_sim *sim;  /* at the last knot */
} summary;

/* Write the JSON; ask the stream whether it worked. */
void ludo_summary_write(FILE *file, const summary *s);

/* Print the table. */
void ludo_summary_print(FILE *file, const summary *s);

#endif
