/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts in files: table "contacts/point", a row per contact of a knot, those of a knot one after
 * the other. Knots tell where theirs begin and how many they are.
 *
 * Rows are written before the knots that tell of them, so that who reads meanwhile finds them; and
 * in whole chunks, so that a write that is broken off damages nothing that was there. What is
 * missing of a chunk is filled with rows that no knot tells of. */
#ifndef LUDO_TRAJECTORY_CONTACT_ROWS_H
#define LUDO_TRAJECTORY_CONTACT_ROWS_H

#include "ludo/trajectory.h"
#include "trajectory/dataset.h"

/* The contacts of a file, and rows that are not written yet; all zero but the dataset where there
 * is none. */
typedef struct contact_rows {
    hid_t dataset;
    int64_t count; /* of rows in the file */
    char *window;  /* packed rows, owned; NULL where the file is read */
    int32_t used;  /* of them */
} contact_rows;

/* Contacts of no file. */
contact_rows ludo_contact_rows_closed(void);

/* Create the table; rows will be added. */
ludo_status ludo_contact_rows_create(const h5_file *f, contact_rows *c);

/* Open it, where there is one. */
ludo_status ludo_contact_rows_open(const h5_file *f, contact_rows *c);

/* Close it, give back the window. */
void ludo_contact_rows_close(const h5_file *f, contact_rows *c);

/* Bytes of a full window. */
size_t ludo_contact_rows_bytes(void);

/* Whether the window is full: it has to be written before one more is put. */
bool ludo_contact_rows_full(const contact_rows *c);

/* The number that the next row will have. */
int64_t ludo_contact_rows_next(const contact_rows *c);

/* Put a row behind the others. */
void ludo_contact_rows_put(contact_rows *c, const ludo_contact *contact);

/* Write the window and empty it. */
ludo_status ludo_contact_rows_append(const h5_file *f, contact_rows *c);

/* Read `count` rows from number `first` on. */
ludo_status ludo_contact_rows_read(const h5_file *f, const contact_rows *c, int64_t first,
                                   int32_t count, ludo_contact *out);

#endif
