/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers: problems, notes and warnings, attribute values, children. */
#include "formats/reader.h"

#include "core/diagnostic.h"
#include "formats/text/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message is the element's label, ": ", and the text. */
enum { LABEL_SIZE = 192, MESSAGE_SIZE = 320, TEXT_SIZE = LABEL_SIZE + MESSAGE_SIZE + 2 };

/* ---- problems and notes ---- */

/* Label of an element: its kind and name, or the name of the nearest named ancestor. */
static void label_element(const reader *r, int32_t element, char label[LABEL_SIZE])
{
    const char *kind = xml_at(r->doc, element)->name, *name = NULL;
    int32_t named = element;
    while (named > 0 && (name = ludo_xml_attribute(r->doc, named, "name")) == NULL) {
        named = xml_at(r->doc, named)->parent;
    }
    if (name == NULL) {
        (void)snprintf(label, LABEL_SIZE, "%.64s", kind);
    } else if (named == element) {
        (void)snprintf(label, LABEL_SIZE, "%.64s '%.64s'", kind, name);
    } else {
        (void)snprintf(label, LABEL_SIZE, "%.48s of %.48s '%.64s'", kind,
                       xml_at(r->doc, named)->name, name);
    }
}

#if defined(__GNUC__)
__attribute__((format(printf, 4, 0)))
#endif
static void
write_message(const reader *r, int32_t element, char text[TEXT_SIZE], const char *format,
              va_list arguments)
{
    char label[LABEL_SIZE], message[MESSAGE_SIZE];
    label_element(r, element, label);
    (void)vsnprintf(message, sizeof message, format, arguments);
    (void)snprintf(text, TEXT_SIZE, "%s: %s", label, message);
}

void ludo_reader_fail(reader *r, ludo_status status, int32_t element, const char *format, ...)
{
    if (r->status != LUDO_OK) {
        return;
    }
    r->status = status;
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    write_message(r, element, text, format, arguments);
    va_end(arguments);
    ludo_diagnose(r->why, xml_place(r->doc, element), "%s", text);
}

void ludo_reader_check(reader *r, int32_t element, ludo_status status)
{
    if (status != LUDO_OK) {
        ludo_reader_fail(r, status, element, "%s", ludo_status_text(status));
    }
}

void ludo_reader_note(reader *r, ludo_note_kind kind, int32_t element, const char *format, ...)
{
    if (r->status != LUDO_OK) {
        return;
    }
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    write_message(r, element, text, format, arguments);
    va_end(arguments);
    const ludo_place place = xml_place(r->doc, element);
    ludo_one_line(text);
    ludo_reader_check(r, element, ludo_spec_add_note(r->spec, kind, place, text));
}

/* ---- values ---- */

int32_t ludo_reader_find_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    int32_t place = 0;
    for (const char *p = words; *p != '\0'; place++) {
        const size_t n = strcspn(p, " ");
        if (n == length && memcmp(p, word, n) == 0) {
            return place;
        }
        p += n + (p[n] == ' ');
    }
    return -1;
}

const char *ludo_reader_text(reader *r, int32_t element, const char *name)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    if (text == NULL) {
        ludo_reader_fail(r, LUDO_PARSE, element, "the attribute '%s' is missing", name);
    }
    return text != NULL ? text : "";
}

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* The next of blank-separated numbers; NULL, and a failure, if the text is not a finite number. */
static const char *next_number(reader *r, int32_t element, const char *name, const char *p,
                               double *number)
{
    const char *end = ludo_number_read(p, number);
    const bool whole = end != NULL && (*end == '\0' || strchr(" \t\r\n", *end) != NULL);
    if (whole && !isinf(*number)) {
        return skip_blanks(end);
    }
    ludo_reader_fail(r, LUDO_PARSE, element, "attribute '%s': '%.40s' is %s", name, p,
                     whole ? "too large" : "not a number");
    return NULL;
}

int32_t ludo_reader_some(reader *r, int32_t element, const char *name, int32_t least, int32_t most,
                         double *out)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    if (text == NULL || r->status != LUDO_OK) {
        return 0;
    }
    double numbers[READER_MOST_NUMBERS], beyond;
    int32_t found = 0;
    const char *p = skip_blanks(text);
    for (; p != NULL && *p != '\0'; found++) {
        p = next_number(r, element, name, p, found < most ? &numbers[found] : &beyond);
    }
    if (p == NULL) {
        return 0;
    }
    if (found < least || found > most) {
        ludo_reader_fail(r, LUDO_PARSE, element, "attribute '%s' has %d numbers; it needs %d%s",
                         name, (int)found, (int)(found < least ? least : most),
                         least == most   ? ""
                         : found < least ? " or more"
                                         : " or fewer");
        return 0;
    }
    memcpy(out, numbers, (size_t)found * sizeof *out);
    return found;
}

void ludo_reader_all(reader *r, int32_t element, const char *name, double **out, int32_t *count)
{
    growing list = {0};
    const char *text = ludo_xml_attribute(r->doc, element, name);
    const char *p = text != NULL ? skip_blanks(text) : "";
    while (p != NULL && *p != '\0' && r->status == LUDO_OK) {
        double *slot = ludo_growing_add(&list, sizeof *slot, &r->doc->allocator);
        if (slot == NULL) {
            ludo_reader_check(r, element, LUDO_NO_MEMORY);
        } else {
            p = next_number(r, element, name, p, slot);
        }
    }
    *out = list.items;
    *count = list.count;
}

bool ludo_reader_numbers(reader *r, int32_t element, const char *name, int32_t count, double *out)
{
    return ludo_reader_some(r, element, name, count, count, out) > 0;
}

double ludo_reader_number(reader *r, int32_t element, const char *name, double otherwise)
{
    double number = otherwise;
    (void)ludo_reader_numbers(r, element, name, 1, &number);
    return number;
}

int32_t ludo_reader_choice(reader *r, int32_t element, const char *name, const char *words,
                           int32_t otherwise)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    const int32_t choice = text != NULL ? ludo_reader_find_word(words, text) : otherwise;
    if (choice < 0) {
        ludo_reader_fail(r, LUDO_PARSE, element, "attribute '%s' must be one of %s: '%.40s'", name,
                         words, text);
        return otherwise;
    }
    return choice;
}

bool ludo_reader_flag(reader *r, int32_t element, const char *name, bool otherwise)
{
    return ludo_reader_choice(r, element, name, "false true", otherwise) == 1;
}

/* ---- children ---- */

int32_t ludo_reader_child(reader *r, int32_t element, const char *name)
{
    int32_t found = -1;
    for (int32_t e = xml_at(r->doc, element)->first_child; e >= 0;
         e = xml_at(r->doc, e)->next_sibling) {
        if (strcmp(xml_at(r->doc, e)->name, name) == 0) {
            if (found >= 0) {
                ludo_reader_fail(r, LUDO_PARSE, e,
                                 "duplicate element: the first is in line %d; remove one",
                                 (int)xml_at(r->doc, found)->line);
                return -1;
            }
            found = e;
        }
    }
    return found;
}

int32_t ludo_reader_needed(reader *r, int32_t element, const char *name)
{
    const int32_t child = ludo_reader_child(r, element, name);
    if (child < 0) {
        ludo_reader_fail(r, LUDO_PARSE, element, "the element '%s' is missing", name);
    }
    return child;
}

/* ---- settings ---- */

void ludo_reader_option(reader *r, int32_t element)
{
    double n[3];
    if (ludo_reader_numbers(r, element, "gravity", 3, n)) {
        ludo_reader_check(r, element, ludo_spec_set_option(r->spec, "gravity", n, 3));
    }
    if (!ludo_reader_numbers(r, element, "timestep", 1, n)) {
        return;
    }
    if (n[0] > 0.0) {
        ludo_reader_check(r, element, ludo_spec_set_option(r->spec, "timestep", n, 1));
    } else {
        ludo_reader_fail(r, LUDO_BAD_MODEL, element, "attribute 'timestep' must be positive");
    }
}

/* ---- warnings ---- */

/* Family of warnings in the name table; they are numbered from 1. */
enum { WARNINGS = -1, DETAIL_SIZE = 256 };

typedef struct reader_warning {
    ludo_note_kind kind;
    const char *around, *what; /* what: NULL if the element's name says it */
    int32_t element;           /* the first one */
    int32_t count;
    char detail[DETAIL_SIZE]; /* of the first element */
} reader_warning;

/* Upper bound of names: five per element (its own and its warnings), one per attribute. */
void ludo_reader_open(reader *r)
{
    const int32_t most = 5 * r->doc->elements.count + r->doc->attributes.count;
    if (!ludo_name_table_create(&r->names, most, &r->doc->allocator)) {
        ludo_reader_check(r, 0, LUDO_NO_MEMORY);
    }
}

static void add_warning(reader *r, const reader_warning *warning, const char *detail)
{
    reader_warning *w = ludo_growing_add(&r->warnings, sizeof *w, &r->doc->allocator);
    if (w == NULL) {
        ludo_reader_check(r, warning->element, LUDO_NO_MEMORY);
        return;
    }
    *w = *warning;
    (void)snprintf(w->detail, sizeof w->detail, "%s", detail);
}

/* Add a warning, or count one that exists. Two words identify a warning. */
static void add_or_count(reader *r, const reader_warning *first, const char *word,
                         const char *other, const char *detail)
{
    if (r->status != LUDO_OK) {
        return;
    }
    const int32_t next = r->warnings.count + 1;
    const int32_t number = ludo_name_table_add(&r->names, WARNINGS, word, other, next);
    if (number > 0) {
        ((reader_warning *)r->warnings.items)[number - 1].count++;
    } else {
        add_warning(r, first, detail);
    }
}

void ludo_reader_warn(reader *r, ludo_note_kind kind, int32_t element, const char *around,
                      const char *what, const char *detail)
{
    const reader_warning first = {
        .kind = kind, .around = around, .what = what, .element = element, .count = 1};
    add_or_count(r, &first, around, what, detail);
}

void ludo_reader_unsupported(reader *r, int32_t element, const char *message)
{
    const reader_warning first = {.kind = LUDO_NOTE_UNSUPPORTED, .element = element, .count = 1};
    add_or_count(r, &first, xml_at(r->doc, element)->name, message, message);
}

static void note_warning(reader *r, const reader_warning *w)
{
    char count[32] = "", text[DETAIL_SIZE + 192];
    if (w->count > 1) {
        (void)snprintf(count, sizeof count, " (%d times)", (int)w->count);
    }
    if (w->what == NULL) {
        ludo_reader_note(r, w->kind, w->element, "%s%s", w->detail, count);
        return;
    }
    (void)snprintf(text, sizeof text, "%.64s%s%.64s: %s%s", w->what,
                   w->around[0] != '\0' ? " in " : "", w->around, w->detail, count);
    ludo_one_line(text);
    ludo_reader_check(r, w->element,
                      ludo_spec_add_note(r->spec, w->kind, xml_place(r->doc, w->element), text));
}

/* Warnings about elements that prevent simulation come first. */
void ludo_reader_close(reader *r)
{
    const reader_warning *w = r->warnings.items;
    for (int turn = 0; turn < 2; turn++) {
        for (int32_t i = 0; i < r->warnings.count && r->status == LUDO_OK; i++) {
            if ((w[i].kind == LUDO_NOTE_UNSUPPORTED) == (turn == 0)) {
                note_warning(r, &w[i]);
            }
        }
    }
    memory_give(&r->doc->allocator, r->warnings.items);
    ludo_name_table_release(&r->names, &r->doc->allocator);
}
