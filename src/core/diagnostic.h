/* SPDX-License-Identifier: Apache-2.0
 *
 * Filling a diagnostic. */
#ifndef LUDO_CORE_DIAGNOSTIC_H
#define LUDO_CORE_DIAGNOSTIC_H

#include "ludo/spec.h"

/* Names may hold line ends and worse: what is told of them stays in its line. Control characters
 * become ?, and what cutting has left of characters of UTF-8 is taken away. */
void ludo_one_line(char *text);

/* Say what is wrong at a place, in one line; the text is cut where it doesn't fit. `why` may be
 * NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void ludo_diagnose(ludo_diagnostic *why, ludo_place place, const char *format, ...);

#endif
