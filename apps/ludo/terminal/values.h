/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of the command line. */
#ifndef LUDO_APP_TERMINAL_VALUES_H
#define LUDO_APP_TERMINAL_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* Read a finite decimal number that is all of the text, or all of it up to a comma. Returns where
 * it ends, at the comma or at the end of the text; NULL where it is no such number. */
const char *ludo_values_scan(const char *text, double *out);

/* Read a text that is one finite number. */
bool ludo_values_number(const char *text, double *out);

/* Read a text that is one whole number of 1 or more. */
bool ludo_values_count(const char *text, int32_t *out);

#endif
