/* SPDX-License-Identifier: Apache-2.0
 *
 * Warnings of readers: one for all elements of a kind. */
#include "formats/reader.h"

#include "core/diagnostic.h"

#include <stdio.h>

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
    if (!ludo_index_create(&r->names, most, &r->doc->allocator)) {
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
static void tell(reader *r, const reader_warning *first, const char *word, const char *other,
                 const char *detail)
{
    if (r->status != LUDO_OK) {
        return;
    }
    const int32_t next = r->warnings.count + 1;
    const int32_t number = ludo_index_add(&r->names, WARNINGS, word, other, next);
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
    tell(r, &first, around, what, detail);
}

void ludo_reader_unsupported(reader *r, int32_t element, const char *message)
{
    const reader_warning first = {.kind = LUDO_NOTE_UNSUPPORTED, .element = element, .count = 1};
    tell(r, &first, xml_at(r->doc, element)->name, message, message);
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
    ludo_index_release(&r->names, &r->doc->allocator);
}
