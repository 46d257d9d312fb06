/* SPDX-License-Identifier: Apache-2.0
 *
 * The frame of a file: what it is, and what is known of the run. */
#ifndef LUDO_TRAJECTORY_RUN_FILE_H
#define LUDO_TRAJECTORY_RUN_FILE_H

#include "ludo/trajectory.h"
#include "trajectory/h5.h"

/* Create the file; f->id is open with LUDO_OK only. */
ludo_status ludo_run_file_create(h5_file *f);

/* Open it to read, also while it is written and where that was broken off; likewise. */
ludo_status ludo_run_file_open(h5_file *f);

/* Open it to write what is known at the end; likewise. */
ludo_status ludo_run_file_reopen(h5_file *f);

/* Write what the file is: once. */
ludo_status ludo_run_file_mark(const h5_file *f);

/* Whether it is one of these files, of a layout that is known. */
ludo_status ludo_run_file_check(const h5_file *f);

/* Write the facts of a run, in the place of those that are there; a summary once. */
ludo_status ludo_run_facts_write(const h5_file *f, const ludo_run_facts *facts);

/* Read them. Texts stand in *texts and *summary, the caller's to give back, also after a failure.
 */
ludo_status ludo_run_facts_read(const h5_file *f, ludo_run_facts *facts, char **texts,
                                char **summary);

/* Room for contacts, which are not simulated yet. */
ludo_status ludo_contacts_write(const h5_file *f);

#endif
