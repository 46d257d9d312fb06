/* SPDX-License-Identifier: Apache-2.0
 *
 * One integrator on one mechanism: a simulation that can repeat a run from the same state. */
#ifndef LUDO_BENCH_TRIAL_H
#define LUDO_BENCH_TRIAL_H

#include "scenes.h"

#include <stdbool.h>

/* The integrator and its options. */
typedef struct method {
    const char *integrator;
    int order;
    const char *solver; /* NULL: the integrator's default; also scheme and rotation */
    const char *scheme, *rotation;
    double tolerance;     /* 0: the default */
    double accuracy;      /* 0: steps are whole */
    int32_t max_substeps; /* 0: the default */
} method;

/* Methods to compare; the first is the baseline of all ratios. */
enum { METHODS = 7 };
extern const method ludo_bench_methods[METHODS];

typedef struct trial {
    method by;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: the start of every run */
    double dt;              /* [s] */
    int steps;              /* per run */
    bool refused;           /* the integrator refuses the mechanism */

    /* of the last counted run */
    int done; /* steps, up to one that did not solve */
    double iterations, factorizations,
        cut;            /* back-substitutions, factorisations, subdivided steps */
    int iterations_max; /* of one solve */
} trial;

/* A mechanism at a keyframe, or at its reference pose (NULL), and the method. Takes the spec; NULL
 * is refused. */
trial ludo_trial_open(ludo_spec *spec, const char *keyframe, method by, double dt, int steps);

/* Take steps; later runs start there. */
void ludo_trial_warm_up(trial *t, int steps);

/* One run from the origin. @return false if a step fails */
bool ludo_trial_run(trial *t);

/* The run of ludo_trial_run(), with counts of its work. */
bool ludo_trial_count(trial *t);

/* The processor time of one run [s]: the mean over as many whole runs as fill `least` seconds. */
double ludo_trial_seconds(trial *t, double least);

void ludo_trial_close(trial *t);

#endif
