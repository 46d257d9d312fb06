/* SPDX-License-Identifier: Apache-2.0
 *
 * Status texts, the version, and filling a diagnostic. */
#include "core/diagnostic.h"

#include <stdarg.h>
#include <stdio.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *ludo_version(void)
{
    return TEXT(LUDO_VERSION_MAJOR) "." TEXT(LUDO_VERSION_MINOR) "." TEXT(LUDO_VERSION_PATCH);
}

const char *ludo_status_text(ludo_status status)
{
    switch (status) {
#define X(name, value, text)                                                                       \
    case name:                                                                                     \
        return text;
        LUDO_STATUS_LIST(X)
#undef X
    }
    return "an unknown status";
}

void ludo_one_line(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        *c = *c < ' ' || *c == 0x7F ? '?' : *c;
    }
}

void ludo_diagnose(ludo_diagnostic *why, ludo_place place, const char *format, ...)
{
    if (why == NULL) {
        return;
    }
    (void)snprintf(why->file, sizeof why->file, "%s", place.file != NULL ? place.file : "");
    why->line = place.line;
    why->column = place.column;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why->message, sizeof why->message, format, arguments);
    va_end(arguments);
    ludo_one_line(why->message);
}
