/* SPDX-License-Identifier: Apache-2.0
 *
 * Creating and writing datasets. */
#include "trajectory/dataset.h"

#include <string.h>

/* Growing datasets are not compressed: compression halves them but takes three times as long, see
 * docs/trajectory.md. */
enum { CHUNK_BYTES = 1 << 20, DEFLATE_LEVEL = 1 };

ludo_status ludo_group_create(const h5_file *f, const char *name)
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

ludo_status ludo_records_write(const h5_file *f, const char *name, const record *r, size_t width,
                               size_t rows, const void *packed)
{
    return write_rows(f, name, ludo_record_type(r, width, false), ludo_record_type(r, width, true),
                      rows, packed);
}

ludo_status ludo_fields_write(const h5_file *f, const char *name, const field *item, size_t width,
                              size_t rows, const void *packed)
{
    return write_rows(f, name, ludo_field_type(item, width, false),
                      ludo_field_type(item, width, true), rows, packed);
}

ludo_status ludo_texts_write(const h5_file *f, const char *name, const char *const *texts,
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
    const ludo_status status = ludo_fields_write(f, name, &text, width, count, packed);
    memory_give(&f->allocator, packed);
    return status;
}
