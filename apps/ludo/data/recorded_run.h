/* SPDX-License-Identifier: Apache-2.0
 *
 * A trajectory with the model that moved and the quantities there are of it. */
#ifndef LUDO_APP_DATA_RECORDED_RUN_H
#define LUDO_APP_DATA_RECORDED_RUN_H

#include "data/quantities.h"

/* A trajectory that is being read; all zero: none. */
typedef struct recorded_run {
    const char *path; /* not copied */
    ludo_trajectory *trajectory;
    ludo_model *model;
    quantities quantities; /* of that model */
} recorded_run;

/* Open a file; to be closed in any case. Says what is wrong with it. */
outcome ludo_recorded_run_open(recorded_run *r, const char *path);

/* Read a knot; likewise. */
outcome ludo_recorded_run_knot(recorded_run *r, int64_t number, ludo_knot *out);

/* Read the contacts of a knot; likewise. `out` has room for knot->contact_count of them. */
outcome ludo_recorded_run_contacts(recorded_run *r, const ludo_knot *knot, ludo_contact *out);

void ludo_recorded_run_close(recorded_run *r);

#endif
