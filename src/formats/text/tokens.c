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

static bool ends_word(char c)
{
    return is_blank(c) || c == '\n';
}

/* The length of a backslash and the line end behind it; 0 if there is none. */
static size_t continuation(const tokenizer *w)
{
    const size_t left = (size_t)(w->end - w->at);
    if (left >= 2 && memcmp(w->at, "\\\n", 2) == 0) {
        return 2;
    }
    return left >= 3 && memcmp(w->at, "\\\r\n", 3) == 0 ? 3 : 0;
}

static token take_token(tokenizer *w, bool continued)
{
    const char *start = w->at;
    while (w->at < w->end && !ends_word(*w->at) && !(continued && continuation(w) > 0)) {
        w->at++;
    }
    return (token){start, (size_t)(w->at - start)};
}

token ludo_token_next(tokenizer *w)
{
    for (; w->at < w->end && ends_word(*w->at); w->at++) {
        w->line += *w->at == '\n';
    }
    return take_token(w, false);
}

token ludo_token_next_in_line(tokenizer *w)
{
    while (w->at < w->end) {
        const size_t skipped = continuation(w);
        if (skipped == 0 && !is_blank(*w->at)) {
            break;
        }
        w->line += skipped > 0;
        w->at += skipped > 0 ? skipped : 1;
    }
    return take_token(w, true);
}

void ludo_token_skip_line(tokenizer *w)
{
    const char *end = memchr(w->at, '\n', (size_t)(w->end - w->at));
    w->at = end != NULL ? end + 1 : w->end;
    w->line += end != NULL;
}

bool ludo_token_is(token w, const char *lower)
{
    if (w.length != strlen(lower)) {
        return false;
    }
    for (size_t i = 0; i < w.length; i++) {
        const char c = w.text[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != lower[i]) {
            return false;
        }
    }
    return true;
}

bool ludo_token_number(token w, double *number)
{
    char text[NUMBER_LENGTH];
    if (w.length == 0 || w.length >= sizeof text) {
        return false;
    }
    memcpy(text, w.text, w.length);
    text[w.length] = '\0';
    const char *end = ludo_number_read(text, number);
    return end == text + w.length && isfinite(*number);
}

shown_token ludo_token_shown(token w)
{
    shown_token shown = {{0}};
    for (size_t i = 0; i < w.length && i < sizeof shown.text - 1; i++) {
        const char c = w.text[i];
        shown.text[i] = '?';
        if (c >= ' ' && c <= '~') {
            shown.text[i] = c;
        }
    }
    return shown;
}
