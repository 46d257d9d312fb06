/* SPDX-License-Identifier: Apache-2.0
 *
 * Knots in files: windows, reading and writing. */
#include "trajectory/knots.h"

#include "trajectory/attributes.h"
#include "trajectory/knot_columns.h"

#include <math.h>
#include <string.h>

enum { WINDOW_BYTES = 1 << 18, WINDOW_LEAST = 16, WINDOW_MOST = 256 };

/* ---- windows ---- */

knots ludo_knots_closed(void)
{
    knots k = {.room = 0};
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        k.dataset[i] = H5I_INVALID_HID;
    }
    return k;
}

static void place_windows(knots *k, arena *a)
{
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        const size_t bytes = ludo_knot_column_bytes(&ludo_knot_columns[i], &k->row[i]);
        k->window[i] = ludo_arena_take(a, (size_t)k->room, bytes);
    }
}

/* The knots of a chunk, and a window of that size. */
static ludo_status make_window(const h5_file *f, knot_counts counts, knots *k)
{
    size_t bytes = 0;
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        k->row[i] = ludo_knot_column_extents(&ludo_knot_columns[i], counts);
        bytes += ludo_knot_column_bytes(&ludo_knot_columns[i], &k->row[i]);
    }
    const size_t fit = WINDOW_BYTES / bytes;
    k->room = fit < WINDOW_LEAST ? WINDOW_LEAST : fit > WINDOW_MOST ? WINDOW_MOST : (int32_t)fit;
    arena a = {NULL, 0, false};
    place_windows(k, &a);
    a.base = a.overflow ? NULL : memory_take(&f->allocator, a.used);
    if (a.base == NULL) {
        return ludo_h5_no_memory(f);
    }
    a.used = 0;
    place_windows(k, &a);
    return LUDO_OK;
}

size_t ludo_knots_bytes(const knots *k)
{
    size_t bytes = 0;
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        bytes += (size_t)k->room * ludo_knot_column_bytes(&ludo_knot_columns[i], &k->row[i]);
    }
    return bytes;
}

void ludo_knots_close(const h5_file *f, knots *k)
{
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        h5_close(k->dataset[i]);
    }
    memory_give(&f->allocator, k->window[0]); /* start of the block */
    *k = ludo_knots_closed();
}

/* ---- writing ---- */

static ludo_status create_column(const h5_file *f, const column *c, extents e, int32_t room,
                                 hid_t *out)
{
    static const field unit = {"unit", FIELD_TEXT, offsetof(column, unit), 1, NULL, false};
    const field numbers = {.kind = c->kind, .count = 1};
    const hid_t type = ludo_field_type(&numbers, 0, true);
    e.of[0] = (hsize_t)room;
    ludo_status status = ludo_dataset_create(f, c->name, type, &e, true, out);
    h5_close(type);
    return status == LUDO_OK
               ? ludo_attributes_write(f, c->name, &(const record){&unit, 1, sizeof *c}, c)
               : status;
}

ludo_status ludo_knots_create(const h5_file *f, knot_counts counts, knots *k)
{
    ludo_status status = make_window(f, counts, k);
    status = status == LUDO_OK ? ludo_dataset_create_group(f, "knots") : status;
    for (int i = 0; i < KNOT_COLUMNS && status == LUDO_OK; i++) {
        if (i < FIRST_ON_DEMAND || ludo_knot_column_bytes(&ludo_knot_columns[i], &k->row[i]) > 0) {
            status = create_column(f, &ludo_knot_columns[i], k->row[i], k->room, &k->dataset[i]);
        }
    }
    return status;
}

bool ludo_knots_put(knots *k, const ludo_sample *knot)
{
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        const column *c = &ludo_knot_columns[i];
        const size_t bytes = ludo_knot_column_bytes(c, &k->row[i]);
        const void *from = (const char *)knot + c->at;
        if (c->axis != OF_KNOT) {
            memcpy(&from, from, sizeof from);
        }
        if (bytes > 0) {
            memcpy(k->window[i] + (size_t)k->used * bytes, from, bytes);
        }
    }
    k->used++;
    return (k->first + k->used) % k->room == 0;
}

/* Write the window to one dataset; below zero if HDF5 fails. */
static hid_t select_rows(hid_t dataset, const extents *e, int64_t first, int32_t rows)
{
    const hsize_t start[DATASET_RANK] = {(hsize_t)first};
    extents part = *e;
    part.of[0] = (hsize_t)rows;
    const hid_t space = H5Dget_space(dataset);
    if (space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, part.of, NULL) >= 0) {
        return space;
    }
    h5_close(space);
    return H5I_INVALID_HID;
}

static hid_t window_space(const extents *e, int32_t rows)
{
    extents part = *e;
    part.of[0] = (hsize_t)rows;
    return H5Screate_simple(part.rank, part.of, NULL);
}

static bool append_column(const knots *k, int i)
{
    extents all = k->row[i];
    all.of[0] = (hsize_t)(k->first + k->used);
    if (k->dataset[i] < 0) {
        return true; /* not recorded */
    }
    if (H5Dset_extent(k->dataset[i], all.of) < 0) {
        return false;
    }
    if (ludo_knot_column_bytes(&ludo_knot_columns[i], &all) == 0) {
        return H5Dflush(k->dataset[i]) >= 0;
    }
    const hid_t to = select_rows(k->dataset[i], &all, k->first, k->used);
    const hid_t from = window_space(&all, k->used);
    const bool written = to >= 0 && from >= 0 &&
                         H5Dwrite(k->dataset[i], ludo_knot_column_type(&ludo_knot_columns[i]), from,
                                  to, H5P_DEFAULT, k->window[i]) >= 0;
    h5_close(from);
    h5_close(to);
    return written && H5Dflush(k->dataset[i]) >= 0;
}

ludo_status ludo_knots_append(const h5_file *f, knots *k)
{
    for (int i = 0; i < KNOT_COLUMNS && k->used > 0; i++) {
        if (!append_column(k, i)) {
            return ludo_h5_unwritten(f);
        }
    }
    k->first += k->used;
    k->used = 0;
    return LUDO_OK;
}

/* ---- reading ---- */

/* Open a dataset whose rows match the mechanism; *count is lowered to its number of rows. */
static ludo_status open_column(const h5_file *f, int i, knots *k, int64_t *count)
{
    const column *c = &ludo_knot_columns[i];
    const field numbers = {.kind = c->kind, .count = 1};
    extents found = {.rank = k->row[i].rank};
    size_t width = 0;
    if (i >= FIRST_OF_CONTACTS && !ludo_h5_holds(f, c->name)) {
        return LUDO_OK;
    }
    const ludo_status status = ludo_dataset_open(f, c->name, &found, &k->dataset[i]);
    if (status != LUDO_OK) {
        return status;
    }
    const hid_t type = H5Dget_type(k->dataset[i]);
    const bool fits = type >= 0 && ludo_field_fits(&numbers, type, &width);
    h5_close(type);
    for (int n = 1; n < found.rank; n++) {
        if (found.of[n] != k->row[i].of[n]) {
            return ludo_h5_unfit(f, c->name, "has another number of columns than the mechanism");
        }
    }
    if (!fits) {
        return ludo_h5_unfit(f, c->name, "has another type than numbers");
    }
    *count = found.of[0] < (hsize_t)*count ? (int64_t)found.of[0] : *count;
    return LUDO_OK;
}

/* The values of a column that the file lacks: 0, of the energy that contacts took NaN. */
static void fill_missing(const knots *k, int i, size_t bytes)
{
    memset(k->window[i], 0, (size_t)k->used * bytes);
    for (int32_t n = 0; n < k->used && i == CONTACT_ENERGY; n++) {
        ((double *)(void *)k->window[i])[n] = (double)NAN;
    }
}

static bool load_column(const knots *k, int i)
{
    const size_t bytes = ludo_knot_column_bytes(&ludo_knot_columns[i], &k->row[i]);
    if (bytes == 0) {
        return true;
    }
    if (k->dataset[i] < 0) {
        fill_missing(k, i, bytes);
        return true;
    }
    const hid_t from = select_rows(k->dataset[i], &k->row[i], k->first, k->used);
    const hid_t to = window_space(&k->row[i], k->used);
    const bool read = from >= 0 && to >= 0 &&
                      H5Dread(k->dataset[i], ludo_knot_column_type(&ludo_knot_columns[i]), to, from,
                              H5P_DEFAULT, k->window[i]) >= 0;
    h5_close(to);
    h5_close(from);
    return read;
}

/* Move the window such that knot `number` of `count` is in it; nothing is read yet. */
static void move_window(knots *k, int64_t number, int64_t count)
{
    k->first = number - number % k->room;
    k->used = count - k->first < k->room ? (int32_t)(count - k->first) : k->room;
}

/* All times must be numbers in ascending order, because readers search them. */
static ludo_status check_times(const h5_file *f, knots *k, int64_t count)
{
    enum { TIME = 0 };
    double last = -HUGE_VAL;
    for (int64_t first = 0; first < count; first += k->room) {
        move_window(k, first, count);
        if (!load_column(k, TIME)) {
            return ludo_h5_unread(f, ludo_knot_columns[TIME].name);
        }
        const double *time = (const double *)(const void *)k->window[TIME];
        for (int32_t i = 0; i < k->used; last = time[i++]) {
            if (!isfinite(time[i]) || time[i] < last) {
                return ludo_h5_say(f, LUDO_PARSE, "the time of knot %lld %s", (long long)first + i,
                                   isfinite(time[i]) ? "is before the previous one"
                                                     : "is not a number");
            }
        }
    }
    k->used = 0;
    return LUDO_OK;
}

/* The counts of the quantities that a file has. */
static knot_counts counts_in(const h5_file *f, knot_counts counts)
{
    int32_t *const on_demand[] = {&counts.sensors, &counts.sites, &counts.accelerations,
                                  &counts.joints, &counts.torques};
    for (int i = FIRST_ON_DEMAND; i < KNOT_COLUMNS; i++) {
        int32_t *n = on_demand[i - FIRST_ON_DEMAND];
        *n = ludo_h5_holds(f, ludo_knot_columns[i].name) ? *n : 0;
    }
    return counts;
}

ludo_status ludo_knots_open(const h5_file *f, knot_counts counts, knots *k, int64_t *count)
{
    ludo_status status = make_window(f, counts_in(f, counts), k);
    *count = INT64_MAX;
    for (int i = 0; i < KNOT_COLUMNS && status == LUDO_OK; i++) {
        status = open_column(f, i, k, count);
    }
    if (status != LUDO_OK) {
        return status;
    }
    return *count > 0 ? check_times(f, k, *count)
                      : ludo_h5_say(f, LUDO_PARSE, "the file has no knot");
}

ludo_status ludo_knots_load(const h5_file *f, knots *k, int64_t number, int64_t count)
{
    move_window(k, number, count);
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        if (!load_column(k, i)) {
            k->used = 0;
            return ludo_h5_unread(f, ludo_knot_columns[i].name);
        }
    }
    return LUDO_OK;
}

ludo_sample ludo_knots_get(const knots *k, int64_t number)
{
    ludo_sample knot = {.time = 0.0};
    for (int i = 0; i < KNOT_COLUMNS; i++) {
        const column *c = &ludo_knot_columns[i];
        const size_t bytes = ludo_knot_column_bytes(c, &k->row[i]);
        const char *from = k->window[i] + (size_t)(number - k->first) * bytes;
        if (c->axis != OF_KNOT) {
            from = i >= FIRST_ON_DEMAND && bytes == 0 ? NULL : from;
            memcpy((char *)&knot + c->at, &from, sizeof from);
        } else {
            memcpy((char *)&knot + c->at, from, bytes);
        }
    }
    return knot;
}
