/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as rows of tables: one table of field kinds with the operations of each. */
#include "trajectory/field.h"

#include "trajectory/h5.h"

#include <string.h>

_Static_assert(sizeof(ludo_vec3) == 3 * sizeof(double) && sizeof(ludo_quat) == 4 * sizeof(double),
               "vectors and quaternions are read as numbers one after the other");

/* Operations on one of the `count` elements of a field. */
typedef struct kind_operations {
    size_t (*size)(const field *f);                 /* bytes in the struct */
    size_t (*packed)(const field *f, size_t width); /* bytes in a packed row */
    size_t (*longest)(const field *f, const void *from, size_t longest);
    void (*pack)(const field *f, size_t width, const void *from, char *row);
    void (*unpack)(const field *f, size_t width, char *row, void *to);
    hid_t (*type)(const field *f, size_t width, bool in_file);
    bool (*fits)(const field *f, hid_t type, size_t *width);
} kind_operations;

/* ---- numbers and flags ---- */

typedef struct number_kind {
    size_t size;
    H5T_class_t class;
} number_kind;

static const number_kind numbers[] = {[FIELD_REAL] = {sizeof(double), H5T_FLOAT},
                                      [FIELD_INT] = {sizeof(int32_t), H5T_INTEGER},
                                      [FIELD_LONG] = {sizeof(int64_t), H5T_INTEGER},
                                      [FIELD_FLAG] = {sizeof(bool), H5T_INTEGER}};

_Static_assert(sizeof(bool) == 1, "flags are packed as bytes");

static size_t number_size(const field *f)
{
    return numbers[f->kind].size;
}

static size_t number_packed(const field *f, size_t width)
{
    (void)width;
    return numbers[f->kind].size;
}

static size_t number_longest(const field *f, const void *from, size_t longest)
{
    (void)f;
    (void)from;
    return longest;
}

static void number_pack(const field *f, size_t width, const void *from, char *row)
{
    (void)width;
    memcpy(row, from, number_size(f));
}

static void number_unpack(const field *f, size_t width, char *row, void *to)
{
    (void)width;
    memcpy(to, row, number_size(f));
}

/* A byte of a file other than 0 is true. */
static void flag_unpack(const field *f, size_t width, char *row, void *to)
{
    (void)f;
    (void)width;
    *(bool *)to = *row != 0;
}

/* The types of HDF5 are known at run time only. */
#define NUMBER_TYPE(name, native, stored)                                                          \
    static hid_t name(const field *f, size_t width, bool in_file)                                  \
    {                                                                                              \
        (void)f;                                                                                   \
        (void)width;                                                                               \
        return H5Tcopy(in_file ? (stored) : (native));                                             \
    }
NUMBER_TYPE(real_type, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE)
NUMBER_TYPE(int_type, H5T_NATIVE_INT32, H5T_STD_I32LE)
NUMBER_TYPE(long_type, H5T_NATIVE_INT64, H5T_STD_I64LE)
NUMBER_TYPE(flag_type, H5T_NATIVE_UINT8, H5T_STD_U8LE)

/* Files of other programs may have smaller numbers; larger ones would not fit. */
static bool number_fits(const field *f, hid_t type, size_t *width)
{
    (void)width;
    return H5Tget_class(type) == numbers[f->kind].class && H5Tget_size(type) <= number_size(f);
}

/* ---- texts ---- */

static const char *text_at(const void *from)
{
    const char *text = NULL;
    memcpy(&text, from, sizeof text);
    return text != NULL ? text : "";
}

static size_t text_size(const field *f)
{
    (void)f;
    return sizeof(char *);
}

/* Terminated. */
static size_t text_packed(const field *f, size_t width)
{
    (void)f;
    return width + 1;
}

static size_t text_longest(const field *f, const void *from, size_t longest)
{
    (void)f;
    const size_t length = strlen(text_at(from));
    return length > longest ? length : longest;
}

/* Writes all of the width + 1 characters. */
static void text_pack(const field *f, size_t width, const void *from, char *row)
{
    (void)f;
    const char *text = text_at(from);
    const size_t length = strlen(text);
    memset(row, 0, width + 1);
    memcpy(row, text, length < width ? length : width);
}

static void text_unpack(const field *f, size_t width, char *row, void *to)
{
    (void)f;
    row[width] = '\0';
    const char *text = row[0] != '\0' ? row : NULL;
    memcpy(to, &text, sizeof text);
}

/* Texts of files have the length of the longest one, at least one, padded by zeros. In memory they
 * are one longer and terminated. */
static hid_t text_type(const field *f, size_t width, bool in_file)
{
    (void)f;
    const hid_t type = H5Tcopy(H5T_C_S1);
    const size_t size = !in_file ? width + 1 : width > 0 ? width : 1;
    if (type >= 0 && H5Tset_size(type, size) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
        H5Tset_strpad(type, in_file ? H5T_STR_NULLPAD : H5T_STR_NULLTERM) >= 0) {
        return type;
    }
    h5_close(type);
    return H5I_INVALID_HID;
}

static bool text_fits(const field *f, hid_t type, size_t *width)
{
    (void)f;
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) {
        return false;
    }
    const size_t size = H5Tget_size(type);
    *width = size > *width ? size : *width;
    return true;
}

/* ---- records ---- */

static size_t record_size(const field *f)
{
    return f->record->size;
}

static size_t record_packed(const field *f, size_t width)
{
    return ludo_field_record_packed(f->record, width);
}

static size_t record_longest(const field *f, const void *from, size_t longest)
{
    return ludo_field_record_longest(f->record, from, longest);
}

static void record_pack(const field *f, size_t width, const void *from, char *row)
{
    (void)ludo_field_record_pack(f->record, width, from, row);
}

static void record_unpack(const field *f, size_t width, char *row, void *to)
{
    (void)ludo_field_record_unpack(f->record, width, row, to);
}

static hid_t record_type(const field *f, size_t width, bool in_file)
{
    return ludo_field_record_type(f->record, width, in_file);
}

static bool record_fits(const field *f, hid_t type, size_t *width)
{
    return ludo_field_record_fits(f->record, type, width);
}

/* ---- kinds ---- */

#define NUMBER(type, unpack)                                                                       \
    {                                                                                              \
        number_size, number_packed, number_longest, number_pack, unpack, type, number_fits         \
    }
static const kind_operations kinds[] = {
    [FIELD_REAL] = NUMBER(real_type, number_unpack),
    [FIELD_INT] = NUMBER(int_type, number_unpack),
    [FIELD_LONG] = NUMBER(long_type, number_unpack),
    [FIELD_FLAG] = NUMBER(flag_type, flag_unpack),
    [FIELD_TEXT] = {text_size, text_packed, text_longest, text_pack, text_unpack, text_type,
                    text_fits},
    [FIELD_RECORD] = {record_size, record_packed, record_longest, record_pack, record_unpack,
                      record_type, record_fits},
};

/* ---- sizes ---- */

size_t ludo_field_size(const field *f)
{
    return f->count * kinds[f->kind].size(f);
}

size_t ludo_field_packed(const field *f, size_t width)
{
    return f->count * kinds[f->kind].packed(f, width);
}

size_t ludo_field_record_packed(const record *r, size_t width)
{
    size_t size = 0;
    for (size_t i = 0; i < r->count; i++) {
        size += ludo_field_packed(&r->field[i], width);
    }
    return size;
}

size_t ludo_field_record_longest(const record *r, const void *from, size_t longest)
{
    for (size_t i = 0; i < r->count; i++) {
        const field *f = &r->field[i];
        const kind_operations *kind = &kinds[f->kind];
        for (size_t j = 0; j < f->count; j++) {
            longest = kind->longest(f, (const char *)from + f->at + j * kind->size(f), longest);
        }
    }
    return longest;
}

/* ---- packing ---- */

char *ludo_field_pack(const field *f, size_t width, const void *from, char *row)
{
    const kind_operations *kind = &kinds[f->kind];
    for (size_t i = 0; i < f->count; i++) {
        kind->pack(f, width, (const char *)from + i * kind->size(f), row);
        row += kind->packed(f, width);
    }
    return row;
}

char *ludo_field_record_pack(const record *r, size_t width, const void *from, char *row)
{
    for (size_t i = 0; i < r->count; i++) {
        row = ludo_field_pack(&r->field[i], width, (const char *)from + r->field[i].at, row);
    }
    return row;
}

char *ludo_field_unpack(const field *f, size_t width, char *row, void *to)
{
    const kind_operations *kind = &kinds[f->kind];
    for (size_t i = 0; i < f->count; i++) {
        kind->unpack(f, width, row, (char *)to + i * kind->size(f));
        row += kind->packed(f, width);
    }
    return row;
}

char *ludo_field_record_unpack(const record *r, size_t width, char *row, void *to)
{
    for (size_t i = 0; i < r->count; i++) {
        row = ludo_field_unpack(&r->field[i], width, row, (char *)to + r->field[i].at);
    }
    return row;
}

/* ---- types ---- */

hid_t ludo_field_type(const field *f, size_t width, bool in_file)
{
    const hid_t element = kinds[f->kind].type(f, width, in_file);
    if (element < 0 || f->count == 1) {
        return element;
    }
    const hsize_t count = f->count;
    const hid_t type = H5Tarray_create2(element, 1, &count);
    h5_close(element);
    return type;
}

hid_t ludo_field_record_type(const record *r, size_t width, bool in_file)
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

/* The element type of an array type and its length; any other type is its own element. Closes
 * `type`; the caller closes the result. */
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

bool ludo_field_fits(const field *f, hid_t type, size_t *width)
{
    size_t count = 0;
    const hid_t element = element_type(H5Tcopy(type), &count);
    const bool fits = element >= 0 && count == f->count && kinds[f->kind].fits(f, element, width);
    h5_close(element);
    return fits;
}

bool ludo_field_record_fits(const record *r, hid_t type, size_t *width)
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
