/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as attributes of an HDF5 group. */
#include "trajectory/attributes.h"

#include <stdio.h>

enum { LONGEST_NAME = 96 };

/* A packed copy of a field; the caller frees it, NULL without memory. */
static char *packed_field(const h5_file *f, const field *of, const char *from, size_t *width)
{
    const record one = {&(const field){of->name, of->kind, 0, of->count, of->record, of->late}, 1,
                        0};
    *width = ludo_field_record_longest(&one, from, 0);
    char *row = memory_take(&f->allocator, ludo_field_packed(of, *width));
    if (row != NULL) {
        (void)ludo_field_pack(of, *width, from, row);
    }
    return row;
}

static ludo_status write_attribute(const h5_file *f, const char *group, const field *of,
                                   const char *from)
{
    size_t width = 0;
    char *row = packed_field(f, of, from, &width);
    if (row == NULL) {
        return ludo_h5_no_memory(f);
    }
    const hid_t in_file = ludo_field_type(of, width, true);
    const hid_t memory = ludo_field_type(of, width, false), space = H5Screate(H5S_SCALAR);
    const bool clear = H5Aexists_by_name(f->id, group, of->name, H5P_DEFAULT) <= 0 ||
                       H5Adelete_by_name(f->id, group, of->name, H5P_DEFAULT) >= 0;
    const hid_t attribute = clear ? H5Acreate_by_name(f->id, group, of->name, in_file, space,
                                                      H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)
                                  : H5I_INVALID_HID;
    const bool written = attribute >= 0 && H5Awrite(attribute, memory, row) >= 0;
    const ludo_status status = written ? LUDO_OK : ludo_h5_unwritten(f);
    h5_close(attribute);
    h5_close(space);
    h5_close(memory);
    h5_close(in_file);
    memory_give(&f->allocator, row);
    return status;
}

ludo_status ludo_attributes_write(const h5_file *f, const char *group, const record *r,
                                  const void *from)
{
    ludo_status status = LUDO_OK;
    for (size_t i = 0; i < r->count && status == LUDO_OK; i++) {
        status = write_attribute(f, group, &r->field[i], (const char *)from + r->field[i].at);
    }
    return status;
}

/* Open an attribute that fits a field; *width grows to its texts. */
static ludo_status open_attribute(const h5_file *f, const char *group, const field *of, hid_t *out,
                                  size_t *width)
{
    *width = 0;
    *out = H5Aexists_by_name(f->id, group, of->name, H5P_DEFAULT) > 0
               ? H5Aopen_by_name(f->id, group, of->name, H5P_DEFAULT, H5P_DEFAULT)
               : H5I_INVALID_HID;
    const hid_t type = *out >= 0 ? H5Aget_type(*out) : H5I_INVALID_HID;
    const hid_t space = *out >= 0 ? H5Aget_space(*out) : H5I_INVALID_HID;
    const bool fits = type >= 0 && space >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
                      ludo_field_fits(of, type, width) && *width <= ludo_h5_length(f);
    h5_close(space);
    h5_close(type);
    if (fits) {
        return LUDO_OK;
    }
    h5_close(*out);
    *out = H5I_INVALID_HID;
    char name[LONGEST_NAME];
    (void)snprintf(name, sizeof name, "the attribute %s of %s", of->name, group);
    return ludo_h5_unfit(f, name, "is missing or has another type");
}

/* Whether files of earlier versions lack the field. */
static bool is_left_out(const h5_file *f, const char *group, const field *of)
{
    return of->late && H5Aexists_by_name(f->id, group, of->name, H5P_DEFAULT) == 0;
}

/* Bytes of the attribute in a row. */
static ludo_status measure_attribute(const h5_file *f, const char *group, const field *of,
                                     size_t *bytes)
{
    if (is_left_out(f, group, of)) {
        return LUDO_OK;
    }
    hid_t attribute = H5I_INVALID_HID;
    size_t width = 0;
    const ludo_status status = open_attribute(f, group, of, &attribute, &width);
    *bytes += ludo_field_packed(of, width);
    h5_close(attribute);
    return status;
}

/* Read an attribute into *row and unpack it to `to`. Advances *row. */
static ludo_status read_attribute(const h5_file *f, const char *group, const field *of, char **row,
                                  void *to)
{
    if (is_left_out(f, group, of)) {
        return LUDO_OK;
    }
    hid_t attribute = H5I_INVALID_HID;
    size_t width = 0;
    ludo_status status = open_attribute(f, group, of, &attribute, &width);
    if (status != LUDO_OK) {
        return status;
    }
    const hid_t type = ludo_field_type(of, width, false);
    if (type >= 0 && H5Aread(attribute, type, *row) >= 0) {
        *row = ludo_field_unpack(of, width, *row, to);
    } else {
        status = ludo_h5_unread(f, of->name);
    }
    h5_close(type);
    h5_close(attribute);
    return status;
}

ludo_status ludo_attributes_read(const h5_file *f, const char *group, const record *r, void *to,
                                 char **texts)
{
    size_t bytes = 0;
    ludo_status status = LUDO_OK;
    *texts = NULL;
    for (size_t i = 0; i < r->count && status == LUDO_OK; i++) {
        status = measure_attribute(f, group, &r->field[i], &bytes);
    }
    if (status == LUDO_OK) {
        *texts = memory_take(&f->allocator, bytes + 1);
        status = *texts != NULL ? LUDO_OK : ludo_h5_no_memory(f);
    }
    char *row = *texts;
    for (size_t i = 0; i < r->count && status == LUDO_OK; i++) {
        status = read_attribute(f, group, &r->field[i], &row, (char *)to + r->field[i].at);
    }
    return status;
}
