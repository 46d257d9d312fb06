/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a CSV file below its first one: numbers over time. */
#ifndef LUDO_APP_DATA_CSV_NUMBERS_H
#define LUDO_APP_DATA_CSV_NUMBERS_H

#include "data/csv.h"

/* What rows have to be like. */
typedef struct csv_rules {
    size_t width;       /* cells of a row */
    size_t time;        /* the cell that holds the time, which never goes back */
    const size_t *take; /* the other cells that are read, rising; NULL: all */
    size_t take_count;  /* of them */
    bool rises;         /* whether no two rows may have the same time */
    bool gaps;          /* whether a cell but the time may be empty, "nan" or infinite */
} csv_rules;

/* Numbers, row after row: first the time, then the other cells. All zero: none. */
typedef struct csv_numbers {
    double *value; /* not a number: a gap */
    size_t width;  /* of a row */
    size_t count;  /* rows */
} csv_numbers;

/* Read all rows that follow, at least one; says what is wrong. To be released in any case. */
outcome ludo_csv_numbers_read(csv_numbers *rows, csv *from, const csv_rules *rules);

void ludo_csv_numbers_release(csv_numbers *rows);

#endif
