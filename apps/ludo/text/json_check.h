/* SPDX-License-Identifier: Apache-2.0
 *
 * A JSON checker (RFC 8259). */
#ifndef LUDO_APP_TEXT_JSON_CHECK_H
#define LUDO_APP_TEXT_JSON_CHECK_H

#include <stdbool.h>

enum { JSON_CHECK_DEPTH = 64 };

/* True if the text is one JSON value, nested at most JSON_CHECK_DEPTH levels deep. UTF-8 in strings
 * is not checked. */
bool ludo_json_check(const char *text);

#endif
