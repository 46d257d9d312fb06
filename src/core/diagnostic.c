/* SPDX-License-Identifier: Apache-2.0
 *
 * Status texts, the version, and filling a diagnostic. */
#include "core/diagnostic.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* Number of bytes of a UTF-8 character, from its first byte. */
static int character_length(unsigned char first)
{
    return first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Whether a whole character is a control character: those of ASCII, and the 32 beyond it. */
static bool is_control(const unsigned char *c)
{
    return c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0);
}

void ludo_one_line(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        const unsigned char *c = (const unsigned char *)from;
        const int length = character_length(*c);
        int there = 1;
        while (there < length && (c[there] & 0xc0) == 0x80) {
            there++;
        }
        if (there == length && is_control(c)) {
            *to++ = '?';
        } else if (there == length) {
            memmove(to, from, (size_t)there);
            to += there;
        }
        from += there;
    }
    *to = '\0';
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

ludo_status ludo_diagnose_status(ludo_diagnostic *why, ludo_place place, ludo_status status)
{
    ludo_diagnose(why, place, "%s", ludo_status_text(status));
    return status;
}

void ludo_diagnose_size(ludo_diagnostic *why, ludo_place place, size_t given, const char *begin)
{
    ludo_diagnose(why, place, "struct_size is %zu: begin with %s", given, begin);
}
