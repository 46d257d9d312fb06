/* SPDX-License-Identifier: Apache-2.0
 *
 * A JSON checker: one loop over the values with a stack of open brackets. */
#include "text/json_check.h"

#include <string.h>

/* Each skip function returns the end of the element it is named after; NULL: no such element. */

static const char *skip_blanks(const char *c)
{
    return c + strspn(c, " \t\r\n");
}

static const char *skip_digits(const char *c)
{
    const size_t length = strspn(c, "0123456789");
    return length > 0 ? c + length : NULL;
}

static const char *skip_number(const char *c)
{
    c += *c == '-';
    c = *c == '0' ? c + 1 : skip_digits(c);
    if (c != NULL && *c == '.') {
        c = skip_digits(c + 1);
    }
    if (c != NULL && (*c == 'e' || *c == 'E')) {
        c++;
        c = skip_digits(c + (*c == '+' || *c == '-'));
    }
    return c;
}

static const char *skip_escape(const char *c)
{
    if (*c == 'u') {
        return strspn(c + 1, "0123456789abcdefABCDEF") >= 4 ? c + 5 : NULL;
    }
    return *c != '\0' && strchr("\"\\/bfnrt", *c) != NULL ? c + 1 : NULL;
}

static const char *skip_string(const char *c)
{
    if (*c != '"') {
        return NULL;
    }
    c++;
    while (c != NULL && *c != '"') {
        if ((unsigned char)*c < 0x20) {
            return NULL;
        }
        c = *c == '\\' ? skip_escape(c + 1) : c + 1;
    }
    return c != NULL ? c + 1 : NULL;
}

static const char *skip_word(const char *c)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(c, words[i], strlen(words[i])) == 0) {
            return c + strlen(words[i]);
        }
    }
    return NULL;
}

/* A string, number or word. */
static const char *skip_plain(const char *c)
{
    if (*c == '"') {
        return skip_string(c);
    }
    return *c == '-' || (*c >= '0' && *c <= '9') ? skip_number(c) : skip_word(c);
}

static const char *skip_key(const char *c)
{
    c = skip_string(skip_blanks(c));
    c = c != NULL ? skip_blanks(c) : NULL;
    return c != NULL && *c == ':' ? c + 1 : NULL;
}

/* The open brackets. */
typedef struct levels {
    char closing[JSON_CHECK_DEPTH];
    int depth;
} levels;

/* Skip a plain value, or enter the bracket that opens here up to its first plain value. */
static const char *skip_value(levels *l, const char *c)
{
    c = skip_blanks(c);
    const char closing = *c == '{' ? '}' : *c == '[' ? ']' : '\0';
    if (closing == '\0') {
        return skip_plain(c);
    }
    if (l->depth == JSON_CHECK_DEPTH) {
        return NULL;
    }
    c = skip_blanks(c + 1);
    if (*c == closing) {
        return c + 1;
    }
    l->closing[l->depth++] = closing;
    c = closing == '}' ? skip_key(c) : c;
    return c != NULL ? skip_value(l, c) : NULL;
}

bool ludo_json_check(const char *text)
{
    levels l = {.depth = 0};
    const char *c = skip_value(&l, text);
    while (c != NULL && l.depth > 0) {
        c = skip_blanks(c);
        const char closing = l.closing[l.depth - 1];
        if (*c == closing) {
            l.depth--;
            c++;
        } else if (*c == ',') {
            c = closing == '}' ? skip_key(c + 1) : c + 1;
            c = c != NULL ? skip_value(&l, c) : NULL;
        } else {
            c = NULL;
        }
    }
    return c != NULL && *skip_blanks(c) == '\0';
}
