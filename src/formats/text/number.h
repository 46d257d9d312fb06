/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers in text: rounded correctly, whatever the locale and the machine. */
#ifndef LUDO_FORMATS_TEXT_NUMBER_H
#define LUDO_FORMATS_TEXT_NUMBER_H

/* Read a decimal number ([+-] digits [. digits] [e [+-] digits]) from the start of `text`: the
 * double nearest to it, of two equally near ones the even; infinite beyond the largest double.
 * Returns where it ends, or NULL where there is none. O(length). */
const char *ludo_number_read(const char *text, double *number);

#endif
