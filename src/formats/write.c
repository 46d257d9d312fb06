/* SPDX-License-Identifier: Apache-2.0
 *
 * XML output: a growing text, elements with their attributes, references to files. */
#include "formats/write.h"

#include "core/diagnostic.h"
#include "formats/files/paths.h"
#include "formats/text/number.h"
#include "math/vec3.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ludo_write_release(writer *w)
{
    void **made = w->made.items;
    for (int32_t i = 0; i < w->made.count; i++) {
        memory_give(&w->allocator, made[i]);
    }
    memory_give(&w->allocator, w->made.items);
    memory_give(&w->allocator, w->remarks.items);
    ludo_name_table_release(&w->names, &w->allocator);
    memory_give(&w->allocator, w->text);
}

void ludo_write_fail(writer *w, ludo_status status, ludo_place place, const char *format, ...)
{
    if (w->status != LUDO_OK) {
        return;
    }
    char message[sizeof w->why->message];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    ludo_diagnose(w->why, place, "%s", message);
    w->status = status;
}

void ludo_write_run_out(writer *w)
{
    ludo_write_fail(w, LUDO_NO_MEMORY, (ludo_place){w->path, 0, 0}, "%s",
                    ludo_status_text(LUDO_NO_MEMORY));
}

void *ludo_write_take(writer *w, size_t count, size_t size)
{
    const size_t bytes = size > 0 && count <= SIZE_MAX / size ? count * size : SIZE_MAX;
    void *memory = w->status == LUDO_OK ? memory_take(&w->allocator, bytes > 0 ? bytes : 1) : NULL;
    void **slot = memory != NULL ? ludo_growing_add(&w->made, sizeof *slot, &w->allocator) : NULL;
    if (slot == NULL) {
        memory_give(&w->allocator, memory);
        ludo_write_run_out(w);
        return NULL;
    }
    *slot = memory;
    return memset(memory, 0, bytes);
}

/* ---- text ---- */

/* Reserve `more` bytes; false, and a failure, without memory. */
static bool reserve(writer *w, size_t length)
{
    enum { FIRST = 4096 };
    if (w->status != LUDO_OK) {
        return false;
    }
    if (length <= w->capacity - w->length) {
        return true;
    }
    if (length > SIZE_MAX / 4 || w->capacity > SIZE_MAX / 4) {
        ludo_write_run_out(w);
        return false;
    }
    const size_t capacity = 2 * (w->capacity > length ? w->capacity : length + FIRST);
    char *text = memory_take(&w->allocator, capacity);
    if (text == NULL) {
        ludo_write_run_out(w);
        return false;
    }
    if (w->length > 0) {
        memcpy(text, w->text, w->length);
    }
    memory_give(&w->allocator, w->text);
    w->text = text;
    w->capacity = capacity;
    return true;
}

static void put_bytes(writer *w, const char *bytes, size_t length)
{
    if (length > 0 && reserve(w, length)) {
        memcpy(w->text + w->length, bytes, length);
        w->length += length;
    }
}

static void put(writer *w, const char *text)
{
    put_bytes(w, text, strlen(text));
}

/* ---- elements ---- */

/* Start a line. Indentation is capped: deep trees would be mostly blanks. */
static void indent(writer *w)
{
    enum { MOST = 32 };
    static const char blanks[2 * MOST + 1] =
        "                                                                ";
    put_bytes(w, blanks, 2 * (size_t)(w->depth < MOST ? w->depth : MOST));
}

static void end_tag(writer *w)
{
    if (w->in_tag) {
        put(w, ">\n");
        w->in_tag = false;
    }
}

void ludo_write_open(writer *w, const char *element)
{
    end_tag(w);
    indent(w);
    put(w, "<");
    put(w, element);
    w->in_tag = true;
    w->depth++;
}

void ludo_write_close(writer *w, const char *element)
{
    w->depth--;
    if (w->in_tag) {
        put(w, "/>\n");
        w->in_tag = false;
        return;
    }
    indent(w);
    put(w, "</");
    put(w, element);
    put(w, ">\n");
}

void ludo_write_content(writer *w, const char *element, const char *text)
{
    end_tag(w);
    indent(w);
    put(w, ludo_write_say(w, "<%s>%s</%s>\n", element, text, element));
}

/* ---- attributes ---- */

/* Bytes of the XML character that starts here; 0 if it is invalid: truncated or overlong UTF-8, a
 * surrogate, a control character. */
static size_t character_length(const unsigned char *s)
{
    if (s[0] < 0x80) {
        return s[0] >= 0x20 || s[0] == '\t' || s[0] == '\n' || s[0] == '\r' ? 1 : 0;
    }
    const size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = s[0] & (0x7FU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0U) != 0x80) {
            return 0;
        }
        code = code << 6 | (s[i] & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return s[0] >= 0xC2 && s[0] < 0xF8 && code >= least[length] && code <= 0x10FFFF && !surrogate &&
                   code != 0xFFFE && code != 0xFFFF
               ? length
               : 0;
}

/* The escape of a character in an attribute; NULL: none is needed. Line ends and tabs are escaped
 * as numbers, because XML readers turn them into blanks. */
static const char *escape(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        return NULL;
    }
}

static void begin_attribute(writer *w, const char *attribute)
{
    put(w, " ");
    put(w, attribute);
    put(w, "=\"");
}

void ludo_write_text(writer *w, const char *attribute, const char *value)
{
    if (value == NULL) {
        return;
    }
    begin_attribute(w, attribute);
    for (const char *c = value; *c != '\0' && w->status == LUDO_OK;) {
        const size_t length = character_length((const unsigned char *)c);
        const char *escaped = escape(*c);
        if (length == 0) {
            ludo_write_fail(w, LUDO_UNSUPPORTED, (ludo_place){w->path, 0, 0},
                            "%s '%.200s' contains a character that XML cannot represent: rename it",
                            attribute, value);
        } else if (escaped != NULL) {
            put(w, escaped);
        } else {
            put_bytes(w, c, length);
        }
        c += length;
    }
    put(w, "\"");
}

void ludo_write_numbers(writer *w, const char *attribute, const double *numbers, int32_t count)
{
    begin_attribute(w, attribute);
    for (int32_t i = 0; i < count; i++) {
        char text[NUMBER_ROOM] = "";
        if (isfinite(numbers[i])) {
            (void)ludo_number_write(text, numbers[i]);
        } else {
            ludo_write_fail(w, LUDO_BAD_MODEL, (ludo_place){w->path, 0, 0},
                            "a number of %s is not finite", attribute);
        }
        put(w, i > 0 ? " " : "");
        put(w, text);
    }
    put(w, "\"");
}

void ludo_write_number(writer *w, const char *attribute, double number)
{
    ludo_write_numbers(w, attribute, &number, 1);
}

void ludo_write_vector(writer *w, const char *attribute, ludo_vec3 v)
{
    ludo_write_numbers(w, attribute, (double[]){v.x, v.y, v.z}, 3);
}

void ludo_write_integers(writer *w, const char *attribute, const int32_t *numbers, int32_t count)
{
    begin_attribute(w, attribute);
    for (int32_t i = 0; i < count; i++) {
        char text[NUMBER_ROOM];
        (void)snprintf(text, sizeof text, "%s%d", i > 0 ? " " : "", (int)numbers[i]);
        put(w, text);
    }
    put(w, "\"");
}

void ludo_write_number_unless(writer *w, const char *attribute, double number, double usual)
{
    if (number != usual) {
        ludo_write_number(w, attribute, number);
    }
}

void ludo_write_vector_unless_zero(writer *w, const char *attribute, ludo_vec3 v)
{
    if (v3_max(v) != 0.0) { /* also if it is not finite, which is a failure */
        ludo_write_vector(w, attribute, v);
    }
}

void ludo_write_scale(writer *w, ludo_vec3 scale)
{
    if (v3_max(scale) > 0.0 && (scale.x != 1.0 || scale.y != 1.0 || scale.z != 1.0)) {
        ludo_write_vector(w, "scale", scale);
    }
}

void ludo_write_option(writer *w, bool with_medium)
{
    ludo_write_open(w, "option");
    ludo_write_number(w, "timestep", ludo_spec_timestep(w->spec));
    ludo_vec3 gravity = {0.0, 0.0, 0.0};
    (void)ludo_spec_gravity(w->spec, &gravity);
    ludo_write_vector(w, "gravity", gravity);
    ludo_medium medium = ludo_medium_default();
    (void)ludo_spec_medium(w->spec, &medium);
    if (with_medium) {
        ludo_write_number_unless(w, "density", medium.density, 0.0);
        ludo_write_number_unless(w, "viscosity", medium.viscosity, 0.0);
        ludo_write_vector_unless_zero(w, "wind", medium.wind);
    }
    ludo_write_close(w, "option");
}

/* ---- references ---- */

/* Length of the common parent folders of two resolved paths. */
static size_t common_folders(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0; a[i] == b[i] && a[i] != '\0'; i++) {
        common = a[i] == '/' ? i + 1 : common;
    }
    return common;
}

write_reference ludo_write_reference(writer *w, const char *file)
{
    pathname from, to;
    pathname folder = ludo_path_folder(w->path);
    if (*file == '\0' || !ludo_path_resolve(&from, folder.text) ||
        !ludo_path_join(&from, from.text, "") || !ludo_path_resolve(&to, file)) {
        return (write_reference){file, false};
    }
    const size_t common = common_folders(from.text, to.text);
    const char *reference = to.text + common;
    for (const char *c = from.text + common; *c != '\0'; c++) {
        reference = *c == '/' ? ludo_write_say(w, "../%s", reference) : reference;
    }
    return (write_reference){ludo_write_say(w, "%s", reference), from.text[common] == '\0'};
}
