/* SPDX-License-Identifier: Apache-2.0
 *
 * Datasets: storage layout, and checks before one is read. */
#ifndef LUDO_TRAJECTORY_DATASET_H
#define LUDO_TRAJECTORY_DATASET_H

#include "trajectory/field.h"
#include "trajectory/h5.h"

enum { DATASET_RANK = 3 }; /* maximum rank */

/* The extents of a dataset. */
typedef struct extents {
    int rank;
    hsize_t of[DATASET_RANK];
} extents;

/* Create a group. */
ludo_status ludo_dataset_create_group(const h5_file *f, const char *name);

/* Create a dataset: compressed with that many rows, or growing row by row, where of[0] is the rows
 * of a chunk. With a checksum, without a time stamp. *out is open. */
ludo_status ludo_dataset_create(const h5_file *f, const char *name, hid_t type, const extents *e,
                                bool grows, hid_t *out);

/* Write a list of texts of equal length. */
ludo_status ludo_dataset_write_texts(const h5_file *f, const char *name, const char *const *texts,
                                     size_t count);

/* Write packed rows of a struct or of one field, with texts of `width` characters. */
ludo_status ludo_dataset_write_records(const h5_file *f, const char *name, const record *r,
                                       size_t width, size_t rows, const void *packed);
ludo_status ludo_dataset_write_fields(const h5_file *f, const char *name, const field *item,
                                      size_t width, size_t rows, const void *packed);

/* Open a dataset for reading. It must have this rank, no external storage, only known filters, and
 * a plausible stored size for its extents.
 * @return LUDO_OK, LUDO_PARSE, LUDO_IO; *out is open with LUDO_OK only */
ludo_status ludo_dataset_open(const h5_file *f, const char *name, extents *e, hid_t *out);

/* Whether rows of a dataset have a column of this name; false without such a dataset. */
bool ludo_dataset_has_field(const h5_file *f, const char *name, const char *column);

/* Packed rows that were read; the caller frees them. */
typedef struct packed_rows {
    char *bytes;
    size_t rows, width; /* characters of texts */
} packed_rows;

ludo_status ludo_dataset_read_records(const h5_file *f, const char *name, const record *r,
                                      packed_rows *out);
ludo_status ludo_dataset_read_fields(const h5_file *f, const char *name, const field *item,
                                     packed_rows *out);

#endif
