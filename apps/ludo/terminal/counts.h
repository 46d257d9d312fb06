/* SPDX-License-Identifier: Apache-2.0
 *
 * How many there are of each kind. */
#ifndef LUDO_APP_TALLY_H
#define LUDO_APP_TALLY_H

#include "terminal/paragraph.h"

enum { TALLY_KINDS = 16 }; /* told apart; all further ones are counted as one */

/* Counts by kind, in the order in which kinds came; all zero at first. */
typedef struct tally {
    int32_t kinds;
    const char *kind[TALLY_KINDS]; /* not copied */
    int32_t count[TALLY_KINDS];
} tally;

void ludo_tally_count(tally *t, const char *kind);

/* Append "3 box, 1 mesh" behind a separator; nothing where nothing was counted. */
void ludo_tally_print(paragraph *p, const char *separator, const tally *t);

#endif
