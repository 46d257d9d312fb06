/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing of texts from untrusted files. */
#include "terminal/printable.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_LENGTH = 1024 };

/* The length of the control character at the start of a text: one of ASCII or of the 32 in U+0080
 * to U+009F; 0: none. */
static size_t control_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x20 || c[0] == 0x7f) {
        return 1;
    }
    return c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0 ? 2 : 0;
}

/* Replace control characters, except the first `before` and last `behind` ones: line ends of the
 * format. */
static void replace_controls(char *text, size_t before, size_t after)
{
    const char *end = text + strlen(text) - after;
    const char *from = text + before;
    char *to = text + before;
    while (from < end) {
        const size_t length = control_length(from);
        *to++ = length > 0 ? '?' : *from;
        from += length > 0 ? length : 1;
    }
    memmove(to, end, after + 1);
}

static size_t trailing_lines(const char *format)
{
    size_t count = 0;
    for (size_t i = strlen(format); i > 0 && format[i - 1] == '\n'; i--) {
        count++;
    }
    return count;
}

int ludo_printable_vprint(FILE *file, const char *format, va_list arguments)
{
    char usual[USUAL_LENGTH];
    va_list again;
    va_copy(again, arguments);
    const int width = vsnprintf(usual, sizeof usual, format, arguments);
    char *text = usual;
    if (width >= USUAL_LENGTH && (text = malloc((size_t)width + 1)) != NULL) {
        (void)vsnprintf(text, (size_t)width + 1, format, again);
    }
    va_end(again);
    if (width >= 0) {
        const bool whole = text != NULL;
        text = whole ? text : usual; /* out of memory: print the beginning */
        replace_controls(text, strspn(format, "\n"), whole ? trailing_lines(format) : 0);
        fputs(text, file);
    }
    if (text != usual) {
        free(text);
    }
    return width > 0 ? width : 0;
}

void ludo_printable_print(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)ludo_printable_vprint(file, format, arguments);
    va_end(arguments);
}

const char *ludo_printable_plural(int64_t count)
{
    return count == 1 ? "" : "s";
}
