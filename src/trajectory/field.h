/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as rows of tables. A list of fields describes a struct; the list gives the type of its
 * row in a file, packing and unpacking.
 *
 * Rows are packed: fields follow each other without padding. All texts of a table have the length
 * of the longest one, because checksums of HDF5 do not cover texts of variable length. */
#ifndef LUDO_TRAJECTORY_FIELD_H
#define LUDO_TRAJECTORY_FIELD_H

#include "ludo/base.h"

#include <hdf5.h>

typedef enum field_kind {
    FIELD_REAL,  /* double */
    FIELD_INT,   /* int32_t, an enum */
    FIELD_LONG,  /* int64_t */
    FIELD_FLAG,  /* bool */
    FIELD_TEXT,  /* const char *; NULL equals "" */
    FIELD_RECORD /* a nested struct */
} field_kind;

struct record;

/* A field: `count` adjacent elements of one kind. */
typedef struct field {
    const char *name;
    field_kind kind;
    size_t at;    /* offset in the struct [bytes] */
    size_t count; /* of elements */
    const struct record *record;
    bool late; /* an attribute that earlier files lack: reading leaves the target unchanged */
} field;

/* The fields of a struct. */
typedef struct record {
    const field *field;
    size_t count; /* of fields */
    size_t size;  /* of the struct [bytes] */
} record;

#define FIELD_OF_(kind, type, member, element, record, late)                                       \
    {                                                                                              \
#member, kind, offsetof(type, member), sizeof(((type *)0)->member) / (sizeof(element)),    \
            record, late                                                                           \
    }
#define REAL(type, member) FIELD_OF_(FIELD_REAL, type, member, double, NULL, false)
#define INT(type, member) FIELD_OF_(FIELD_INT, type, member, int32_t, NULL, false)
#define LONG(type, member) FIELD_OF_(FIELD_LONG, type, member, int64_t, NULL, false)
#define FLAG(type, member) FIELD_OF_(FIELD_FLAG, type, member, bool, NULL, false)
#define TEXT(type, member) FIELD_OF_(FIELD_TEXT, type, member, const char *, NULL, false)
#define LATE_TEXT(type, member) FIELD_OF_(FIELD_TEXT, type, member, const char *, NULL, true)
#define RECORD(type, member, element, record)                                                      \
    FIELD_OF_(FIELD_RECORD, type, member, element, record, false)

/* The record of a struct whose fields are in an array. */
#define RECORD_OF(type, fields)                                                                    \
    {                                                                                              \
        fields, sizeof(fields) / sizeof *(fields), sizeof(type)                                    \
    }

/* Bytes of a field in its struct. */
size_t ludo_field_size(const field *f);

/* Bytes of a field, or of all fields, in a packed row with texts of up to `width` characters. */
size_t ludo_field_packed(const field *f, size_t width);
size_t ludo_field_record_packed(const record *r, size_t width);

/* The length of the longest text of a struct, at least `longest`. */
size_t ludo_field_record_longest(const record *r, const void *from, size_t longest);

/* Pack a field or struct into a row, and unpack it. Returns the end of its bytes in the row.
 * Unpacked texts point into the row, which must be kept; empty ones are NULL. */
char *ludo_field_pack(const field *f, size_t width, const void *from, char *row);
char *ludo_field_record_pack(const record *r, size_t width, const void *from, char *row);
char *ludo_field_unpack(const field *f, size_t width, char *row, void *to);
char *ludo_field_record_unpack(const record *r, size_t width, char *row, void *to);

/* The HDF5 type of a field or struct: native in memory, independent of the machine in a file. The
 * caller closes it; below zero if HDF5 fails. */
hid_t ludo_field_type(const field *f, size_t width, bool in_file);
hid_t ludo_field_record_type(const record *r, size_t width, bool in_file);

/* Whether rows of a file's type can be read as a field or struct: it has all fields with the same
 * counts, and possibly more. *width grows to the longest text. */
bool ludo_field_fits(const field *f, hid_t type, size_t *width);
bool ludo_field_record_fits(const record *r, hid_t type, size_t *width);

#endif
