/* SPDX-License-Identifier: Apache-2.0
 *
 * A JSON writer. Inside an object each value has a key; inside an array and at the top level the
 * key is NULL. Numbers have 17 digits; NaN and infinity become null. Errors remain in the stream:
 * check ferror() at the end.
 *
 * The compact form, for pages, has no blanks and line ends, the fewest digits that restore each
 * number, and no '<', which HTML might interpret. */
#ifndef LUDO_APP_TEXT_JSON_H
#define LUDO_APP_TEXT_JSON_H

#include "ludo/base.h"

#include <stdio.h>

enum { JSON_DEPTH = 8 };

/* The state of the writer. Initialize with {.file = file}. */
typedef struct json {
    FILE *file;
    bool compact;
    int depth;
    bool filled[JSON_DEPTH + 1]; /* per level: it has a value already */
    bool flat[JSON_DEPTH + 1];   /* per level: its values are in one line */
} json;

void ludo_json_open_object(json *j, const char *key);
void ludo_json_open_named(json *j, const char *name); /* an object of an array: {"name":name,... */
void ludo_json_close_object(json *j);
void ludo_json_open_array(json *j, const char *key);
void ludo_json_open_list(json *j, const char *key); /* an array in one line */
void ludo_json_close_array(json *j);

/* An array with a value for each number below `count`, which `write` writes. */
typedef void json_item(json *j, const void *of, int32_t number);
void ludo_json_array(json *j, const char *key, int32_t count, json_item *write, const void *of);

void ludo_json_null(json *j, const char *key);
void ludo_json_boolean(json *j, const char *key, bool value);
void ludo_json_number(json *j, const char *key, double value);
void ludo_json_integer(json *j, const char *key, int64_t value);

/* A count; a negative one is unknown and becomes null. */
void ludo_json_count(json *j, const char *key, int64_t value);

/* A text; NULL becomes null, invalid UTF-8 becomes U+FFFD. */
void ludo_json_text(json *j, const char *key, const char *text);

/* A value in JSON text; null if the text is not JSON or is nested deeper than 64 levels. */
void ludo_json_raw(json *j, const char *key, const char *value);

void ludo_json_numbers(json *j, const char *key, const double *values, int32_t count);
void ludo_json_vec3(json *j, const char *key, ludo_vec3 v);
void ludo_json_quat(json *j, const char *key, ludo_quat q);

#endif
