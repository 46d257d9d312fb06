/* SPDX-License-Identifier: Apache-2.0
 *
 * A run: the loop over all steps, its measurements, and the reason if it stops early. */
#ifndef LUDO_APP_SIMULATE_RUN_H
#define LUDO_APP_SIMULATE_RUN_H

#include "data/control_file.h"
#include "data/output.h"
#include "simulate/contact_record.h"
#include "simulate/energy_scale.h"

#include <math.h>

/* The value of a quantity that could not be measured. */
#define UNKNOWN ((double)NAN)

/* The larger of two numbers; NaN if one of them is NaN. */
static inline double larger_or_nan(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* The settings of a run. */
typedef struct run_plan {
    double duration, dt; /* [s]; the last step is shortened to end at the duration */
    int64_t steps;
    bool progress;   /* show a progress line on the terminal */
    bool certify;    /* the simulation certifies its steps */
    double accuracy; /* that it divides its steps for; 0: none */
    control_file controls;
} run_plan;

/* Measurements of a run, in SI units. */
typedef struct run_record {
    bool stopped;       /* before its end */
    char message[1024]; /* reason of the stop; "" if it ran to the end */
    double wall;        /* wall time of the steps [s] */
    double start, time; /* time of the first knot and of the last knot [s] */

    int64_t steps; /* that succeeded */
    int64_t solves, iterations, factorizations;
    int64_t failed_solves; /* each led to a subdivided step or stopped the run */
    int64_t steps_subdivided;
    int64_t steps_certified; /* steps with all substeps certified; -1: not requested */
    int32_t iterations_max;  /* in one solve */
    int32_t substeps_max;
    double accuracy; /* asked for; 0: none */
    int64_t parts;   /* of all steps, into which the accuracy divided them */
    int32_t parts_max;
    int64_t steps_uncontrolled; /* some parts of which the accuracy did not control */
    double kinetic_max; /* largest kinetic energy, over all knots and of what accuracy relates to */
    double residual_max;

    ludo_energy energy_initial, energy_final;
    double energy_error_max; /* largest energy error since the first knot, over all knots */
    double energy_rise_max;  /* largest energy rise without work over one step; 0: none */
    energy_scale scale;      /* sources of energy, to compare errors with */
    contact_record contact;
    ludo_momentum momentum_initial, momentum_final;
    ludo_violation violation_max; /* over all knots */
    ludo_start_report correction; /* of the initial state */
    ludo_mobility mobility;       /* of the initial state; all -1 if unknown */
} run_record;

/* The number of steps of a duration, at least 0; the last may be shorter. May exceed int64_t. */
double ludo_run_steps(double duration, double dt);

/* Run from the current state to the end or to an interrupt, and pass each knot to the outputs,
 * which begin once the initial state could be measured. An early stop is not an error here: the
 * record has the reason. An output that can't be written is an error; it is printed. */
outcome ludo_run(ludo_sim *sim, const run_plan *plan, output_list *outputs, run_record *record);

#endif
