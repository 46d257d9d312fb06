/* SPDX-License-Identifier: Apache-2.0
 *
 * The data of a recorder. */
#ifndef LUDO_TRAJECTORY_RECORDER_H
#define LUDO_TRAJECTORY_RECORDER_H

#include "trajectory/active_contacts.h"
#include "trajectory/contact_rows.h"
#include "trajectory/run_file.h"
#include "trajectory/snapshot.h"

struct ludo_recorder {
    h5_file file; /* closed when finished or failed */
    ludo_sim *sim;
    char *path;
    ludo_run_facts facts; /* as known so far */
    knots knots;
    contact_rows contacts;
    active_contacts active_contacts; /* of the last step */
    snapshot room;
    ludo_sample knot;  /* the next one: summary of the steps since the last one */
    ludo_energy start; /* at the start */
    int64_t reserved;  /* reserved file size on disk [bytes] */
    uint32_t record;   /* LUDO_RECORD_... */
    bool dt_given;     /* by the options */
    bool failed;       /* no further writes */
    bool finished;
};

/* Energies, violations and contacts at the knot. */
ludo_status ludo_recorder_measure(ludo_recorder *r);

/* Close the file and its datasets. */
void ludo_recorder_close_file(ludo_recorder *r);

#endif
