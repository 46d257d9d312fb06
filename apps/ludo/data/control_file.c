/* SPDX-License-Identifier: Apache-2.0
 *
 * Controls as functions of time from a CSV file. */
#include "data/control_file.h"

#include "text/csv_numbers.h"

#include <stdlib.h>
#include <string.h>

/* ---- the first row ---- */

static const char *actuator_name(const void *of, int32_t number)
{
    return ludo_model_actuator_name(of, number);
}

/* Use the last cell as the actuator of the next column. */
static outcome name_column(control_file *c, const csv *from, const ludo_model *model)
{
    const int32_t count = ludo_model_actuator_count(model);
    const int32_t number = ludo_model_actuator_find(model, from->cell);
    if (number == LUDO_NOT_FOUND) {
        return ludo_error_unknown_at(&from->place, "actuator", from->cell,
                                     &(name_list){count, actuator_name, model});
    }
    for (size_t i = 0; i < c->columns; i++) {
        if (c->actuator[i] == number) {
            return ludo_error_at(&from->place, "actuator '%s' has two columns; remove one",
                                 from->cell);
        }
    }
    c->actuator[c->columns++] = number; /* no actuator twice, so that the array is large enough */
    return OUTCOME_DONE;
}

static outcome read_names(control_file *c, csv *from, const ludo_model *model)
{
    c->actuator = calloc((size_t)ludo_model_actuator_count(model) + 1, sizeof *c->actuator);
    if (c->actuator == NULL) {
        return ludo_error_memory();
    }
    if (!ludo_csv_next_row(from)) {
        return ludo_error_at(&from->here, "the file is empty");
    }
    outcome how = ludo_csv_next_cell(from);
    if (how == OUTCOME_DONE && strcmp(from->cell, "time") != 0) {
        how = ludo_error_at(&from->place, "the first column must be named 'time', not '%s'",
                            from->cell);
    }
    while (how == OUTCOME_DONE && from->in_row) {
        how = ludo_csv_next_cell(from);
        how = how == OUTCOME_DONE ? name_column(c, from, model) : how;
    }
    return how;
}

/* ---- the file ---- */

outcome ludo_control_file_read(control_file *c, const char *path, const ludo_model *model)
{
    *c = (control_file){.columns = 0};
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return ludo_error_unreadable(path);
    }
    csv from = ludo_csv_begin(file, path);
    outcome how = ferror(file) ? ludo_error_unreadable(path) : read_names(c, &from, model);
    if (how == OUTCOME_DONE) {
        how = ludo_csv_numbers_read(&c->rows, &from, &(csv_rules){.width = 1 + c->columns});
    }
    if (how == OUTCOME_DONE && ferror(file)) {
        how = ludo_error_unreadable(path);
    }
    (void)fclose(file);
    return how;
}

/* The last row at or before a time; 0 if all are later. */
static size_t find_row(const control_file *c, double time)
{
    size_t low = 0, high = c->rows.count;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->rows.value[(1 + c->columns) * middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void ludo_control_file_apply(const control_file *c, double time, ludo_sim *sim)
{
    if (c->rows.count == 0) {
        return;
    }
    const size_t width = 1 + c->columns, at = find_row(c, time);
    const double *a = c->rows.value + width * at;
    const double *b = at + 1 < c->rows.count ? a + width : a;
    const double part = b[0] > a[0] && time > a[0] ? (time - a[0]) / (b[0] - a[0]) : 0.0;
    for (size_t i = 0; i < c->columns; i++) {
        (void)ludo_sim_set_control(sim, c->actuator[i], a[1 + i] + part * (b[1 + i] - a[1 + i]));
    }
}

void ludo_control_file_release(control_file *c)
{
    free(c->actuator);
    ludo_csv_numbers_release(&c->rows);
    *c = (control_file){.columns = 0};
}
