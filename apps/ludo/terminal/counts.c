/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts by kind. */
#include "terminal/counts.h"

#include <string.h>

void ludo_counts_add(counts *t, const char *kind)
{
    int32_t k = 0;
    while (k < t->kinds && strcmp(t->kind[k], kind) != 0) {
        k++;
    }
    if (k == COUNTS_KINDS) {
        k = COUNTS_KINDS - 1;
        t->kind[k] = "other";
    } else if (k == t->kinds) {
        t->kind[t->kinds++] = kind;
    }
    t->count[k]++;
}

void ludo_counts_print(paragraph *p, const char *separator, const counts *t)
{
    for (int32_t k = 0; k < t->kinds; k++) {
        ludo_paragraph_add(p, k == 0 ? separator : ",", "%d %s", (int)t->count[k], t->kind[k]);
    }
}
