/* SPDX-License-Identifier: Apache-2.0
 *
 * UTF-8. */
#include "terminal/utf8.h"

#include <stdbool.h>
#include <stddef.h>

int ludo_utf8_length(const char *text)
{
    static const struct {
        unsigned char first, last, second_from, second_to;
        int length;
    } forms[] = {
        {0x01, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    const unsigned char *s = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (s[0] < forms[i].first || s[0] > forms[i].last) {
            continue;
        }
        bool good = s[1] >= forms[i].second_from && s[1] <= forms[i].second_to;
        for (int k = 2; k < forms[i].length && good; k++) {
            good = s[k] >= 0x80 && s[k] <= 0xBF;
        }
        return good ? forms[i].length : 0;
    }
    return 0;
}
