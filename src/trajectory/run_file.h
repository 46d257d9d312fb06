/* SPDX-License-Identifier: Apache-2.0
 *
 * The file as a whole: creating, opening, identity, and facts of the run. */
#ifndef LUDO_TRAJECTORY_RUN_FILE_H
#define LUDO_TRAJECTORY_RUN_FILE_H

#include "ludo/trajectory.h"
#include "trajectory/h5.h"

/* Create the file, in memory or on disk; f->id is open with LUDO_OK only. */
ludo_status ludo_run_file_create(h5_file *f, bool in_memory);

/* Reserve disk space for a file of that many bytes. */
ludo_status ludo_run_file_probe(const h5_file *f, size_t bytes);

/* Open the file to add to it; f->id is open with LUDO_OK only. */
ludo_status ludo_run_file_continue(h5_file *f);

/* Reserve disk space for that many more bytes: HDF5 can neither continue nor close after a failed
 * write. *reserved is the end of the previous reservation, or 0. */
ludo_status ludo_run_file_reserve(const h5_file *f, size_t bytes, int64_t *reserved);

/* Open the file for reading, also while it is written or incomplete; f->id is open with LUDO_OK
 * only. */
ludo_status ludo_run_file_open(h5_file *f);

/* Write the identity of the file, once. */
ludo_status ludo_run_file_mark(const h5_file *f);

/* Whether the file is a trajectory of a known layout. */
ludo_status ludo_run_file_check(const h5_file *f);

/* Write the facts of a run, replacing existing ones; the summary can be written only once. */
ludo_status ludo_run_file_write_facts(const h5_file *f, const ludo_run_facts *facts);

/* Read the facts. Texts point into *texts and *summary, which the caller frees, also after a
 * failure. */
ludo_status ludo_run_file_read_facts(const h5_file *f, ludo_run_facts *facts, char **texts,
                                     char **summary);

#endif
