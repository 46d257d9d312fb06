/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs at a step, and their figures. */
#ifndef LUDO_BENCH_STEP_RUNS_H
#define LUDO_BENCH_STEP_RUNS_H

#include "ludo/ludo.h"

#include <stdio.h>

/* A run and its results. */
typedef struct run_figures {
    double energy, kinetic, end; /* largest error, largest kinetic energy [J]; end time [s] */
    int steps, cut, certified;
} run_figures;

run_figures ludo_step_run(ludo_sim *sim, double h, double duration);

/* Write them to a file and to the output. */
void ludo_step_run_write(FILE *csv, const char *kind, const char *what, double h,
                         const run_figures *f);

#endif
