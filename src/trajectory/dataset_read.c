/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening and reading datasets. Files may come from untrusted sources: their metadata are checked
 * before use, above all the sizes. */
#include "trajectory/dataset.h"

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
    const bool fits = type >= 0 && (r != NULL ? ludo_record_fits(r, type, &out->width)
                                              : ludo_field_fits(item, type, &out->width));
    out->rows = (size_t)e.of[0];
    if (!fits || e.of[0] > INT32_MAX) {
        status = ludo_h5_unfit(f, name, "has another row type than a trajectory");
    } else {
        const hid_t packed = r != NULL ? ludo_record_type(r, out->width, false)
                                       : ludo_field_type(item, out->width, false);
        status = read_rows(f, name, dataset, packed, out);
    }
    h5_close(type);
    h5_close(dataset);
    return status;
}

ludo_status ludo_records_read(const h5_file *f, const char *name, const record *r, packed_rows *out)
{
    return read_table(f, name, r, NULL, out);
}

ludo_status ludo_fields_read(const h5_file *f, const char *name, const field *item,
                             packed_rows *out)
{
    return read_table(f, name, NULL, item, out);
}
