/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a text is JSON (RFC 8259). */
#ifndef LUDO_APP_DATA_JSON_CHECK_H
#define LUDO_APP_DATA_JSON_CHECK_H

#include <stdbool.h>

enum { JSON_CHECK_DEPTH = 64 };

/* Whether the text is one value, nested no deeper than JSON_CHECK_DEPTH levels. Whether its strings
 * are UTF-8 is not looked at. */
bool ludo_json_check(const char *text);

#endif
