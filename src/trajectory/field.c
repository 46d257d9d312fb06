/* SPDX-License-Identifier: Apache-2.0
 *
 * Structs as rows of tables: sizes and both ways. */
#include "trajectory/field.h"

#include <string.h>

_Static_assert(sizeof(ludo_vec3) == 3 * sizeof(double) && sizeof(ludo_quat) == 4 * sizeof(double),
               "vectors and quaternions are read as numbers one after the other");

/* Bytes of one thing in a struct. */
static size_t thing_size(const field *f)
{
    static const size_t sizes[] = {[FIELD_REAL] = sizeof(double),  [FIELD_INT] = sizeof(int32_t),
                                   [FIELD_LONG] = sizeof(int64_t), [FIELD_FLAG] = sizeof(bool),
                                   [FIELD_TEXT] = sizeof(char *),  [FIELD_RECORD] = 0};
    return f->kind == FIELD_RECORD ? f->record->size : sizes[f->kind];
}

/* Bytes of one thing in a packed row; a text is terminated. */
static size_t thing_packed(const field *f, size_t width)
{
    return f->kind == FIELD_RECORD ? ludo_record_packed(f->record, width)
           : f->kind == FIELD_TEXT ? width + 1
           : f->kind == FIELD_FLAG ? 1
                                   : thing_size(f);
}

size_t ludo_field_size(const field *f)
{
    return f->count * thing_size(f);
}

size_t ludo_field_packed(const field *f, size_t width)
{
    return f->count * thing_packed(f, width);
}

size_t ludo_record_packed(const record *r, size_t width)
{
    size_t size = 0;
    for (size_t i = 0; i < r->count; i++) {
        size += ludo_field_packed(&r->field[i], width);
    }
    return size;
}

/* ---- texts ---- */

static const char *text_at(const void *from)
{
    const char *text = NULL;
    memcpy(&text, from, sizeof text);
    return text != NULL ? text : "";
}

static size_t field_longest(const field *f, const char *from, size_t longest)
{
    for (size_t i = 0; i < f->count; i++) {
        const char *thing = from + i * thing_size(f);
        if (f->kind == FIELD_RECORD) {
            longest = ludo_record_longest(f->record, thing, longest);
        } else if (f->kind == FIELD_TEXT && strlen(text_at(thing)) > longest) {
            longest = strlen(text_at(thing));
        }
    }
    return longest;
}

size_t ludo_record_longest(const record *r, const void *from, size_t longest)
{
    for (size_t i = 0; i < r->count; i++) {
        longest = field_longest(&r->field[i], (const char *)from + r->field[i].at, longest);
    }
    return longest;
}

/* ---- to the row ---- */

/* Into width + 1 characters, all of which are written. */
static void pack_text(size_t width, const void *from, char *row)
{
    const char *text = text_at(from);
    const size_t length = strlen(text);
    memset(row, 0, width + 1);
    memcpy(row, text, length < width ? length : width);
}

static char *pack_thing(const field *f, size_t width, const void *from, char *row)
{
    switch (f->kind) {
    case FIELD_RECORD:
        return ludo_record_pack(f->record, width, from, row);
    case FIELD_TEXT:
        pack_text(width, from, row);
        break;
    case FIELD_FLAG:
        *row = *(const bool *)from ? 1 : 0;
        break;
    default:
        memcpy(row, from, thing_size(f));
        break;
    }
    return row + thing_packed(f, width);
}

char *ludo_field_pack(const field *f, size_t width, const void *from, char *row)
{
    for (size_t i = 0; i < f->count; i++) {
        row = pack_thing(f, width, (const char *)from + i * thing_size(f), row);
    }
    return row;
}

char *ludo_record_pack(const record *r, size_t width, const void *from, char *row)
{
    for (size_t i = 0; i < r->count; i++) {
        row = ludo_field_pack(&r->field[i], width, (const char *)from + r->field[i].at, row);
    }
    return row;
}

/* ---- and back ---- */

static void unpack_text(size_t width, char *row, void *to)
{
    row[width] = '\0';
    const char *text = row[0] != '\0' ? row : NULL;
    memcpy(to, &text, sizeof text);
}

static char *unpack_thing(const field *f, size_t width, char *row, void *to)
{
    switch (f->kind) {
    case FIELD_RECORD:
        return ludo_record_unpack(f->record, width, row, to);
    case FIELD_TEXT:
        unpack_text(width, row, to);
        break;
    case FIELD_FLAG:
        *(bool *)to = *row != 0;
        break;
    default:
        memcpy(to, row, thing_size(f));
        break;
    }
    return row + thing_packed(f, width);
}

char *ludo_field_unpack(const field *f, size_t width, char *row, void *to)
{
    for (size_t i = 0; i < f->count; i++) {
        row = unpack_thing(f, width, row, (char *)to + i * thing_size(f));
    }
    return row;
}

char *ludo_record_unpack(const record *r, size_t width, char *row, void *to)
{
    for (size_t i = 0; i < r->count; i++) {
        row = ludo_field_unpack(&r->field[i], width, row, (char *)to + r->field[i].at);
    }
    return row;
}
