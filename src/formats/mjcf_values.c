/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of MJCF attributes: from the element or from its default classes, checked. */
#include "formats/mjcf.h"
#include "formats/number.h"

#include <math.h>
#include <string.h>

enum { MOST_NUMBERS = 6 };

int32_t ludo_word_find(const char *words, const char *word)
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

/* ---- default classes ---- */

int32_t ludo_mjcf_class(const mjcf *r, const char *name)
{
    for (int32_t e = r->last_default; e >= 0; e = r->scope[e].earlier_default) {
        const char *own = ludo_xml_attribute(r->doc, e, "class");
        const bool main = own == NULL || *own == '\0';
        if (strcmp(main ? "main" : own, name) == 0) {
            return e;
        }
    }
    return -1;
}

/* Whether an element has one of some attributes itself. */
static bool says(const mjcf *r, int32_t element, const char *attributes)
{
    const xml_element *e = xml_at(r->doc, element);
    for (int32_t i = 0; i < e->attributes; i++) {
        if (ludo_word_find(attributes, xml_attribute_at(r->doc, element, i)->name) >= 0) {
            return true;
        }
    }
    return false;
}

int32_t ludo_mjcf_source(const mjcf *r, int32_t element, const char *attributes)
{
    if (says(r, element, attributes)) {
        return element;
    }
    const char *kind = xml_at(r->doc, element)->name;
    for (int32_t class = r->scope[element].class; class >= 0; class = r->scope[class].class) {
        int32_t source = -1;
        for (int32_t e = xml_at(r->doc, class)->first_child; e >= 0;
             e = xml_at(r->doc, e)->next_sibling) {
            const bool same = strcmp(xml_at(r->doc, e)->name, kind) == 0;
            source = same && says(r, e, attributes) ? e : source; /* the last one wins */
        }
        if (source >= 0) {
            return source;
        }
    }
    return -1;
}

const char *ludo_mjcf_text(const mjcf *r, int32_t element, const char *name)
{
    const int32_t source = ludo_mjcf_source(r, element, name);
    return source >= 0 ? ludo_xml_attribute(r->doc, source, name) : NULL;
}

/* ---- numbers ---- */

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* The next of blank-separated numbers; NULL, and a failure, at what is none or infinite. */
static const char *next_number(mjcf *r, int32_t element, const char *name, const char *p,
                               double *number)
{
    const char *end = ludo_number_read(p, number);
    if (end != NULL && isinf(*number)) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s': '%.40s' is too large", name, p);
        return NULL;
    }
    if (end != NULL && (*end == '\0' || strchr(" \t\r\n", *end) != NULL)) {
        return skip_blanks(end);
    }
    ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s': '%.40s' is not a number", name, p);
    return NULL;
}

bool ludo_mjcf_own_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    if (text == NULL || r->status != LUDO_OK) {
        return false;
    }
    double numbers[MOST_NUMBERS], beyond;
    int32_t found = 0;
    const char *p = skip_blanks(text);
    for (; p != NULL && *p != '\0'; found++) {
        p = next_number(r, element, name, p, found < count ? &numbers[found] : &beyond);
    }
    if (p == NULL) {
        return false;
    }
    if (found != count) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s' has %d numbers, not %d", name,
                       (int)found, (int)count);
        return false;
    }
    memcpy(out, numbers, (size_t)count * sizeof *out);
    return true;
}

bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out)
{
    const int32_t source = ludo_mjcf_source(r, element, name);
    return source >= 0 && ludo_mjcf_own_numbers(r, source, name, count, out);
}

double ludo_mjcf_number(mjcf *r, int32_t element, const char *name, double otherwise)
{
    double number = otherwise;
    (void)ludo_mjcf_numbers(r, element, name, 1, &number);
    return number;
}

void ludo_mjcf_all_numbers(mjcf *r, int32_t element, const char *name, double **out, int32_t *count)
{
    growing list = {0};
    const int32_t source = ludo_mjcf_source(r, element, name);
    const char *p = source >= 0 ? skip_blanks(ludo_xml_attribute(r->doc, source, name)) : "";
    while (p != NULL && *p != '\0' && r->status == LUDO_OK) {
        double *slot = ludo_growing_add(&list, sizeof *slot, &r->doc->allocator);
        if (slot == NULL) {
            ludo_mjcf_check(r, element, LUDO_NO_MEMORY);
        } else {
            p = next_number(r, source, name, p, slot);
        }
    }
    *out = list.items;
    *count = list.count;
}

bool ludo_mjcf_nonzero(mjcf *r, int32_t element, const char *name)
{
    double *numbers;
    int32_t count;
    bool any = false;
    ludo_mjcf_all_numbers(r, element, name, &numbers, &count);
    for (int32_t i = 0; i < count; i++) {
        any = any || numbers[i] != 0.0;
    }
    memory_give(&r->doc->allocator, numbers);
    return any;
}

double ludo_mjcf_angle(const mjcf *r, double angle)
{
    return r->radians ? angle : angle * (3.14159265358979323846 / 180.0);
}

/* ---- words ---- */

int32_t ludo_mjcf_choice(mjcf *r, int32_t element, const char *name, const char *words,
                         int32_t otherwise)
{
    const int32_t source = ludo_mjcf_source(r, element, name);
    if (source < 0) {
        return otherwise;
    }
    const char *text = ludo_xml_attribute(r->doc, source, name);
    const int32_t choice = ludo_word_find(words, text);
    if (choice < 0) {
        ludo_mjcf_fail(r, LUDO_PARSE, source, "attribute '%s' is none of %s: '%.40s'", name, words,
                       text);
        return otherwise;
    }
    return choice;
}

bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise)
{
    return ludo_mjcf_choice(r, element, name, "false true", otherwise) == 1;
}
