/* SPDX-License-Identifier: Apache-2.0
 *
 * Named numbers over time. */
#include "data/columns.h"

#include "data/file_name.h"

#include <stdlib.h>
#include <string.h>

/* True for a trajectory: the file has the suffix .h5 or the first byte of HDF5. */
static bool is_trajectory(columns *c)
{
    enum { HDF5_BEGINS = 0x89 };
    const int first = getc(c->file);
    (void)ungetc(first, c->file);
    return first == HDF5_BEGINS || strcmp(ludo_file_name_suffix(c->path), ".h5") == 0;
}

outcome ludo_columns_open(columns *c, const char *path)
{
    *c = (columns){.path = path};
    c->file = fopen(path, "r");
    if (c->file == NULL) {
        return ludo_error_unreadable(path);
    }
    c->source = is_trajectory(c) ? &ludo_columns_of_trajectory : &ludo_columns_of_table;
    outcome how = ferror(c->file) ? ludo_error_unreadable(path) : c->source->open(c);
    if (how == OUTCOME_DONE) {
        c->wanted = calloc((size_t)c->count + 1, sizeof *c->wanted);
        c->values = calloc((size_t)c->count + 1, sizeof *c->values);
        how = c->wanted == NULL || c->values == NULL ? ludo_error_memory() : OUTCOME_DONE;
    }
    return how;
}

outcome ludo_columns_reserve(columns *c, size_t rows)
{
    c->rows = rows;
    c->time = calloc(rows + 1, sizeof *c->time);
    bool there = c->time != NULL;
    for (int32_t i = 0; i < c->count && there; i++) {
        c->values[i] = c->wanted[i] ? calloc(rows + 1, sizeof **c->values) : NULL;
        there = !c->wanted[i] || c->values[i] != NULL;
    }
    return there ? OUTCOME_DONE : ludo_error_memory();
}

outcome ludo_columns_read(columns *c)
{
    return c->source->read(c);
}

void ludo_columns_close(columns *c)
{
    for (int32_t i = 0; c->values != NULL && i < c->count; i++) {
        free(c->values[i]);
    }
    free(c->values);
    free(c->wanted);
    free(c->time);
    if (c->source != NULL) {
        c->source->close(c);
    }
    if (c->file != NULL) {
        (void)fclose(c->file);
    }
    *c = (columns){.count = 0};
}

/* ---- names ---- */

const char *ludo_columns_name(const columns *c, int32_t number)
{
    return c->source->name(c, number);
}

int32_t ludo_columns_find(const columns *c, const char *name)
{
    return ludo_columns_find_split(c, ludo_name_index_whole(name));
}

int32_t ludo_columns_find_split(const columns *c, split_name name)
{
    return c->source->find(c, name);
}

static const char *name_of(const void *of, int32_t number)
{
    return ludo_columns_name(of, number);
}

name_list ludo_columns_names(const columns *c)
{
    return (name_list){c->count, name_of, c};
}

const quantity *ludo_columns_quantity(const columns *c, int32_t number)
{
    return c->recorded.trajectory != NULL ? &c->recorded.quantities.all[number] : NULL;
}
