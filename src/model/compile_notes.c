/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiling notes: those of the description, and what there is to say about the model itself. */
#include "model/check.h"
#include "model/compile.h"

#include <string.h>

static const char borderline[] =
    "body '%s': its inertia misses the triangle inequality by less than 1e-6";
static const char limits[] = "joint limits are not simulated yet";

/* The first joint with a limit, or -1. */
static int32_t find_limited(const workshop *w)
{
    for (int32_t i = 0; i < w->spec->joints.count; i++) {
        for (int32_t c = 0; c < LUDO_MAX_DOF; c++) {
            if (w->joint[i].along[c].limited) {
                return i;
            }
        }
    }
    return -1;
}

static size_t place_size(ludo_place place)
{
    return place.file != NULL ? strlen(place.file) + 1 : 0;
}

void ludo_compile_measure_notes(workshop *w)
{
    w->note_count = w->spec->notes.count;
    for (int32_t i = 0; i < w->spec->notes.count; i++) {
        w->text_size += strlen(w->note[i].message) + 1 + place_size(w->note[i].place);
    }
    for (int32_t i = 0; i < w->spec->bodies.count; i++) {
        const ludo_body_def *b = &w->body[i];
        if (ludo_check_inertia_is_borderline(b->inertia)) {
            w->text_size += sizeof borderline + strlen(b->name) + NAME_ROOM + place_size(b->place);
            w->note_count++;
        }
    }
    const int32_t limited = find_limited(w);
    if (limited >= 0) {
        w->text_size += sizeof limits + place_size(w->joint[limited].place);
        w->note_count++;
    }
}

static ludo_note_info make_note(ludo_model *m, workshop *w, ludo_note_kind kind, ludo_place place,
                                const char *message)
{
    place.file = place.file != NULL ? ludo_compile_text(m, w, "%s", place.file) : NULL;
    return (ludo_note_info){kind, place, message};
}

void ludo_compile_notes(ludo_model *m, workshop *w)
{
    int32_t notes = 0;
    for (; notes < w->spec->notes.count; notes++) {
        const spec_note *note = &w->note[notes];
        const char *message = ludo_compile_text(m, w, "%s", note->message);
        m->note[notes] = make_note(m, w, note->kind, note->place, message);
    }
    for (int32_t i = 0; i < m->body_count; i++) {
        const ludo_body_def *b = &w->body[i];
        if (ludo_check_inertia_is_borderline(b->inertia)) {
            const char *message = ludo_compile_text(m, w, borderline, m->body[i].name);
            m->note[notes++] = make_note(m, w, LUDO_NOTE_WARNING, b->place, message);
        }
    }
    const int32_t limited = find_limited(w);
    if (limited >= 0) {
        const char *message = ludo_compile_text(m, w, limits);
        m->note[notes++] = make_note(m, w, LUDO_NOTE_WARNING, w->joint[limited].place, message);
    }
}
