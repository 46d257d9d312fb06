/* SPDX-License-Identifier: Apache-2.0
 *
 * A run: steps from the start to the end, what was measured on the way, and why it stopped. */
#ifndef LUDO_APP_SIMULATE_RUN_H
#define LUDO_APP_SIMULATE_RUN_H

#include "data/control_file.h"
#include "data/output.h"
#include "simulate/contact_record.h"

#include <math.h>

/* A figure that couldn't be measured. */
#define UNKNOWN ((double)NAN)

/* The larger of two figures; one that couldn't be measured stays. */
static inline double worse(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* What to do. */
typedef struct run_plan {
    double duration, dt; /* [s]; the last step is as short as the duration asks for */
    int64_t steps;
    bool progress; /* whether a line on the terminal is wanted */
    bool certify;  /* whether the simulation certifies its steps */
    control_file controls;
} run_plan;

/* What was measured. Energies in J, all others in SI units too. */
typedef struct run_record {
    bool stopped;       /* before its end */
    char message[1024]; /* why it stopped; "" where it didn't */
    double wall;        /* spent in steps [s] */
    double start, time; /* of the first knot and of the last [s] */

    int64_t steps; /* that succeeded */
    int64_t solves, iterations, factorizations;
    int64_t failed_solves; /* each made its step be cut, or the run stop */
    int64_t steps_subdivided;
    int64_t steps_certified; /* all parts of which were certified; -1: nobody asked */
    int32_t iterations_max;  /* in one solve */
    int32_t substeps_max;
    double residual_max;

    ludo_energy energy_initial, energy_final;
    double energy_error_max; /* largest imbalance since the first knot, over all knots; unknown
                                once contacts, limits or dry friction were felt, which take some */
    double energy_rise_max;  /* largest rise of energy without work over one step; 0: never rose */
    contact_record contact;
    ludo_momentum momentum_initial, momentum_final;
    ludo_violation violation_max; /* over all knots */
    ludo_start_report correction; /* of the start */
    ludo_mobility mobility;       /* at the start; all -1 where unknown */
} run_record;

/* The number of steps of a duration, at least 0: the last may be short. Not limited. */
double ludo_run_steps(double duration, double dt);

/* Run from the state that the simulation is in, to the end or until an interrupt is noted, and tell
 * the outputs, which begin where the start can be simulated. Stopping is no error here: the record
 * says so. An error is an output that can't be written, and is told. */
outcome ludo_run(ludo_sim *sim, const run_plan *plan, output_list *outputs, run_record *record);

#endif
