/* SPDX-License-Identifier: Apache-2.0
 *
 * A reader of CSV cells (RFC 4180): commas, optional quotes, any line end. Blanks around cells,
 * empty lines and a byte order mark at the start are skipped. */
#ifndef LUDO_APP_TEXT_CSV_H
#define LUDO_APP_TEXT_CSV_H

#include "terminal/errors.h"

#include <stdio.h>

enum { CSV_LONGEST = 1024 }; /* bytes of a cell, with the terminating 0 */

/* A file being read. */
typedef struct csv {
    FILE *file;
    int next;        /* the next byte, or EOF */
    ludo_place here; /* of that byte */
    bool in_row;     /* the current row has further cells */
    char cell[CSV_LONGEST];
    ludo_place place; /* start of the last cell */
} csv;

/* Begin to read an open file. */
csv ludo_csv_begin(FILE *file, const char *path);

/* Go to the next nonempty row, after all cells of the last were read; false at the end of the file.
 */
bool ludo_csv_next_row(csv *c);

/* Read the next cell of the row. Prints errors. */
outcome ludo_csv_next_cell(csv *c);

#endif
