/* SPDX-License-Identifier: Apache-2.0
 *
 * Text of phrases with line breaks. */
#include "terminal/paragraph.h"

#include "terminal/printable.h"

#include <stdarg.h>
#include <string.h>

enum { MARGIN = 100 }; /* columns of a line */

paragraph ludo_paragraph_begin(FILE *file, int indent, const char *format, ...)
{
    paragraph p = {file, indent, 0};
    va_list arguments;
    va_start(arguments, format);
    p.column = ludo_printable_vprint(file, format, arguments);
    va_end(arguments);
    return p;
}

/* The width of a phrase; 0 if it can't be printed. */
static int width_of(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int width = vsnprintf(NULL, 0, format, again);
    va_end(again);
    return width > 0 ? width : 0;
}

static void append(paragraph *p, bool breaks, const char *separator, const char *format,
                   va_list arguments)
{
    const int width = width_of(format, arguments);

    /* one column is reserved for a following separator */
    p->column += (int)strlen(separator);
    breaks = breaks || (p->column > p->indent && p->column + 1 + width >= MARGIN);
    fprintf(p->file, breaks ? "%s\n%*s" : "%s%*s", separator, breaks ? p->indent : 1, "");
    (void)ludo_printable_vprint(p->file, format, arguments);
    p->column = (breaks ? p->indent : p->column + 1) + width;
}

void ludo_paragraph_add(paragraph *p, const char *separator, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(p, false, separator, format, arguments);
    va_end(arguments);
}

void ludo_paragraph_break(paragraph *p, const char *separator, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(p, true, separator, format, arguments);
    va_end(arguments);
}

void ludo_paragraph_end(const paragraph *p)
{
    fputc('\n', p->file);
}
