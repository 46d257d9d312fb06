/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts by kind. */
#ifndef LUDO_APP_TERMINAL_COUNTS_H
#define LUDO_APP_TERMINAL_COUNTS_H

#include "terminal/paragraph.h"

enum { COUNTS_KINDS = 16 }; /* further kinds are counted together as "other" */

/* Counts by kind, in order of first appearance; all zero: empty. */
typedef struct counts {
    int32_t kinds;
    const char *kind[COUNTS_KINDS]; /* not copied */
    int32_t count[COUNTS_KINDS];
} counts;

void ludo_counts_add(counts *t, const char *kind);

/* Append a separator and "3 box, 1 mesh"; nothing if there are no counts. */
void ludo_counts_print(paragraph *p, const char *separator, const counts *t);

#endif
