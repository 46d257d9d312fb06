/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of MJCF attributes: from the element or its default classes, checked. */
#include "formats/mjcf/read_values.h"

#include <math.h>
#include <string.h>

/* ---- default classes ---- */

int32_t ludo_mjcf_class(const mjcf *r, int32_t element, const char *name)
{
    const mjcf_part *part = mjcf_part_of(r, element);
    const int32_t found = ludo_name_table_find(&r->base.names, FAMILY_CLASS, part->key, name);
    return strcmp(name, "main") == 0 ? part->class : found > 0 ? found : -1;
}

/* Whether an element implies one of some attributes: a damper ctrllimited="true", which MuJoCo does
 * not let it say. */
static bool implies(const mjcf *r, int32_t element, const char *attributes)
{
    return strcmp(xml_at(r->base.doc, element)->name, "damper") == 0 &&
           ludo_reader_find_word(attributes, "ctrllimited") >= 0;
}

/* Whether an element itself has or implies one of some attributes. */
static bool says(const mjcf *r, int32_t element, const char *attributes)
{
    const xml_element *e = xml_at(r->base.doc, element);
    for (int32_t i = 0; i < e->attributes; i++) {
        if (ludo_reader_find_word(attributes, xml_attribute_at(r->base.doc, element, i)->name) >=
            0) {
            return true;
        }
    }
    return implies(r, element, attributes);
}

static bool are_both(const char *kinds, const char *a, const char *b)
{
    return ludo_reader_find_word(kinds, a) >= 0 && ludo_reader_find_word(kinds, b) >= 0;
}

bool ludo_mjcf_is_template(const mjcf *r, int32_t in_default, int32_t element)
{
    static const char tendons[] = "tendon spatial fixed";
    static const char actuators[] = "general motor position velocity intvelocity damper cylinder "
                                    "muscle pid dcmotor " MJCF_OTHER_ACTUATORS;
    const xml_element *e = xml_at(r->base.doc, element);
    const char *a = xml_at(r->base.doc, in_default)->name, *b = e->name;
    if (e->parent >= 0 && strcmp(xml_at(r->base.doc, e->parent)->name, "equality") == 0) {
        return strcmp(a, "equality") == 0;
    }
    return strcmp(a, b) == 0 || are_both(tendons, a, b) || are_both(actuators, a, b);
}

/* The template with one of some attributes, in a default class or the classes that it inherits;
 * *class becomes the next class to search. */
static int32_t inherited_source(const mjcf *r, int32_t element, const char *attributes,
                                int32_t *class)
{
    while (*class >= 0) {
        int32_t source = -1;
        for (int32_t e = xml_at(r->base.doc, *class)->first_child; e >= 0;
             e = xml_at(r->base.doc, e)->next_sibling) {
            const bool speaks = says(r, e, attributes) && ludo_mjcf_is_template(r, e, element);
            source = speaks ? e : source; /* the last one counts */
        }
        *class = r->scope[*class].class;
        if (source >= 0) {
            return source;
        }
    }
    return -1;
}

int32_t ludo_mjcf_find_template(const mjcf *r, int32_t element, const char *attributes)
{
    int32_t class = r->scope[element].class;
    return says(r, element, attributes) ? element
                                        : inherited_source(r, element, attributes, &class);
}

const char *ludo_mjcf_text(const mjcf *r, int32_t element, const char *name)
{
    const int32_t source = ludo_mjcf_find_template(r, element, name);
    return source >= 0 ? ludo_xml_attribute(r->base.doc, source, name) : NULL;
}

/* ---- numbers ---- */

int32_t ludo_mjcf_some(mjcf *r, int32_t element, const char *name, int32_t least, int32_t most,
                       double *out)
{
    const int32_t source = ludo_mjcf_find_template(r, element, name);
    return source >= 0 ? ludo_reader_some(&r->base, source, name, least, most, out) : 0;
}

int32_t ludo_mjcf_inherited_numbers(mjcf *r, int32_t element, const char *name, int32_t least,
                                    int32_t most, double *out)
{
    double n[READER_MOST_NUMBERS];
    int32_t known = 0, class = r->scope[element].class;
    int32_t source = says(r, element, name) ? element : inherited_source(r, element, name, &class);
    while (source >= 0) {
        const int32_t count = ludo_reader_some(&r->base, source, name, least, most, n);
        for (; known < count; known++) {
            out[known] = n[known];
        }
        source = inherited_source(r, element, name, &class);
    }
    return known;
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

bool ludo_mjcf_integers(mjcf *r, int32_t element, const char *name, int32_t count, int32_t *out)
{
    double n[READER_MOST_NUMBERS];
    const bool given = ludo_mjcf_numbers(r, element, name, count, n);
    for (int32_t i = 0; i < count && given; i++) {
        if (!(n[i] >= INT32_MIN && n[i] <= INT32_MAX) || n[i] != floor(n[i])) {
            ludo_reader_fail(&r->base, LUDO_PARSE, element, "attribute '%s' must be a whole number",
                             name);
            return false;
        }
        out[i] = (int32_t)n[i];
    }
    return given;
}

int32_t ludo_mjcf_integer(mjcf *r, int32_t element, const char *name, int32_t otherwise)
{
    (void)ludo_mjcf_integers(r, element, name, 1, &otherwise);
    return otherwise;
}

void ludo_mjcf_all_numbers(mjcf *r, int32_t element, const char *name, double **out, int32_t *count)
{
    const int32_t source = ludo_mjcf_find_template(r, element, name);
    ludo_reader_all(&r->base, source >= 0 ? source : element, name, out, count);
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
    memory_give(&r->base.doc->allocator, numbers);
    return any;
}

double ludo_mjcf_coefficient(mjcf *r, int32_t element, const char *name)
{
    double n[3] = {0.0, 0.0, 0.0};
    (void)ludo_mjcf_inherited_numbers(r, element, name, 1, 3, n);
    if (n[1] != 0.0 || n[2] != 0.0) {
        ludo_mjcf_unsupported(r, element,
                              "stiffness and damping that are not constant are not "
                              "simulated yet");
    }
    return n[0];
}

double ludo_mjcf_polynomial(mjcf *r, int32_t element, const char *name, double higher[2])
{
    double n[3] = {0.0, 0.0, 0.0};
    (void)ludo_mjcf_inherited_numbers(r, element, name, 1, 3, n);
    higher[0] = n[1], higher[1] = n[2];
    return n[0];
}

double ludo_mjcf_angle(const mjcf *r, int32_t element, double angle)
{
    return mjcf_part_of(r, element)->radians ? angle : angle * (PI / 180.0);
}

/* ---- words ---- */

int32_t ludo_mjcf_choice(mjcf *r, int32_t element, const char *name, const char *words,
                         int32_t otherwise)
{
    const int32_t source = ludo_mjcf_find_template(r, element, name);
    return source >= 0 ? ludo_reader_choice(&r->base, source, name, words, otherwise) : otherwise;
}

bool ludo_mjcf_flag(mjcf *r, int32_t element, const char *name, bool otherwise)
{
    return ludo_mjcf_choice(r, element, name, "false true", otherwise) == 1;
}

/* ---- ranges ---- */

enum { NO, YES, AUTO };

static int32_t limited_choice(mjcf *r, int32_t element, const char *limited)
{
    const int32_t source = ludo_mjcf_find_template(r, element, limited);
    return source >= 0 && implies(r, source, limited)
               ? YES
               : ludo_mjcf_choice(r, element, limited, "false true auto", AUTO);
}

bool ludo_mjcf_limited(mjcf *r, int32_t element, const char *name, const char *limited,
                       double range[2])
{
    range[0] = range[1] = 0.0;
    const bool given = ludo_mjcf_numbers(r, element, name, 2, range);
    const int32_t choice = limited_choice(r, element, limited);
    if (choice == AUTO && given && !mjcf_part_of(r, element)->autolimits) {
        ludo_reader_fail(&r->base, LUDO_PARSE, element,
                         "has '%s', but not '%s': add it, or set autolimits of the compiler", name,
                         limited);
    }
    if (choice == YES && !(range[0] < range[1])) {
        ludo_reader_fail(&r->base, LUDO_BAD_MODEL, element, "is limited to an empty range '%s'",
                         name);
    }
    return choice == YES || (choice == AUTO && range[0] < range[1]);
}
