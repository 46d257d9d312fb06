/* SPDX-License-Identifier: Apache-2.0
 *
 * Status codes, and diagnostics with a place in a file. */
#ifndef LUDO_STATUS_H
#define LUDO_STATUS_H

#include "ludo/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The one list of status codes: name, value, text. */
#define LUDO_STATUS_LIST(X)                                                                        \
    X(LUDO_OK, 0, "success")                                                                       \
    X(LUDO_BAD_ARGUMENT, 1,                                                                        \
      "an argument is NULL, not finite, out of range, unknown or of the wrong size")               \
    X(LUDO_NO_MEMORY, 2, "the allocator returned NULL")                                            \
    X(LUDO_BAD_MODEL, 3, "the description of the mechanism is inconsistent")                       \
    X(LUDO_PARSE, 4, "the file is not what its format asks for")                                   \
    X(LUDO_IO, 5, "the file is missing, unreadable or not writable")                               \
    X(LUDO_REFUSED, 6, "this integrator, model or option does not allow that")                     \
    X(LUDO_SINGULAR, 7, "a matrix or a pose is singular to working precision")                     \
    X(LUDO_NOT_CONVERGED, 8, "the iterations ended before they converged")                         \
    X(LUDO_STEP_TOO_LARGE, 9, "a body turns too far in one step")                                  \
    X(LUDO_UNSUPPORTED, 10, "the model has elements that this version does not simulate")          \
    X(LUDO_OPEN_LOOP, 11, "a loop can't be closed")                                                \
    X(LUDO_CONTACT, 12, "a contact can't be resolved")                                             \
    X(LUDO_TOO_MANY_CONTACTS, 13, "there are more contacts than there is room for")

/** Status codes; 0 is success. */
typedef enum ludo_status {
#define X(name, value, text) name = value,
    LUDO_STATUS_LIST(X)
#undef X
} ludo_status;

/** The meaning of a status: static, English, no trailing newline; never NULL, also for values that
 * are not in the list. */
LUDO_API const char *ludo_status_text(ludo_status status);

/** An error and its place. A function that takes one, by the name `why`, writes it whenever it does
 * not return LUDO_OK, and else leaves it alone. `file` and `message` are always terminated; `line`
 * and `column` count from 1 and are 0 where there is no place. Long texts are truncated. */
typedef struct ludo_diagnostic {
    char file[256];
    int32_t line, column;
    char message[512];
} ludo_diagnostic;

#ifdef __cplusplus
}
#endif
#endif
