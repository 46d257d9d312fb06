/* SPDX-License-Identifier: Apache-2.0
 *
 * Named numbers over time, from a trajectory or a CSV file: one column per quantity. The columns of
 * a trajectory are its quantities (quantities.h); the columns of a CSV file are named in its first
 * row, with `time` or `t` [s] among them.
 *
 * Opening a file reads the names; then only the columns marked as wanted are read. */
#ifndef LUDO_APP_DATA_COLUMNS_H
#define LUDO_APP_DATA_COLUMNS_H

#include "text/csv.h"
#include "data/recorded_run.h"

typedef struct columns columns;

/* A kind of file. Each function prints its errors. */
typedef struct column_source {
    outcome (*open)(columns *c);
    const char *(*name)(const columns *c, int32_t number);
    int32_t (*find)(const columns *c, split_name name);
    outcome (*read)(columns *c); /* the times and the wanted columns */
    void (*close)(columns *c);
} column_source;

/* A file; all zero: none. */
struct columns {
    const char *path; /* not copied */
    const column_source *source;
    FILE *file;

    int32_t count;
    bool *wanted; /* per column */

    size_t rows;     /* read so far, at least 1 */
    double *time;    /* [s], ascending */
    double **values; /* per column: its rows, NaN for a missing number; NULL: not read */

    /* of a trajectory */
    recorded_run recorded; /* all zero: the file is a CSV table */

    /* of a table */
    csv from;
    size_t width, time_cell; /* cells of a row; the cell of the time */
    size_t *cell;            /* per column: its cell, ascending */
    char **names;            /* per column */
    name_index index;
};

/* Open a file. Call ludo_columns_close() in any case. */
outcome ludo_columns_open(columns *c, const char *path);

/* Read the wanted columns; call once. */
outcome ludo_columns_read(columns *c);

void ludo_columns_close(columns *c);

/* The name of a column; the number of the column with a name, or -1. Names are unique. */
const char *ludo_columns_name(const columns *c, int32_t number);
int32_t ludo_columns_find(const columns *c, const char *name);
int32_t ludo_columns_find_split(const columns *c, split_name name);

/* All names, for messages about an unknown one. */
name_list ludo_columns_names(const columns *c);

/* The quantity of a trajectory's column; NULL for a table, of which only the names are known. */
const quantity *ludo_columns_quantity(const columns *c, int32_t number);

/* For sources: allocate the times and the wanted columns. */
outcome ludo_columns_reserve(columns *c, size_t rows);

extern const column_source ludo_columns_of_trajectory;
extern const column_source ludo_columns_of_table;

#endif
