/* SPDX-License-Identifier: Apache-2.0
 *
 * UTF-8. */
#ifndef LUDO_APP_TERMINAL_UTF8_H
#define LUDO_APP_TERMINAL_UTF8_H

/* The number of bytes of the character at the start of a text; 0 at the end and for invalid bytes
 * (surrogates and overlong forms included). */
int ludo_utf8_length(const char *text);

#endif
