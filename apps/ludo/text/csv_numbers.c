/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of numbers of a CSV file. */
#include "text/csv_numbers.h"

#include "terminal/values.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Append a row; NULL without memory. */
static double *add_row(csv_numbers *rows, size_t *capacity)
{
    const size_t width = rows->width;
    if (rows->count == *capacity) {
        const size_t larger = *capacity > 0 ? 2 * *capacity : 64;
        double *value = larger <= SIZE_MAX / sizeof *value / width
                            ? realloc(rows->value, larger * width * sizeof *value)
                            : NULL;
        if (value == NULL) {
            return NULL;
        }
        rows->value = value;
        *capacity = larger;
    }
    return rows->value + width * rows->count++;
}

/* True for a cell without a number: empty, or NaN or infinity as programs write them after a
 * diverged simulation. */
static bool is_gap(const char *cell)
{
    static const char *const gaps[] = {"", "nan", "inf", "infinity"};
    cell += *cell == '-' || *cell == '+';
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        size_t k = 0;
        while (cell[k] != '\0' && tolower((unsigned char)cell[k]) == gaps[i][k]) {
            k++;
        }
        if (cell[k] == '\0' && gaps[i][k] == '\0') {
            return true;
        }
    }
    return false;
}

/* Read the number of the last cell; `gap`: it may be missing. */
static outcome take_number(const csv *from, bool gap, double *out)
{
    if (ludo_values_number(from->cell, out)) {
        return OUTCOME_DONE;
    }
    if (gap && is_gap(from->cell)) {
        *out = (double)NAN;
        return OUTCOME_DONE;
    }
    return ludo_error_at(&from->place, "'%s' is not a number", from->cell);
}

static outcome read_row(csv *from, const csv_rules *rules, double *row)
{
    size_t taken = 0;
    for (size_t i = 0; i < rules->width; i++) {
        if (!from->in_row) {
            return ludo_error_at(&from->here, "the row has %zu of %zu numbers", i, rules->width);
        }
        outcome how = ludo_csv_next_cell(from);
        const bool timed = i == rules->time;
        const bool take = !timed && (rules->take == NULL ||
                                     (taken < rules->take_count && rules->take[taken] == i));
        if (how == OUTCOME_DONE && (timed || take)) {
            how = take_number(from, rules->gaps && !timed, timed ? row : &row[++taken]);
        }
        if (how != OUTCOME_DONE) {
            return how;
        }
    }
    return from->in_row
               ? ludo_error_at(&from->here, "the row has more than %zu numbers", rules->width)
               : OUTCOME_DONE;
}

outcome ludo_csv_numbers_read(csv_numbers *rows, csv *from, const csv_rules *rules)
{
    const size_t width = rules->take != NULL ? 1 + rules->take_count : rules->width;
    size_t capacity = 0;
    outcome how = OUTCOME_DONE;
    *rows = (csv_numbers){.width = width};
    while (how == OUTCOME_DONE && ludo_csv_next_row(from)) {
        const ludo_place place = from->here;
        double *row = add_row(rows, &capacity);
        if (row == NULL) {
            return ludo_error_memory();
        }
        how = read_row(from, rules, row);
        const bool second = how == OUTCOME_DONE && rows->count > 1;
        if (second && *row < *(row - width)) {
            how = ludo_error_at(&place, "the time decreases");
        } else if (second && rules->rises && *row == *(row - width)) {
            how = ludo_error_at(&place, "the time equals that of the previous row");
        }
    }
    return how == OUTCOME_DONE && rows->count == 0
               ? ludo_error_at(&from->here, "the file has no rows after the first")
               : how;
}

void ludo_csv_numbers_release(csv_numbers *rows)
{
    free(rows->value);
    *rows = (csv_numbers){.count = 0};
}
