/* SPDX-License-Identifier: Apache-2.0
 *
 * Tokenizer of text files: tokens are separated by blanks. */
#ifndef LUDO_FORMATS_TEXT_TOKENS_H
#define LUDO_FORMATS_TEXT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A position in a text. */
typedef struct words {
    const char *at, *end;
    int32_t line; /* of the token read last, from 1 */
} words;

/* Not terminated; length 0 at the end. */
typedef struct word {
    const char *text;
    size_t length;
} word;

static inline words words_of(const char *text, size_t length)
{
    return (words){text, text + length, 1};
}

/* The next token, on any line. */
word ludo_words_next(words *w);

/* The next token of the line. A backslash at a line's end continues the line. */
word ludo_words_next_in_line(words *w);

/* Go to the start of the next line, or to the end of the text. */
void ludo_words_skip_line(words *w);

/* Whether a token equals `lower`, which is in lower case, ignoring case. */
bool ludo_word_is(word w, const char *lower);

/* Whether a token as a whole is a finite number, which is then in *number. */
bool ludo_word_number(word w, double *number);

/* A token for messages: its first characters, ? for any that is not printable ASCII. */
typedef struct shown_word {
    char text[64];
} shown_word;

shown_word ludo_word_shown(word w);

#endif
