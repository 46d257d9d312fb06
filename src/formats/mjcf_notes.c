/* SPDX-License-Identifier: Apache-2.0
 *
 * How the MJCF reader tells problems, warnings and what is not supported. */
#include "core/diagnostic.h"
#include "formats/mjcf.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    MESSAGE_SIZE = 256,
    TEXT_SIZE = 512 /* a message, and 192 bytes of names at most */
};

/* "<kind> '<name>': <message>", without the name where there is none. */
static void name_element(const mjcf *r, int32_t element, const char *message, char text[TEXT_SIZE])
{
    const char *kind = xml_at(r->doc, element)->name;
    const char *name = ludo_xml_attribute(r->doc, element, "name");
    if (name != NULL) {
        (void)snprintf(text, TEXT_SIZE, "%.64s '%.128s': %s", kind, name, message);
    } else {
        (void)snprintf(text, TEXT_SIZE, "%.64s: %s", kind, message);
    }
}

void ludo_mjcf_fail(mjcf *r, ludo_status status, int32_t element, const char *format, ...)
{
    if (r->status != LUDO_OK) {
        return;
    }
    r->status = status;
    char message[MESSAGE_SIZE], text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    name_element(r, element, message, text);
    ludo_diagnose(r->why, xml_place(r->doc, element), "%s", text);
}

void ludo_mjcf_check(mjcf *r, int32_t element, ludo_status status)
{
    if (status != LUDO_OK) {
        ludo_mjcf_fail(r, status, element, "%s", ludo_status_text(status));
    }
}

static void add_note(mjcf *r, ludo_note_kind kind, int32_t element, const char *message)
{
    if (r->status == LUDO_OK) {
        const ludo_place place = xml_place(r->doc, element);
        ludo_mjcf_check(r, element, ludo_spec_add_note(r->spec, kind, place, message));
    }
}

void ludo_mjcf_warn_once(mjcf *r, mjcf_once what, int32_t element, const char *message)
{
    if ((r->told & what) == 0) {
        r->told |= what;
        add_note(r, LUDO_NOTE_WARNING, element, message);
    }
}

void ludo_mjcf_unsupported(mjcf *r, int32_t element, const char *message)
{
    char text[TEXT_SIZE];
    name_element(r, element, message, text);
    add_note(r, LUDO_NOTE_UNSUPPORTED, element, text);
}
