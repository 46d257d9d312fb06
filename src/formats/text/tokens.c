/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokens of text files. */
#include "formats/text/tokens.h"

#include "formats/text/number.h"

#include <math.h>
#include <string.h>

enum { NUMBER_LENGTH = 512 };

/* Line ends are distinct from other blanks; the first character of \r\n is a blank. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool ends_token(char c)
{
    return is_blank(c) || c == '\n';
}

/* The length of a backslash and the line end behind it; 0 if there is none. */
static size_t continuation(const tokenizer *t)
{
    const size_t left = (size_t)(t->end - t->at);
    if (left >= 2 && memcmp(t->at, "\\\n", 2) == 0) {
        return 2;
    }
    return left >= 3 && memcmp(t->at, "\\\r\n", 3) == 0 ? 3 : 0;
}

static token take_token(tokenizer *t, bool continued)
{
    const char *start = t->at;
    while (t->at < t->end && !ends_token(*t->at) && !(continued && continuation(t) > 0)) {
        t->at++;
    }
    return (token){start, (size_t)(t->at - start)};
}

token ludo_token_next(tokenizer *t)
{
    for (; t->at < t->end && ends_token(*t->at); t->at++) {
        t->line += *t->at == '\n';
    }
    return take_token(t, false);
}

token ludo_token_next_in_line(tokenizer *t)
{
    while (t->at < t->end) {
        const size_t skipped = continuation(t);
        if (skipped == 0 && !is_blank(*t->at)) {
            break;
        }
        t->line += skipped > 0;
        t->at += skipped > 0 ? skipped : 1;
    }
    return take_token(t, true);
}

void ludo_token_skip_line(tokenizer *t)
{
    const char *end = memchr(t->at, '\n', (size_t)(t->end - t->at));
    t->at = end != NULL ? end + 1 : t->end;
    t->line += end != NULL;
}

bool ludo_token_is(token t, const char *lower)
{
    if (t.length != strlen(lower)) {
        return false;
    }
    for (size_t i = 0; i < t.length; i++) {
        const char c = t.text[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != lower[i]) {
            return false;
        }
    }
    return true;
}

bool ludo_token_number(token t, double *number)
{
    char text[NUMBER_LENGTH];
    if (t.length == 0 || t.length >= sizeof text) {
        return false;
    }
    memcpy(text, t.text, t.length);
    text[t.length] = '\0';
    const char *end = ludo_number_read(text, number);
    return end == text + t.length && isfinite(*number);
}

shown_token ludo_token_shown(token t)
{
    shown_token shown = {{0}};
    for (size_t i = 0; i < t.length && i < sizeof shown.text - 1; i++) {
        const char c = t.text[i];
        shown.text[i] = '?';
        if (c >= ' ' && c <= '~') {
            shown.text[i] = c;
        }
    }
    return shown;
}
