/* SPDX-License-Identifier: Apache-2.0
 *
 * Words for people. What they name comes from files that anybody may have written: characters that
 * would do something to a terminal, or begin a line, are shown as `?`. */
#ifndef LUDO_APP_TERMINAL_PRINTABLE_H
#define LUDO_APP_TERMINAL_PRINTABLE_H

#include "terminal/errors.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

/* As fprintf(). Line ends come only from the ends of the format. */
void ludo_printable_print(FILE *file, const char *format, ...) PRINTF_LIKE(2, 3);

/* As above; how wide it is. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 0)))
#endif
int ludo_printable_vprint(FILE *file, const char *format, va_list arguments);

/* What a word ends in that says how many there are: "s", of one "". */
const char *ludo_printable_plural(int64_t count);

#endif
