/* SPDX-License-Identifier: Apache-2.0
 *
 * Text files word by word: words are what stands between blanks. */
#ifndef LUDO_FORMATS_TEXT_TOKENS_H
#define LUDO_FORMATS_TEXT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text on the way through it. */
typedef struct words {
    const char *at, *end;
    int32_t line; /* of the word read last, from 1 */
} words;

/* Not terminated; of length 0 where there is none. */
typedef struct word {
    const char *text;
    size_t length;
} word;

static inline words words_of(const char *text, size_t length)
{
    return (words){text, text + length, 1};
}

/* The next word, on whatever line it is. */
word ludo_words_next(words *w);

/* The next word of the line. A backslash at a line's end makes the next line a part of it. */
word ludo_words_next_in_line(words *w);

/* Go to where the next line begins, or the text ends. */
void ludo_words_skip_line(words *w);

/* Whether a word is this one, written in small or capital letters; `lower` is in small ones. */
bool ludo_word_is(word w, const char *lower);

/* Whether a word is a finite number and nothing else; then it is in *number. */
bool ludo_word_number(word w, double *number);

/* A word as messages may show it: its beginning, ? for what isn't printable ASCII. */
typedef struct shown_word {
    char text[64];
} shown_word;

shown_word ludo_word_shown(word w);

#endif
