/* SPDX-License-Identifier: Apache-2.0
 *
 * The outputs of a sample: named numbers measured during and at the end of its run, with the names
 * of the columns of simulate --output FILE.csv:
 *
 *     time energy_error energy_error_max position_violation_max velocity_violation_max
 *     penetration_max iterations_mean
 *     JOINT or JOINT.0 JOINT.1 ...    JOINT.rate or JOINT.rate.0 ...
 *     sensor:NAME or sensor:NAME.0 ...    site:NAME.x .y .z */
#ifndef LUDO_APP_SWEEP_COLUMNS_H
#define LUDO_APP_SWEEP_COLUMNS_H

#include "simulate/run.h"

/* An output. */
typedef struct sweep_column {
    char *name;       /* owned */
    const char *unit; /* "" if dimensionless or unknown */
} sweep_column;

/* All outputs; all zero: none. */
typedef struct sweep_columns {
    sweep_column *list; /* owned */
    int32_t count;
    bool failed; /* memory ran out */
} sweep_columns;

/* List the outputs of a model. False without memory; call ludo_sweep_columns_release() in any case.
 */
bool ludo_sweep_columns_list(sweep_columns *c, const ludo_model *model);

void ludo_sweep_columns_release(sweep_columns *c);

/* Read all outputs of a run, NaN for those that can't be read; `sim`: at the last knot. */
void ludo_sweep_columns_read(const sweep_columns *c, ludo_sim *sim, const run_record *r,
                             double *out);

#endif
