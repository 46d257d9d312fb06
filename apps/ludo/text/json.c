/* SPDX-License-Identifier: Apache-2.0
 *
 * A JSON writer. Objects and arrays are indented; lists of plain values are in one line. */
#include "text/json.h"

#include "text/json_check.h"
#include "terminal/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

static void write_text(const json *j, const char *text)
{
    FILE *file = j->file;
    fputc('"', file);
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0';) {
        const int length = ludo_utf8_length((const char *)s);
        if (length == 0) {
            fputs("\\ufffd", file);
        } else if (*s == '"' || *s == '\\') {
            fprintf(file, "\\%c", *s);
        } else if (*s < 0x20 || *s == 0x7F || (*s == '<' && j->compact)) {
            fprintf(file, "\\u%04x", *s);
        } else {
            fwrite(s, 1, (size_t)length, file);
        }
        s += length > 0 ? length : 1;
    }
    fputc('"', file);
}

/* ---- structure ---- */

static void new_line(json *j)
{
    if (!j->compact) {
        fprintf(j->file, "\n%*s", 2 * j->depth, "");
    }
}

/* Write comma, line end and key before a value. */
static void begin_value(json *j, const char *key)
{
    const bool flat = j->flat[j->depth];
    if (j->filled[j->depth]) {
        fputs(flat && !j->compact ? ", " : ",", j->file);
    }
    if (j->depth > 0 && !flat) {
        new_line(j);
    }
    j->filled[j->depth] = true;
    if (key != NULL) {
        write_text(j, key);
        fputs(j->compact ? ":" : ": ", j->file);
    }
}

static void open_level(json *j, const char *key, char bracket, bool flat)
{
    begin_value(j, key);
    fputc(bracket, j->file);
    j->depth++;
    j->filled[j->depth] = false;
    j->flat[j->depth] = flat;
}

static void close_level(json *j, char bracket)
{
    const bool lines = j->filled[j->depth] && !j->flat[j->depth];
    j->depth--;
    if (lines) {
        new_line(j);
    }
    fputc(bracket, j->file);
    if (j->depth == 0 && !j->compact) {
        fputc('\n', j->file);
    }
}

void ludo_json_open_object(json *j, const char *key)
{
    open_level(j, key, '{', false);
}

void ludo_json_open_named(json *j, const char *name)
{
    ludo_json_open_object(j, NULL);
    ludo_json_text(j, "name", name);
}

void ludo_json_close_object(json *j)
{
    close_level(j, '}');
}

void ludo_json_open_array(json *j, const char *key)
{
    open_level(j, key, '[', false);
}

void ludo_json_open_list(json *j, const char *key)
{
    open_level(j, key, '[', true);
}

void ludo_json_close_array(json *j)
{
    close_level(j, ']');
}

void ludo_json_array(json *j, const char *key, int32_t count, json_item *write, const void *of)
{
    ludo_json_open_array(j, key);
    for (int32_t i = 0; i < count; i++) {
        write(j, of, i);
    }
    ludo_json_close_array(j);
}

/* ---- values ---- */

/* With 17 digits; in compact form with the fewest digits that restore the number. */
static void write_number(const json *j, double value)
{
    char text[32] = "null";
    for (int digits = j->compact ? 15 : 17; isfinite(value) && digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    fputs(text, j->file);
}

void ludo_json_null(json *j, const char *key)
{
    begin_value(j, key);
    fputs("null", j->file);
}

void ludo_json_boolean(json *j, const char *key, bool value)
{
    begin_value(j, key);
    fputs(value ? "true" : "false", j->file);
}

void ludo_json_number(json *j, const char *key, double value)
{
    begin_value(j, key);
    write_number(j, value);
}

void ludo_json_integer(json *j, const char *key, int64_t value)
{
    begin_value(j, key);
    fprintf(j->file, "%" PRId64, value);
}

void ludo_json_count(json *j, const char *key, int64_t value)
{
    if (value >= 0) {
        ludo_json_integer(j, key, value);
    } else {
        ludo_json_null(j, key);
    }
}

void ludo_json_text(json *j, const char *key, const char *text)
{
    if (text == NULL) {
        ludo_json_null(j, key);
        return;
    }
    begin_value(j, key);
    write_text(j, text);
}

/* Write JSON text without blanks outside of strings and with '<' escaped, which occurs only in
 * strings. */
static void write_compact(FILE *file, const char *value)
{
    bool in_text = false;
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '\\') {
            fputc(*c++, file);
        } else if (*c == '"') {
            in_text = !in_text;
        }
        if (*c == '<') {
            fputs("\\u003c", file);
        } else if (in_text || strchr(" \t\r\n", *c) == NULL) {
            fputc(*c, file);
        }
    }
}

void ludo_json_raw(json *j, const char *key, const char *value)
{
    if (!ludo_json_check(value)) {
        ludo_json_null(j, key);
        return;
    }
    begin_value(j, key);
    if (j->compact) {
        write_compact(j->file, value);
    } else {
        fputs(value, j->file);
    }
}

void ludo_json_numbers(json *j, const char *key, const double *values, int32_t count)
{
    ludo_json_open_list(j, key);
    for (int32_t i = 0; i < count; i++) {
        ludo_json_number(j, NULL, values[i]);
    }
    ludo_json_close_array(j);
}

void ludo_json_vec3(json *j, const char *key, ludo_vec3 v)
{
    ludo_json_numbers(j, key, (const double[]){v.x, v.y, v.z}, 3);
}

void ludo_json_quat(json *j, const char *key, ludo_quat q)
{
    ludo_json_numbers(j, key, (const double[]){q.w, q.x, q.y, q.z}, 4);
}
