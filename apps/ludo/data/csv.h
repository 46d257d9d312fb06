/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading CSV cell by cell, as RFC 4180 has it: commas, quotes where they are needed, any line end.
 * Blanks around cells, empty lines and a byte order mark at the start are no part of it. */
#ifndef LUDO_APP_DATA_CSV_H
#define LUDO_APP_DATA_CSV_H

#include "terminal/errors.h"

#include <stdio.h>

enum { CSV_LONGEST = 1024 }; /* bytes of a cell, with the 0 at its end */

/* A file that is being read. */
typedef struct csv {
    FILE *file;
    int next;        /* the byte behind what was read, or EOF */
    ludo_place here; /* of that byte */
    bool in_row;     /* whether the row of the last cell goes on */
    char cell[CSV_LONGEST];
    ludo_place place; /* where the last cell starts */
} csv;

/* Begin to read an open file. */
csv ludo_csv_begin(FILE *file, const char *path);

/* Go to the next row that isn't empty, where all cells of the last were read; false at the end. */
bool ludo_csv_next_row(csv *c);

/* Read the next cell of a row that goes on. Says what is wrong with it. */
outcome ludo_csv_next_cell(csv *c);

#endif
