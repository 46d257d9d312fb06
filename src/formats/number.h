/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimal numbers in text: rounded correctly, whatever the locale and the machine. */
#ifndef LUDO_FORMATS_NUMBER_H
#define LUDO_FORMATS_NUMBER_H

#include <stdbool.h>

/* Read a decimal number ([+-] digits [. digits] [e [+-] digits]) from the start of `text`. Returns
 * where it ends, or NULL where there is none or its magnitude is beyond the largest double. */
const char *ludo_number_read(const char *text, double *number);

#endif
