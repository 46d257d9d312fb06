/* SPDX-License-Identifier: Apache-2.0
 *
 * How the program ends, and what it says on stderr when it doesn't end well. */
#ifndef LUDO_APP_TERMINAL_ERRORS_H
#define LUDO_APP_TERMINAL_ERRORS_H

#include "ludo/ludo.h"

/* Exit codes: a contract with scripts. */
typedef enum outcome {
    OUTCOME_DONE = 0,
    OUTCOME_STOPPED = 1, /* the simulation stopped, or memory ran out */
    OUTCOME_USAGE = 2,   /* command line, unknown name, an integrator that refuses the model */
    OUTCOME_MODEL = 3,   /* bad or unsupported model */
    OUTCOME_FILE = 4     /* file missing, unreadable or not writable */
} outcome;

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

/* Names to choose from, by number. */
typedef ludo_name_list name_list;

/* Say "ludo: ..." and return `how`. */
outcome ludo_error(outcome how, const char *format, ...) PRINTF_LIKE(2, 3);

/* Say what the library says: where it is about a file with the place in it (`path` stands in for an
 * unknown one). Returns the exit code that belongs to the status. */
outcome ludo_error_status(ludo_status status, const char *path, const ludo_diagnostic *why);

/* The same of a state or a trajectory: one that is damaged is as unreadable as one that is missing.
 */
outcome ludo_error_reading(ludo_status status, const char *path, const ludo_diagnostic *why);

/* Say that there is no `kind` named `wanted`, and which names come near. A misuse. */
outcome ludo_error_unknown(const char *kind, const char *wanted, const name_list *names);

/* Say "FILE:LINE:COLUMN: ..." of a file that is used wrongly; a misuse. */
outcome ludo_error_at(const ludo_place *place, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same of a model that is bad there; `path` stands in for an unknown file. */
outcome ludo_error_model(const ludo_place *place, const char *path, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* As ludo_error_unknown() of a name in a file. */
outcome ludo_error_unknown_at(const ludo_place *place, const char *kind, const char *wanted,
                              const name_list *names);

/* Say that a file can't be read, and why according to errno. */
outcome ludo_error_unreadable(const char *path);

/* Say that a file can't be written, and why according to errno. */
outcome ludo_error_unwritable(const char *path);

/* Say that memory ran out. */
outcome ludo_error_memory(void);

#endif
