/* SPDX-License-Identifier: Apache-2.0
 *
 * The frame of a file: what it is, and what is known of the run. */
#ifndef LUDO_TRAJECTORY_RUN_FILE_H
#define LUDO_TRAJECTORY_RUN_FILE_H

#include "ludo/trajectory.h"
#include "trajectory/h5.h"

/* Create the file, in memory only or on the disk; f->id is open with LUDO_OK only. */
ludo_status ludo_run_file_create(h5_file *f, bool in_memory);

/* See to it that the disk has room for a file of so many bytes. */
ludo_status ludo_run_file_probe(const h5_file *f, size_t bytes);

/* Open it to add to it; likewise. */
ludo_status ludo_run_file_continue(h5_file *f);

/* See to it that the disk has room for so many bytes more: HDF5 can't go on, nor end, after a write
 * that failed. *reserved is the end of what was asked for before, or 0. */
ludo_status ludo_run_file_reserve(const h5_file *f, size_t bytes, int64_t *reserved);

/* Open it to read, also while it is written and where that was broken off; likewise. */
ludo_status ludo_run_file_open(h5_file *f);

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

#endif
