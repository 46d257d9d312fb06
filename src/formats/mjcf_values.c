/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of MJCF attributes: from the element, from its default classes, checked; and how problems
 * are told. */
#include "core/diagnostic.h"
#include "formats/mjcf.h"
#include "formats/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- problems and notes ---- */

void ludo_mjcf_fail(mjcf *r, ludo_status status, int32_t element, const char *format, ...)
{
    if (r->status != LUDO_OK) {
        return;
    }
    r->status = status;
    char message[384];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const char *name = ludo_xml_attribute(r->doc, element, "name");
    const char *kind = xml_at(r->doc, element)->name;
    if (name != NULL) {
        ludo_diagnose(r->why, xml_place(r->doc, element), "%s '%s': %s", kind, name, message);
    } else {
        ludo_diagnose(r->why, xml_place(r->doc, element), "%s: %s", kind, message);
    }
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
        ludo_mjcf_check(r, element,
                        ludo_spec_add_note(r->spec, kind, xml_place(r->doc, element), message));
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
    char text[256];
    const char *name = ludo_xml_attribute(r->doc, element, "name");
    (void)snprintf(text, sizeof text, "%s%s%s%s: %s", xml_at(r->doc, element)->name,
                   name != NULL ? " '" : "", name != NULL ? name : "", name != NULL ? "'" : "",
                   message);
    add_note(r, LUDO_NOTE_UNSUPPORTED, element, text);
}

/* ---- default classes ---- */

int32_t ludo_mjcf_find_class(mjcf *r, int32_t element, const char *name)
{
    for (int32_t e = r->last_default; e >= 0; e = r->scope[e].earlier_default) {
        const char *own = ludo_xml_attribute(r->doc, e, "class");
        if (strcmp(own != NULL ? own : "main", name) == 0) {
            return e;
        }
    }
    ludo_mjcf_fail(r, LUDO_PARSE, element, "there is no default class '%s'", name);
    return -1;
}

/* What a default class says about an attribute of elements of one name; the last that says wins. */
static const char *class_value(const mjcf *r, int32_t class, const char *kind, const char *name)
{
    const char *value = NULL;
    for (int32_t e = xml_at(r->doc, class)->first_child; e >= 0;
         e = xml_at(r->doc, e)->next_sibling) {
        if (strcmp(xml_at(r->doc, e)->name, kind) == 0) {
            const char *own = ludo_xml_attribute(r->doc, e, name);
            value = own != NULL ? own : value;
        }
    }
    return value;
}

const char *ludo_mjcf_text(mjcf *r, int32_t element, const char *name)
{
    const char *value = ludo_xml_attribute(r->doc, element, name);
    if (value != NULL || r->status != LUDO_OK) {
        return value;
    }
    /* classes inherit from the class around them; default elements side by side from the former */
    const char *kind = xml_at(r->doc, element)->name;
    for (int32_t c = r->scope[element].class; c >= 0 && value == NULL; c = r->scope[c].class) {
        value = class_value(r, c, kind, name);
    }
    return value;
}

/* ---- numbers ---- */

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* The next of blank-separated numbers; NULL at what is none. */
static const char *next_number(const char *p, double *number)
{
    p = ludo_number_read(p, number);
    return p != NULL && (*p == '\0' || strchr(" \t\r\n", *p) != NULL) ? skip_blanks(p) : NULL;
}

static void bad_number(mjcf *r, int32_t element, const char *name, const char *at)
{
    ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s': '%.40s' is not a number", name, at);
}

bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out)
{
    const char *text = ludo_mjcf_text(r, element, name);
    if (text == NULL || r->status != LUDO_OK) {
        return false;
    }
    double numbers[16];
    int32_t found = 0;
    for (const char *p = skip_blanks(text); *p != '\0'; found++) {
        const char *end = next_number(p, &numbers[found < count ? found : 0]);
        if (end == NULL) {
            bad_number(r, element, name, p);
            return false;
        }
        p = end;
    }
    if (found != count) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s' has %d numbers, not %d", name,
                       (int)found, (int)count);
        return false;
    }
    memcpy(out, numbers, (size_t)count * sizeof *out);
    return true;
}

double ludo_mjcf_number(mjcf *r, int32_t element, const char *name, double otherwise)
{
    double number = otherwise;
    (void)ludo_mjcf_numbers(r, element, name, 1, &number);
    return number;
}

bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise, bool *automatic)
{
    const char *text = ludo_mjcf_text(r, element, name);
    if (automatic != NULL) {
        *automatic = text == NULL || strcmp(text, "auto") == 0;
    }
    if (text == NULL || (automatic != NULL && *automatic)) {
        return otherwise;
    }
    const bool yes = strcmp(text, "true") == 0;
    if (!yes && strcmp(text, "false") != 0) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s' is neither true nor false: '%.40s'",
                       name, text);
    }
    return yes;
}

void ludo_mjcf_all_numbers(mjcf *r, int32_t element, const char *name, double **out, int32_t *count)
{
    const ludo_allocator *a = &r->doc->allocator;
    growing list = {0};
    const char *text = ludo_mjcf_text(r, element, name);
    const char *p = text != NULL ? skip_blanks(text) : "";
    while (*p != '\0' && r->status == LUDO_OK) {
        double *slot = ludo_growing_add(&list, sizeof *slot, a);
        const char *end = slot != NULL ? next_number(p, slot) : NULL;
        if (slot == NULL) {
            ludo_mjcf_check(r, element, LUDO_NO_MEMORY);
        } else if (end == NULL) {
            bad_number(r, element, name, p);
        } else {
            p = end;
        }
    }
    *out = list.items;
    *count = list.count;
}

double ludo_mjcf_angle(const mjcf *r, double angle)
{
    return r->radians ? angle : angle * (3.14159265358979323846 / 180.0);
}

void ludo_mjcf_ignore(mjcf *r, int32_t element, const char *names)
{
    char name[64];
    for (const char *p = names; *p != '\0';) {
        const size_t length = strcspn(p, " ");
        memcpy(name, p, length);
        name[length] = '\0';
        (void)ludo_xml_attribute(r->doc, element, name);
        p += length + strspn(p + length, " ");
    }
}

void ludo_mjcf_finish(mjcf *r, int32_t element)
{
    ludo_mjcf_ignore(r, element, "name class");
    const char *unread = ludo_xml_unread(r->doc, element);
    if (unread != NULL) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "the attribute '%s' is not known here", unread);
    }
}
