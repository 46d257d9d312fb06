/* SPDX-License-Identifier: Apache-2.0
 *
 * Errors on stderr. */
#include "terminal/errors.h"

#include "terminal/near_names.h"
#include "terminal/printable.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void print_line(const char *format, va_list arguments)
{
    (void)ludo_printable_vprint(stderr, format, arguments);
    fputc('\n', stderr);
}

outcome ludo_error(outcome how, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("ludo: ", stderr);
    print_line(format, arguments);
    va_end(arguments);
    return how;
}

static outcome outcome_of(ludo_status status)
{
    switch (status) {
    case LUDO_OK:
        return OUTCOME_DONE;
    case LUDO_BAD_ARGUMENT:
    case LUDO_REFUSED:
        return OUTCOME_USAGE;
    case LUDO_BAD_MODEL:
    case LUDO_PARSE:
    case LUDO_UNSUPPORTED:
    case LUDO_OPEN_LOOP:
        return OUTCOME_MODEL;
    case LUDO_IO:
        return OUTCOME_FILE;
    case LUDO_NO_MEMORY:
    case LUDO_SINGULAR:
    case LUDO_NOT_CONVERGED:
    case LUDO_STEP_TOO_LARGE:
    case LUDO_CONTACT:
    case LUDO_TOO_MANY_CONTACTS:
        break;
    }
    return OUTCOME_STOPPED;
}

/* "FILE:LINE:COLUMN: ", or "FILE: " if the line is unknown. */
static void print_place(const char *file, int32_t line, int32_t column)
{
    ludo_printable_print(stderr, "%s:", file);
    if (line > 0) {
        fprintf(stderr, "%d:%d:", (int)line, (int)column);
    }
    fputc(' ', stderr);
}

outcome ludo_error_status(ludo_status status, const char *path, const ludo_diagnostic *why)
{
    const outcome how = outcome_of(status);
    const char *message = why->message[0] != '\0' ? why->message : ludo_status_text(status);
    if (how != OUTCOME_MODEL && how != OUTCOME_FILE) {
        return ludo_error(how, "%s", message);
    }
    print_place(why->file[0] != '\0' ? why->file : path, why->line, why->column);
    ludo_printable_print(stderr, "%s\n", message);
    return how;
}

outcome ludo_error_reading(ludo_status status, const char *path, const ludo_diagnostic *why)
{
    return status == LUDO_IO || status == LUDO_PARSE
               ? ludo_error(OUTCOME_FILE, "can't read %s: %s", path, why->message)
               : ludo_error_status(status, path, why);
}

outcome ludo_error_at(const ludo_place *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_place(place->file, place->line, place->column);
    print_line(format, arguments);
    va_end(arguments);
    return OUTCOME_USAGE;
}

outcome ludo_error_model(const ludo_place *place, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_place(place->file != NULL ? place->file : path, place->line, place->column);
    print_line(format, arguments);
    va_end(arguments);
    return OUTCOME_MODEL;
}

static outcome print_unknown(const char *kind, const char *wanted, const name_list *names)
{
    ludo_printable_print(stderr, "there is no %s '%s'; ", kind, wanted);
    ludo_near_names_print(stderr, wanted, names);
    fputc('\n', stderr);
    return OUTCOME_USAGE;
}

outcome ludo_error_unknown(const char *kind, const char *wanted, const name_list *names)
{
    fputs("ludo: ", stderr);
    return print_unknown(kind, wanted, names);
}

outcome ludo_error_unknown_at(const ludo_place *place, const char *kind, const char *wanted,
                              const name_list *names)
{
    print_place(place->file, place->line, place->column);
    return print_unknown(kind, wanted, names);
}

outcome ludo_error_unreadable(const char *path)
{
    return ludo_error(OUTCOME_FILE, "can't read %s: %s", path, strerror(errno));
}

outcome ludo_error_unwritable(const char *path)
{
    return ludo_error(OUTCOME_FILE, "can't write %s: %s", path, strerror(errno));
}

outcome ludo_error_memory(void)
{
    return ludo_error(OUTCOME_STOPPED, "out of memory");
}
