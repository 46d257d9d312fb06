/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing JSON to a stream, value by value. Inside an object every value has a key; inside an array
 * and at the top the key is NULL. Numbers have 17 digits; what is not finite becomes null. Errors
 * of the stream stay in the stream: ask ferror() at the end.
 *
 * For a page it is compact: without blanks and line ends, with as few digits as say a number, and
 * without any '<', which HTML might read. */
#ifndef LUDO_APP_DATA_JSON_H
#define LUDO_APP_DATA_JSON_H

#include "ludo/base.h"

#include <stdio.h>

enum { JSON_DEPTH = 8 };

/* Where a document stands. Begin with {.file = file}. */
typedef struct json {
    FILE *file;
    bool compact;
    int depth;
    bool filled[JSON_DEPTH + 1]; /* whether something stands before the next value of a level */
    bool flat[JSON_DEPTH + 1];   /* whether the values of a level stand in one line */
} json;

void ludo_json_open_object(json *j, const char *key);
void ludo_json_open_named(json *j, const char *name); /* an object of an array: {"name":name,... */
void ludo_json_close_object(json *j);
void ludo_json_open_array(json *j, const char *key);
void ludo_json_open_list(json *j, const char *key); /* an array in one line */
void ludo_json_close_array(json *j);

void ludo_json_null(json *j, const char *key);
void ludo_json_boolean(json *j, const char *key, bool value);
void ludo_json_number(json *j, const char *key, double value);
void ludo_json_integer(json *j, const char *key, int64_t value);

/* A count; one below 0 isn't known and becomes null. */
void ludo_json_count(json *j, const char *key, int64_t value);

/* A text; NULL becomes null, bytes that are no UTF-8 become U+FFFD. */
void ludo_json_text(json *j, const char *key, const char *text);

/* A value that is written as JSON already; null where it is not, or where it goes deeper than 64
 * levels. */
void ludo_json_written(json *j, const char *key, const char *value);

void ludo_json_numbers(json *j, const char *key, const double *values, int32_t count);
void ludo_json_vec3(json *j, const char *key, ludo_vec3 v);
void ludo_json_quat(json *j, const char *key, ludo_quat q);

#endif
