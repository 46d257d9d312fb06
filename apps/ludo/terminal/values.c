/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers in text. The program stays in the "C" locale: the decimal separator is the point in every
 * country. */
#include "terminal/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *ludo_values_scan(const char *text, double *out)
{
    /* exclude blanks, hexadecimal numbers, infinities and NaN, which strtod accepts */
    const char *end = text + strspn(text, "0123456789+-.eE");
    char *stop;
    *out = strtod(text, &stop);
    const bool good = end != text && stop == end && (*end == '\0' || *end == ',') && isfinite(*out);
    return good ? end : NULL;
}

bool ludo_values_number(const char *text, double *out)
{
    const char *end = ludo_values_scan(text, out);
    return end != NULL && *end == '\0';
}

bool ludo_values_count(const char *text, int32_t *out)
{
    double value;
    if (!ludo_values_number(text, &value) || value != floor(value) || value < 1.0 ||
        value > (double)INT32_MAX) {
        return false;
    }
    *out = (int32_t)value;
    return true;
}
