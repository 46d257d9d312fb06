/* SPDX-License-Identifier: Apache-2.0
 *
 * Contacts in files. */
#include "trajectory/contact_rows.h"

#include <string.h>

/* Rows of a chunk: few, because the last chunk of a write is padded; and rows of the window, a
 * whole number of chunks. */
enum { CHUNK_ROWS = 64, WINDOW_ROWS = 16 * CHUNK_ROWS };

static const char table[] = "contacts/point";

static const field fields[] = {
    INT(ludo_contact, geom_a),         INT(ludo_contact, geom_b), INT(ludo_contact, body_a),
    INT(ludo_contact, body_b),         REAL(ludo_contact, point), REAL(ludo_contact, normal),
    REAL(ludo_contact, tangent),       REAL(ludo_contact, gap),   REAL(ludo_contact, normal_force),
    REAL(ludo_contact, tangent_force), REAL(ludo_contact, slip),  REAL(ludo_contact, friction),
    REAL(ludo_contact, restitution)};
static const record row = RECORD_OF(ludo_contact, fields);

static size_t row_bytes(void)
{
    return ludo_field_record_packed(&row, 0);
}

contact_rows ludo_contact_rows_closed(void)
{
    return (contact_rows){.dataset = H5I_INVALID_HID};
}

void ludo_contact_rows_close(const h5_file *f, contact_rows *c)
{
    h5_close(c->dataset);
    memory_give(&f->allocator, c->window);
    *c = ludo_contact_rows_closed();
}

/* ---- writing ---- */

ludo_status ludo_contact_rows_create(const h5_file *f, contact_rows *c)
{
    const extents e = {1, {CHUNK_ROWS}};
    c->window = memory_take(&f->allocator, ludo_contact_rows_bytes());
    if (c->window == NULL) {
        return ludo_h5_no_memory(f);
    }
    const hid_t type = ludo_field_record_type(&row, 0, true);
    ludo_status status = ludo_dataset_create_group(f, "contacts");
    if (status == LUDO_OK) {
        status = ludo_dataset_create(f, table, type, &e, true, &c->dataset);
    }
    h5_close(type);
    return status;
}

size_t ludo_contact_rows_bytes(void)
{
    return WINDOW_ROWS * row_bytes();
}

bool ludo_contact_rows_full(const contact_rows *c)
{
    return c->used == WINDOW_ROWS;
}

int64_t ludo_contact_rows_next(const contact_rows *c)
{
    return c->count + c->used;
}

void ludo_contact_rows_put(contact_rows *c, const ludo_contact *contact)
{
    (void)ludo_field_record_pack(&row, 0, contact, c->window + (size_t)c->used * row_bytes());
    c->used++;
}

/* Append rows to the file from row `first`; below zero if HDF5 fails. */
static hid_t select_rows(hid_t dataset, int64_t first, int32_t count)
{
    const hsize_t start = (hsize_t)first, rows = (hsize_t)count;
    const hid_t space = H5Dget_space(dataset);
    if (space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &rows, NULL) >= 0) {
        return space;
    }
    h5_close(space);
    return H5I_INVALID_HID;
}

static bool write_rows(const contact_rows *c)
{
    const hsize_t rows = (hsize_t)c->used, all = (hsize_t)(c->count + c->used);
    if (H5Dset_extent(c->dataset, &all) < 0) {
        return false;
    }
    const hid_t type = ludo_field_record_type(&row, 0, false),
                from = H5Screate_simple(1, &rows, NULL),
                to = select_rows(c->dataset, c->count, c->used);
    const bool written = type >= 0 && from >= 0 && to >= 0 &&
                         H5Dwrite(c->dataset, type, from, to, H5P_DEFAULT, c->window) >= 0;
    h5_close(to);
    h5_close(from);
    h5_close(type);
    return written && H5Dflush(c->dataset) >= 0;
}

ludo_status ludo_contact_rows_append(const h5_file *f, contact_rows *c)
{
    static const ludo_contact nothing = {.geom_a = -1, .geom_b = -1, .body_a = -1, .body_b = -1};
    while (c->used % CHUNK_ROWS != 0) {
        ludo_contact_rows_put(c, &nothing);
    }
    if (c->used > 0 && !write_rows(c)) {
        return ludo_h5_unwritten(f);
    }
    c->count += c->used;
    c->used = 0;
    return LUDO_OK;
}

/* ---- reading ---- */

ludo_status ludo_contact_rows_open(const h5_file *f, contact_rows *c)
{
    extents e = {.rank = 1};
    size_t width = 0;
    if (!ludo_h5_holds(f, table)) {
        return LUDO_OK;
    }
    const ludo_status status = ludo_dataset_open(f, table, &e, &c->dataset);
    if (status != LUDO_OK || e.of[0] == 0) {
        return status; /* the empty table of earlier versions has another row type */
    }
    const hid_t type = H5Dget_type(c->dataset);
    const bool fits = type >= 0 && ludo_field_record_fits(&row, type, &width);
    h5_close(type);
    c->count = (int64_t)e.of[0];
    return fits ? LUDO_OK : ludo_h5_unfit(f, table, "has another row type than contacts");
}

static bool read_rows(const contact_rows *c, int64_t first, int32_t count, char *packed)
{
    const hsize_t rows = (hsize_t)count;
    const hid_t type = ludo_field_record_type(&row, 0, false),
                to = H5Screate_simple(1, &rows, NULL), from = select_rows(c->dataset, first, count);
    const bool read = type >= 0 && from >= 0 && to >= 0 &&
                      H5Dread(c->dataset, type, to, from, H5P_DEFAULT, packed) >= 0;
    h5_close(from);
    h5_close(to);
    h5_close(type);
    return read;
}

ludo_status ludo_contact_rows_read(const h5_file *f, const contact_rows *c, int64_t first,
                                   int32_t count, ludo_contact *out)
{
    if (first < 0 || count < 0 || count > c->count || first > c->count - count) {
        return ludo_h5_unfit(f, table, "has fewer rows than a knot refers to");
    }
    char *packed = memory_take(&f->allocator, (size_t)count * row_bytes() + 1), *next = packed;
    if (packed == NULL) {
        return ludo_h5_no_memory(f);
    }
    const bool read = count == 0 || read_rows(c, first, count, packed);
    for (int32_t i = 0; i < count && read; i++) {
        next = ludo_field_record_unpack(&row, 0, next, &out[i]);
    }
    memory_give(&f->allocator, packed);
    return read ? LUDO_OK : ludo_h5_unread(f, table);
}
