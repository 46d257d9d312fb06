/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts in files: table "contacts/point", one row per contact, ordered by knots.
 *
 * Each knot has the index of its first row and the number of its rows. Rows are written before the
 * knots that refer to them, so that concurrent readers find them; and in whole chunks, so that an
 * interrupted write does not damage earlier rows. Padding rows of a chunk belong to no knot. */
#ifndef LUDO_TRAJECTORY_CONTACT_ROWS_H
#define LUDO_TRAJECTORY_CONTACT_ROWS_H

#include "ludo/trajectory.h"
#include "trajectory/dataset.h"

/* The contacts of a file and the rows that are not written yet; without a file all zero but the
 * dataset. */
typedef struct contact_rows {
    hid_t dataset;
    int64_t count; /* rows in the file */
    char *window;  /* packed rows, owned; NULL when reading */
    int32_t used;  /* rows in the window */
} contact_rows;

/* Contacts without a file. */
contact_rows ludo_contact_rows_closed(void);

/* Create the table, which will grow. */
ludo_status ludo_contact_rows_create(const h5_file *f, contact_rows *c);

/* Open the table, if there is one. */
ludo_status ludo_contact_rows_open(const h5_file *f, contact_rows *c);

/* Close the table, free the window. */
void ludo_contact_rows_close(const h5_file *f, contact_rows *c);

/* Bytes of a full window. */
size_t ludo_contact_rows_bytes(void);

/* Whether the window is full: write it before the next put. */
bool ludo_contact_rows_full(const contact_rows *c);

/* Index of the next row. */
int64_t ludo_contact_rows_next(const contact_rows *c);

/* Append a row to the window. */
void ludo_contact_rows_put(contact_rows *c, const ludo_contact *contact);

/* Write and empty the window. */
ludo_status ludo_contact_rows_append(const h5_file *f, contact_rows *c);

/* Read `count` rows from index `first`. */
ludo_status ludo_contact_rows_read(const h5_file *f, const contact_rows *c, int64_t first,
                                   int32_t count, ludo_contact *out);

#endif
