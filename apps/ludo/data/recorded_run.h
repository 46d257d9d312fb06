/* SPDX-License-Identifier: Apache-2.0
 *
 * A trajectory with its model and quantities. */
#ifndef LUDO_APP_DATA_RECORDED_RUN_H
#define LUDO_APP_DATA_RECORDED_RUN_H

#include "data/quantities.h"

/* A trajectory being read; all zero: none. */
typedef struct recorded_run {
    const char *path; /* not copied */
    ludo_trajectory *trajectory;
    ludo_model *model;
    quantities quantities; /* of the model */
} recorded_run;

/* Open a file; prints errors. Call ludo_recorded_run_close() in any case. */
outcome ludo_recorded_run_open(recorded_run *r, const char *path);

/* Read a knot; prints errors. */
outcome ludo_recorded_run_knot(recorded_run *r, int64_t number, ludo_sample *out);

/* Read the contacts of a knot to `out`, an array of knot->contact_count; prints errors. */
outcome ludo_recorded_run_contacts(recorded_run *r, const ludo_sample *knot, ludo_contact *out);

void ludo_recorded_run_close(recorded_run *r);

#endif
