/* SPDX-License-Identifier: Apache-2.0
 *
 * SDF: values, which are texts of child elements; the version of a file. */
#include "formats/sdf/read.h"
#include "formats/text/number.h"

#include <math.h>
#include <string.h>

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* The next of blank-separated numbers; NULL, and a failure, if the text is not a finite number. */
static const char *next_number(sdf *s, int32_t element, const char *p, double *number)
{
    const char *end = ludo_number_read(p, number);
    const bool whole = end != NULL && (*end == '\0' || strchr(" \t\r\n", *end) != NULL);
    if (whole && !isinf(*number)) {
        return skip_blanks(end);
    }
    ludo_reader_fail(&s->r, LUDO_PARSE, element, "'%.40s' is %s", p,
                     whole ? "too large" : "not a number");
    return NULL;
}

int32_t ludo_sdf_numbers(sdf *s, int32_t element, int32_t least, int32_t most, double *out)
{
    double numbers[READER_MOST_NUMBERS], beyond;
    int32_t found = 0;
    const char *p = s->r.status == LUDO_OK ? xml_at(s->r.doc, element)->text : NULL;
    while (p != NULL && *p != '\0') {
        p = next_number(s, element, p, found < most ? &numbers[found] : &beyond);
        found++;
    }
    if (p == NULL) {
        return 0;
    }
    if (found < least || found > most) {
        ludo_reader_fail(&s->r, LUDO_PARSE, element, "has %d numbers; it needs %d", (int)found,
                         (int)(found < least ? least : most));
        return 0;
    }
    memcpy(out, numbers, (size_t)found * sizeof *out);
    return found;
}

const char *ludo_sdf_text(sdf *s, int32_t element, const char *child)
{
    const int32_t e = ludo_reader_child(&s->r, element, child);
    return e >= 0 ? xml_at(s->r.doc, e)->text : NULL;
}

bool ludo_sdf_vector(sdf *s, int32_t element, const char *child, int32_t count, double *out)
{
    const int32_t e = ludo_reader_child(&s->r, element, child);
    return e >= 0 && ludo_sdf_numbers(s, e, count, count, out) > 0;
}

double ludo_sdf_number(sdf *s, int32_t element, const char *child, double otherwise)
{
    double number = otherwise;
    (void)ludo_sdf_vector(s, element, child, 1, &number);
    return number;
}

double ludo_sdf_bound(sdf *s, int32_t element, const char *child, double otherwise)
{
    const char *text = ludo_sdf_text(s, element, child);
    const int32_t sign = text != NULL ? ludo_reader_find_word("inf +inf -inf", text) : -1;
    if (sign >= 0) {
        return sign == 2 ? -SDF_UNBOUNDED : SDF_UNBOUNDED;
    }
    return ludo_sdf_number(s, element, child, otherwise);
}

double ludo_sdf_positive(sdf *s, int32_t element, const char *child, double otherwise)
{
    const double number = ludo_sdf_number(s, element, child, otherwise);
    if (number < 0.0) {
        ludo_reader_fail(&s->r, LUDO_BAD_MODEL, ludo_reader_child(&s->r, element, child),
                         "is negative");
    }
    return number;
}

bool ludo_sdf_flag(sdf *s, int32_t element, const char *child, bool otherwise)
{
    const char *text = ludo_sdf_text(s, element, child);
    const int32_t word =
        text != NULL ? ludo_reader_find_word("0 false False 1 true True", text) : -1;
    if (text != NULL && word < 0) {
        ludo_reader_fail(&s->r, LUDO_PARSE, ludo_reader_child(&s->r, element, child),
                         "must be one of false true 0 1: '%.40s'", text);
    }
    return word < 0 ? otherwise : word >= 3;
}

/* The number after "1." in a version; -1: another text. */
static int32_t minor_version(const char *text)
{
    int32_t minor = 0;
    if (text == NULL || strncmp(text, "1.", 2) != 0 || strlen(text) > 4 || text[2] == '\0') {
        return -1;
    }
    for (const char *p = text + 2; *p != '\0' && minor >= 0; p++) {
        minor = *p >= '0' && *p <= '9' ? 10 * minor + (*p - '0') : -1;
    }
    return minor;
}

int32_t ludo_sdf_version(sdf *s, int32_t element)
{
    int32_t e = element;
    while (xml_at(s->r.doc, e)->parent >= 0 && strcmp(xml_at(s->r.doc, e)->name, "sdf") != 0) {
        e = xml_at(s->r.doc, e)->parent;
    }
    const char *text = ludo_reader_text(&s->r, e, "version");
    const int32_t minor = minor_version(text);
    if (minor < 0) {
        ludo_reader_fail(&s->r, LUDO_PARSE, e, "the version '%.40s' is none of 1.4 to 1.11", text);
    }
    return minor;
}
