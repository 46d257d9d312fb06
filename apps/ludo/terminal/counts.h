/* SPDX-License-Identifier: Apache-2.0
 *
 * How many there are of each kind. */
#ifndef LUDO_APP_TERMINAL_COUNTS_H
#define LUDO_APP_TERMINAL_COUNTS_H

#include "terminal/paragraph.h"

enum { COUNTS_KINDS = 16 }; /* told apart; all further ones are counted as one */

/* Counts by kind, in the order in which kinds came; all zero at first. */
typedef struct counts {
    int32_t kinds;
    const char *kind[COUNTS_KINDS]; /* not copied */
    int32_t count[COUNTS_KINDS];
} counts;

void ludo_counts_add(counts *t, const char *kind);

/* Append "3 box, 1 mesh" behind a separator; nothing where nothing was counted. */
void ludo_counts_print(paragraph *p, const char *separator, const counts *t);

#endif
