/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of a CSV file, named in its first row. */
#define _POSIX_C_SOURCE 200809L

#include "data/columns.h"

#include "text/csv_numbers.h"

#include <stdlib.h>
#include <string.h>

/* ---- the first row ---- */

/* Use the last cell as the name of a column or as the time column. */
static outcome name_column(columns *c, bool *timed)
{
    const char *name = c->from.cell;
    const size_t cell = c->width++;
    if (strcmp(name, "time") == 0 || strcmp(name, "t") == 0) {
        if (*timed) {
            return ludo_error_at(&c->from.place,
                                 "'%s' is a second time column; name only one column 'time' or 't'",
                                 name);
        }
        *timed = true;
        c->time_cell = cell;
        return OUTCOME_DONE;
    }
    if (*name == '\0') {
        return OUTCOME_DONE; /* an unnamed column, as in tables with numbered rows */
    }
    if (ludo_columns_find(c, name) >= 0) {
        return ludo_error_at(&c->from.place, "two columns are named '%s'; rename one", name);
    }
    c->cell[c->count] = cell;
    c->names[c->count] = strdup(name);
    if (c->names[c->count++] == NULL) {
        return ludo_error_memory();
    }
    const name_list names = ludo_columns_names(c);
    return ludo_name_index_add(&c->index, &names) ? OUTCOME_DONE : ludo_error_memory();
}

/* Make room for one more column. */
static bool make_room(columns *c, int32_t *room)
{
    if (c->count < *room) {
        return true;
    }
    const size_t larger = *room > 0 ? 2 * (size_t)*room : 64;
    size_t *cell = realloc(c->cell, larger * sizeof *cell);
    c->cell = cell != NULL ? cell : c->cell;
    char **names = realloc(c->names, larger * sizeof *names);
    c->names = names != NULL ? names : c->names;
    *room = (int32_t)larger;
    return cell != NULL && names != NULL;
}

static outcome report_no_time(const columns *c)
{
    const bool apart = c->width > 1 || strpbrk(c->from.cell, ";\t") == NULL;
    return ludo_error_at(&(ludo_place){c->path, 1, 1}, "no column is named 'time' or 't'%s",
                         apart ? "" : "; separate cells with commas, not with semicolons or tabs");
}

static outcome open_table(columns *c)
{
    bool timed = false;
    int32_t room = 0;
    c->from = ludo_csv_begin(c->file, c->path);
    if (!ludo_csv_next_row(&c->from)) {
        return ferror(c->file) ? ludo_error_unreadable(c->path)
                               : ludo_error_at(&c->from.here, "the file is empty");
    }
    outcome how = OUTCOME_DONE;
    while (how == OUTCOME_DONE && c->from.in_row) {
        how = make_room(c, &room) ? ludo_csv_next_cell(&c->from) : ludo_error_memory();
        how = how == OUTCOME_DONE ? name_column(c, &timed) : how;
    }
    if (how == OUTCOME_DONE && !timed) {
        return report_no_time(c);
    }
    return how;
}

static const char *name_cell(const columns *c, int32_t number)
{
    return c->names[number];
}

static int32_t find_cell(const columns *c, split_name name)
{
    const name_list names = ludo_columns_names(c);
    return ludo_name_index_find(&c->index, &names, name);
}

/* ---- the other rows ---- */

/* List the cells of the wanted columns; returns their number. */
static size_t list_cells(const columns *c, size_t *take)
{
    size_t count = 0;
    for (int32_t i = 0; i < c->count; i++) {
        if (c->wanted[i]) {
            take[count++] = c->cell[i];
        }
    }
    return count;
}

/* Distribute rows to columns. */
static outcome distribute_rows(columns *c, const csv_numbers *rows)
{
    const outcome how = ludo_columns_reserve(c, rows->count);
    for (size_t k = 0; k < rows->count && how == OUTCOME_DONE; k++) {
        const double *row = rows->value + rows->width * k;
        c->time[k] = *row++;
        for (int32_t i = 0; i < c->count; i++) {
            if (c->wanted[i]) {
                c->values[i][k] = *row++;
            }
        }
    }
    return how;
}

static outcome read_table(columns *c)
{
    size_t *take = calloc((size_t)c->count + 1, sizeof *take);
    if (take == NULL) {
        return ludo_error_memory();
    }
    const csv_rules rules = {c->width, c->time_cell, take, list_cells(c, take), true, true};
    csv_numbers rows;
    outcome how = ludo_csv_numbers_read(&rows, &c->from, &rules);
    if (how == OUTCOME_DONE && ferror(c->file)) {
        how = ludo_error_unreadable(c->path);
    }
    how = how == OUTCOME_DONE ? distribute_rows(c, &rows) : how;
    ludo_csv_numbers_release(&rows);
    free(take);
    return how;
}

static void close_table(columns *c)
{
    for (int32_t i = 0; i < c->count; i++) {
        free(c->names[i]);
    }
    free(c->names);
    free(c->cell);
    ludo_name_index_release(&c->index);
}

const column_source ludo_columns_of_table = {
    open_table, name_cell, find_cell, read_table, close_table,
};
