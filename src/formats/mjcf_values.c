/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of MJCF attributes: from the element or from its default classes, checked. */
#include "formats/mjcf.h"
#include "formats/number.h"

#include <math.h>
#include <string.h>

enum { MOST_NUMBERS = 10 };

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

static bool are_both(const char *kinds, const char *a, const char *b)
{
    return ludo_word_find(kinds, a) >= 0 && ludo_word_find(kinds, b) >= 0;
}

bool ludo_mjcf_speaks_for(const mjcf *r, int32_t in_default, int32_t element)
{
    static const char tendons[] = "tendon spatial fixed";
    static const char actuators[] = "general motor position velocity intvelocity orientation pid "
                                    "damper cylinder muscle adhesion dcmotor plugin";
    const char *a = xml_at(r->doc, in_default)->name, *b = xml_at(r->doc, element)->name;
    return strcmp(a, b) == 0 || are_both(tendons, a, b) || are_both(actuators, a, b);
}

int32_t ludo_mjcf_source(const mjcf *r, int32_t element, const char *attributes)
{
    if (says(r, element, attributes)) {
        return element;
    }
    for (int32_t class = r->scope[element].class; class >= 0; class = r->scope[class].class) {
        int32_t source = -1;
        for (int32_t e = xml_at(r->doc, class)->first_child; e >= 0;
             e = xml_at(r->doc, e)->next_sibling) {
            const bool speaks = says(r, e, attributes) && ludo_mjcf_speaks_for(r, e, element);
            source = speaks ? e : source; /* the last one wins */
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

int32_t ludo_mjcf_own_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                           double *out)
{
    const char *text = ludo_xml_attribute(r->doc, element, name);
    if (text == NULL || r->status != LUDO_OK) {
        return 0;
    }
    double numbers[MOST_NUMBERS], beyond;
    int32_t found = 0;
    const char *p = skip_blanks(text);
    for (; p != NULL && *p != '\0'; found++) {
        p = next_number(r, element, name, p, found < most ? &numbers[found] : &beyond);
    }
    if (p == NULL) {
        return 0;
    }
    if (found < least || found > most) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "attribute '%s' has %d numbers, not %d%s", name,
                       (int)found, (int)(found < least ? least : most),
                       least == most   ? ""
                       : found < least ? " or more"
                                       : " or less");
        return 0;
    }
    memcpy(out, numbers, (size_t)found * sizeof *out);
    return found;
}

int32_t ludo_mjcf_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                       double *out)
{
    const int32_t source = ludo_mjcf_source(r, element, name);
    return source >= 0 ? ludo_mjcf_own_some(r, source, name, least, most, out) : 0;
}

bool ludo_mjcf_own_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out)
{
    return ludo_mjcf_own_some(r, element, name, count, count, out) > 0;
}

bool ludo_mjcf_numbers(mjcf *r, int32_t element, const char *name, int32_t count, double *out)
{
    return ludo_mjcf_some(r, element, name, count, count, out) > 0;
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

double ludo_mjcf_coefficient(mjcf *r, int32_t element, const char *name)
{
    double n[3] = {0.0, 0.0, 0.0};
    (void)ludo_mjcf_some(r, element, name, 1, 3, n);
    if (n[1] != 0.0 || n[2] != 0.0) {
        ludo_mjcf_unsupported(r, element,
                              "stiffness and damping that are not constant are not "
                              "simulated yet");
    }
    return n[0];
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

/* ---- ranges ---- */

bool ludo_mjcf_limited(mjcf *r, int32_t element, const char *name, const char *limited,
                       double range[2])
{
    enum { NO, YES, AUTO };
    range[0] = range[1] = 0.0;
    const bool given = ludo_mjcf_numbers(r, element, name, 2, range);
    const int32_t choice = ludo_mjcf_choice(r, element, limited, "false true auto", AUTO);
    if (choice == AUTO && given && !r->autolimits) {
        ludo_mjcf_fail(r, LUDO_PARSE, element, "has '%s', but doesn't say whether it is %s", name,
                       limited);
    }
    if (choice == YES && !(range[0] < range[1])) {
        ludo_mjcf_fail(r, LUDO_BAD_MODEL, element, "is limited to an empty range '%s'", name);
    }
    return choice == YES || (choice == AUTO && range[0] < range[1]);
}
