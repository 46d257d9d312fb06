/* SPDX-License-Identifier: Apache-2.0
 *
 * Filling a diagnostic. */
#ifndef LUDO_CORE_DIAGNOSTIC_H
#define LUDO_CORE_DIAGNOSTIC_H

#include "ludo/spec.h"

/* Names may contain line ends and other control characters. Make the text a single line: replace
 * control characters by ?, and remove an incomplete UTF-8 character at its end. */
void ludo_one_line(char *text);

/* Fill a diagnostic with a one-line message at a place; the text is truncated if it is too long.
 * `why` may be NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void ludo_diagnose(ludo_diagnostic *why, ludo_place place, const char *format, ...);

/* Report the text of a status. @return the status */
ludo_status ludo_diagnose_status(ludo_diagnostic *why, ludo_place place, ludo_status status);

/* Report a `struct_size` that the library does not know: `begin` is the function that sets it. */
void ludo_diagnose_size(ludo_diagnostic *why, ludo_place place, size_t given, const char *begin);

#endif
