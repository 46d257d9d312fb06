/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers in text: correctly rounded, in any locale and on any machine. */
#ifndef LUDO_FORMATS_TEXT_NUMBER_H
#define LUDO_FORMATS_TEXT_NUMBER_H

/* Read a decimal number ([+-] digits [. digits] [e [+-] digits]) from the start of `text`: the
 * nearest double, ties to even; infinite beyond the largest double. Returns the end of the number,
 * NULL if there is none. O(length). */
const char *ludo_number_read(const char *text, double *number);

#endif
