/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers over time by name, from a trajectory or from a CSV file: one column per quantity. The
 * columns of a trajectory are its quantities (quantities.h); those of a CSV file are what its first
 * row names, `time` or `t` [s] among them.
 *
 * Opening a file tells what it has; only columns that are wanted are then read. */
#ifndef LUDO_APP_DATA_COLUMNS_H
#define LUDO_APP_DATA_COLUMNS_H

#include "data/csv.h"
#include "data/recorded_run.h"

typedef struct columns columns;

/* A kind of file. Each of these says what is wrong. */
typedef struct column_source {
    outcome (*open)(columns *c);
    const char *(*name)(const columns *c, int32_t number);
    int32_t (*find)(const columns *c, split_name name);
    outcome (*read)(columns *c); /* times, and all that is wanted */
    void (*close)(columns *c);
} column_source;

/* A file; all zero: none. */
struct columns {
    const char *path; /* not copied */
    const column_source *source;
    FILE *file;

    int32_t count;
    bool *wanted; /* per column */

    size_t rows;     /* that were read, at least 1 */
    double *time;    /* [s], rising */
    double **values; /* per column: its rows, not a number where there is none; NULL: not read */

    /* of a trajectory */
    recorded_run recorded; /* all zero: this is a table */

    /* of a table */
    csv from;
    size_t width, time_cell; /* cells of a row, and which one is the time */
    size_t *cell;            /* per column: its cell, rising */
    char **names;            /* per column */
    name_index index;
};

/* Open a file. To be closed in any case. */
outcome ludo_columns_open(columns *c, const char *path);

/* Read what is wanted; once. */
outcome ludo_columns_read(columns *c);

void ludo_columns_close(columns *c);

/* Names are unique; finding gives the number of a column, or -1. */
const char *ludo_columns_name(const columns *c, int32_t number);
int32_t ludo_columns_find(const columns *c, const char *name);
int32_t ludo_columns_find_split(const columns *c, split_name name);

/* All names, for who asks for one that isn't there. */
name_list ludo_columns_names(const columns *c);

/* What a column is; NULL: it is of a table, where only its name is known. */
const quantity *ludo_columns_quantity(const columns *c, int32_t number);

/* For sources: room for the times and for the columns that are wanted. */
outcome ludo_columns_reserve(columns *c, size_t rows);

extern const column_source ludo_columns_of_trajectory;
extern const column_source ludo_columns_of_table;

#endif
