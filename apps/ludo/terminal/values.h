/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers in text. */
#ifndef LUDO_APP_TERMINAL_VALUES_H
#define LUDO_APP_TERMINAL_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* Read a finite decimal number that ends at a comma or at the end of the text. Returns its end;
 * NULL if the text has no such number. */
const char *ludo_values_scan(const char *text, double *out);

/* Read a text that is one finite decimal number; false: it is not. */
bool ludo_values_number(const char *text, double *out);

/* Read a text that is one integer of 1 or more; false: it is not. */
bool ludo_values_count(const char *text, int32_t *out);

#endif
