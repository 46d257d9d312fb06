/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating, writing, opening and reading datasets. Files may come from untrusted sources: their
 * metadata are checked before use, above all the sizes. */
#include "trajectory/dataset.h"

#include <string.h>

/* Growing datasets are not compressed: compression halves them but takes three times as long, see
 * docs/trajectory.md. */
enum { CHUNK_BYTES = 1 << 20, DEFLATE_LEVEL = 1 };

ludo_status ludo_dataset_create_group(const h5_file *f, const char *name)
{
    const hid_t how = H5Pcreate(H5P_GROUP_CREATE);
    const bool timeless = how >= 0 && H5Pset_obj_track_times(how, false) >= 0;
    const hid_t group =
        timeless ? H5Gcreate2(f->id, name, H5P_DEFAULT, how, H5P_DEFAULT) : H5I_INVALID_HID;
    const ludo_status status = group >= 0 ? LUDO_OK : ludo_h5_unwritten(f);
    h5_close(group);
    h5_close(how);
    return status;
}

/* Chunks of whole rows. A dataset without rows or columns gets chunks as if it had one. */
static hid_t creation(hid_t type, const extents *e, bool grows)
{
    hsize_t chunk[DATASET_RANK], row = H5Tget_size(type);
    for (int i = 1; i < e->rank; i++) {
        chunk[i] = e->of[i] > 0 ? e->of[i] : 1;
        row *= chunk[i];
    }
    const hsize_t fit = row < CHUNK_BYTES ? CHUNK_BYTES / row : 1;
    chunk[0] = grows || e->of[0] < fit ? e->of[0] : fit;
    chunk[0] = chunk[0] > 0 ? chunk[0] : 1;
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    if (how >= 0 && H5Pset_obj_track_times(how, false) >= 0 &&
        H5Pset_chunk(how, e->rank, chunk) >= 0 &&
        (grows || (H5Pset_shuffle(how) >= 0 && H5Pset_deflate(how, DEFLATE_LEVEL) >= 0)) &&
        H5Pset_fletcher32(how) >= 0) {
        return how;
    }
    h5_close(how);
    return H5I_INVALID_HID;
}

static hid_t space_of(const extents *e, bool grows)
{
    hsize_t now[DATASET_RANK], most[DATASET_RANK];
    for (int i = 0; i < e->rank; i++) {
        now[i] = e->of[i];
        most[i] = e->of[i] > 0 ? e->of[i] : 1;
    }
    if (grows) {
        now[0] = 0;
        most[0] = H5S_UNLIMITED;
    }
    return H5Screate_simple(e->rank, now, most);
}

ludo_status ludo_dataset_create(const h5_file *f, const char *name, hid_t type, const extents *e,
                                bool grows, hid_t *out)
{
    const hid_t how = creation(type, e, grows), space = space_of(e, grows);
    *out = how >= 0 && space >= 0
               ? H5Dcreate2(f->id, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT)
               : H5I_INVALID_HID;
    const ludo_status status = *out >= 0 ? LUDO_OK : ludo_h5_unwritten(f);
    h5_close(space);
    h5_close(how);
    return status;
}

/* Write a dataset as a whole. Closes both types. */
static ludo_status write_rows(const h5_file *f, const char *name, hid_t memory, hid_t in_file,
                              size_t rows, const void *packed)
{
    const extents e = {1, {rows}};
    hid_t dataset = H5I_INVALID_HID;
    ludo_status status = memory >= 0 && in_file >= 0
                             ? ludo_dataset_create(f, name, in_file, &e, false, &dataset)
                             : ludo_h5_unwritten(f);
    if (status == LUDO_OK && rows > 0 &&
        H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed) < 0) {
        status = ludo_h5_unwritten(f);
    }
    if (H5Dclose(dataset) < 0 && status == LUDO_OK) {
        status = ludo_h5_unwritten(f);
    }
    h5_close(memory);
    h5_close(in_file);
    return status;
}

ludo_status ludo_dataset_write_records(const h5_file *f, const char *name, const record *r,
                                       size_t width, size_t rows, const void *packed)
{
    return write_rows(f, name, ludo_field_record_type(r, width, false),
                      ludo_field_record_type(r, width, true), rows, packed);
}

ludo_status ludo_dataset_write_fields(const h5_file *f, const char *name, const field *item,
                                      size_t width, size_t rows, const void *packed)
{
    return write_rows(f, name, ludo_field_type(item, width, false),
                      ludo_field_type(item, width, true), rows, packed);
}

ludo_status ludo_dataset_write_texts(const h5_file *f, const char *name, const char *const *texts,
                                     size_t count)
{
    static const field text = {.kind = FIELD_TEXT, .count = 1};
    size_t width = 1;
    for (size_t i = 0; i < count; i++) {
        width = strlen(texts[i]) > width ? strlen(texts[i]) : width;
    }
    const size_t size = ludo_field_packed(&text, width);
    char *packed = count < SIZE_MAX / size ? memory_take(&f->allocator, count * size + 1) : NULL;
    if (packed == NULL) {
        return ludo_h5_no_memory(f);
    }
    char *row = packed;
    for (size_t i = 0; i < count; i++) {
        row = ludo_field_pack(&text, width, &texts[i], row);
    }
    const ludo_status status = ludo_dataset_write_fields(f, name, &text, width, count, packed);
    memory_give(&f->allocator, packed);
    return status;
}

/* ---- reading ---- */

/* Maximum compression ratio of deflate. */
enum { DEFLATE_MOST = 1032 };

/* Whether HDF5 finds the contents in the file itself: no external file, no loadable filter. */
static bool is_plain(hid_t dataset)
{
    const hid_t how = H5Dget_create_plist(dataset);
    bool plain = how >= 0 && H5Pget_layout(how) >= 0 && H5Pget_layout(how) != H5D_VIRTUAL &&
                 H5Pget_external_count(how) == 0;
    const int filters = plain ? H5Pget_nfilters(how) : 0;
    for (int i = 0; i < filters && plain; i++) {
        size_t values = 0;
        unsigned flags = 0;
        const H5Z_filter_t filter =
            H5Pget_filter2(how, (unsigned)i, &flags, &values, NULL, 0, NULL, NULL);
        plain = filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE ||
                filter == H5Z_FILTER_FLETCHER32;
    }
    h5_close(how);
    return plain;
}

/* The extents; the rank must match. */
static bool read_extents(hid_t dataset, extents *e)
{
    const hid_t space = H5Dget_space(dataset);
    const bool fits = space >= 0 && H5Sget_simple_extent_type(space) == H5S_SIMPLE &&
                      H5Sget_simple_extent_ndims(space) == e->rank &&
                      H5Sget_simple_extent_dims(space, e->of, NULL) >= 0;
    h5_close(space);
    return fits;
}

/* Whether the stored size fits into the file, and is plausible for the extents. */
static bool is_stored(const h5_file *f, hid_t dataset, const extents *e)
{
    const hid_t type = H5Dget_type(dataset);
    const hsize_t element = H5Tget_size(type), stored = H5Dget_storage_size(dataset);
    hsize_t most = element > 0 && stored <= ludo_h5_length(f) ? stored * DEFLATE_MOST / element : 0;
    bool empty = false;
    for (int i = 0; i < e->rank; i++) {
        empty = empty || e->of[i] == 0;
        most = e->of[i] > 0 ? most / e->of[i] : most;
    }
    h5_close(type);
    return empty || most > 0;
}

ludo_status ludo_dataset_open(const h5_file *f, const char *name, extents *e, hid_t *out)
{
    *out = H5I_INVALID_HID;
    if (!ludo_h5_holds(f, name)) {
        return ludo_h5_unfit(f, name, "is missing");
    }
    const hid_t dataset = H5Dopen2(f->id, name, H5P_DEFAULT);
    if (dataset < 0) {
        return ludo_h5_unread(f, name);
    }
    if (is_plain(dataset) && read_extents(dataset, e) && is_stored(f, dataset, e)) {
        *out = dataset;
        return LUDO_OK;
    }
    h5_close(dataset);
    return ludo_h5_unfit(f, name, "has another storage layout than a trajectory, or is incomplete");
}

bool ludo_dataset_has_field(const h5_file *f, const char *name, const char *column)
{
    const hid_t dataset =
        ludo_h5_holds(f, name) ? H5Dopen2(f->id, name, H5P_DEFAULT) : H5I_INVALID_HID;
    const hid_t type = dataset >= 0 ? H5Dget_type(dataset) : H5I_INVALID_HID;
    const bool has =
        type >= 0 && H5Tget_class(type) == H5T_COMPOUND && H5Tget_member_index(type, column) >= 0;
    h5_close(type);
    h5_close(dataset);
    return has;
}

/* Read all rows into new memory. Closes the type. */
static ludo_status read_rows(const h5_file *f, const char *name, hid_t dataset, hid_t type,
                             packed_rows *out)
{
    const size_t size = type >= 0 ? H5Tget_size(type) : 0;
    out->bytes = size == 0 || out->rows < SIZE_MAX / size
                     ? memory_take(&f->allocator, out->rows * size + 1)
                     : NULL;
    ludo_status status = out->bytes != NULL ? LUDO_OK : ludo_h5_no_memory(f);
    if (status == LUDO_OK && out->rows > 0 &&
        H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out->bytes) < 0) {
        status = ludo_h5_unread(f, name);
    }
    h5_close(type);
    return status;
}

/* Open rows and check their type. One of `r` and `item` is NULL. */
static ludo_status read_table(const h5_file *f, const char *name, const record *r,
                              const field *item, packed_rows *out)
{
    extents e = {.rank = 1};
    hid_t dataset = H5I_INVALID_HID;
    *out = (packed_rows){NULL, 0, 0};
    ludo_status status = ludo_dataset_open(f, name, &e, &dataset);
    if (status != LUDO_OK) {
        return status;
    }
    const hid_t type = H5Dget_type(dataset);
    const bool fits = type >= 0 && (r != NULL ? ludo_field_record_fits(r, type, &out->width)
                                              : ludo_field_fits(item, type, &out->width));
    out->rows = (size_t)e.of[0];
    if (!fits || e.of[0] > INT32_MAX) {
        status = ludo_h5_unfit(f, name, "has another row type than a trajectory");
    } else {
        const hid_t packed = r != NULL ? ludo_field_record_type(r, out->width, false)
                                       : ludo_field_type(item, out->width, false);
        status = read_rows(f, name, dataset, packed, out);
    }
    h5_close(type);
    h5_close(dataset);
    return status;
}

ludo_status ludo_dataset_read_records(const h5_file *f, const char *name, const record *r,
                                      packed_rows *out)
{
    return read_table(f, name, r, NULL, out);
}

ludo_status ludo_dataset_read_fields(const h5_file *f, const char *name, const field *item,
                                     packed_rows *out)
{
    return read_table(f, name, NULL, item, out);
}
