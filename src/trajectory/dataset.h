/* SPDX-License-Identifier: Apache-2.0
 *
 * Datasets: how all of them are kept in a file, and what is asked of one before it is read. */
#ifndef LUDO_TRAJECTORY_DATASET_H
#define LUDO_TRAJECTORY_DATASET_H

#include "trajectory/field.h"
#include "trajectory/h5.h"

enum { DATASET_RANK = 3 }; /* the most */

/* The extents of a dataset. */
typedef struct extents {
    int rank;
    hsize_t of[DATASET_RANK];
} extents;

/* A group of a file, or the root. */
ludo_status ludo_group_create(const h5_file *f, const char *name);

/* Create a dataset of so many rows at once, compressed, or one that grows row by row: of[0] is then
 * the rows of a chunk. With a checksum, without a time stamp. It goes to *out, open. */
ludo_status ludo_dataset_create(const h5_file *f, const char *name, hid_t type, const extents *e,
                                bool grows, hid_t *out);

/* Write a list of texts, all with the same room. */
ludo_status ludo_texts_write(const h5_file *f, const char *name, const char *const *texts,
                             size_t count);

/* Write rows, of a struct or of one field of it, packed for texts of `width`. */
ludo_status ludo_records_write(const h5_file *f, const char *name, const record *r, size_t width,
                               size_t rows, const void *packed);
ludo_status ludo_fields_write(const h5_file *f, const char *name, const field *item, size_t width,
                              size_t rows, const void *packed);

/* Open a dataset to read it: it has this rank, no other file is asked for its contents, only known
 * filters are, and there is enough in the file for as much as it says.
 * @return LUDO_OK, LUDO_PARSE, LUDO_IO; *out is open with LUDO_OK only */
ludo_status ludo_dataset_open(const h5_file *f, const char *name, extents *e, hid_t *out);

/* Packed rows that were read; the caller's to give back. */
typedef struct packed_rows {
    char *bytes;
    size_t rows, width; /* of texts */
} packed_rows;

ludo_status ludo_records_read(const h5_file *f, const char *name, const record *r,
                              packed_rows *out);
ludo_status ludo_fields_read(const h5_file *f, const char *name, const field *item,
                             packed_rows *out);

#endif
