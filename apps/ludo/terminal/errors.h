/* SPDX-License-Identifier: Apache-2.0
 *
 * Exit codes, and errors on stderr. Each function prints one line and returns an exit code. */
#ifndef LUDO_APP_TERMINAL_ERRORS_H
#define LUDO_APP_TERMINAL_ERRORS_H

#include "ludo/ludo.h"

/* Exit codes: a contract with scripts. */
typedef enum outcome {
    OUTCOME_DONE = 0,
    OUTCOME_STOPPED = 1, /* the simulation stopped, or memory ran out */
    OUTCOME_USAGE = 2,   /* wrong command line, unknown name, integrator refuses the model */
    OUTCOME_MODEL = 3,   /* bad or unsupported model */
    OUTCOME_FILE = 4     /* file missing, unreadable or not writable */
} outcome;

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

/* A list of known names, by number. */
typedef ludo_name_list name_list;

/* Print "ludo: ..."; returns `how`. */
outcome ludo_error(outcome how, const char *format, ...) PRINTF_LIKE(2, 3);

/* Print the message of a library error, with file, line and column if it concerns a file (`path` if
 * the file is unknown). Returns the exit code of the status. */
outcome ludo_error_status(ludo_status status, const char *path, const ludo_diagnostic *why);

/* Print the error of reading a state or a trajectory. A damaged file counts as unreadable, like a
 * missing one: OUTCOME_FILE. */
outcome ludo_error_reading(ludo_status status, const char *path, const ludo_diagnostic *why);

/* Print that the `kind` named `wanted` is unknown, with similar names. Returns OUTCOME_USAGE. */
outcome ludo_error_unknown(const char *kind, const char *wanted, const name_list *names);

/* Print "FILE:LINE:COLUMN: ..." about an input file. Returns OUTCOME_USAGE. */
outcome ludo_error_at(const ludo_place *place, const char *format, ...) PRINTF_LIKE(2, 3);

/* Print "FILE:LINE:COLUMN: ..." about a model (`path` if the file is unknown). Returns
 * OUTCOME_MODEL. */
outcome ludo_error_model(const ludo_place *place, const char *path, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* As ludo_error_unknown(), for a name in a file. */
outcome ludo_error_unknown_at(const ludo_place *place, const char *kind, const char *wanted,
                              const name_list *names);

/* Print that a file can't be read, with the reason in errno. */
outcome ludo_error_unreadable(const char *path);

/* Print that a file can't be written, with the reason in errno. */
outcome ludo_error_unwritable(const char *path);

/* Print that memory ran out. */
outcome ludo_error_memory(void);

#endif
