/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokenizer of text files: tokens are separated by blanks. */
#ifndef LUDO_FORMATS_TEXT_TOKENS_H
#define LUDO_FORMATS_TEXT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A position in a text. */
typedef struct tokenizer {
    const char *at, *end;
    int32_t line; /* of the token read last, from 1 */
} tokenizer;

/* Not terminated; length 0 at the end. */
typedef struct token {
    const char *text;
    size_t length;
} token;

static inline tokenizer tokenizer_of(const char *text, size_t length)
{
    return (tokenizer){text, text + length, 1};
}

/* The next token, on any line. */
token ludo_token_next(tokenizer *t);

/* The next token of the line. A backslash at a line's end continues the line. */
token ludo_token_next_in_line(tokenizer *t);

/* Go to the start of the next line, or to the end of the text. */
void ludo_token_skip_line(tokenizer *t);

/* Whether a token equals `lower`, which is in lower case, ignoring case. */
bool ludo_token_is(token t, const char *lower);

/* Whether a token as a whole is a finite number, which is then in *number. */
bool ludo_token_number(token t, double *number);

/* A token for messages: its first characters, ? for any that is not printable ASCII. */
typedef struct shown_token {
    char text[64];
} shown_token;

shown_token ludo_token_shown(token t);

#endif
