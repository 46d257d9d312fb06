/* SPDX-License-Identifier: Apache-2.0
 *
 * Text of phrases with a line break before a phrase that would make a line too long. */
#ifndef LUDO_APP_TERMINAL_PARAGRAPH_H
#define LUDO_APP_TERMINAL_PARAGRAPH_H

#include "terminal/errors.h"

#include <stdio.h>

/* A paragraph being printed. */
typedef struct paragraph {
    FILE *file;
    int indent; /* of all lines after the first */
    int column;
} paragraph;

/* Begin a paragraph with a phrase; its further lines are indented. */
paragraph ludo_paragraph_begin(FILE *file, int indent, const char *format, ...) PRINTF_LIKE(3, 4);

/* Append a separator at once, then a blank or a line break, then a phrase. */
void ludo_paragraph_add(paragraph *p, const char *separator, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* As ludo_paragraph_add(), always with a line break. */
void ludo_paragraph_break(paragraph *p, const char *separator, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* End the last line. */
void ludo_paragraph_end(const paragraph *p);

#endif
