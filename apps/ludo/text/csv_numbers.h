/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a CSV file after its first one: numbers over time. */
#ifndef LUDO_APP_TEXT_CSV_NUMBERS_H
#define LUDO_APP_TEXT_CSV_NUMBERS_H

#include "text/csv.h"

/* The form of the rows. */
typedef struct csv_rules {
    size_t width;       /* cells of a row */
    size_t time;        /* the cell of the time, which does not decrease */
    const size_t *take; /* the other cells to read, ascending; NULL: all */
    size_t take_count;  /* length of `take` */
    bool rises;         /* the time must increase strictly */
    bool gaps;          /* cells other than the time may be empty, "nan" or infinite */
} csv_rules;

/* Numbers row by row: the time, then the other cells. All zero: none. */
typedef struct csv_numbers {
    double *value; /* NaN: a gap */
    size_t width;  /* of a row */
    size_t count;  /* rows */
} csv_numbers;

/* Read all further rows, at least one; prints errors. Call ludo_csv_numbers_release() in any case.
 */
outcome ludo_csv_numbers_read(csv_numbers *rows, csv *from, const csv_rules *rules);

void ludo_csv_numbers_release(csv_numbers *rows);

#endif
