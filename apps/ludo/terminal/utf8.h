/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in UTF-8. */
#ifndef LUDO_APP_TERMINAL_UTF8_H
#define LUDO_APP_TERMINAL_UTF8_H

/* Bytes of the character that starts here: no surrogate, no detour; 0 where there is none, or the
 * text ends. */
int ludo_utf8_length(const char *text);

#endif
