/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing of texts that contain names from untrusted files: control characters, which could change
 * the terminal or begin a line, are replaced by `?`. */
#ifndef LUDO_APP_TERMINAL_PRINTABLE_H
#define LUDO_APP_TERMINAL_PRINTABLE_H

#include "terminal/errors.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/* As fprintf(). Line ends are printed only at the ends of the format. */
void ludo_printable_print(FILE *file, const char *format, ...) PRINTF_LIKE(2, 3);

/* As ludo_printable_print() with a va_list; returns the width. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
int ludo_printable_vprint(FILE *file, const char *format, va_list arguments);

/* The plural ending for a count: "s", for 1 "". */
const char *ludo_printable_plural(int64_t count);

#endif
