/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as rows of tables. A struct is said once, as a list of its fields; from that list come
 * the type of its row in a file, and both ways between the struct and the row.
 *
 * Rows are packed: all fields one after the other. All texts of a table have the same room in its
 * rows, as much as the longest needs: there is nothing in a file that a checksum doesn't cover, as
 * there is where HDF5 keeps texts of any length. */
#ifndef LUDO_TRAJECTORY_FIELD_H
#define LUDO_TRAJECTORY_FIELD_H

#include "ludo/base.h"

#include <hdf5.h>

typedef enum field_kind {
    FIELD_REAL,  /* double */
    FIELD_INT,   /* int32_t, an enum */
    FIELD_LONG,  /* int64_t */
    FIELD_FLAG,  /* bool */
    FIELD_TEXT,  /* const char *; NULL and "" are the same */
    FIELD_RECORD /* a struct of its own */
} field_kind;

struct record;

/* One field: a number of things of one kind, one after the other. */
typedef struct field {
    const char *name;
    field_kind kind;
    size_t at;    /* in the struct [bytes] */
    size_t count; /* of things */
    const struct record *record;
    bool late; /* an attribute that earlier files lack: what it is read to stays as it is */
} field;

/* A struct. */
typedef struct record {
    const field *field;
    size_t count; /* of fields */
    size_t size;  /* of the struct [bytes] */
} record;

#define FIELD_OF_(kind, type, member, thing, record, late)                                         \
    {                                                                                              \
#member, kind, offsetof(type, member), sizeof(((type *)0)->member) / (sizeof(thing)),      \
            record, late                                                                           \
    }
#define REAL(type, member) FIELD_OF_(FIELD_REAL, type, member, double, NULL, false)
#define INT(type, member) FIELD_OF_(FIELD_INT, type, member, int32_t, NULL, false)
#define LONG(type, member) FIELD_OF_(FIELD_LONG, type, member, int64_t, NULL, false)
#define FLAG(type, member) FIELD_OF_(FIELD_FLAG, type, member, bool, NULL, false)
#define TEXT(type, member) FIELD_OF_(FIELD_TEXT, type, member, const char *, NULL, false)
#define LATE_TEXT(type, member) FIELD_OF_(FIELD_TEXT, type, member, const char *, NULL, true)
#define RECORD(type, member, thing, record)                                                        \
    FIELD_OF_(FIELD_RECORD, type, member, thing, record, false)

/* The record of a struct whose fields are in an array. */
#define RECORD_OF(type, fields)                                                                    \
    {                                                                                              \
        fields, sizeof(fields) / sizeof *(fields), sizeof(type)                                    \
    }

/* Bytes of a field as it stands in its struct. */
size_t ludo_field_size(const field *f);

/* Bytes of a field and of all fields in a packed row, where texts of up to `width` characters have
 * room. */
size_t ludo_field_packed(const field *f, size_t width);
size_t ludo_record_packed(const record *r, size_t width);

/* Characters of the longest text of a struct, or `longest`. */
size_t ludo_record_longest(const record *r, const void *from, size_t longest);

/* From `from`, where the field or struct stands, to a packed row, and back. Return where the row
 * goes on. Texts that come back stand in the row, which has to stay; empty ones are NULL. */
char *ludo_field_pack(const field *f, size_t width, const void *from, char *row);
char *ludo_record_pack(const record *r, size_t width, const void *from, char *row);
char *ludo_field_unpack(const field *f, size_t width, char *row, void *to);
char *ludo_record_unpack(const record *r, size_t width, char *row, void *to);

/* The types of a field and of a struct: packed rows in memory, or the same on every machine in a
 * file. The caller's to close; below zero where HDF5 fails. */
hid_t ludo_field_type(const field *f, size_t width, bool in_file);
hid_t ludo_record_type(const record *r, size_t width, bool in_file);

/* Whether rows of a type of a file can be read as those of a field or struct: all is there, with
 * the same counts. More may be there. *width grows to the longest text. */
bool ludo_field_fits(const field *f, hid_t type, size_t *width);
bool ludo_record_fits(const record *r, hid_t type, size_t *width);

#endif
