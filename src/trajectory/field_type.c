/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as rows of tables: their types in HDF5. */
#include "trajectory/field.h"

#include "trajectory/h5.h"

/* Texts of files: as many characters as the longest has, at least one, then zeros. In memory there
 * is room for one more, which is zero. */
static hid_t text_type(size_t width, bool in_file)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const size_t size = !in_file ? width + 1 : width > 0 ? width : 1;
    if (type >= 0 && H5Tset_size(type, size) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
        H5Tset_strpad(type, in_file ? H5T_STR_NULLPAD : H5T_STR_NULLTERM) >= 0) {
        return type;
    }
    h5_close(type);
    return H5I_INVALID_HID;
}

/* The type of one thing. */
static hid_t thing_type(const field *f, size_t width, bool in_file)
{
    switch (f->kind) {
    case FIELD_REAL:
        return H5Tcopy(in_file ? H5T_IEEE_F64LE : H5T_NATIVE_DOUBLE);
    case FIELD_INT:
        return H5Tcopy(in_file ? H5T_STD_I32LE : H5T_NATIVE_INT32);
    case FIELD_LONG:
        return H5Tcopy(in_file ? H5T_STD_I64LE : H5T_NATIVE_INT64);
    case FIELD_FLAG:
        return H5Tcopy(in_file ? H5T_STD_U8LE : H5T_NATIVE_UINT8);
    case FIELD_TEXT:
        return text_type(width, in_file);
    case FIELD_RECORD:
        break;
    }
    return ludo_record_type(f->record, width, in_file);
}

hid_t ludo_field_type(const field *f, size_t width, bool in_file)
{
    const hid_t thing = thing_type(f, width, in_file);
    if (thing < 0 || f->count == 1) {
        return thing;
    }
    const hsize_t count = f->count;
    const hid_t type = H5Tarray_create2(thing, 1, &count);
    h5_close(thing);
    return type;
}

hid_t ludo_record_type(const record *r, size_t width, bool in_file)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, (size_t)1 << 31);
    size_t at = 0;
    bool made = type >= 0;
    for (size_t i = 0; i < r->count && made; i++) {
        const hid_t member = ludo_field_type(&r->field[i], width, in_file);
        made = member >= 0 && H5Tinsert(type, r->field[i].name, at, member) >= 0;
        at += made ? H5Tget_size(member) : 0;
        h5_close(member);
    }
    if (made && H5Tset_size(type, at) >= 0) {
        return type;
    }
    h5_close(type);
    return H5I_INVALID_HID;
}

/* ---- types of files ---- */

/* A type, or what its array is made of: `count` of them. Takes the type; the caller's to close. */
static hid_t element_type(hid_t type, size_t *count)
{
    hsize_t length = 1;
    *count = 1;
    if (type < 0 || H5Tget_class(type) != H5T_ARRAY) {
        return type;
    }
    const bool flat = H5Tget_array_ndims(type) == 1 && H5Tget_array_dims2(type, &length) >= 0;
    const hid_t element = flat ? H5Tget_super(type) : H5I_INVALID_HID;
    *count = (size_t)length;
    h5_close(type);
    return element;
}

static bool text_fits(hid_t type, size_t *width)
{
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) {
        return false;
    }
    const size_t size = H5Tget_size(type);
    *width = size > *width ? size : *width;
    return true;
}

/* Integers may have other sizes elsewhere; ours don't, and more would not fit. */
static bool thing_fits(const field *f, hid_t type, size_t *width)
{
    const H5T_class_t class = H5Tget_class(type);
    const size_t size = H5Tget_size(type);
    switch (f->kind) {
    case FIELD_REAL:
        return class == H5T_FLOAT && size <= sizeof(double);
    case FIELD_INT:
        return class == H5T_INTEGER && size <= sizeof(int32_t);
    case FIELD_LONG:
        return class == H5T_INTEGER && size <= sizeof(int64_t);
    case FIELD_FLAG:
        return class == H5T_INTEGER && size <= sizeof(int8_t);
    case FIELD_TEXT:
        return text_fits(type, width);
    case FIELD_RECORD:
        break;
    }
    return ludo_record_fits(f->record, type, width);
}

bool ludo_field_fits(const field *f, hid_t type, size_t *width)
{
    size_t count = 0;
    const hid_t element = element_type(H5Tcopy(type), &count);
    const bool fits = element >= 0 && count == f->count && thing_fits(f, element, width);
    h5_close(element);
    return fits;
}

bool ludo_record_fits(const record *r, hid_t type, size_t *width)
{
    if (H5Tget_class(type) != H5T_COMPOUND) {
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        const int member = H5Tget_member_index(type, r->field[i].name);
        if (member < 0) {
            return false;
        }
        const hid_t of = H5Tget_member_type(type, (unsigned)member);
        const bool fits = of >= 0 && ludo_field_fits(&r->field[i], of, width);
        h5_close(of);
        if (!fits) {
            return false;
        }
    }
    return true;
}
