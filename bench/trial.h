/* SPDX-License-Identifier: Apache-2.0
 *
 * One integrator on one mechanism: a simulation that can be run again and again from the same
 * state. */
#ifndef LUDO_BENCH_TRIAL_H
#define LUDO_BENCH_TRIAL_H

#include "scenes.h"

#include <stdbool.h>

/* How to simulate. */
typedef struct method {
    const char *integrator;
    int order;
    const char *solver; /* NULL: the integrator's default; so of the next two */
    const char *scheme, *rotation;
    double tolerance;     /* 0: the default */
    int32_t max_substeps; /* 0: the default */
} method;

/* Methods that are held against each other; the first is what the others are compared with. */
enum { METHODS = 7 };
extern const method ludo_bench_methods[METHODS];

typedef struct trial {
    method by;
    ludo_model *model;
    ludo_sim *sim, *origin; /* origin: where every run begins */
    double dt;              /* [s] */
    int steps;              /* of a run */
    bool refused;           /* the integrator doesn't take the mechanism */

    /* of the last counted run */
    int done;                               /* steps, before one that didn't solve */
    double iterations, factorizations, cut; /* back-substitutions, matrices, steps cut into parts */
    int iterations_max;                     /* of one solve */
} trial;

/* A mechanism at a keyframe, or with NULL at its reference pose, to be simulated that way. Takes
 * the spec; NULL is refused. */
trial ludo_trial_open(ludo_spec *spec, const char *keyframe, method by, double dt, int steps);

/* Some steps on, and runs begin there. */
void ludo_trial_warm_up(trial *t, int steps);

/* One run from the origin, as far as it goes; true: to its end. */
bool ludo_trial_run(trial *t);

/* The same, counting what it takes. */
bool ludo_trial_count(trial *t);

/* The processor time of one run [s]: of as many whole runs as fill `least` seconds. */
double ludo_trial_seconds(trial *t, double least);

void ludo_trial_close(trial *t);

#endif
