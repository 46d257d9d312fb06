/* SPDX-License-Identifier: Apache-2.0
 *
 * How the MJCF reader tells warnings and what is not supported. */
#include "formats/mjcf.h"

#include <stdio.h>
#include <string.h>

enum { DETAIL_SIZE = 256 };

void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message)
{
    ludo_reader_note(&r->base, LUDO_NOTE_UNSUPPORTED, element, "%s", message);
}

/* ---- warnings: one for all elements of a kind ---- */

typedef struct mjcf_warning {
    ludo_note_kind kind;
    const char *what; /* which kind */
    int32_t element;  /* the first */
    int32_t count;
    char detail[DETAIL_SIZE]; /* of the first */
} mjcf_warning;

static mjcf_warning *find_warning(mjcf *r, const char *what)
{
    mjcf_warning *warnings = r->warnings.items;
    for (int32_t i = 0; i < r->warnings.count; i++) {
        if (strcmp(warnings[i].what, what) == 0) {
            return &warnings[i];
        }
    }
    return NULL;
}

void ludo_mjcf_warn(mjcf *r, ludo_note_kind kind, int32_t element, const char *what,
                    const char *detail)
{
    mjcf_warning *w = find_warning(r, what);
    if (w == NULL) {
        w = ludo_growing_add(&r->warnings, sizeof *w, &r->base.doc->allocator);
        if (w == NULL) {
            ludo_reader_check(&r->base, element, LUDO_NO_MEMORY);
            return;
        }
        *w = (mjcf_warning){.kind = kind, .what = what, .element = element};
        (void)snprintf(w->detail, sizeof w->detail, "%s", detail);
    }
    w->count++;
}

void ludo_mjcf_note_warnings(mjcf *r)
{
    const mjcf_warning *warnings = r->warnings.items;
    for (int32_t i = 0; i < r->warnings.count; i++) {
        const mjcf_warning *w = &warnings[i];
        char count[32] = "", text[DETAIL_SIZE + 128];
        if (w->count > 1) {
            (void)snprintf(count, sizeof count, " (%d of them)", (int)w->count);
        }
        (void)snprintf(text, sizeof text, "%.64s: %s%s", w->what, w->detail, count);
        const ludo_place place = xml_place(r->base.doc, w->element);
        ludo_reader_check(&r->base, w->element,
                          ludo_spec_add_note(r->base.spec, w->kind, place, text));
    }
}
